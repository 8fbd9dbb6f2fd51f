// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import loopbench.plant.PlantModel;
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

  /** The plants of {@code plants}, in its order; empty where the run keeps its own. */
  default List<PlantModel> plants() {
    return List.of();
  }

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

    /** The run with the settings in force; empty where it was stopped. */
    Optional<Scores> now();

    /**
     * What every winner is held against: the same run without a loop. It depends on the winner and
     * on nothing that the axes replace, so that it stays true when a knob is turned. Fewer where it
     * was stopped; run on the calling thread.
     *
     * @param point the winner, or the point that comes closest
     */
    List<Control> controls(double[] point, Scores scores);
  }

  /** What the settings in force are called; they may have changed since, the row stays. */
  String NOW = "current when swept";

  /**
   * @param name {@link #NOW}, or such as {@code fixed at 8 replicas}
   */
  record Control(String name, Scores scores) {}
}
