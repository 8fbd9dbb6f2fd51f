// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import loopbench.identify.Candidate.Banded;
import loopbench.identify.Candidate.Knee;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.SingularMatrixException;

/**
 * A latency that bends upwards, {@code floor + rise / (1 - rate / capacity)}, fitted to the settled
 * windows by least squares. For a given capacity that is a straight line, so that only the capacity
 * is searched for. A recording that never comes near the knee does not tell where it is: the
 * straight line does as well for every capacity that is far enough away, and the fit says so.
 */
final class KneeFit {
  /** A rate that moved by no more of itself since the window before is settled. */
  private static final double SETTLED = 0.02;

  /** Of a capacity that may be off by more, of itself, nothing is known. */
  private static final double MOST_OFF = 0.25;

  private static final int GRID = 80;
  private static final double NEAREST = 1e-4;
  private static final double FARTHEST = 1e3;
  private static final int SECTIONS = 40;

  /** What stands in a {@link Candidate}, without how well it does. */
  record Found(Banded floorMs, Banded slopeMs, Knee knee) {}

  private final BooleanSupplier cancelled;
  private final double[] rates;
  private final double[] latenciesMs;
  private final double mostRate;

  /**
   * @param cancelled asked for each capacity tried; where it says so, {@link Stopped} is thrown
   */
  KneeFit(Recording recording, List<Recording.Stretch> used, BooleanSupplier cancelled) {
    this.cancelled = cancelled;
    int[] settled = settled(recording, used);
    rates = Arrays.stream(settled).mapToDouble(k -> recording.rates()[k]).toArray();
    latenciesMs = Arrays.stream(settled).mapToDouble(k -> recording.latenciesMs()[k]).toArray();
    mostRate = Arrays.stream(rates).max().orElse(Double.NaN);
  }

  /** Windows whose rate is that of the window before; all where that is less than half of them. */
  private static int[] settled(Recording recording, List<Recording.Stretch> used) {
    int[] all = used.stream().flatMapToInt(s -> IntStream.range(s.from(), s.to())).toArray();
    int[] settled =
        used.stream()
            .flatMapToInt(s -> IntStream.range(s.from() + 1, s.to()))
            .filter(
                k ->
                    Math.abs(recording.rates()[k] - recording.rates()[k - 1])
                        <= SETTLED * Math.abs(recording.rates()[k]))
            .toArray();
    return 2 * settled.length >= all.length ? settled : all;
  }

  /** A straight line through latency over {@code 1 / (1 - rate / capacity)}. */
  private record Straight(double floorMs, double riseMs, double squares) {}

  private Straight straight(double capacity) {
    Stopped.when(cancelled);
    double n = rates.length;
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < rates.length; i++) {
      meanX += 1 / (1 - rates[i] / capacity) / n;
      meanY += latenciesMs[i] / n;
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (int i = 0; i < rates.length; i++) {
      double x = 1 / (1 - rates[i] / capacity) - meanX;
      double y = latenciesMs[i] - meanY;
      xx += x * x;
      xy += x * y;
      yy += y * y;
    }
    double rise = xy / xx;
    return new Straight(meanY - rise * meanX, rise, Math.max(0, yy - rise * xy));
  }

  /**
   * What was found.
   *
   * @param recorded every usable rate of the recording, for the operating and the worst point
   */
  Answer<Found> fitted(double[] recorded) {
    if (!(mostRate > 0) || rates.length <= 6) {
      return none("the rate was hardly ever above 0");
    }
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= GRID; i++) {
      double squares = straight(capacity(i)).squares();
      if (squares < least) {
        least = squares;
        best = i;
      }
    }
    double capacity = refined(Math.max(0, best - 1), Math.min(GRID, best + 1));
    Straight line = straight(capacity);
    if (!(line.riseMs() > 0)) {
      return none("the latency does not bend upwards with the rate");
    }
    double[][] covariance = covariance(capacity, line);
    double half = half(covariance[2][2]);
    if (best == GRID || !(half <= MOST_OFF * capacity)) {
      return none(
          "the recording never comes near one: its highest rate is "
              + Words.number(mostRate)
              + "/s, and the capacity could lie anywhere above it");
    }
    double[] below = Arrays.stream(recorded).filter(u -> u < capacity).sorted().toArray();
    double operating = below[below.length / 2];
    double worst = below[below.length - 1];
    double slope = slope(operating, line.riseMs(), capacity);
    double byRise = slope / line.riseMs();
    double left = capacity - operating;
    double byCapacity = -line.riseMs() * (capacity + operating) / (left * left * left);
    double slopeVariance =
        byRise * byRise * covariance[1][1]
            + 2 * byRise * byCapacity * covariance[1][2]
            + byCapacity * byCapacity * covariance[2][2];
    return new Answer.Found<>(
        new Found(
            new Banded(line.floorMs(), half(covariance[0][0])),
            new Banded(slope, half(slopeVariance)),
            new Knee(
                new Banded(line.riseMs(), half(covariance[1][1])),
                new Banded(capacity, half),
                operating,
                worst,
                slope(worst, line.riseMs(), capacity))));
  }

  private static Answer<Found> none(String why) {
    return Answer.refused(
        "no knee can be found",
        "",
        why,
        "Use a part in which the rate comes close to the capacity");
  }

  private static double half(double variance) {
    return Identification.NORMAL_95 * Math.sqrt(variance);
  }

  /** Of floor, rise and capacity, by the slopes of the curve in them; NaN where it has none. */
  private double[][] covariance(double capacity, Straight line) {
    double[][] normal = new double[3][3];
    for (double rate : rates) {
      double x = 1 / (1 - rate / capacity);
      double[] by = {1, x, -line.riseMs() * x * x * rate / (capacity * capacity)};
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          normal[i][j] += by[i] * by[j];
        }
      }
    }
    double variance = line.squares() / (rates.length - 3);
    // Scaled to a diagonal of 1: the three differ by orders of magnitude.
    double[] scale = new double[3];
    for (int i = 0; i < 3; i++) {
      scale[i] = Math.sqrt(normal[i][i]);
    }
    double[][] scaled = new double[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        scaled[i][j] = normal[i][j] / (scale[i] * scale[j]);
      }
    }
    try {
      double[][] inverse =
          new LUDecomposition(new Array2DRowRealMatrix(scaled, false))
              .getSolver()
              .getInverse()
              .getData();
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          inverse[i][j] *= variance / (scale[i] * scale[j]);
        }
      }
      return inverse;
    } catch (SingularMatrixException flat) {
      double[] nan = {Double.NaN, Double.NaN, Double.NaN};
      return new double[][] {nan, nan, nan};
    }
  }

  private double capacity(double i) {
    return mostRate * (1 + NEAREST * StrictMath.exp(i / GRID * StrictMath.log(FARTHEST / NEAREST)));
  }

  /** By the golden section. */
  private double refined(double from, double to) {
    double golden = (StrictMath.sqrt(5) - 1) / 2;
    double low = from;
    double high = to;
    double a = high - golden * (high - low);
    double b = low + golden * (high - low);
    double atA = straight(capacity(a)).squares();
    double atB = straight(capacity(b)).squares();
    for (int i = 0; i < SECTIONS; i++) {
      if (atA <= atB) {
        high = b;
        b = a;
        atB = atA;
        a = high - golden * (high - low);
        atA = straight(capacity(a)).squares();
      } else {
        low = a;
        a = b;
        atA = atB;
        b = low + golden * (high - low);
        atB = straight(capacity(b)).squares();
      }
    }
    return capacity((low + high) / 2);
  }

  static double slope(double rate, double rise, double capacity) {
    double left = 1 - rate / capacity;
    return rise / capacity / (left * left);
  }
}
