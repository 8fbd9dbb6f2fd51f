// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import loopbench.knob.Knob;
import loopbench.loop.Recording;
import loopbench.loop.ReplayScenario;
import loopbench.loop.ScalingReplay;
import loopbench.score.ScalingScores;
import loopbench.score.Scores;

/**
 * Scores a point by replaying a recording with it. The recording is laid out once; only a point
 * that turns the actors' periods lays it out anew.
 */
public final class ReplayEvaluator implements Evaluator {
  private final ReplayScenario scenario;
  private final List<Knob<ReplayScenario>> knobs = new ArrayList<>();
  private final Recording recording;
  private final BooleanSupplier cancelled;

  /**
   * @param scenario in which nothing is wrong
   * @param cancelled asked before each point, which then has no scores
   * @throws IllegalArgumentException when the scenario has no knob at an axis' path; the message
   *     says which it has
   */
  public ReplayEvaluator(ReplayScenario scenario, List<Axis> axes, BooleanSupplier cancelled) {
    this.scenario = scenario;
    this.cancelled = cancelled;
    this.recording = scenario.recording();
    for (Axis axis : axes) {
      knobs.add(
          scenario
              .knob(axis.path())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "The replay has no knob "
                              + axis.path()
                              + "; it has "
                              + scenario.knobs().stream().map(Knob::name).toList()
                              + ".")));
    }
  }

  @Override
  public Scores at(double[] point) {
    if (cancelled.getAsBoolean()) {
      return null;
    }
    ReplayScenario turned = scenario;
    try {
      for (int a = 0; a < point.length; a++) {
        turned = knobs.get(a).with(turned, point[a]);
      }
      if (!turned.problems().isEmpty()) {
        return Scores.invalid();
      }
    } catch (IllegalArgumentException refusedByTheSettings) {
      return Scores.invalid();
    }
    return ScalingScores.of(
        ScalingReplay.track(turned, recording.fits(turned) ? recording : turned.recording()));
  }
}
