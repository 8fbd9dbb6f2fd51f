// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresOptimizer;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresProblem;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.fitting.leastsquares.MultivariateJacobianFunction;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.util.Pair;

/**
 * A floor, a slope and none, one or two lags after a whole number of windows, fitted to what was
 * measured by least squares of the output's error: the model runs on its own from the first window
 * of each stretch, and is not corrected by what was measured since. (That keeps noise on the
 * latency from looking like a quicker plant, as it does where each window is predicted from the one
 * before.)
 *
 * <p>Parameters are {floor ms, slope ms per (1/s), a pole per lag}.
 */
final class LagModel {
  private static final int ITERATIONS = 200;
  private static final double MOST_POLE = 0.9999;
  private static final double DIFFERENCE = 1e-6;

  private final Recording recording;
  private final int lags;
  private final int delay;
  private final List<Recording.Stretch> stretches;
  private final BooleanSupplier cancelled;

  LagModel(Recording recording, int lags, int delay) {
    this(recording, lags, delay, () -> false);
  }

  /**
   * @param cancelled asked before each run of the model; where it says so, {@link Stopped} is
   *     thrown
   */
  LagModel(Recording recording, int lags, int delay, BooleanSupplier cancelled) {
    this.cancelled = cancelled;
    this.recording = recording;
    this.stretches = recording.stretches(0, recording.size(), Recording.LEAST_STRETCH);
    this.lags = lags;
    this.delay = delay;
  }

  int parameters() {
    return 2 + lags;
  }

  /** The windows that are fitted to or judged; models run through all stretches up to there. */
  record Part(int from, int to) {}

  /** What it makes of the rates of a stretch up to a window, from the latency measured first. */
  private double[] simulated(double[] parameters, Recording.Stretch stretch, int to) {
    double[] out = new double[Math.max(0, Math.min(stretch.to(), to) - stretch.from())];
    double[] levels = new double[lags];
    // At rest under the rate that came first, moved to where the plant was seen.
    double first = recording.latenciesMs()[stretch.from()] - parameters[0];
    Arrays.fill(levels, first);
    for (int k = 0; k < out.length; k++) {
      int at = Math.max(stretch.from(), stretch.from() + k - delay);
      double next = parameters[1] * recording.rates()[at];
      for (int i = 0; i < lags; i++) {
        if (k > 0) {
          double pole = parameters[2 + i];
          levels[i] = pole * levels[i] + (1 - pole) * next;
        }
        next = levels[i];
      }
      out[k] = parameters[0] + (lags == 0 ? next : levels[lags - 1]);
    }
    return out;
  }

  /** All of it, window by window; NaN outside of stretches. */
  double[] predicted(double[] parameters) {
    double[] all = new double[recording.size()];
    Arrays.fill(all, Double.NaN);
    for (Recording.Stretch stretch : stretches) {
      double[] one = simulated(parameters, stretch, recording.size());
      System.arraycopy(one, 0, all, stretch.from(), one.length);
    }
    return all;
  }

  /** Whether a window of a stretch counts: with a lag the first of each is given. */
  private boolean counts(Recording.Stretch stretch, int k, Part part) {
    return k >= part.from() && k < part.to() && k >= stretch.from() + delay + (lags == 0 ? 0 : 1);
  }

  /** How many windows count. */
  int judged(Part part) {
    int count = 0;
    for (Recording.Stretch stretch : stretches) {
      for (int k = stretch.from(); k < stretch.to(); k++) {
        count += counts(stretch, k, part) ? 1 : 0;
      }
    }
    return count;
  }

  private double[] simulated(double[] parameters, Part part) {
    Stopped.when(cancelled);
    double[] all = new double[judged(part)];
    int n = 0;
    for (Recording.Stretch stretch : stretches) {
      double[] one = simulated(parameters, stretch, part.to());
      for (int k = stretch.from(); k < stretch.from() + one.length; k++) {
        if (counts(stretch, k, part)) {
          all[n++] = one[k - stretch.from()];
        }
      }
    }
    return all;
  }

  private double[] measured(Part part) {
    return picked(recording.latenciesMs(), part);
  }

  /** Of something known window by window what counts. */
  private double[] picked(double[] byWindow, Part part) {
    double[] all = new double[judged(part)];
    int n = 0;
    for (Recording.Stretch stretch : stretches) {
      for (int k = stretch.from(); k < stretch.to(); k++) {
        if (counts(stretch, k, part)) {
          all[n++] = byWindow[k];
        }
      }
    }
    return all;
  }

  /** How well it does: 100 for every window, 0 for no better than the mean, below for worse. */
  double fitPercent(double[] parameters, Part part) {
    return percent(simulated(parameters, part), measured(part));
  }

  /** The same for what another model makes of each window. */
  double fitPercentOf(double[] byWindow, Part part) {
    return percent(picked(byWindow, part), measured(part));
  }

  private static double percent(double[] own, double[] measured) {
    double mean = 0;
    for (double value : measured) {
      mean += value / measured.length;
    }
    double error = 0;
    double spread = 0;
    for (int i = 0; i < measured.length; i++) {
      error += (measured[i] - own[i]) * (measured[i] - own[i]);
      spread += (measured[i] - mean) * (measured[i] - mean);
    }
    return 100 * (1 - Math.sqrt(error / spread));
  }

  /** The root of the mean square of its errors, ms. */
  double errorMs(double[] parameters, Part part) {
    return errorMs(simulated(parameters, part), measured(part));
  }

  /** The same for what another model makes of each window. */
  double errorMsOf(double[] byWindow, Part part) {
    return errorMs(picked(byWindow, part), measured(part));
  }

  private static double errorMs(double[] own, double[] measured) {
    double error = 0;
    for (int i = 0; i < measured.length; i++) {
      error += (measured[i] - own[i]) * (measured[i] - own[i]);
    }
    return Math.sqrt(error / measured.length);
  }

  /** Parameters and how far each may be off. */
  record Fitted(double[] parameters, double[] halfBands) {}

  /**
   * The least squares over a part; null where they cannot be had.
   *
   * @param start where to begin
   */
  Fitted fit(double[] start, Part part) {
    double[] measured = measured(part);
    MultivariateJacobianFunction model =
        point -> {
          double[] at = point.toArray();
          double[] values = simulated(at, part);
          double[][] jacobian = new double[values.length][at.length];
          for (int p = 0; p < at.length; p++) {
            double step = DIFFERENCE * Math.max(1e-3, Math.abs(at[p]));
            double[] moved = at.clone();
            // A pole at its end is moved inwards.
            moved[p] += p >= 2 && at[p] + step > MOST_POLE ? -step : step;
            double[] other = simulated(moved, part);
            for (int i = 0; i < values.length; i++) {
              jacobian[i][p] = (other[i] - values[i]) / (moved[p] - at[p]);
            }
          }
          return new Pair<RealVector, RealMatrix>(
              new ArrayRealVector(values, false), new Array2DRowRealMatrix(jacobian, false));
        };
    try {
      LeastSquaresProblem problem =
          new LeastSquaresBuilder()
              .start(start)
              .model(model)
              .target(measured)
              .parameterValidator(this::bounded)
              .maxEvaluations(ITERATIONS)
              .maxIterations(ITERATIONS)
              .lazyEvaluation(false)
              .build();
      LeastSquaresOptimizer.Optimum best = new LevenbergMarquardtOptimizer().optimize(problem);
      double[] parameters = best.getPoint().toArray();
      int free = measured.length - parameters.length;
      double variance = best.getResiduals().dotProduct(best.getResiduals()) / Math.max(1, free);
      RealMatrix jacobian = best.getJacobian();
      RealMatrix inverse =
          new LUDecomposition(jacobian.transpose().multiply(jacobian)).getSolver().getInverse();
      double[] half = new double[parameters.length];
      for (int p = 0; p < half.length; p++) {
        half[p] = Identification.NORMAL_95 * Math.sqrt(variance * inverse.getEntry(p, p));
      }
      return new Fitted(parameters, half);
    } catch (MathIllegalStateException | SingularMatrixException notFound) {
      return null;
    }
  }

  private RealVector bounded(RealVector point) {
    RealVector inside = point.copy();
    for (int i = 2; i < inside.getDimension(); i++) {
      inside.setEntry(i, Math.min(MOST_POLE, Math.max(0, inside.getEntry(i))));
    }
    return inside;
  }
}
