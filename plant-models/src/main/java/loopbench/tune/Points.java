// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;

/** The points of a sweep, by index. Immutable. */
public interface Points {
  /** The most points of a sweep, each seed counted. */
  int MOST = 1_000_000;

  /** Which knobs; a point has one value for each. */
  List<Axis> axes();

  int size();

  /** A point's value on each axis; a fresh array. */
  double[] point(int index);

  /** In which order they are scored best; all indices, each once. */
  int[] order();
}
