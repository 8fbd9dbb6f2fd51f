// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.Arrays;
import java.util.Optional;
import loopbench.plant.FirstOrder;
import loopbench.plant.Sensor;

/**
 * A model of one shape, fitted to a recording.
 *
 * @param shape which
 * @param floorMs latency at no rate, with how far it may be off
 * @param slopeMs ms per (1/s) once settled
 * @param lagS the lag; of two the longer; 0 for a plant that answers at once
 * @param secondLagS the shorter of two lags, else 0
 * @param deadTimeS whole windows before anything is seen
 * @param usedFitPercent how well it does on what it was fitted to: 100 at best
 * @param unseenFitPercent the same on what it was not shown
 * @param unseenErrorMs the root of the mean square of its errors there, ms
 */
public record Candidate(
    Shape shape,
    Banded floorMs,
    Banded slopeMs,
    Banded lagS,
    double secondLagS,
    double deadTimeS,
    double usedFitPercent,
    double unseenFitPercent,
    double unseenErrorMs) {

  /**
   * A number and how far it may be off.
   *
   * @param half half of the 95 % band, at least 0; NaN where it is not known
   */
  public record Banded(double value, double half) {
    public boolean holds(double truth) {
      return Math.abs(truth - value) <= half;
    }
  }

  /** The shapes that are tried, the simplest first. */
  public enum Shape {
    STATIC("static", "answers at once"),
    FOPDT("fopdt", "one lag after a dead time"),
    SOPDT("sopdt", "two lags after a dead time"),
    ARX("arx", "each window from the one before");

    private final String word;
    private final String about;

    Shape(String word, String about) {
      this.word = word;
      this.about = about;
    }

    public String word() {
      return word;
    }

    public String about() {
      return about;
    }

    public static Optional<Shape> of(String word) {
      return Arrays.stream(values()).filter(s -> s.word.equals(word)).findFirst();
    }
  }

  /**
   * The plant to run on; empty for two lags, which no plant here has, and for a falling latency.
   */
  public Optional<FirstOrder> plant() {
    return shape == Shape.SOPDT || !(slopeMs.value() >= 0)
        ? Optional.empty()
        : Optional.of(
            new FirstOrder(
                slopeMs.value(),
                lagS.value(),
                deadTimeS,
                Math.max(0, floorMs.value()),
                Sensor.EXACT));
  }
}
