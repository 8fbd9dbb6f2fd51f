// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import loopbench.knob.Knob;
import loopbench.loop.ReplayScenario;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalerKnobs;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.Evaluator;
import loopbench.tune.ReplayEvaluator;

/** A recording against an autoscaler. Nothing of it is chance. */
final class ReplaySwept implements Swept {
  private final String where;
  private final WrittenSweep written;
  private final RunRecipe.Replay base;
  private final List<Axis> axes;

  ReplaySwept(String where, WrittenSweep written, RunRecipe.Replay base) {
    if (written.seeds() > 1) {
      throw new IllegalArgumentException(
          "a replay leaves nothing to chance, so that one seed says it all; take seeds out");
    }
    this.where = where;
    this.written = written;
    this.base = base;
    List<Knob<ScaledObject>> knobs = new ArrayList<>();
    for (Knob<ScaledObject> knob : ScalerKnobs.of(base.scaler().object())) {
      knobs.add(
          new Knob<>(
              "scaler." + knob.name(),
              knob.unit(),
              knob.range(),
              knob.about(),
              knob.get(),
              knob.with()));
    }
    this.axes = WrittenAxis.known(written.axes(), knobs);
  }

  @Override
  public List<Axis> axes() {
    return axes;
  }

  @Override
  public String identity() {
    ScaledObject neutral = base.scaler().object();
    for (Axis axis : axes) {
      Knob<ScaledObject> knob = SweepRecipe.scalerKnob(base, axis.path()).orElseThrow();
      neutral = knob.with(neutral, axis.values().get(0));
    }
    return RunCell.identity(base.withScaler(base.scaler().withObject(neutral)));
  }

  @Override
  public List<String> reads() {
    return List.of(base.source());
  }

  /** Without a need there is nothing to serve, and the one that asks for least would win. */
  @Override
  public Ranking ranking() {
    return base.need().isPresent() ? Ranking.stated(written) : Ranking.NONE;
  }

  @Override
  public Arms arms(Results results, BooleanSupplier stopped) throws CellFailure {
    ReplayScenario scenario = RunCell.scenario(base, results, where, 0, 0);
    Evaluator evaluator = new ReplayEvaluator(scenario, axes, stopped);
    return new Arms() {
      @Override
      public Evaluator evaluator() {
        return evaluator;
      }

      @Override
      public Optional<Scores> now() {
        return Optional.ofNullable(
            new ReplayEvaluator(scenario, List.of(), stopped).at(new double[0]));
      }

      @Override
      public List<Control> controls(double[] point, Scores scores) {
        return List.of(); // a recording does not answer to fixed replicas
      }
    };
  }
}
