// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A pause annotation that gives the HPA a behavior it did not have. */
final class PauseMakesRules implements Rule {
  @Override
  public String id() {
    return "pause-makes-rules";
  }

  @Override
  public String about() {
    return "A pause annotation that gives the HPA a behavior it did not have.";
  }

  private static final List<String> ANNOTATIONS =
      List.of("autoscaling.keda.sh/paused-scale-in", "autoscaling.keda.sh/paused-scale-out");

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    Map<String, String> annotations = subject.scaler().metadata().annotations();
    for (String key : ANNOTATIONS) {
      if (Truth.annotation(annotations, key) && subject.behavior().isEmpty()) {
        boolean in = key.endsWith("in");
        findings.add(
            warning(
                "metadata.annotations." + key,
                "Besides blocking scale-"
                    + (in ? "in" : "out")
                    + " this gives the HPA a behavior, which it had none of, and so changes how it"
                    + " scales "
                    + (in ? "out" : "in")
                    + " as well.",
                in
                    ? "up by 4 pods or 100 % per 15 s, whichever is more, instead of up to twice the"
                        + " replicas or 4 at a sync"
                    : "down by 100 % per 15 s, and the scale-down window no longer lifts the pool to"
                        + " an earlier recommendation",
                "Write a behavior with the rules that are meant, so that pausing changes one direction"
                    + " only."));
      }
    }
    return findings;
  }
}
