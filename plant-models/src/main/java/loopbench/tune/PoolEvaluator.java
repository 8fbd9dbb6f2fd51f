// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import loopbench.knob.Knob;
import loopbench.loop.PoolLoop;
import loopbench.loop.PoolRun;
import loopbench.loop.PoolScenario;
import loopbench.loop.PoolTrace;
import loopbench.score.PoolScores;
import loopbench.score.Scores;

/** Scores a point by running pools with it; of several pools the worst, score by score. */
public final class PoolEvaluator implements Evaluator {
  private final PoolScenario scenario;
  private final List<Knob<PoolScenario>> knobs = new ArrayList<>();
  private final BooleanSupplier cancelled;

  /**
   * @param cancelled asked throughout a run, whose point then has no scores
   * @throws IllegalArgumentException when the scenario has no knob at an axis' path; the message
   *     says which it has
   */
  public PoolEvaluator(PoolScenario scenario, List<Axis> axes, BooleanSupplier cancelled) {
    this.scenario = scenario;
    this.cancelled = cancelled;
    for (Axis axis : axes) {
      knobs.add(
          scenario
              .knob(axis.path())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "The run has no knob "
                              + axis.path()
                              + "; it has "
                              + scenario.knobs().stream().map(Knob::name).toList()
                              + ".")));
    }
  }

  @Override
  public Scores at(double[] point) {
    PoolScenario turned = scenario;
    try {
      for (int a = 0; a < point.length; a++) {
        turned = knobs.get(a).with(turned, point[a]);
      }
    } catch (IllegalArgumentException refusedByTheSettings) {
      return Scores.invalid();
    }
    if (!turned.problems().isEmpty()) {
      return Scores.invalid();
    }
    PoolTrace trace = PoolLoop.run(turned, cancelled);
    if (cancelled.getAsBoolean()) {
      return null;
    }
    List<Scores> each = new ArrayList<>();
    for (PoolRun pool : trace.pools()) {
      each.add(PoolScores.of(pool, turned.durationS()));
    }
    return Scores.worst(each);
  }
}
