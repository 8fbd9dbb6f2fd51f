// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

/** Told when the rate in force becomes another, in operations per second. */
@FunctionalInterface
public interface RateListener {
  void rateChanged(double newRate, double oldRate);
}
