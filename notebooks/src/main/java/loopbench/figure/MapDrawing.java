// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.Arrays;
import java.util.List;

/** Draws a map of classes. */
final class MapDrawing {
  /** How far, in cells, a computed point stands in for one that is still to come. */
  private static final int STAND_IN = 8;

  private static final double STAND_IN_OPACITY = 0.45;

  private final MapFigure figure;
  private final Pen pen;
  private final Ink ink;
  private final double width;
  private final double height;

  MapDrawing(MapFigure figure, Pen pen, Ink ink, double width, double height) {
    this.figure = figure;
    this.pen = pen;
    this.ink = ink;
    this.width = width;
    this.height = height;
  }

  /** What the figure wants below its heading; a legend knows its height without a pen. */
  static double heightBelow(MapFigure figure, double width) {
    Legend legend = new MapDrawing(figure, null, Ink.LIGHT, width, 0).legend();
    return PlaneDrawing.heightBelow(figure.y(), width, legend.height());
  }

  MapLayout draw(double top, Layer layer) {
    Legend legend = legend();
    PlaneDrawing plane =
        new PlaneDrawing(figure.x(), figure.y(), pen, ink, width, height, top, legend.height());
    if (layer != Layer.MOVING) {
      ground(plane);
    }
    new Marks(pen, ink).draw(figure.marks(), plane.layout(), layer);
    plane.legend(legend, layer);
    return plane.layout();
  }

  private void ground(PlaneDrawing plane) {
    List<Hatch.Band> columns = Hatch.bands(pen, plane.layout().x());
    List<Hatch.Band> rows = Hatch.bands(pen, plane.layout().y());
    fill(columns, rows, figure.classAt(), 1);
    if (figure.reached() < 1) {
      fill(columns, rows, standIns(), STAND_IN_OPACITY);
    }
    Hatch hatch = new Hatch(pen, columns, rows);
    for (int c = 0; c < figure.classes().size(); c++) {
      int wanted = c;
      hatch.draw(
          ink.cover(figure.classes().get(c).cover()), (ix, iy) -> figure.classAt(ix, iy) == wanted);
    }
    plane.axes();
    plane.limits(figure.limits(), figure.marks());
  }

  /** Rectangles as large as one class allows: fewer edges, and none between equal neighbours. */
  private void fill(
      List<Hatch.Band> columns, List<Hatch.Band> rows, int[] classAt, double opacity) {
    int nx = figure.x().size();
    boolean[] done = new boolean[classAt.length];
    for (int r = 0; r < rows.size(); r++) {
      for (int c = 0; c < columns.size(); c++) {
        int at = point(columns.get(c), rows.get(r), nx);
        if (at < 0 || done[at] || classAt[at] == MapFigure.NOT_REACHED) {
          continue;
        }
        int wanted = classAt[at];
        double share = opacity(at);
        int c2 = c + 1;
        while (c2 < columns.size()
            && free(columns.get(c2), rows.get(r), nx, classAt, done, wanted, share)) {
          c2++;
        }
        int r2 = r + 1;
        while (r2 < rows.size()
            && rowFree(columns, c, c2, rows.get(r2), nx, classAt, done, wanted, share)) {
          r2++;
        }
        for (int i = c; i < c2; i++) {
          for (int k = r; k < r2; k++) {
            done[point(columns.get(i), rows.get(k), nx)] = true;
          }
        }
        double x = columns.get(c).low();
        double y = rows.get(r).low();
        Colour fill = ink.cover(figure.classes().get(wanted).cover()).fill();
        pen.rect(
            x,
            y,
            columns.get(c2 - 1).high() - x,
            rows.get(r2 - 1).high() - y,
            opacity * share < 1 ? fill.at(opacity * share) : fill);
      }
    }
  }

  private static int point(Hatch.Band column, Hatch.Band row, int nx) {
    return column.index() < 0 || row.index() < 0 ? -1 : row.index() * nx + column.index();
  }

  /** How opaque a point's colour is: where seeds were tried, by the share that settles. */
  private double opacity(int point) {
    return figure.shares().isPresent() ? figure.shares().get().opacity(point) : 1;
  }

  private boolean free(
      Hatch.Band column,
      Hatch.Band row,
      int nx,
      int[] classAt,
      boolean[] done,
      int wanted,
      double share) {
    int at = point(column, row, nx);
    return at >= 0 && !done[at] && classAt[at] == wanted && opacity(at) == share;
  }

  private boolean rowFree(
      List<Hatch.Band> columns,
      int from,
      int to,
      Hatch.Band row,
      int nx,
      int[] classAt,
      boolean[] done,
      int wanted,
      double share) {
    for (int i = from; i < to; i++) {
      if (!free(columns.get(i), row, nx, classAt, done, wanted, share)) {
        return false;
      }
    }
    return true;
  }

  /**
   * For points still to come, the class of the nearest computed one: a coarse sweep then already
   * shows its shape. Drawn pale and without hatch, so that nobody takes it for computed.
   */
  private int[] standIns() {
    int nx = figure.x().size();
    int ny = figure.y().size();
    int[] near = figure.classAt().clone();
    int firstX = figure.x().zeroRow() ? 1 : 0;
    int firstY = figure.y().zeroRow() ? 1 : 0;
    for (int step = 0; step < STAND_IN; step++) {
      int[] next = near.clone();
      for (int iy = 0; iy < ny; iy++) {
        for (int ix = 0; ix < nx; ix++) {
          if (near[iy * nx + ix] != MapFigure.NOT_REACHED) {
            continue;
          }
          for (int[] d : new int[][] {{-1, 0}, {0, -1}, {1, 0}, {0, 1}}) {
            int jx = ix + d[0];
            int jy = iy + d[1];
            boolean same =
                jx >= 0
                    && jy >= 0
                    && jx < nx
                    && jy < ny
                    && (jx < firstX) == (ix < firstX)
                    && (jy < firstY) == (iy < firstY);
            if (same && near[jy * nx + jx] != MapFigure.NOT_REACHED) {
              next[iy * nx + ix] = near[jy * nx + jx];
              break;
            }
          }
        }
      }
      near = next;
    }
    int[] classAt = figure.classAt();
    for (int i = 0; i < near.length; i++) {
      if (classAt[i] != MapFigure.NOT_REACHED) {
        near[i] = MapFigure.NOT_REACHED;
      }
    }
    return near;
  }

  private Legend legend() {
    Legend legend = new Legend(pen, ink);
    int nx = figure.x().size();
    int firstX = figure.x().zeroRow() ? 1 : 0;
    int firstY = figure.y().zeroRow() ? 1 : 0;
    int[] inside = new int[figure.classes().size()];
    int[] beside = new int[figure.classes().size()];
    int[] classAt = figure.classAt();
    for (int i = 0; i < classAt.length; i++) {
      if (classAt[i] != MapFigure.NOT_REACHED) {
        boolean zero = i % nx < firstX || i / nx < firstY;
        (zero ? beside : inside)[classAt[i]]++;
      }
    }
    int all = Arrays.stream(inside).sum();
    for (int c = 0; c < inside.length; c++) {
      if (inside[c] + beside[c] == 0) {
        continue;
      }
      MapClass named = figure.classes().get(c);
      String share =
          inside[c] > 0
              ? Share.words(inside[c], all)
              : (firstY == 1 ? figure.y() : figure.x()).name() + " = 0";
      legend.swatch(cloth(c), named.word(), Face.REGULAR.fit(share, Legend.SMALL, 60));
    }
    if (figure.reached() < 1) {
      long percent = (long) Math.floor(100 * figure.reached());
      legend.gap(4);
      legend.note(percent + " % of the points so far");
    }
    figure.shares().ifPresent(shares -> explain(shares, legend));
    PlaneDrawing.explainLimits(figure.limits(), pen, ink, legend);
    PlaneDrawing.explain(figure.marks(), figure.x(), figure.y(), legend);
    return legend;
  }

  /** A class's cloth, as pale as its points are on average. */
  private Cloth cloth(int c) {
    Cloth cloth = ink.cover(figure.classes().get(c).cover());
    double sum = 0;
    int points = 0;
    for (int i = 0; i < figure.classAt().length; i++) {
      if (figure.classAt()[i] == c) {
        sum += opacity(i);
        points++;
      }
    }
    return cloth.faded(sum / points);
  }

  private void explain(SeedShares shares, Legend legend) {
    Colour full = ink.cover(MapClass.Cover.SETTLES).fill();
    legend.gap(8);
    legend.fade(
        "share of " + shares.seeds() + " seeds settling", full, SeedShares.fade(0), "none", "all");
    boolean untried = false;
    for (int i = 0; i < figure.classAt().length; i++) {
      untried |= figure.classAt()[i] != MapFigure.NOT_REACHED && Double.isNaN(shares.settled()[i]);
    }
    if (untried) {
      legend.note("as none: what does not");
      legend.note("settle without noise");
    }
  }
}
