// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import loopbench.loop.FlowScenario;
import loopbench.loop.PoolScenario;

/** What a run is told, before it runs: what a sweep turns the knobs of. */
public sealed interface RunRecipe {
  <R> R match(Cases<R> cases);

  /** One answer per case. */
  interface Cases<R> {
    R flow(Flow flow);

    R replay(Replay replay);

    R pools(Pools pools);
  }

  /** An admission loop on a plant. */
  record Flow(FlowScenario scenario) implements RunRecipe {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.flow(this);
    }
  }

  /**
   * A recording against an autoscaler.
   *
   * @param scaler the autoscaler
   * @param source address of the source whose series drive it
   * @param seriesOfTrigger trigger name to series name, as the cell says
   * @param startReplicas what runs before the first sync, where the cell says it
   * @param need what was needed, where the cell says it
   */
  record Replay(
      Scaler scaler,
      String source,
      Map<String, String> seriesOfTrigger,
      OptionalInt startReplicas,
      Optional<NeedOf> need)
      implements RunRecipe {
    public Replay {
      seriesOfTrigger = Map.copyOf(seriesOfTrigger);
    }

    Replay withScaler(Scaler other) {
      return new Replay(other, source, seriesOfTrigger, startReplicas, need);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.replay(this);
    }
  }

  /** Pools of model servers, their loads and what scales them. */
  record Pools(PoolScenario scenario) implements RunRecipe {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.pools(this);
    }
  }

  /** A need by the name of its series. */
  record NeedOf(String series, double perReplica) {}
}
