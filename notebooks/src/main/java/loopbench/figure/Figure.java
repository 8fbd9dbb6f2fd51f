// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * What a reader shall see, without a size, a theme or a toolkit. Immutable; arrays handed in are
 * copied, arrays handed out are the figure's own and must not be written to. Two figures with the
 * same content are equal, so a view can tell whether there is anything to redraw.
 */
public sealed interface Figure
    permits LineFigure, MapFigure, HeatFigure, ScatterFigure, BudgetFigure {

  /** Heading of an exported picture; a cell in the window says this in its header instead. */
  String title();

  /** One line below the heading, empty for none. */
  String subtitle();

  <R> R match(Cases<R> cases);

  /** One answer for each kind of figure. */
  interface Cases<R> {
    R lines(LineFigure figure);

    R map(MapFigure figure);

    R heat(HeatFigure figure);

    R scatter(ScatterFigure figure);

    R budget(BudgetFigure figure);
  }
}
