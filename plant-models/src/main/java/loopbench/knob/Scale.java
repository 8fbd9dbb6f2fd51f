// SPDX-License-Identifier: Apache-2.0
package loopbench.knob;

/** How positions along a knob's range map to values. */
public enum Scale {
  LINEAR,
  /** Equal steps multiply. The range must start above zero. */
  LOG
}
