// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import loopbench.series.Labels;

/** Several series where one is needed: says what tells them apart. */
final class Several {
  private static final int MOST_LABELS = 3;

  /** More than these are counted, not compared: an answer may hold thousands. */
  private static final int MOST_COMPARED = 100;

  private Several() {}

  static void refuse(String name, List<Samples> found, String where, String whatNow)
      throws Refusal {
    if (found.size() == 1) {
      return;
    }
    throw new Refusal(
        "`%s` is %s series where one is needed; they differ in %s"
            .formatted(name, Told.count(found.size()), differences(found)),
        where,
        whatNow);
  }

  /** The labels that differ and their values: {@code pod ("a", "b") and priority ("0", "1")}. */
  private static String differences(List<Samples> all) {
    List<Samples> found = all.subList(0, Math.min(MOST_COMPARED, all.size()));
    SortedMap<String, SortedSet<String>> values = new TreeMap<>();
    found.forEach(
        s ->
            s.labels().byName().keySet().stream()
                .limit(MOST_COMPARED)
                .forEach(n -> values.put(n, new TreeSet<>())));
    values.forEach((n, v) -> found.forEach(s -> v.add('"' + Told.quote(s.labels().get(n)) + '"')));
    values.values().removeIf(v -> v.size() == 1);
    List<String> told = new ArrayList<>();
    values.forEach(
        (n, v) ->
            told.add((n.equals(Labels.METRIC) ? "the metric" : n) + " (" + Told.some(v) + ")"));
    List<String> first = told.subList(0, Math.min(MOST_LABELS, told.size()));
    return String.join(" and ", first)
        + (told.size() > MOST_LABELS ? " and " + (told.size() - MOST_LABELS) + " more labels" : "");
  }
}
