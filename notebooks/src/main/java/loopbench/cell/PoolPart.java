// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Optional;
import java.util.OptionalInt;
import loopbench.plant.pool.PoolModel;

/**
 * A pool of model servers as a plant cell describes it: the pool itself, and what stands around it.
 *
 * @param pool the model servers and their gateway
 * @param scrapeS how often its metrics are read, seconds, above 0
 * @param rulesS how often recording rules are evaluated, seconds, above 0
 * @param budget the share of accelerators it may take; without one there is always room
 */
public record PoolPart(PoolModel pool, double scrapeS, double rulesS, Optional<BudgetPart> budget) {
  static final String MODEL = "model-server-pool";

  /**
   * A queue in a Kueue cohort; the cohort's total is the sum of its queues' floors.
   *
   * @param cohort the cohort's name; pools that name the same share it
   * @param floorGpus nominal quota, at least 0
   * @param borrowGpus how much more it may borrow; empty for as much as there is
   * @param lendGpus how much of its floor others may borrow; empty for all of it
   * @param gpusPerReplica at least 1
   */
  public record BudgetPart(
      String cohort,
      int floorGpus,
      OptionalInt borrowGpus,
      OptionalInt lendGpus,
      int gpusPerReplica) {}

  /** Why an admission loop cannot run on a pool. */
  static CellProblem noFlow(String where, Reference plant) {
    return CellProblem.of(
        where,
        plant.line(),
        plant.field(),
        plant.address()
            + " is a pool of model servers, and an admission controller does not run on one in this version.",
        "Ask a load of it (`load: <name>`, and a scaler or `replicas: 8`), or name another plant.");
  }
}
