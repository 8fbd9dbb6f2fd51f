// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/**
 * How a plant's windows answer a small change of the rate around a point, tick by tick: {@code y_k
 * = pole y_(k-1) + slope (lead u_(k-1-d) + (1 - pole - lead) u_(k-2-d))}, with u the rate decided
 * at the end of a window and y the latency at the end of a window. As a transfer function that is
 * {@code slope (lead z + 1 - pole - lead) / (z^(d+1) (z - pole))}.
 *
 * @param slope g, ms per (1/s) once settled, at least 0
 * @param pole what of a deviation is left after a tick, from 0 to below 1; 0 answers at once
 * @param lead what of a change is seen in the first window that shows it, from 0 to 1 - pole
 * @param extraDelayTicks d, whole windows between a rate and the first latency that shows it,
 *     beyond the first; from 0 to {@link #LONGEST_DELAY}
 */
public record LinearPlant(double slope, double pole, double lead, int extraDelayTicks) {
  /** What is seen later than that has no margins worth the name. */
  public static final int LONGEST_DELAY = 300;

  public LinearPlant {
    if (!(slope >= 0 && slope < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("slope must be finite and at least 0, was " + slope);
    }
    if (!(pole >= 0 && pole < 1)) {
      throw new IllegalArgumentException("pole must be from 0 to below 1, was " + pole);
    }
    if (!(lead >= 0 && lead <= 1 - pole)) {
      throw new IllegalArgumentException("lead must be from 0 to 1 - pole, was " + lead);
    }
    if (!(extraDelayTicks >= 0 && extraDelayTicks <= LONGEST_DELAY)) {
      throw new IllegalArgumentException(
          "extraDelayTicks must be from 0 to " + LONGEST_DELAY + ", was " + extraDelayTicks);
    }
  }

  /** One that answers at once, {@code extraDelayTicks} windows late. */
  public static LinearPlant atOnce(double slope, int extraDelayTicks) {
    return new LinearPlant(slope, 0, 1, extraDelayTicks);
  }

  /** Whether a window's latency is that of one window's rate. */
  public boolean answersAtOnce() {
    return pole == 0 && lead == 1;
  }

  /** What of a change is seen one window after the first that shows it. */
  public double follow() {
    return 1 - pole - lead;
  }

  public LinearPlant later(int ticks) {
    return new LinearPlant(slope, pole, lead, extraDelayTicks + ticks);
  }
}
