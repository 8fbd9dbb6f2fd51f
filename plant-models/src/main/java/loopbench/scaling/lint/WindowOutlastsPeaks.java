// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A stabilization window longer than any time the metrics asked for a change. */
final class WindowOutlastsPeaks implements Rule {
  @Override
  public String id() {
    return "window-outlasts-peaks";
  }

  @Override
  public String about() {
    return "A stabilization window longer than any time the metrics asked for a change.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    Optional<Asks> recorded = Asks.of(subject);
    if (recorded.isEmpty()) {
      return findings;
    }
    Asks asks = recorded.orElseThrow();
    int up = subject.context().replicas().orElse(subject.min());
    if (subject.upWindowS() > 0 && up < subject.max()) {
      outlasted(asks, up, true, subject.upWindowS()).ifPresent(findings::add);
    }
    int down = subject.context().replicas().orElse(subject.max());
    if (subject.downWindowS() > 0 && down > subject.min()) {
      outlasted(asks, down, false, subject.downWindowS()).ifPresent(findings::add);
    }
    return findings;
  }

  private Optional<Finding> outlasted(Asks asks, int n, boolean up, double windowS) {
    double longest = asks.longestS(n, up);
    // At the bound itself the last other recommendation is just forgotten, and the change is made.
    if (!(longest > 0) || longest >= windowS) {
      return Optional.empty();
    }
    String direction = up ? "up" : "down";
    return Optional.of(
        warning(
            Text.BEHAVIOR + ".scale" + (up ? "Up" : "Down") + ".stabilizationWindowSeconds",
            "In the recorded series a pool of "
                + n
                + " would never have scaled "
                + direction
                + ": no time that asked for "
                + (up ? "more" : "fewer")
                + " replicas lasted as long as the window, which waits for all of its"
                + " recommendations to agree.",
            "window "
                + Text.seconds(windowS)
                + ", longest time asking for "
                + (up ? "more" : "fewer")
                + " than "
                + n
                + ": "
                + Text.seconds(longest),
            up
                ? "Shorten the scale-up window below that, and hold overshoot back with policies."
                : "Shorten the scale-down window below that, or accept that the pool keeps its size."));
  }
}
