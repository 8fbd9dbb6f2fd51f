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
    return List.of(
        note(
            "maxReplicaCount",
            dead(n, tolerance)
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

  /** Which asks for one replica more or fewer are lost, and from which size on. */
  private static String dead(int n, Tolerance tolerance) {
    boolean up = !acts(tolerance, n, n + 1);
    boolean down = !acts(tolerance, n, n - 1);
    int fromUp = up ? from(n, tolerance, 1) : 0;
    int fromDown = down ? from(n, tolerance, -1) : 0;
    if (up && down && fromUp == fromDown) {
      return sentence(fromUp, "more or fewer");
    }
    return (up ? sentence(fromUp, "more") : "")
        + (up && down ? " " : "")
        + (down ? sentence(fromDown, "fewer") : "");
  }

  private static int from(int n, Tolerance tolerance, int step) {
    int from = n;
    while (from > 1 && !acts(tolerance, from - 1, from - 1 + step)) {
      from--;
    }
    return from;
  }

  private static String sentence(int from, String direction) {
    return "From "
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
