// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import javafx.geometry.HPos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** One knob: name, slider, field, unit, and the way back to the value in the file. */
final class KnobRow {
  private static final double FIELD = 84;

  private final KnobViewModel knob;
  private final Label name;
  private final Node slider;
  private final Node field;
  private final Label unit;
  private final Button back;
  private final Label problem = new Label();

  KnobRow(KnobViewModel knob) {
    this.knob = knob;
    name = new Label(knob.name());
    name.getStyleClass().add("knob-name");
    if (!knob.about().isEmpty()) {
      name.setTooltip(new Tooltip(knob.about()));
    }
    slider = knob.track().isPresent() ? new KnobSlider(knob) : new Region();
    field = knob.choices().isEmpty() ? field() : choice();
    unit = new Label(knob.unit());
    unit.getStyleClass().add("knob-unit");
    back = new Button();
    back.setGraphic(new FontIcon(Feather.ROTATE_CCW));
    back.getStyleClass().add("icon-button");
    back.setTooltip(new Tooltip("Back to the value in the file"));
    back.setAccessibleText("Back to the value in the file");
    back.setId("reset-" + knob.name());
    back.setOnAction(e -> knob.reset());
    back.visibleProperty().bind(knob.changedProperty());
    problem.textProperty().bind(knob.problemProperty());
    problem.visibleProperty().bind(knob.problemProperty().isNotEmpty());
    problem.managedProperty().bind(problem.visibleProperty());
    problem.getStyleClass().addAll("bad", "caption");
    problem.setWrapText(true);
    problem.setId("problem-" + knob.name());
  }

  /**
   * @param row the first of the two rows it takes
   */
  void addTo(GridPane grid, int row) {
    grid.add(name, 0, row);
    if (knob.track().isEmpty()) {
      grid.add(field, 1, row, 2, 1);
    } else {
      grid.add(slider, 1, row);
      grid.add(field, 2, row);
    }
    grid.add(unit, 3, row);
    grid.add(back, 4, row);
    grid.add(problem, 1, row + 1, 4, 1);
    for (Node node : new Node[] {name, field, unit, back}) {
      GridPane.setValignment(node, VPos.CENTER);
    }
    GridPane.setHalignment(field, HPos.RIGHT);
  }

  private Node field() {
    TextField text = new TextField(knob.fieldText());
    text.setId("field-" + knob.name());
    text.setAccessibleText(knob.name());
    if (knob.isText()) {
      text.getStyleClass().add("mono");
      text.setMaxWidth(Double.MAX_VALUE);
    } else {
      text.getStyleClass().add("number");
      text.setMinWidth(FIELD);
      text.setPrefWidth(FIELD);
      text.setMaxWidth(FIELD);
    }
    text.setOnAction(e -> knob.type(text.getText()));
    text.focusedProperty()
        .addListener(
            (p, was, is) -> {
              if (!is && !text.getText().equals(knob.fieldText())) {
                knob.type(text.getText());
              }
            });
    text.addEventFilter(
        KeyEvent.KEY_PRESSED,
        e -> {
          if (e.getCode() == KeyCode.ESCAPE) {
            text.setText(knob.fieldText());
            e.consume();
          } else if (knob.track().isPresent()
              && (e.getCode() == KeyCode.UP || e.getCode() == KeyCode.DOWN)) {
            knob.step(e.getCode() == KeyCode.UP ? 1 : -1);
            e.consume();
          }
        });
    knob.textProperty().addListener((p, was, is) -> text.setText(knob.fieldText()));
    knob.problemProperty()
        .addListener(
            (p, was, is) -> {
              text.getStyleClass().remove("invalid");
              if (!is.isEmpty()) {
                text.getStyleClass().add("invalid");
              }
            });
    return text;
  }

  private Node choice() {
    ComboBox<String> box = new ComboBox<>();
    box.setId("field-" + knob.name());
    box.setAccessibleText(knob.name());
    box.getItems().setAll(knob.choices());
    box.setValue(knob.textProperty().get());
    box.setMaxWidth(Double.MAX_VALUE);
    box.setOnAction(
        e -> {
          if (box.getValue() != null && !box.getValue().equals(knob.textProperty().get())) {
            knob.type(box.getValue());
          }
        });
    knob.textProperty().addListener((p, was, is) -> box.setValue(is));
    return box;
  }
}
