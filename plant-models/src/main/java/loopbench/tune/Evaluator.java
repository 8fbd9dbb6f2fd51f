// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import loopbench.score.Scores;

/**
 * Scores a point of a grid. Asked from several threads at once; the answer depends on the point
 * alone.
 */
@FunctionalInterface
public interface Evaluator {
  /**
   * @param point a value per axis, the evaluator's to keep
   * @return {@link Scores#invalid} where the settings are refused; null when the sweep was
   *     cancelled before the point was done, and only then
   */
  Scores at(double[] point);
}
