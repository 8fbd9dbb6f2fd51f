// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * JSON text as Python's {@code json.dumps(value, indent=n, sort_keys=True, separators=(",", ": "),
 * ensure_ascii=False)} writes it, which is how nbformat lays out a notebook.
 */
public final class PythonJson {
  private PythonJson() {}

  /**
   * @param value maps with string keys, lists, strings, booleans, null and the numbers {@link
   *     PythonNumbers#repr(Number)} takes
   * @param indent blanks per level
   * @return without a line end after it. Half a surrogate pair is written as an escape, since no
   *     UTF-8 file can hold it
   */
  public static String write(Object value, int indent) {
    StringBuilder out = new StringBuilder();
    write(value, indent, "\n", out);
    return out.toString();
  }

  private static void write(Object value, int indent, String lineEnd, StringBuilder out) {
    if (value instanceof String text) {
      quote(text, out);
    } else if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof Number number) {
      out.append(PythonNumbers.repr(number));
    } else if (value instanceof List<?> list) {
      if (list.isEmpty()) {
        out.append("[]");
        return;
      }
      String inner = lineEnd + " ".repeat(indent);
      String separator = "[";
      for (Object item : list) {
        out.append(separator).append(inner);
        write(item, indent, inner, out);
        separator = ",";
      }
      out.append(lineEnd).append(']');
    } else if (value instanceof Map<?, ?> map) {
      if (map.isEmpty()) {
        out.append("{}");
        return;
      }
      List<String> keys = new ArrayList<>(map.size());
      map.keySet().forEach(key -> keys.add((String) key));
      keys.sort(PythonJson::byCodePoints);
      String inner = lineEnd + " ".repeat(indent);
      String separator = "{";
      for (String key : keys) {
        out.append(separator).append(inner);
        quote(key, out);
        out.append(": ");
        write(map.get(key), indent, inner, out);
        separator = ",";
      }
      out.append(lineEnd).append('}');
    } else {
      throw new IllegalArgumentException(
          "JSON values are maps, lists, strings, numbers, booleans and null, was "
              + value.getClass().getName());
    }
  }

  // Java compares UTF-16 units, which puts characters beyond U+FFFF before U+E000.
  private static int byCodePoints(String a, String b) {
    int n = Math.min(a.length(), b.length());
    for (int i = 0; i < n; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean xPair = Character.isSurrogate(x);
        return xPair == Character.isSurrogate(y) ? Character.compare(x, y) : xPair ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\f' -> out.append("\\f");
        case '\b' -> out.append("\\b");
        default -> {
          if (c < 0x20) {
            escape(c, out);
          } else if (!Character.isSurrogate(c)) {
            out.append(c);
          } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
            out.append(c).append(text.charAt(++i));
          } else {
            escape(c, out);
          }
        }
      }
    }
    out.append('"');
  }

  private static void escape(char c, StringBuilder out) {
    out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
  }
}
