// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON values that cannot change any more and compare by what they say. */
final class JsonValues {
  private JsonValues() {}

  /**
   * A copy that nobody can change. Whole numbers become {@link Long} where they fit, so that equal
   * numbers are equal objects.
   */
  static Object frozen(Object value) {
    if (value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Long
        || value instanceof Double) {
      return value;
    }
    if (value instanceof Map<?, ?> map) {
      return frozenMap(map);
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      list.forEach(item -> copy.add(frozen(item)));
      return Collections.unmodifiableList(copy);
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof BigInteger big) {
      return big.bitLength() < 64 ? (Object) big.longValue() : big;
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(
        "JSON values are maps, lists, strings, numbers, booleans and null, was "
            + value.getClass().getName());
  }

  static Map<String, Object> frozenMap(Map<?, ?> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach(
        (key, item) -> {
          if (!(key instanceof String name)) {
            throw new IllegalArgumentException("JSON keys are strings, was " + key);
          }
          copy.put(name, frozen(item));
        });
    return Collections.unmodifiableMap(copy);
  }
}
