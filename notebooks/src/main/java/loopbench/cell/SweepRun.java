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
import loopbench.tune.Objective;
import loopbench.tune.SweepResult;

/**
 * What a sweep found.
 *
 * @param where the sweep's address
 * @param recipe what it was told
 * @param objective how its points were gated and ranked
 * @param objectiveText what was minimised, as written; empty when nothing was
 * @param result its points
 */
public record SweepRun(
    String where, SweepRecipe recipe, Objective objective, String objectiveText, SweepResult result)
    implements Tabulated {

  /** The winner's value on each axis, in the order of the axes. */
  public double[] best() throws CellFailure {
    OptionalInt best = result.best();
    if (best.isEmpty()) {
      throw new CellFailure(
          CellProblem.of(
              where,
              0,
              "",
              "the sweep has no best point. " + String.join(" ", result.reasons()),
              "Widen its axes or loosen its conditions."));
    }
    return result.grid().point(best.getAsInt());
  }

  Scores bestScores() throws CellFailure {
    best();
    return result.scores(result.best().getAsInt());
  }

  List<Axis> axes() {
    return result.grid().axes();
  }

  /** A scenario with the winner's values. */
  FlowScenario turn(FlowScenario scenario) throws CellFailure {
    double[] point = best();
    FlowScenario turned = scenario;
    for (int a = 0; a < point.length; a++) {
      String path = axes().get(a).path();
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
    return Tables.columns(result);
  }

  @Override
  public List<List<String>> rows() {
    return Tables.rows(result);
  }
}
