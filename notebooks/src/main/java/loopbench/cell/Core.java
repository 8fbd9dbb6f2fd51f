// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

/** The arithmetic behind the cells. */
public final class Core {
  /** Its version: a result of another version is stale, an export names it. */
  public static final String VERSION = "1.2.0";

  private Core() {}
}
