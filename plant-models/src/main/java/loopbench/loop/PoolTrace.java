// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.List;
import java.util.Optional;

/**
 * What a scenario's pools did.
 *
 * @param scenario what was run
 * @param pools in the scenario's order
 */
public record PoolTrace(PoolScenario scenario, List<PoolRun> pools) {
  public PoolTrace {
    pools = List.copyOf(pools);
  }

  public Optional<PoolRun> pool(String name) {
    return pools.stream().filter(run -> run.pool().name().equals(name)).findFirst();
  }

  /** The only pool there is, or the first. */
  public PoolRun first() {
    return pools.get(0);
  }
}
