// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

/** How a scalar is written. */
public enum Style {
  PLAIN,
  SINGLE_QUOTED,
  DOUBLE_QUOTED,
  LITERAL,
  FOLDED
}
