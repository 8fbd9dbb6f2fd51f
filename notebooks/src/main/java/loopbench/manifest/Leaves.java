// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plain values as one list: each scalar (and each empty collection) by its keys and positions. */
final class Leaves {
  private Leaves() {}

  static Map<List<String>, Object> of(Map<String, Object> root) {
    Map<List<String>, Object> leaves = new LinkedHashMap<>();
    collect(root, List.of(), leaves);
    return leaves;
  }

  private static void collect(Object value, List<String> path, Map<List<String>, Object> into) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      map.forEach((key, below) -> collect(below, and(path, (String) key), into));
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      for (int i = 0; i < list.size(); i++) {
        collect(list.get(i), and(path, String.valueOf(i)), into);
      }
    } else if (value != null) {
      into.put(path, value);
    }
  }

  private static List<String> and(List<String> path, String part) {
    List<String> longer = new ArrayList<>(path);
    longer.add(part);
    return List.copyOf(longer);
  }
}
