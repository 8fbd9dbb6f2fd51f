// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loopbench.scaling.hpa.TargetType;

/**
 * A field of the trigger or of the object inside the trigger's metadata, where nothing reads it.
 */
final class MisplacedField implements Rule {
  @Override
  public String id() {
    return "misplaced-field";
  }

  @Override
  public String about() {
    return "A field of the trigger or of the object inside the trigger's metadata, where nothing reads it.";
  }

  /** Where each belongs. */
  private static final Map<String, String> BELONGS =
      Map.of(
          "metricType", "on the trigger, beside type and name",
          "useCachedMetrics", "on the trigger, beside type and name",
          "name", "on the trigger, beside type",
          "authenticationRef", "on the trigger, beside type and name",
          "pollingInterval", "in the spec",
          "cooldownPeriod", "in the spec",
          "minReplicaCount", "in the spec",
          "maxReplicaCount", "in the spec",
          "fallback", "in the spec");

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger judged : subject.prometheus()) {
      judged
          .trigger()
          .metadata()
          .forEach(
              (key, text) -> {
                if (BELONGS.containsKey(key)) {
                  findings.add(misplaced(judged, key, text));
                }
              });
    }
    return findings;
  }

  private Finding misplaced(JudgedTrigger judged, String key, String text) {
    String what =
        key
            + " in the metadata of "
            + judged.name()
            + " has no effect: a prometheus trigger does not read it there.";
    String advice = "Move it: it belongs " + BELONGS.get(key) + ".";
    if (key.equals("metricType")) {
      String holds =
          judged.trigger().metricType().isEmpty()
              ? TargetType.AVERAGE_VALUE.token() + ", the default"
              : judged.trigger().metricType();
      String numbers = "written " + text + ", in force " + holds;
      return holds.startsWith(text)
          ? note(judged.fieldPath(key), what, numbers, advice)
          : problem(judged.fieldPath(key), what, numbers, advice);
    }
    return warning(judged.fieldPath(key), what, key + " is \"" + text + "\"", advice);
  }
}
