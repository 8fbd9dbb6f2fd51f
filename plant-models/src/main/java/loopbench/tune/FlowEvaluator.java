// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import loopbench.knob.Knob;
import loopbench.loop.FlowLoop;
import loopbench.loop.FlowScenario;
import loopbench.loop.FlowTrace;
import loopbench.score.FlowScores;
import loopbench.score.LoopClass;
import loopbench.score.Scores;

/**
 * Scores a point by running an admission loop with it, through the controller. Over several plants
 * a point scores the worst of them.
 *
 * <p>Where the sensor scatters, a point is judged in two steps: class, margins and equilibrium
 * error by a run in which it does not, since chance must not decide them and a window's quantile is
 * biased where samples are few; then, if it settles, all other scores with the seeds. A point that
 * does not settle even without noise is not tried with it: its scores are those of the quiet run,
 * and {@code settled} does not apply.
 */
public final class FlowEvaluator implements Evaluator {

  /** A scenario, its knobs, and the same without noise where it has some and can do without. */
  private record Run(
      FlowScenario scenario, Optional<FlowScenario> quiet, List<Knob<FlowScenario>> knobs) {}

  private final List<Run> runs = new ArrayList<>();
  private final int seeds;
  private final BooleanSupplier cancelled;

  /**
   * @param scenarios at least one; a point must do well on all
   * @param seeds with how many seeds each point is tried, the scenario's own and those after it
   * @param cancelled stops a long run; its point then has no scores
   * @throws IllegalArgumentException when a scenario has no knob at an axis' path; the message says
   *     which it has
   */
  public FlowEvaluator(
      List<FlowScenario> scenarios, int seeds, List<Axis> axes, BooleanSupplier cancelled) {
    if (scenarios.isEmpty()) {
      throw new IllegalArgumentException("A sweep needs at least one run.");
    }
    if (seeds < 1 || seeds > OverSeeds.MOST) {
      throw new IllegalArgumentException(
          "seeds must be 1 to " + OverSeeds.MOST + ", was " + seeds + ".");
    }
    this.seeds = seeds;
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
      FlowScenario quiet = scenario.withPlant(scenario.plant().quiet());
      boolean chance = scenario.plant().sensor().noisy() && !quiet.plant().sensor().noisy();
      runs.add(new Run(scenario, chance ? Optional.of(quiet) : Optional.empty(), knobs));
    }
  }

  public FlowEvaluator(FlowScenario scenario, List<Axis> axes) {
    this(List.of(scenario), 1, axes, () -> false);
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
    if (run.quiet().isEmpty()) {
      return overSeeds(run, point);
    }
    Scores quiet = scores(run.quiet().get(), run.knobs(), point);
    if (quiet == null || !quiet.loopClass().equals(Optional.of(LoopClass.SETTLES))) {
      return quiet;
    }
    Scores noisy = overSeeds(run, point);
    return noisy == null ? null : noisy.judgedBy(quiet);
  }

  private Scores overSeeds(Run run, double[] point) {
    if (seeds == 1) {
      return scores(run.scenario(), run.knobs(), point);
    }
    List<Scores> scores = new ArrayList<>(seeds);
    for (int i = 0; i < seeds; i++) {
      Scores one = scores(run.scenario().withSeed(run.scenario().seed() + i), run.knobs(), point);
      if (one == null) {
        return null;
      }
      scores.add(one);
    }
    return Scores.mean(scores);
  }

  private Scores scores(FlowScenario base, List<Knob<FlowScenario>> knobs, double[] point) {
    FlowScenario scenario;
    try {
      scenario = turned(base, knobs, point);
    } catch (IllegalArgumentException refusedByTheSettings) {
      return Scores.invalid();
    }
    FlowTrace trace = FlowLoop.run(scenario, cancelled);
    boolean cut = !trace.complete() && trace.refused().isEmpty();
    return cut ? null : FlowScores.of(trace, scenario);
  }

  private static FlowScenario turned(
      FlowScenario base, List<Knob<FlowScenario>> knobs, double[] point) {
    FlowScenario scenario = base;
    for (int a = 0; a < point.length; a++) {
      scenario = knobs.get(a).with(scenario, point[a]);
    }
    return scenario;
  }
}
