// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/** What happens to the requests of a replica that is taken away. */
public enum Removal {
  /** It takes no new ones, and goes when the last has its answer. */
  DRAIN,
  /** They are lost. */
  CUT
}
