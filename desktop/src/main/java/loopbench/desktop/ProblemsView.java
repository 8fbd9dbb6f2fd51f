// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import loopbench.cell.CellProblem;
import loopbench.desktop.notebook.Buttons;
import loopbench.run.CellView;
import loopbench.run.Snapshot;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** Everything that is wrong, where, and what now; a click leads there. */
final class ProblemsView extends VBox {
  private static final double OPEN = 112;
  private static final double CLOSED = 35;

  private record Row(String id, CellProblem problem) {}

  private final BiConsumer<String, Integer> go;
  private final VBox list = new VBox();
  private final ScrollPane scroll = new ScrollPane(list);
  private final Label count = new Label();
  private final ToggleButton tab = new ToggleButton("Problems");
  private final Button fold;
  private List<Row> shown;
  private boolean open;

  /**
   * @param go told the id and the line to go to
   */
  ProblemsView(BiConsumer<String, Integer> go) {
    this.go = go;
    getStyleClass().add("bottom");
    tab.getStyleClass().add("pane-tab");
    tab.setSelected(true);
    tab.setOnAction(
        e -> {
          tab.setSelected(true);
          setOpen(true);
        });
    count.getStyleClass().addAll("chip", "bad");
    fold = Buttons.icon(Feather.CHEVRON_DOWN, "Fold the pane", () -> setOpen(!open));
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    HBox tabs = new HBox(tab, space, fold);
    tabs.getStyleClass().add("pane-tabs");
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    VBox.setVgrow(scroll, Priority.ALWAYS);
    getChildren().addAll(tabs, scroll);
    show(List.of());
  }

  private void setOpen(boolean wanted) {
    open = wanted;
    double height = open ? OPEN : CLOSED;
    setMinHeight(height);
    setPrefHeight(height);
    setMaxHeight(height);
    scroll.setVisible(open);
    scroll.setManaged(open);
    Buttons.dress(
        fold,
        open ? Feather.CHEVRON_DOWN : Feather.CHEVRON_UP,
        open ? "Fold the pane" : "Open the pane");
  }

  void show(Snapshot now) {
    List<Row> rows = new ArrayList<>();
    for (CellView view : now.cells().values()) {
      view.problems().forEach(p -> rows.add(new Row(view.id(), p)));
    }
    if (!rows.equals(shown)) {
      show(rows);
    }
  }

  /** Opens itself when the first problem comes, and folds when the last one has gone. */
  private void show(List<Row> rows) {
    boolean had = shown != null && !shown.isEmpty();
    shown = List.copyOf(rows);
    count.setText(Integer.toString(rows.size()));
    tab.setGraphic(rows.isEmpty() ? null : count);
    list.getChildren().setAll(rows.stream().map(this::row).toList());
    if (had != !rows.isEmpty() || getMaxHeight() < 0) {
      setOpen(!rows.isEmpty());
    }
  }

  private Node row(Row row) {
    FontIcon icon = new FontIcon(Feather.X_CIRCLE);
    icon.getStyleClass().add("bad");
    Label where = new Label(row.problem().where());
    where.getStyleClass().add("where");
    Label what = new Label(row.problem().what());
    what.getStyleClass().add("what");
    what.setWrapText(true);
    what.setMinWidth(120);
    what.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(what, Priority.ALWAYS);
    Label now = new Label(row.problem().whatNow());
    now.getStyleClass().addAll("what", "what-now");
    now.setWrapText(true);
    now.setMaxWidth(300);
    HBox line = new HBox(icon, where, what, now);
    line.getStyleClass().add("problem");
    line.setFocusTraversable(true);
    line.setAccessibleRole(AccessibleRole.BUTTON);
    line.setAccessibleText(row.problem().sentence());
    line.setOnMouseClicked(e -> go.accept(row.id(), row.problem().line()));
    line.setOnKeyPressed(
        e -> {
          if (e.getCode() == KeyCode.ENTER) {
            go.accept(row.id(), row.problem().line());
            e.consume();
          }
        });
    return line;
  }
}
