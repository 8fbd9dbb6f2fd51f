// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.function.BooleanSupplier;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.Evaluator;

/** A run whose knobs a sweep turns; one implementation for each kind of run. */
interface Swept {
  /** The sweep's axes in the units of the run's knobs. */
  List<Axis> axes();

  /**
   * What the sweep's result depends on, the values that its axes replace left aside, so that
   * turning one of those knobs by hand does not make the sweep stale.
   */
  String identity();

  /** Addresses whose results it reads. */
  List<String> reads();

  Ranking ranking();

  /**
   * @param stopped asked from every thread; runs end early on it
   */
  Arms arms(Results results, BooleanSupplier stopped) throws CellFailure;

  /** What can be tried. */
  interface Arms {
    Evaluator evaluator();

    /**
     * What every winner is held against, such as the run as it is now; fewer where the sweep was
     * stopped. Run on the calling thread.
     */
    List<Control> controls();
  }

  /** What the settings in force are called; they may have changed since, the row stays. */
  String NOW = "current when swept";

  /**
   * @param name {@link #NOW}, or such as {@code fixed at 8 replicas}
   */
  record Control(String name, Scores scores) {}
}
