// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/** Where a plant's answers go: a controller's {@code record}, or nowhere. */
@FunctionalInterface
public interface Latencies {
  /** So many operations took this long. */
  void record(double latencyMs, int count);
}
