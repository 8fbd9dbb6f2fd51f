// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import loopbench.cell.lang.Numbers;
import loopbench.figure.Line;
import loopbench.figure.LineFigure;
import loopbench.figure.Look;
import loopbench.figure.Panel;
import loopbench.figure.TimeAxis;
import loopbench.series.Clock;
import loopbench.series.Series;
import loopbench.series.SeriesSet;

/** Recorded series as a figure: a panel each, gaps drawn as gaps. */
final class SeriesFigures {
  private static final int MOST_PANELS = 6;

  private SeriesFigures() {}

  static LineFigure of(String title, SeriesSet set) {
    List<Panel> panels = new ArrayList<>();
    Look[] looks = Look.values();
    List<Series> shown = set.series().subList(0, Math.min(MOST_PANELS, set.series().size()));
    for (int i = 0; i < shown.size(); i++) {
      Series series = shown.get(i);
      panels.add(
          Panel.of(
              series.name(),
              "",
              Line.steps(
                  series.name(),
                  seconds(set.clock()),
                  series.values(),
                  looks[i % looks.length],
                  endLabel(series))));
    }
    return new LineFigure(title, "", axis(set.clock()), panels, List.of());
  }

  /** Seconds from a clock's first instant. */
  static double[] seconds(Clock clock) {
    double[] seconds = new double[clock.size()];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = (clock.timeMs(i) - clock.timeMs(0)) / 1e3;
    }
    return seconds;
  }

  static TimeAxis axis(Clock clock) {
    double end = (clock.timeMs(clock.size() - 1) - clock.timeMs(0)) / 1e3;
    return TimeAxis.clock(clock.timeMs(0) / 1e3, 0, end);
  }

  private static String endLabel(Series series) {
    double last = series.value(series.size() - 1);
    return Double.isNaN(last) ? "" : Numbers.brief(last);
  }
}
