// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import loopbench.run.CellState;
import org.kordamp.ikonli.feather.Feather;

/** The head of a card: kind, name, what it cost, how it stands, run or stop. */
final class CellHead extends HBox {
  private final NotebookViewModel notebook;
  private final CellViewModel cell;
  private final Label kind = new Label();
  private final Label name = new Label();
  private final Label cost = new Label();
  private final HBox mark = new HBox();
  private final Button run;
  private CellFace shown;

  CellHead(NotebookViewModel notebook, CellViewModel cell) {
    this.notebook = notebook;
    this.cell = cell;
    getStyleClass().add("head");
    kind.getStyleClass().add("kind");
    name.getStyleClass().add("name");
    cost.getStyleClass().add("cost");
    for (Region region : new Region[] {kind, cost, mark}) {
      region.setMinWidth(USE_PREF_SIZE);
    }
    mark.setStyle("-fx-alignment: center-right;");
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    run = Buttons.icon(Feather.PLAY, "Run", this::runOrStop);
    run.getStyleClass().add("run");
    getChildren().addAll(new Label(), kind, name, space, cost, mark, run);
  }

  private void runOrStop() {
    if (working(cell.face())) {
      notebook.stop(cell.id());
    } else {
      notebook.run(cell.id());
    }
  }

  private static boolean working(CellFace face) {
    return face.state().filter(s -> s == CellState.RUNNING || s == CellState.QUEUED).isPresent();
  }

  /** Only what differs: a slider in motion draws heads thirty times a second. */
  void show(CellFace face) {
    if (shown == null || !shown.kind().equals(face.kind())) {
      getChildren().set(0, KindIcon.of(face.kind()));
      kind.setText(face.kind().isEmpty() ? "cell" : face.kind());
    }
    name.setText(face.name());
    cost.setText(face.cost());
    if (shown == null
        || !shown.state().equals(face.state())
        || !shown.stateWords().equals(face.stateWords())) {
      mark.getChildren()
          .setAll(
              face.state()
                  .map(s -> new Label[] {StateMarks.label(s, face.stateWords())})
                  .orElseGet(() -> new Label[0]));
    }
    if (shown == null || working(shown) != working(face)) {
      Buttons.dress(
          run,
          working(face) ? Feather.SQUARE : Feather.PLAY,
          working(face) ? "Stop this cell" : "Run this cell");
    }
    run.setDisable(
        face.state()
            .filter(
                s -> s != CellState.BLOCKED && s != CellState.DISABLED && s != CellState.UNRESOLVED)
            .isEmpty());
    shown = face;
  }
}
