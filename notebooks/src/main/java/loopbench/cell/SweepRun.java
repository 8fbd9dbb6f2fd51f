// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.OptionalInt;
import loopbench.knob.Knob;
import loopbench.loop.FlowScenario;
import loopbench.loop.PoolScenario;
import loopbench.loop.ReplayScenario;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.SweepResult;
import loopbench.tune.Tuning;

/**
 * What a sweep found.
 *
 * @param where the sweep's address
 * @param recipe what it was told
 * @param ranking how its points were gated and ranked
 * @param tuning its points, and what is around the best of them
 * @param controls what its winner is held against: the run as it is now and those that need no loop
 */
public record SweepRun(
    String where, SweepRecipe recipe, Ranking ranking, Tuning tuning, List<Swept.Control> controls)
    implements Tabulated {
  public SweepRun {
    controls = List.copyOf(controls);
  }

  public SweepResult result() {
    return tuning.result();
  }

  /** The winner's value on each axis, in the order of the axes. A partial sweep has none. */
  public double[] best() throws CellFailure {
    SweepResult result = tuning.result();
    OptionalInt best = tuning.winner();
    if (best.isEmpty() && result.best().isPresent()) {
      throw new CellFailure(
          CellProblem.of(
              where,
              0,
              "",
              "the sweep was stopped after "
                  + result.done()
                  + " of "
                  + result.size()
                  + " points, and the best so far is no winner.",
              "Run it to its end, or try fewer points."));
    }
    if (best.isEmpty()) {
      throw new CellFailure(
          CellProblem.of(
              where,
              0,
              "",
              "the sweep has no best point. " + String.join(" ", result.reasons()),
              "Widen its axes or loosen its conditions."));
    }
    return result.points().point(best.getAsInt());
  }

  Scores bestScores() throws CellFailure {
    best();
    return result().scores(tuning.winner().getAsInt());
  }

  List<Axis> axes() {
    return result().points().axes();
  }

  /** A scenario with the winner's values; those of parameters it was made with. */
  FlowScenario turn(FlowScenario scenario) throws CellFailure {
    double[] point = best();
    FlowScenario turned = scenario;
    for (int a = 0; a < point.length; a++) {
      String path = axes().get(a).path();
      if (ParameterAxis.is(axes().get(a))) {
        continue; // the scenario was made with it
      }
      Knob<FlowScenario> knob = turned.knob(path).orElseThrow(() -> none(path));
      turned = knob.with(turned, point[a]);
    }
    return turned;
  }

  /** A replay with the winner's values. */
  ReplayScenario turn(ReplayScenario scenario) throws CellFailure {
    double[] point = best();
    ReplayScenario turned = scenario;
    for (int a = 0; a < point.length; a++) {
      String path = axes().get(a).path();
      if (ParameterAxis.is(axes().get(a))) {
        continue; // the scenario was made with it
      }
      Knob<ReplayScenario> knob = turned.knob(path).orElseThrow(() -> none(path));
      turned = knob.with(turned, point[a]);
    }
    return turned;
  }

  /** Pools with the winner's values. */
  PoolScenario turn(PoolScenario scenario) throws CellFailure {
    double[] point = best();
    PoolScenario turned = scenario;
    for (int a = 0; a < point.length; a++) {
      String path = axes().get(a).path();
      if (ParameterAxis.is(axes().get(a))) {
        continue; // the scenario was made with it
      }
      Knob<PoolScenario> knob = turned.knob(path).orElseThrow(() -> none(path));
      turned = knob.with(turned, point[a]);
    }
    return turned;
  }

  private CellFailure none(String path) {
    return new CellFailure(
        CellProblem.of(
            where, 0, "at", "there is no knob " + path + " to set to the winner's value.", ""));
  }

  @Override
  public List<String> columns() {
    return Tables.columns(this);
  }

  @Override
  public List<List<String>> rows() {
    return Tables.rows(this);
  }
}
