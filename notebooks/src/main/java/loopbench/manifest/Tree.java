// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.keda.ObjectMeta;

/** Single fields into and out of plain values; what is unset is not there. */
final class Tree {
  private Tree() {}

  static void put(Map<String, Object> map, String key, String value) {
    if (!value.isEmpty()) {
      map.put(key, value);
    }
  }

  static void put(Map<String, Object> map, String key, OptionalInt value) {
    value.ifPresent(number -> map.put(key, (long) number));
  }

  static void put(Map<String, Object> map, String key, Map<String, ?> value) {
    if (!value.isEmpty()) {
      map.put(key, value);
    }
  }

  static void put(Map<String, Object> map, String key, List<?> value) {
    if (!value.isEmpty()) {
      map.put(key, value);
    }
  }

  static ObjectMeta metadata(Map<?, ?> meta) {
    return new ObjectMeta(
        text(meta, "name"),
        text(meta, "namespace"),
        texts(meta, "labels"),
        texts(meta, "annotations"));
  }

  static String text(Map<?, ?> map, String key) {
    return map.get(key) instanceof String text ? text : "";
  }

  static OptionalInt count(Map<?, ?> map, String key) {
    return map.get(key) instanceof Number number
        ? OptionalInt.of(number.intValue())
        : OptionalInt.empty();
  }

  static Optional<Quantity> quantity(Map<?, ?> map, String key) {
    Object value = map.get(key);
    return value == null ? Optional.empty() : Quantity.read(String.valueOf(value));
  }

  static Map<?, ?> map(Map<?, ?> map, String key) {
    return map.get(key) instanceof Map<?, ?> below ? below : Map.of();
  }

  static <E> List<E> list(Map<?, ?> map, String key, Function<Map<?, ?>, E> item) {
    return map.get(key) instanceof List<?> list
        ? list.stream()
            .map(value -> item.apply(value instanceof Map<?, ?> fields ? fields : Map.of()))
            .toList()
        : List.of();
  }

  static Map<String, String> texts(Map<?, ?> map, String key) {
    Map<String, String> texts = new LinkedHashMap<>();
    map(map, key)
        .forEach((name, value) -> texts.put((String) name, value == null ? "" : (String) value));
    return texts;
  }
}
