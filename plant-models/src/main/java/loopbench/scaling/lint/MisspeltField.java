// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;

/** A metadata field that is one slip away from one KEDA reads. */
final class MisspeltField implements Rule {
  @Override
  public String id() {
    return "misspelt-field";
  }

  @Override
  public String about() {
    return "A metadata field that is one slip away from one KEDA reads.";
  }

  private static final List<String> KNOWN =
      List.of(
          "serverAddress",
          "query",
          "threshold",
          "activationThreshold",
          "ignoreNullValues",
          "namespace",
          "customHeaders",
          "queryParameters",
          "unsafeSsl",
          "timeout",
          "authModes",
          "awsRegion",
          "identityOwner");

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger judged : subject.prometheus()) {
      for (String key : judged.trigger().metadata().keySet()) {
        if (KNOWN.contains(key)) {
          continue;
        }
        KNOWN.stream()
            .filter(known -> near(key, known))
            .findFirst()
            .ifPresent(
                known ->
                    findings.add(
                        warning(
                            judged.fieldPath(key),
                            "KEDA ignores fields it does not know, and this one it does not: "
                                + known
                                + " is "
                                + (judged.field(known).isEmpty() ? "unset" : judged.field(known))
                                + " for "
                                + judged.name()
                                + ".",
                            key + " is not " + known,
                            "Write " + known + ".")));
      }
    }
    return findings;
  }

  /**
   * Whether one letter added, dropped or changed, or the case of letters, is all the difference.
   */
  static boolean near(String one, String other) {
    if (one.equalsIgnoreCase(other)) {
      return true;
    }
    int from = 0;
    int shorter = Math.min(one.length(), other.length());
    if (Math.abs(one.length() - other.length()) > 1) {
      return false;
    }
    while (from < shorter && one.charAt(from) == other.charAt(from)) {
      from++;
    }
    int same = 0;
    while (same < shorter - from
        && one.charAt(one.length() - 1 - same) == other.charAt(other.length() - 1 - same)) {
      same++;
    }
    return Math.max(one.length(), other.length()) - from - same <= 1;
  }
}
