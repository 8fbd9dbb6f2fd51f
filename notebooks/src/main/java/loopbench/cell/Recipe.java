// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

/** What a cell's text says to do, before it is known what it refers to. */
public interface Recipe {
  /** Cheap and pure but for reading files by name: resolves the references. */
  Preparation prepare(Upstream upstream);
}
