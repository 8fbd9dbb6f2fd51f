// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The threads that are not the window's, one job at a time each. None of them keeps the program
 * alive.
 *
 * @param interactive runs cheap cells
 * @param longWork runs sweeps
 * @param edits changes documents and writes them
 * @param notes writes down what is not saved yet
 */
record Lanes(Executor interactive, Executor longWork, Executor edits, Executor notes) {
  static Lanes started() {
    return new Lanes(lane("interactive"), lane("long"), lane("edits"), lane("notes"));
  }

  private static Executor lane(String name) {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, "loopbench-" + name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
