// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A pause annotation that is neither true nor false, and so counts as true. */
final class UnclearAnnotation implements Rule {
  @Override
  public String id() {
    return "unclear-annotation";
  }

  @Override
  public String about() {
    return "A pause annotation that is neither true nor false, and so counts as true.";
  }

  private static final String PREFIX = "autoscaling.keda.sh/";

  /** What a true one does, by its name behind the prefix. */
  private static final Map<String, String> EFFECTS =
      Map.of(
          "paused", "scaling stops and the HPA is deleted",
          "paused-scale-in", "the pool never gets smaller",
          "paused-scale-out", "the pool never gets larger",
          "force-activation", "the target never goes to zero");

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    Map<String, String> annotations = subject.scaler().metadata().annotations();
    annotations.forEach(
        (key, text) -> {
          String effect =
              key.startsWith(PREFIX) ? EFFECTS.get(key.substring(PREFIX.length())) : null;
          if (effect != null && Truth.read(text).isEmpty()) {
            findings.add(
                problem(
                    "metadata.annotations." + key,
                    "KEDA takes an annotation that it cannot read as true for true, so "
                        + effect
                        + ".",
                    key + " is \"" + text + "\"",
                    "Write \"true\" or \"false\", or remove the annotation."));
          }
        });
    return findings;
  }
}
