// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a change of an HPA's behavior means. Unset rules stand for what the API server fills in
 * (pkg/apis/autoscaling/v2/defaults.go), an unset scale-down window for the controller's own 300 s,
 * an unset tolerance for its 0.1.
 */
final class BehaviorWords {
  private static final Map<String, Object> PODS = policy("Pods", 4);
  private static final Map<String, Object> PERCENT = policy("Percent", 100);
  private static final List<Object> UP = List.of(PODS, PERCENT);
  private static final List<Object> DOWN = List.of(PERCENT);

  private BehaviorWords() {}

  private static Map<String, Object> policy(String type, long value) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", type);
    map.put("value", value);
    map.put("periodSeconds", 15L);
    return map;
  }

  /** The rows of {@link Meanings} for a behavior at this path. */
  static Map<String, Meaning> table(String path) {
    Map<String, Meaning> table = new LinkedHashMap<>();
    table.put(path, Meaning.of(Sort.BEHAVIOR, null, BehaviorWords::presence));
    direction(table, path + ".scaleUp.", "up", "added", 0L, UP);
    direction(table, path + ".scaleDown.", "down", "removed", 300L, DOWN);
    return table;
  }

  private static void direction(
      Map<String, Meaning> table,
      String prefix,
      String way,
      String done,
      long windowS,
      List<Object> policies) {
    table.put(
        prefix + "stabilizationWindowSeconds",
        Meaning.of(
            Sort.SECONDS,
            windowS,
            "scale-" + way + " remembers recommendations for {after} instead of {before}"));
    table.put(
        prefix + "policies",
        Meaning.of(Sort.POLICIES, policies, "up to {after} may be " + done + ", was {before}"));
    table.put(
        prefix + "tolerance",
        Meaning.of(
            Sort.SHARE,
            "0.1",
            "scale-" + way + " ignores a metric that is off by up to {after} instead of {before}"));
    table.put(
        prefix + "selectPolicy",
        Meaning.of(
            Sort.TEXT,
            "Max",
            change -> {
              Object before = change.before().effective();
              Object after = change.after().effective();
              if (after.equals("Disabled")) {
                return "scaling " + way + " is switched off now";
              }
              if (before.equals("Disabled")) {
                return "scaling "
                    + way
                    + " is switched on again; of its policies the one that allows the "
                    + most(after)
                    + " counts";
              }
              return "of the scale-"
                  + way
                  + " policies the one that allows the "
                  + most(after)
                  + " counts, was the "
                  + most(before);
            }));
  }

  private static String most(Object select) {
    return select.equals("Max") ? "most" : select.equals("Min") ? "least" : String.valueOf(select);
  }

  private static String presence(Change change) {
    Map<?, ?> rules =
        (change.isSet() ? change.after() : change.before()).value() instanceof Map<?, ?> map
            ? map
            : Map.of();
    String builtIn =
        "the HPA could at most double, or reach 4, at a sync, drop at once, and the highest"
            + " recommendation of the last 300 s counted both ways";
    return change.isSet()
        ? "the HPA's rules change: a behavior was added, so "
            + rules(rules)
            + "; before, "
            + builtIn
        : "the HPA's rules change: the behavior is gone, so "
            + builtIn.replace("could", "can").replace("counted", "counts")
            + "; before, "
            + rules(rules);
  }

  private static String rules(Map<?, ?> behavior) {
    return direction(Tree.map(behavior, "scaleUp"), "up", "added", 0L, UP)
        + "; "
        + direction(Tree.map(behavior, "scaleDown"), "down", "removed", 300L, DOWN);
  }

  private static String direction(
      Map<?, ?> rules, String way, String done, long windowS, List<Object> policies) {
    Object select = rules.get("selectPolicy");
    Object limits = rules.get("policies");
    Object window = rules.get("stabilizationWindowSeconds");
    Object tolerance = rules.get("tolerance");
    String remembered =
        "scale-"
            + way
            + " remembers recommendations for "
            + Shortened.text(Sort.SECONDS.shown(window == null ? windowS : window))
            + (tolerance == null
                ? ""
                : " and ignores a metric that is off by up to "
                    + Shortened.text(Sort.SHARE.shown(tolerance)));
    return "Disabled".equals(select)
        ? "nothing may be " + done
        : "up to "
            + Shortened.text(Sort.POLICIES.shown(limits == null ? policies : limits))
            + ("Min".equals(select) ? " (the least of them)" : "")
            + " may be "
            + done
            + ", and "
            + remembered;
  }
}
