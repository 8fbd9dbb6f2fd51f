// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import loopbench.figure.Curve;
import loopbench.figure.Numbers;
import loopbench.flow.Gains;
import loopbench.knob.Range;
import loopbench.loop.Admission;
import loopbench.loop.FlowScenario;
import loopbench.plant.AffineLatency;
import loopbench.plant.LinearPlant;
import loopbench.plant.PlantModel;
import loopbench.score.LinearLoop;
import loopbench.score.StabilityLimit;
import loopbench.tune.Axis;
import loopbench.tune.Grid;

/**
 * The edges of the linear loop's stability over kp and ki: one for each plant and, where a plant's
 * capacity changes, for each level of it, the steepest strong and the others thin. From the closed
 * form where there is one, else (a plant that lags, a derivative) from the sampled loop.
 */
final class StabilityLines {
  /** A scenario whose plant is called by a name; empty where there is nothing to tell apart. */
  record Tried(String plant, FlowScenario scenario) {}

  private static final int POINTS = 241;

  /** Points along a side where each needs a search. */
  private static final int SEARCHED = 61;

  private static final int BISECTIONS = 40;
  private static final int LONGEST_DELAY = 40;

  /** Of more levels than that, only the steepest and the flattest are drawn. */
  private static final int MOST_LEVELS = 4;

  /** Of more lines than that, only the steepest of each plant is drawn. */
  private static final int MOST_LINES = 8;

  private final FlowScenario scenario;
  private final LinearPlant plant;
  private final double dtMs;
  private final Range kps;
  private final Range kis;

  private StabilityLines(FlowScenario scenario, LinearPlant plant, Range kps, Range kis) {
    this.scenario = scenario;
    this.plant = plant;
    this.dtMs = scenario.admission().dtMs();
    this.kps = kps;
    this.kis = kis;
  }

  /**
   * A line to be drawn.
   *
   * @param pattern the place of the first plant that has it
   */
  private record Level(FlowScenario scenario, int pattern, boolean steepest, List<String> names) {}

  /** Empty where the axes are not kp and ki, or a side has no length. */
  static List<Curve> of(List<Tried> tried, Grid grid) {
    List<String> paths = grid.axes().stream().map(Axis::path).toList();
    boolean kpFirst = paths.equals(List.of("flow.kp", "flow.ki"));
    boolean point =
        grid.axes().stream().anyMatch(axis -> axis.size() - (axis.zeroStrip() ? 1 : 0) < 2);
    if (point || !kpFirst && !paths.equals(List.of("flow.ki", "flow.kp"))) {
      return List.of();
    }
    Range kps = range(grid.axes().get(kpFirst ? 0 : 1));
    Range kis = range(grid.axes().get(kpFirst ? 1 : 0));
    List<Curve> curves = new ArrayList<>();
    Map<LinearPlant, Level> levels = levels(tried);
    levels.forEach(
        (plant, level) ->
            curves.addAll(
                new StabilityLines(level.scenario(), plant, kps, kis)
                    .curves(level, levels.size() == 1, kpFirst)));
    return curves;
  }

  private static Range range(Axis axis) {
    double[] values = axis.array();
    return new Range(
        values[axis.zeroStrip() ? 1 : 0], values[values.length - 1], axis.scale(), false);
  }

  // ---- which lines there are -----------------------------------------------------------------

  /** Plants that answer alike share a line. */
  private static Map<LinearPlant, Level> levels(List<Tried> tried) {
    Map<LinearPlant, Level> levels = new LinkedHashMap<>();
    for (int i = 0; i < tried.size(); i++) {
      Tried one = tried.get(i);
      Map<LinearPlant, String> own = levels(one.scenario());
      Optional<LinearPlant> steepest =
          own.keySet().stream().max(Comparator.comparingDouble(LinearPlant::slope));
      for (Map.Entry<LinearPlant, String> level : own.entrySet()) {
        boolean strong = level.getKey().equals(steepest.orElseThrow());
        String name =
            own.size() == 1
                ? one.plant()
                : (one.plant().isEmpty() ? "limit" : one.plant()) + " " + level.getValue();
        Level known = levels.get(level.getKey());
        List<String> names = new ArrayList<>(known == null ? List.of() : known.names());
        names.add(name);
        levels.put(
            level.getKey(),
            new Level(
                one.scenario(),
                known == null ? i : known.pattern(),
                strong || known != null && known.steepest(),
                names));
      }
    }
    if (levels.size() > MOST_LINES) {
      levels.values().removeIf(level -> !level.steepest());
    }
    return levels;
  }

  /** How the plant answers at each level of its schedule that the run meets, steepest last. */
  private static Map<LinearPlant, String> levels(FlowScenario scenario) {
    PlantModel plant = scenario.plant();
    TreeSet<Double> times = new TreeSet<>(List.of(0.0));
    for (double timeS : plant.eventTimesS()) {
      if (timeS < scenario.timeS(scenario.ticks())) {
        times.add(timeS);
      }
    }
    Map<LinearPlant, String> levels = new LinkedHashMap<>();
    for (double timeS : times) {
      plant
          .linearAt(scenario.admission().targetMs(), scenario.admission().dtMs(), timeS)
          .filter(linear -> linear.slope() > 0 && linear.extraDelayTicks() <= LONGEST_DELAY)
          .ifPresent(linear -> levels.putIfAbsent(linear, level(plant, timeS)));
    }
    List<LinearPlant> flattestFirst =
        levels.keySet().stream().sorted(Comparator.comparingDouble(LinearPlant::slope)).toList();
    Map<LinearPlant, String> kept = new LinkedHashMap<>();
    for (int i = 0; i < flattestFirst.size(); i++) {
      boolean end = i == 0 || i == flattestFirst.size() - 1;
      if (end || flattestFirst.size() <= MOST_LEVELS) {
        kept.put(flattestFirst.get(i), levels.get(flattestFirst.get(i)));
      }
    }
    return kept;
  }

  private static String level(PlantModel plant, double timeS) {
    return plant instanceof AffineLatency affine
        ? "at " + Numbers.brief(affine.capacityPerSecond().valueAt(timeS)) + "/s"
        : "from " + Numbers.brief(timeS) + " s";
  }

  // ---- where they run ------------------------------------------------------------------------

  /** Two edges: above the upper one the integral is too strong, right of the other kp alone is. */
  private List<Curve> curves(Level level, boolean alone, boolean kpFirst) {
    Gains gains =
        scenario.admission() instanceof Admission.Controlled controlled
            ? controlled.settings().gains()
            : null;
    if (gains == null) {
      return List.of();
    }
    boolean closed = gains.kd() == 0 && plant.answersAtOnce();
    double[] alongKp = kps.points(closed ? POINTS : SEARCHED);
    double[] alongKi = kis.points(closed ? POINTS : SEARCHED);
    double[] upper = new double[alongKp.length];
    double[] right = new double[alongKi.length];
    for (int i = 0; i < alongKp.length; i++) {
      double kp = alongKp[i];
      upper[i] =
          closed
              ? StabilityLimit.kiLimit(kp, plant.slope(), dtMs, plant.extraDelayTicks())
              : last(alongKi, ki -> stable(gains.withKp(kp).withKi(ki)));
    }
    for (int i = 0; i < alongKi.length; i++) {
      double ki = alongKi[i];
      right[i] =
          closed
              ? StabilityLimit.kpLimit(ki, plant.slope(), dtMs, plant.extraDelayTicks())
              : last(alongKp, kp -> stable(gains.withKp(kp).withKi(ki)));
    }
    String name = alone ? "stability limit" : String.join(", ", level.names());
    boolean minor = !level.steepest();
    int pattern = level.pattern();
    return kpFirst
        ? List.of(
            new Curve(name, pattern, minor, alongKp, upper),
            new Curve("", pattern, minor, right, alongKi))
        : List.of(
            new Curve(name, pattern, minor, upper, alongKp),
            new Curve("", pattern, minor, alongKi, right));
  }

  private boolean stable(Gains gains) {
    return new LinearLoop(gains, plant, dtMs).stable();
  }

  private interface Stable {
    boolean at(double value);
  }

  /** The last stable value of an ascending list, sharpened; NaN where none is, or all up to it. */
  private static double last(double[] values, Stable stable) {
    for (int i = values.length - 1; i >= 0; i--) {
      if (stable.at(values[i])) {
        if (i == values.length - 1) {
          return Double.NaN; // the edge lies beyond the map
        }
        double inside = values[i];
        double outside = values[i + 1];
        for (int step = 0; step < BISECTIONS; step++) {
          double middle = (inside + outside) / 2;
          if (stable.at(middle)) {
            inside = middle;
          } else {
            outside = middle;
          }
        }
        return inside;
      }
    }
    return Double.NaN;
  }
}
