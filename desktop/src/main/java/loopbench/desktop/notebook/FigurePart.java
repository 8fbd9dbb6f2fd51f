// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import loopbench.cell.Output;
import loopbench.cell.SweepRecipe;
import loopbench.desktop.chart.FigureMenu;
import loopbench.desktop.chart.FigureView;
import loopbench.desktop.chart.PointListener;
import loopbench.desktop.chart.TimeWindow;
import loopbench.figure.BudgetFigure;
import loopbench.figure.Figure;
import loopbench.figure.HeatFigure;
import loopbench.figure.LineFigure;
import loopbench.figure.MapFigure;
import loopbench.figure.Mark;
import loopbench.figure.ScatterFigure;
import org.kordamp.ikonli.feather.Feather;

/**
 * A chart on the page. The map of a sweep shows the settings in force where they are now, not where
 * they were when it ran, and hears where they are dragged to.
 */
final class FigurePart implements Part {
  /** Two lines, so that what is said does not move the page. */
  private static final double REMARK_HEIGHT = 34;

  private final FigureView view = new FigureView();
  private final StackPane holder = new StackPane(view);
  private final Label remark = new Label();
  private final VBox column = new VBox(4, holder, remark);
  private final Supplier<Optional<SweepRecipe>> sweep;
  private final PointListener mover;

  /**
   * @param window the stretch of time that the charts of the cell share
   * @param data the cell's numbers as CSV
   * @param name of files made of it
   */
  FigurePart(
      Output.Chart first,
      Surroundings around,
      TimeWindow window,
      Supplier<Optional<String>> data,
      String name,
      Supplier<Optional<SweepRecipe>> sweep,
      PointListener mover) {
    this.sweep = sweep;
    this.mover = mover;
    holder.getStyleClass().add("figure");
    view.inkProperty().bind(around.ink());
    view.windowProperty().set(window);
    FigureMenu menu = new FigureMenu(view::getFigure, data, name, around.saveFile());
    view.setOnContextMenuRequested(
        e -> {
          menu.menu(window).show(view, e.getScreenX(), e.getScreenY());
          e.consume();
        });
    Button more = Buttons.icon(Feather.MORE_HORIZONTAL, "Copy or save this chart", () -> {});
    more.getStyleClass().add("figure-more");
    more.setOnAction(e -> menu.menu(window).show(more, Side.BOTTOM, 0, 0));
    StackPane.setAlignment(more, Pos.TOP_RIGHT);
    holder.getChildren().add(more);
    remark.setWrapText(true);
    remark.setMinHeight(REMARK_HEIGHT);
    remark.setAlignment(Pos.TOP_LEFT);
    remark.getStyleClass().addAll("caption", "remark");
    view.cursorSProperty().addListener((p, was, is) -> say());
    take(first);
  }

  /** Why what the cursor stands on was decided: for the eye, and for a screen reader. */
  private void say() {
    boolean any = view.getFigure() instanceof LineFigure lines && !lines.remarks().isEmpty();
    remark.setVisible(any);
    remark.setManaged(any);
    if (any) {
      double at = view.cursorSProperty().get();
      remark.setText(
          Double.isNaN(at)
              ? "Point at the chart, or press an arrow key in it, to read why."
              : ((LineFigure) view.getFigure()).remarkAt(at));
    }
  }

  @Override
  public Node node() {
    return column;
  }

  @Override
  public boolean take(Output output) {
    if (!(output instanceof Output.Chart chart)) {
      return false;
    }
    Figure figure = sweep.get().map(s -> withNow(chart.figure(), s)).orElse(chart.figure());
    view.setOnMove(sweep.get().isPresent() ? mover : null);
    view.wordsProperty().set(chart.sentence());
    if (!figure.equals(view.getFigure())) {
      view.setFigure(figure);
    }
    say();
    return true;
  }

  private static Figure withNow(Figure figure, SweepRecipe sweep) {
    return figure.match(
        new Figure.Cases<Figure>() {
          @Override
          public Figure lines(LineFigure lines) {
            return lines;
          }

          @Override
          public Figure map(MapFigure map) {
            return map.withMarks(moved(map.marks(), sweep));
          }

          @Override
          public Figure heat(HeatFigure heat) {
            return heat.withMarks(moved(heat.marks(), sweep));
          }

          @Override
          public Figure scatter(ScatterFigure scatter) {
            return scatter; // scores, which only a run can move
          }

          @Override
          public Figure budget(BudgetFigure budget) {
            return budget;
          }
        });
  }

  private static List<Mark> moved(List<Mark> marks, SweepRecipe sweep) {
    List<Mark> moved = new ArrayList<>();
    for (Mark mark : marks) {
      if (mark.kind() != Mark.Kind.NOW || sweep.axes().size() != 2) {
        moved.add(mark);
      } else {
        sweep
            .current(sweep.axes().get(0).path())
            .flatMap(x -> sweep.current(sweep.axes().get(1).path()).map(y -> Mark.now(x, y)))
            .ifPresent(moved::add);
      }
    }
    return moved;
  }
}
