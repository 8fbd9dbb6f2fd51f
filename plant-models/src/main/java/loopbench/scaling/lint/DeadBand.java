// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import loopbench.scaling.hpa.ReplicaCalculator;
import loopbench.scaling.hpa.Tolerance;
import loopbench.scaling.keda.KedaNumbers;

/** Asks that change nothing since they lie within the tolerance. */
final class DeadBand implements Rule {
  @Override
  public String id() {
    return "dead-band";
  }

  @Override
  public String about() {
    return "Asks that change nothing since they lie within the tolerance.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    Tolerance tolerance = subject.tolerance();
    int n = subject.context().replicas().orElse(subject.max());
    if (n < 2 || acts(tolerance, n, n + 1) && acts(tolerance, n, n - 1)) {
      return List.of();
    }
    int from = n;
    while (from > 1 && !acts(tolerance, from - 1, from)) {
      from--;
    }
    int fromDown = n;
    while (fromDown > 1 && !acts(tolerance, fromDown - 1, fromDown - 2)) {
      fromDown--;
    }
    return List.of(
        note(
            "maxReplicaCount",
            dead(from, n, "more", tolerance, 1)
                + dead(fromDown, n, "fewer", tolerance, -1)
                + " The HPA leaves the pool as it is while the value is within the tolerance.",
            "at "
                + n
                + " replicas the nearest asks that act are "
                + next(tolerance, n, -1)
                + " and "
                + next(tolerance, n, 1)
                + "; what needs "
                + n
                + " replicas is left on "
                + Text.fromTo(accepted(tolerance, n, -1), accepted(tolerance, n, 1))
                + " (tolerance "
                + KedaNumbers.text(tolerance.down())
                + " down, "
                + KedaNumbers.text(tolerance.up())
                + " up)",
            subject.tolerancePerDirection()
                ? "Set behavior.scaleUp.tolerance and behavior.scaleDown.tolerance, or, where a formula"
                    + " asks in small steps, make it ask in larger ones."
                : "Where a formula asks in small steps, make it ask in larger ones; a tolerance for this"
                    + " HPA alone needs Kubernetes 1.35 (1.33 with its feature gate)."));
  }

  private static String dead(int from, int n, String direction, Tolerance tolerance, int step) {
    if (acts(tolerance, n, n + step)) {
      return "";
    }
    return (direction.equals("fewer") && !acts(tolerance, n, n + 1) ? " " : "")
        + "From "
        + from
        + " replicas on, an ask for one replica "
        + direction
        + " changes nothing.";
  }

  /** Whether asking for so many replicas changes a pool of n, in the controller's arithmetic. */
  private static boolean acts(Tolerance tolerance, int n, int asked) {
    return !ReplicaCalculator.externalAverage(1000, n, tolerance, 1000L * asked).inside();
  }

  /** The nearest ask from n in a direction that changes something. */
  private static int next(Tolerance tolerance, int n, int step) {
    int asked = n + step;
    // Beyond twice the pool a tolerance is no tolerance; the search ends there.
    while (asked > 0 && asked < 2 * n + 2 && !acts(tolerance, n, asked)) {
      asked += step;
    }
    return asked;
  }

  /** The farthest pool in a direction that an ask for n leaves as it is. */
  private static int accepted(Tolerance tolerance, int n, int step) {
    int pool = n;
    while (pool + step > 0 && pool < 2 * n + 2 && !acts(tolerance, pool + step, n)) {
      pool += step;
    }
    return pool;
  }
}
