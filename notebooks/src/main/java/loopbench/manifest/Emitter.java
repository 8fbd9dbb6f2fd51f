// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Map;
import loopbench.yaml.Yaml;

/** Writes plain values as block YAML of two-space steps, text quoted wherever a reader may slip. */
final class Emitter {
  private final StringBuilder out = new StringBuilder();

  private Emitter() {}

  static String document(Map<String, Object> root) {
    Emitter emitter = new Emitter();
    emitter.entries(root, "", "");
    return emitter.out.toString();
  }

  private void entries(Map<?, ?> map, String first, String indent) {
    String lead = first;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(lead).append(text((String) entry.getKey())).append(':');
      value(entry.getValue(), indent);
      lead = indent;
    }
  }

  private void value(Object value, String indent) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      out.append('\n');
      entries(map, indent + "  ", indent + "  ");
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      out.append('\n');
      for (Object item : list) {
        out.append(indent).append("  -");
        if (item instanceof Map<?, ?> map && !map.isEmpty()) {
          entries(map, " ", indent + "    ");
        } else {
          value(item, indent + "  ");
        }
      }
    } else if (value instanceof String text && isBlock(text)) {
      out.append(text.endsWith("\n") ? " |\n" : " |-\n");
      text.lines()
          .forEach(line -> out.append(line.isEmpty() ? "" : indent + "  " + line).append('\n'));
    } else {
      out.append(' ').append(scalar(value)).append('\n');
    }
  }

  /** A scalar on one line, or an empty collection. */
  static String scalar(Object value) {
    if (value instanceof Map) {
      return "{}";
    }
    if (value instanceof List) {
      return "[]";
    }
    return value instanceof String text ? text(text) : String.valueOf(value);
  }

  /** Text on one line; in double quotes where it needs quotes and they do. */
  static String text(String value) {
    String quoted = Yaml.quote(value);
    return quoted.startsWith("'") && value.indexOf('"') < 0 && value.indexOf('\\') < 0
        ? '"' + value + '"'
        : quoted;
  }

  /** Whether text of several lines survives as a literal block as it is. */
  private static boolean isBlock(String text) {
    return text.indexOf('\n') > 0
        && !text.endsWith("\n\n")
        && !Character.isWhitespace(text.charAt(0))
        && text.chars().allMatch(c -> c == '\n' || c >= 0x20 && c < 0x7F || c > 0xA0 && c < 0x2028);
  }
}
