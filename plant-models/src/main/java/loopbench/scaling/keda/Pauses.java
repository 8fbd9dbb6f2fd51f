// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a ScaledObject's annotations hold still or force. A truth that cannot be read counts as true
 * ({@code getBoolAnnotation} in scaledobject_types.go).
 *
 * @param stopped KEDA's loop stands still and there is no HPA ({@code paused}, or {@code
 *     paused-replicas} whatever {@code paused} says)
 * @param replicas what {@code paused-replicas} sets the target to
 * @param scaleIn neither the HPA nor KEDA takes replicas away
 * @param scaleOut neither adds any
 * @param activated counts as active whatever the triggers say
 */
public record Pauses(
    boolean stopped, OptionalInt replicas, boolean scaleIn, boolean scaleOut, boolean activated) {
  private static final String PREFIX = "autoscaling.keda.sh/";
  private static final String PAUSED = PREFIX + "paused";
  private static final String PAUSED_REPLICAS = PREFIX + "paused-replicas";

  public static final Pauses NONE = new Pauses(false, OptionalInt.empty(), false, false, false);

  /** Reads annotations; those of others are passed over. */
  public static Pauses of(Map<String, String> annotations) {
    return new Pauses(
        annotations.containsKey(PAUSED_REPLICAS) || truth(annotations, "paused"),
        count(annotations),
        truth(annotations, "paused-scale-in"),
        truth(annotations, "paused-scale-out"),
        truth(annotations, "force-activation"));
  }

  /** Whether pausing is mentioned at all, be it to say false ({@code HasPausedAnnotation}). */
  public static boolean isMentioned(Map<String, String> annotations) {
    return annotations.containsKey(PAUSED) || annotations.containsKey(PAUSED_REPLICAS);
  }

  /** What KEDA would report as an error. */
  static List<SpecProblem> problems(Map<String, String> annotations) {
    List<SpecProblem> problems = new ArrayList<>();
    if (annotations.containsKey(PAUSED_REPLICAS) && count(annotations).isEmpty()) {
      problems.add(
          new SpecProblem(
              "metadata.annotations." + PAUSED_REPLICAS,
              "paused-replicas must be a whole number of 0 or more, was \""
                  + annotations.get(PAUSED_REPLICAS)
                  + "\"."));
    }
    return problems;
  }

  private static OptionalInt count(Map<String, String> annotations) {
    OptionalLong count = KedaNumbers.goInteger(annotations.getOrDefault(PAUSED_REPLICAS, ""));
    return count.isPresent() && count.getAsLong() >= 0 && count.getAsLong() <= Integer.MAX_VALUE
        ? OptionalInt.of((int) count.getAsLong())
        : OptionalInt.empty();
  }

  private static boolean truth(Map<String, String> annotations, String name) {
    String text = annotations.get(PREFIX + name);
    return text != null && KedaNumbers.goTruth(text).orElse(true);
  }
}
