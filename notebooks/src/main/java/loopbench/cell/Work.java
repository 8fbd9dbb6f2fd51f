// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

/** What a prepared cell does when it runs. */
public interface Work {
  /**
   * Throws {@link CellFailure} for what went wrong outside the text (a server, a file that is
   * none), and {@link java.util.concurrent.CancellationException} when asked to stop.
   */
  Result run(Results upstream, RunControl control) throws CellFailure;
}
