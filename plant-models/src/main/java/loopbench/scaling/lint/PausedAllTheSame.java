// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.Map;

/** A paused-replicas annotation that pauses although something else suggests otherwise. */
final class PausedAllTheSame implements Rule {
  @Override
  public String id() {
    return "paused-all-the-same";
  }

  @Override
  public String about() {
    return "A paused-replicas annotation that pauses although something else suggests otherwise.";
  }

  private static final String PAUSED = "autoscaling.keda.sh/paused";
  private static final String REPLICAS = "autoscaling.keda.sh/paused-replicas";

  @Override
  public List<Finding> look(Subject subject) {
    Map<String, String> annotations = subject.scaler().metadata().annotations();
    String replicas = annotations.get(REPLICAS);
    if (replicas == null) {
      return List.of();
    }
    String path = "metadata.annotations." + REPLICAS;
    if (!replicas.matches("[+-]?[0-9]{1,10}")) {
      return List.of(
          problem(
              path,
              "The object is paused, and KEDA cannot read the number of replicas to pause at, so that"
                  + " it reports an error and sets none.",
              "paused-replicas is \"" + replicas + "\"",
              "Write a whole number, or remove the annotation."));
    }
    if (annotations.containsKey(PAUSED) && !Truth.annotation(annotations, PAUSED)) {
      return List.of(
          warning(
              path,
              "paused-replicas pauses whatever paused says: the HPA is deleted and the target stays at "
                  + replicas
                  + ".",
              "paused is \"" + annotations.get(PAUSED) + "\", paused-replicas \"" + replicas + "\"",
              "Remove paused-replicas to let it scale."));
    }
    return List.of();
  }
}
