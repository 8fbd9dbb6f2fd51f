// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A manifest as plain data: maps (in their order), lists, and scalars that are text, {@code Long}
 * (or {@code BigInteger} where that is too small), finite {@code Double}, {@code Boolean} or null.
 * Immutable; equality ignores the order of keys.
 *
 * @param root the data
 */
record Values(Map<String, Object> root) {
  Values {
    root = copy(root);
  }

  static Values of(Map<?, ?> root) {
    return new Values(castMap(root));
  }

  /**
   * The same data with another scalar at a path. Maps on the way are made where they are missing; a
   * list position must exist.
   */
  Values with(Object value, String... path) {
    return new Values(castMap(changed(root, value, List.of(path))));
  }

  private static Object changed(Object here, Object value, List<String> path) {
    if (path.isEmpty()) {
      return value;
    }
    String step = path.get(0);
    List<String> rest = path.subList(1, path.size());
    if (here instanceof List<?> list) {
      if (!step.matches("[0-9]{1,6}") || Integer.parseInt(step) >= list.size()) {
        throw new IllegalArgumentException(
            "a list of " + list.size() + " has no element \"" + step + "\"");
      }
      List<Object> next = new ArrayList<>(list);
      int position = Integer.parseInt(step);
      next.set(position, changed(next.get(position), value, rest));
      return next;
    }
    if (here != null && !(here instanceof Map)) {
      throw new IllegalArgumentException(
          "nothing lies below \"" + here + "\", was asked for " + step);
    }
    Map<String, Object> next =
        here == null ? new LinkedHashMap<>() : new LinkedHashMap<>(castMap(here));
    next.put(step, changed(next.get(step), value, rest));
    return next;
  }

  private static Map<String, Object> castMap(Object map) {
    Map<String, Object> cast = new LinkedHashMap<>();
    ((Map<?, ?>) map).forEach((key, value) -> cast.put((String) key, value));
    return cast;
  }

  private static Map<String, Object> copy(Map<String, Object> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> copy.put(key, copyOf(value)));
    return Collections.unmodifiableMap(copy);
  }

  private static Object copyOf(Object value) {
    if (value == null
        || value instanceof String
        || value instanceof Long
        || value instanceof BigInteger
        || value instanceof Double number && !number.isNaN() && !number.isInfinite()
        || value instanceof Boolean) {
      return value;
    }
    if (value instanceof Integer whole) {
      return (long) whole;
    }
    if (value instanceof Map<?, ?> map) {
      return copy(castMap(map));
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(item -> copy.add(copyOf(item)));
      return Collections.unmodifiableList(copy);
    }
    throw new IllegalArgumentException(
        "kept data is maps, lists, text, finite numbers, truth values and null, was " + value);
  }
}
