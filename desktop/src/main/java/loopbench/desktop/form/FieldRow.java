// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import loopbench.cell.FieldForm;

/** One field: its name, what it holds, its unit, and what is wrong with it. */
final class FieldRow extends VBox {
  private static final int MOST_BESIDE = 12;

  private final FieldViewModel field;
  private final Node editor;

  FieldRow(FieldViewModel field) {
    this.field = field;
    getStyleClass().add("setting");
    Label name = new Label(field.path());
    name.getStyleClass().add("form-label");
    name.setWrapText(false);
    editor = isChoice() ? choice() : text();
    name.setLabelFor(editor);
    HBox.setHgrow(editor, Priority.ALWAYS);
    // A long name has a line of its own: cut off, two of them would look alike.
    boolean beside = field.path().length() <= MOST_BESIDE;
    HBox row = beside ? new HBox(8, name, editor) : new HBox(8, editor);
    row.getStyleClass().add("form-row");
    if (!beside) {
      name.getStyleClass().add("above");
      getChildren().add(name);
    }
    Label unit = new Label();
    unit.getStyleClass().add("knob-unit");
    unit.setMinWidth(Region.USE_PREF_SIZE);
    unit.textProperty().bind(field.unitProperty());
    unit.managedProperty().bind(field.unitProperty().isNotEmpty());
    row.getChildren().add(unit);
    Label resolved = new Label();
    resolved.getStyleClass().add("resolved");
    resolved.setMinWidth(Region.USE_PREF_SIZE);
    Label problem = new Label();
    problem.getStyleClass().addAll("bad", "caption");
    problem.setWrapText(true);
    problem.setId("problem-" + field.path());
    problem.textProperty().bind(field.problemProperty());
    problem.visibleProperty().bind(field.problemProperty().isNotEmpty());
    problem.managedProperty().bind(problem.visibleProperty());
    row.getChildren().add(resolved);
    getChildren().addAll(row, problem);
    field.standingProperty().addListener((p, was, is) -> show(resolved, is));
    show(resolved, field.standingProperty().get());
  }

  private static void show(Label resolved, FieldViewModel.Standing standing) {
    resolved.setText(standing.resolved().isEmpty() ? "" : "= " + standing.resolved());
    resolved.setVisible(!standing.resolved().isEmpty());
    resolved.setManaged(resolved.isVisible());
  }

  void focus() {
    editor.requestFocus();
  }

  private boolean isChoice() {
    return field.sort() == FieldForm.Sort.CHOICE
        || field.sort() == FieldForm.Sort.NAME
        || field.sort() == FieldForm.Sort.ADDRESS;
  }

  private Node text() {
    TextField text = new TextField(field.fieldText());
    text.setId("setting-" + field.path());
    text.accessibleTextProperty().bind(Bindings.concat(field.path(), " ", field.unitProperty()));
    text.getStyleClass().add(field.sort() == FieldForm.Sort.TEXT ? "mono" : "number");
    text.setMaxWidth(Double.MAX_VALUE);
    text.setMinWidth(60);
    text.setOnAction(e -> field.type(text.getText()));
    text.focusedProperty()
        .addListener(
            (p, was, is) -> {
              if (!is && !text.getText().equals(field.fieldText())) {
                field.type(text.getText());
              }
            });
    text.addEventFilter(
        KeyEvent.KEY_PRESSED,
        e -> {
          if (e.getCode() == KeyCode.ESCAPE && !text.getText().equals(field.fieldText())) {
            text.setText(field.fieldText());
            e.consume();
          } else if (field.sort() != FieldForm.Sort.TEXT
              && (e.getCode() == KeyCode.UP || e.getCode() == KeyCode.DOWN)) {
            field.step(e.getCode() == KeyCode.UP ? 1 : -1);
            e.consume();
          }
        });
    field
        .textProperty()
        .addListener(
            (p, was, is) -> {
              refer(text, is);
              text.setText(field.fieldText());
            });
    refer(text, field.textProperty().get());
    return text;
  }

  /** A parameter shows as a slip of its own kind. */
  private static void refer(Node editor, String written) {
    editor.getStyleClass().remove("refers");
    if (written.startsWith("$")) {
      editor.getStyleClass().add("refers");
    }
  }

  private Node choice() {
    ComboBox<String> box = new ComboBox<>();
    box.setId("setting-" + field.path());
    box.setAccessibleText(field.path());
    box.setMaxWidth(Double.MAX_VALUE);
    box.setMinWidth(60);
    offer(box);
    box.setOnAction(
        e -> {
          String chosen = box.getValue();
          if (chosen != null && !chosen.equals(field.textProperty().get())) {
            field.type(chosen);
          }
        });
    field.standingProperty().addListener((p, was, is) -> offer(box));
    field.textProperty().addListener((p, was, is) -> offer(box));
    return box;
  }

  /** What fits, and what is written even where it does not. */
  private void offer(ComboBox<String> box) {
    String written = field.textProperty().get();
    List<String> offered = new ArrayList<>(field.standingProperty().get().offered());
    if (!written.isEmpty() && !offered.contains(written)) {
      offered.add(0, written);
    }
    if (!box.getItems().equals(offered)) {
      box.getItems().setAll(offered);
    }
    box.setValue(written.isEmpty() ? null : written);
  }
}
