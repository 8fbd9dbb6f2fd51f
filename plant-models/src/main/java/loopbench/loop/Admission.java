// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import loopbench.flow.FlowSettings;

/**
 * Who says how much a plant is asked: a controller, or nobody (the control row of a comparison).
 */
public sealed interface Admission {

  /** The latency to be held, ms. */
  double targetMs();

  /** The time between two observations, ms; above 0. */
  double dtMs();

  /** Which quantile of a window is measured. */
  double quantile();

  <R> R match(Cases<R> cases);

  /** What to do with each. */
  interface Cases<R> {
    R controlled(Controlled controlled);

    R fixedRate(FixedRate fixed);
  }

  /** The admission core, observing every {@code settings.dtMs()}. */
  record Controlled(FlowSettings settings) implements Admission {
    public Controlled {
      if (settings == null || !(settings.dtMs() > 0)) {
        throw new IllegalArgumentException(
            "A closed loop needs settings with a dt above 0 ms, were " + settings + ".");
      }
    }

    @Override
    public double targetMs() {
      return settings.targetP99Ms();
    }

    @Override
    public double dtMs() {
      return settings.dtMs();
    }

    @Override
    public double quantile() {
      return settings.quantile();
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.controlled(this);
    }
  }

  /**
   * A rate that nothing moves.
   *
   * @param ratePerSecond finite and above 0
   * @param targetMs what its latency is judged against, ms; finite and above 0
   * @param dtMs finite and above 0
   */
  record FixedRate(double ratePerSecond, double targetMs, double dtMs) implements Admission {
    public FixedRate {
      refuseUnless("rate", "operations per second", ratePerSecond);
      refuseUnless("target", "milliseconds", targetMs);
      refuseUnless("dt", "milliseconds", dtMs);
    }

    private static void refuseUnless(String field, String unit, double was) {
      if (!(was > 0 && Double.isFinite(was))) {
        throw new IllegalArgumentException(
            field + " must be a finite number of " + unit + " above 0, was " + was + ".");
      }
    }

    @Override
    public double quantile() {
      return 0.99;
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.fixedRate(this);
    }
  }
}
