// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.StackPane;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import loopbench.notebook.Cell;

/**
 * A markdown or raw cell: it lies on the desk without a frame. A double click or Enter opens its
 * text; Ctrl+Enter or leaving it closes it.
 */
final class TextCard extends StackPane implements PageCell {
  private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");

  private final NotebookViewModel notebook;
  private final CellViewModel cell;
  private final Surroundings around;
  private Optional<TextArea> editor = Optional.empty();

  TextCard(NotebookViewModel notebook, CellViewModel cell, Surroundings around) {
    this.notebook = notebook;
    this.cell = cell;
    this.around = around;
    setId("cell-" + cell.id());
    getStyleClass().add("text-cell");
    setFocusTraversable(true);
    addEventFilter(MouseEvent.MOUSE_PRESSED, e -> notebook.select(cell.id()));
    setOnMouseClicked(
        e -> {
          if (e.getClickCount() == 2 && editor.isEmpty()) {
            goTo(1);
          }
        });
    setOnKeyPressed(
        e -> {
          if (e.getCode() == KeyCode.ENTER && e.getTarget() == this) {
            goTo(1);
            e.consume();
          }
        });
    focusWithinProperty()
        .addListener(
            (p, was, is) -> {
              if (is) {
                notebook.select(cell.id());
              }
            });
    cell.cellProperty().addListener((p, was, is) -> draw());
    draw();
  }

  @Override
  public Node node() {
    return this;
  }

  @Override
  public void setSelected(boolean selected) {
    pseudoClassStateChanged(SELECTED, selected);
  }

  @Override
  public void goTo(int line) {
    TextArea area = new TextArea(cell.cell().source());
    area.getStyleClass().add("yaml");
    area.setWrapText(true);
    area.setPrefRowCount(Math.max(3, (int) cell.cell().source().lines().count() + 1));
    area.addEventFilter(
        KeyEvent.KEY_PRESSED,
        e -> {
          if (e.getCode() == KeyCode.ESCAPE) {
            commit();
          }
        });
    area.focusedProperty()
        .addListener(
            (p, was, is) -> {
              if (!is) {
                commit();
              }
            });
    editor = Optional.of(area);
    getChildren().setAll(area);
    area.requestFocus();
  }

  @Override
  public void commit() {
    Optional<TextArea> left = editor;
    editor = Optional.empty();
    left.ifPresent(
        area -> {
          if (!area.getText().equals(cell.cell().source())) {
            notebook.setSource(cell.id(), area.getText());
          }
          draw();
        });
  }

  private void draw() {
    if (editor.isPresent()) {
      return;
    }
    Cell shown = cell.cell();
    if (shown.type() == Cell.Type.MARKDOWN) {
      getChildren().setAll(new MarkdownView(shown.source(), around.links()));
    } else {
      TextFlow raw = new TextFlow(new Text(shown.source()));
      raw.getStyleClass().add("yaml");
      getChildren().setAll(raw);
    }
  }
}
