// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import tools.jackson.databind.ObjectMapper;

/** Reads the vectors beside the tests, in which "NaN", "Infinity" and "-0" are texts. */
final class Vectors {
  private Vectors() {}

  static Map<String, Object> read(String name) {
    try (InputStream in = Vectors.class.getResourceAsStream("/flow/" + name)) {
      return map(new ObjectMapper().readValue(in, Object.class));
    } catch (IOException e) {
      throw new IllegalStateException(name, e);
    }
  }

  static Stream<Arguments> cases(String name, String key) {
    return list(read(name).get(key)).stream()
        .map(c -> Arguments.argumentSet((String) map(c).get("id"), map(c)));
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object value) {
    return (List<Object>) value;
  }

  /** A number; NaN for null, which stands for "none". */
  static double number(Object value) {
    if (value == null) {
      return Double.NaN;
    }
    if (value instanceof Boolean flag) {
      return flag ? 1 : 0;
    }
    return value instanceof Number n ? n.doubleValue() : Double.parseDouble((String) value);
  }

  /** Equal to the bit, but for the sign of zero; NaN equals NaN. */
  static void assertExact(String as, double actual, double expected) {
    assertThat(Double.doubleToLongBits(actual + 0.0))
        .as("%s: %s should be %s", as, actual, expected)
        .isEqualTo(Double.doubleToLongBits(expected + 0.0));
  }

  /** Options with the numbers that are written as texts as numbers. */
  static Map<String, Object> options(Object value) {
    Map<String, Object> options = new LinkedHashMap<>();
    map(value).forEach((k, v) -> options.put(k, v instanceof String ? number(v) : v));
    return options;
  }
}
