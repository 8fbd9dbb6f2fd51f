// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Map;
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
 * @param parameters what the parameters among the axes stand at, in their axis' unit, by path
 */
public record SweepRecipe(
    String run,
    RunRecipe base,
    List<Axis> axes,
    List<String> plants,
    List<PlantModel> models,
    Map<String, Double> parameters) {
  public SweepRecipe {
    axes = List.copyOf(axes);
    plants = List.copyOf(plants);
    models = List.copyOf(models);
    parameters = Map.copyOf(parameters);
  }

  /** What a knob or a parameter of an axis stands at now; empty when the run has no such knob. */
  public Optional<Double> current(String path) {
    return parameters.containsKey(path) ? Optional.of(parameters.get(path)) : current(base, path);
  }

  /** What a knob of a run stands at; empty when the run has no such knob. */
  static Optional<Double> current(RunRecipe base, String path) {
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
