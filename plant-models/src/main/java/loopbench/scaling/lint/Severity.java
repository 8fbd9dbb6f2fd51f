// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

/** How much a finding matters. */
public enum Severity {
  /** It will not do what it says. */
  PROBLEM,
  /** It does it, but not under conditions that are to be expected. */
  WARNING,
  /** Good to know; nothing need change. */
  NOTE
}
