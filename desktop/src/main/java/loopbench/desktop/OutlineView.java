// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.css.PseudoClass;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import loopbench.desktop.notebook.CellFace;
import loopbench.desktop.notebook.CellViewModel;
import loopbench.desktop.notebook.KindIcon;
import loopbench.desktop.notebook.NotebookViewModel;
import loopbench.desktop.notebook.StateMarks;
import loopbench.notebook.Cell;

/** The notebook at a glance: icon, name and state of each cell; a click leads to it. */
final class OutlineView extends ScrollPane {
  private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");
  private static final Map<String, String> SECTIONS =
      Map.of(
          "source",
          "Data",
          "load",
          "Data",
          "plant",
          "Plants",
          "flow",
          "Controllers",
          "scaler",
          "Controllers");
  private static final List<String> ORDER = List.of("Outline", "Data", "Plants", "Controllers");

  private final NotebookViewModel notebook;
  private final Consumer<String> go;
  private final VBox list = new VBox();
  private final Map<CellViewModel, HBox> items = new LinkedHashMap<>();

  /**
   * @param go told the id of the cell to go to
   */
  OutlineView(NotebookViewModel notebook, Consumer<String> go) {
    this.notebook = notebook;
    this.go = go;
    getStyleClass().addAll("side", "outline");
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setContent(list);
    notebook.cells().addListener((InvalidationListener) change -> arrange());
    notebook.selectedProperty().addListener((p, was, is) -> mark());
    arrange();
  }

  private void arrange() {
    items.keySet().retainAll(Set.copyOf(notebook.cells()));
    Map<String, VBox> sections = new LinkedHashMap<>();
    ORDER.forEach(title -> sections.put(title, new VBox()));
    for (CellViewModel cell : notebook.cells()) {
      if (listed(cell)) {
        HBox item = items.computeIfAbsent(cell, this::item);
        sections.get(SECTIONS.getOrDefault(cell.face().kind(), "Outline")).getChildren().add(item);
      }
    }
    list.getChildren().clear();
    sections.forEach(
        (title, box) -> {
          if (!box.getChildren().isEmpty()) {
            Label head = new Label(title);
            head.getStyleClass().add("section");
            list.getChildren().addAll(head, box);
          }
        });
    mark();
  }

  /** Every loop cell; of the texts those that begin with a heading. */
  private static boolean listed(CellViewModel cell) {
    return cell.cell().type() == Cell.Type.CODE || cell.cell().source().startsWith("#");
  }

  private HBox item(CellViewModel cell) {
    HBox item = new HBox();
    item.getStyleClass().add("item");
    item.setFocusTraversable(true);
    item.setAccessibleRole(AccessibleRole.BUTTON);
    item.setOnMouseClicked(e -> go.accept(cell.id()));
    item.setOnKeyPressed(
        e -> {
          if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
            go.accept(cell.id());
            e.consume();
          }
        });
    draw(item, cell.face());
    cell.faceProperty()
        .addListener(
            (p, was, is) -> {
              if (!was.title().equals(is.title())
                  || !was.kind().equals(is.kind())
                  || !was.state().equals(is.state())) {
                draw(item, is);
              }
              if (!was.kind().equals(is.kind())) {
                arrange();
              }
            });
    return item;
  }

  private static void draw(HBox item, CellFace face) {
    Label title = new Label(face.title());
    title.setMinWidth(0);
    title.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(title, Priority.ALWAYS);
    Node shape = face.state().map(s -> StateMarks.of(s).shape()).orElseGet(StackPane::new);
    item.getChildren().setAll(KindIcon.of(face.kind()), title, shape);
    item.setAccessibleText(face.title() + " " + face.stateWords());
  }

  private void mark() {
    items.forEach(
        (cell, item) ->
            item.pseudoClassStateChanged(
                SELECTED, cell.id().equals(notebook.selectedProperty().get())));
  }
}
