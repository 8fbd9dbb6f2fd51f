// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.OptionalInt;

/**
 * KEDA's own times, in seconds. They govern activation (0 to 1 and back), not the HPA.
 *
 * @param polling {@code pollingInterval}; unset means 30
 * @param cooldown {@code cooldownPeriod}; unset means 300
 * @param initialCooldown {@code initialCooldownPeriod}; unset means 0
 */
public record Intervals(OptionalInt polling, OptionalInt cooldown, OptionalInt initialCooldown) {
  public static final Intervals UNSET =
      new Intervals(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty());

  public int pollingS() {
    return polling.orElse(30);
  }

  public int cooldownS() {
    return cooldown.orElse(300);
  }

  public int initialCooldownS() {
    return initialCooldown.orElse(0);
  }
}
