// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;

/** A pollingInterval that does not decide how often the HPA looks. */
final class PollingInert implements Rule {
  @Override
  public String id() {
    return "polling-inert";
  }

  @Override
  public String about() {
    return "A pollingInterval that does not decide how often the HPA looks.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    ScaledObject scaler = subject.scaler();
    boolean cached = scaler.triggers().stream().anyMatch(Trigger::useCachedMetrics);
    if (scaler.intervals().polling().isEmpty() || subject.sleeps() || cached) {
      return List.of();
    }
    int polling = scaler.intervals().pollingS();
    return List.of(
        note(
            "pollingInterval",
            "pollingInterval has no effect on scaling here: with minReplicaCount of 1 or more nothing"
                + " is started from zero, and the HPA asks at its own syncs."
                + (scaler.fallback().isPresent()
                    ? " It only makes failures count sooner or later towards the fallback."
                    : ""),
            "pollingInterval "
                + polling
                + " s, minReplicaCount "
                + subject.min()
                + ", HPA sync every "
                + Text.seconds(subject.context().hpa().syncS()),
            "Leave it out, or set useCachedMetrics if the HPA is to read polled values."));
  }
}
