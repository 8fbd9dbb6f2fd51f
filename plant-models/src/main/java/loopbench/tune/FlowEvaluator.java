// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import loopbench.knob.Knob;
import loopbench.loop.FlowLoop;
import loopbench.loop.FlowScenario;
import loopbench.loop.FlowTrace;
import loopbench.score.FlowScores;
import loopbench.score.Scores;

/**
 * Scores a point by running an admission loop with it, through the controller. Over several
 * scenarios (plants, seeds) a point scores the worst of them.
 */
public final class FlowEvaluator implements Evaluator {
  private record Run(FlowScenario scenario, List<Knob<FlowScenario>> knobs) {}

  private final List<Run> runs = new ArrayList<>();
  private final BooleanSupplier cancelled;

  /**
   * @param scenarios at least one; a point must do well on all
   * @param cancelled stops a long run; its point then has no scores
   * @throws IllegalArgumentException when a scenario has no knob at an axis' path; the message says
   *     which it has
   */
  public FlowEvaluator(List<FlowScenario> scenarios, List<Axis> axes, BooleanSupplier cancelled) {
    if (scenarios.isEmpty()) {
      throw new IllegalArgumentException("A sweep needs at least one run.");
    }
    this.cancelled = cancelled;
    for (FlowScenario scenario : scenarios) {
      List<Knob<FlowScenario>> knobs = new ArrayList<>();
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
      runs.add(new Run(scenario, knobs));
    }
  }

  public FlowEvaluator(FlowScenario scenario, List<Axis> axes) {
    this(List.of(scenario), axes, () -> false);
  }

  @Override
  public Scores at(double[] point) {
    List<Scores> scores = new ArrayList<>(runs.size());
    for (Run run : runs) {
      Scores one = scores(run, point);
      if (one == null) {
        return null;
      }
      scores.add(one);
    }
    return Scores.worst(scores);
  }

  private Scores scores(Run run, double[] point) {
    FlowScenario scenario;
    try {
      scenario = turned(run, point);
    } catch (IllegalArgumentException refusedByTheSettings) {
      return Scores.invalid();
    }
    FlowTrace trace = FlowLoop.run(scenario, cancelled);
    boolean cut = !trace.complete() && trace.refused().isEmpty();
    return cut ? null : FlowScores.of(trace, scenario);
  }

  private static FlowScenario turned(Run run, double[] point) {
    FlowScenario scenario = run.scenario;
    for (int a = 0; a < point.length; a++) {
      scenario = run.knobs.get(a).with(scenario, point[a]);
    }
    return scenario;
  }

  /** The first scenario with a point's values: what to run again for a point of the map. */
  public FlowScenario scenario(double[] point) {
    return turned(runs.get(0), point);
  }
}
