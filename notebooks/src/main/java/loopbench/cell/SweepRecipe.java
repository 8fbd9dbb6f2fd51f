// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Optional;
import loopbench.knob.Knob;
import loopbench.plant.PlantModel;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalerKnobs;
import loopbench.tune.Axis;

/**
 * What a sweep is told.
 *
 * @param run address of the run whose knobs are turned
 * @param base the run's recipe as it is now
 * @param axes which knobs, and over which values
 * @param plants names of the plants on all of which a point must hold; empty: the run's own
 * @param models those plants, in the order of the names; empty where the run is no admission loop
 */
public record SweepRecipe(
    String run, RunRecipe base, List<Axis> axes, List<String> plants, List<PlantModel> models) {
  public SweepRecipe {
    axes = List.copyOf(axes);
    plants = List.copyOf(plants);
    models = List.copyOf(models);
  }

  /** What a knob stands at in the run of now; empty when the run has no such knob. */
  public Optional<Double> current(String path) {
    return base.match(
        new RunRecipe.Cases<Optional<Double>>() {
          @Override
          public Optional<Double> flow(RunRecipe.Flow flow) {
            return flow.scenario().knob(path).map(k -> k.get(flow.scenario()));
          }

          @Override
          public Optional<Double> replay(RunRecipe.Replay replay) {
            return scalerKnob(replay, path).map(k -> k.get(replay.scaler().object()));
          }

          @Override
          public Optional<Double> pools(RunRecipe.Pools pools) {
            return pools.scenario().knob(path).map(k -> k.get(pools.scenario()));
          }
        });
  }

  static Optional<Knob<ScaledObject>> scalerKnob(RunRecipe.Replay replay, String path) {
    return ScalerKnobs.of(replay.scaler().object()).stream()
        .filter(k -> ("scaler." + k.name()).equals(path))
        .findFirst();
  }
}
