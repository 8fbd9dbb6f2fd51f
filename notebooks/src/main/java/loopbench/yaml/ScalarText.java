// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.Locale;
import java.util.regex.Pattern;

/** Writes one scalar, in quotes only where it would read differently without. */
final class ScalarText {
  private static final String FLOW_INDICATORS = ",[]{}";

  // What readers of YAML 1.1 (kubectl is one) or of the whole core schema take for something other
  // than text, although this package does not.
  private static final Pattern ACCIDENT =
      Pattern.compile(
          "y|n|yes|no|on|off|true|false|null|=|<<"
              + "|[-+]?[0-9][0-9_]*(\\.[0-9_]*)?(e[-+]?[0-9]+)?"
              + "|[-+]?0[xob][0-9a-f_]+"
              + "|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?"
              + "|[-+]?\\.(inf|nan)|[-+]?\\.[0-9_]+(e[-+]?[0-9]+)?",
          Pattern.CASE_INSENSITIVE);

  private static final int LONGEST = 400;

  private ScalarText() {}

  /** What to do where a plain text could be read as more than text. */
  enum Wanted {
    /** The result reads as a string whatever it looks like. */
    STRING,
    /** Numbers, booleans and nulls stay what they look like. */
    AS_IT_LOOKS
  }

  /**
   * @param flowSafe whether the place may be inside brackets or braces
   */
  static String plainOrQuoted(String value, boolean flowSafe, Wanted wanted) {
    if (plainKeepsText(value, flowSafe)) {
      boolean isText = Tag.ofPlain(value) == Tag.STRING;
      if (isText ? !isAccident(value) : wanted == Wanted.AS_IT_LOOKS) {
        return value;
      }
    }
    return value.indexOf('\'') >= 0 ? doubleQuoted(value) : singleQuoted(value);
  }

  private static boolean isAccident(String value) {
    // Trying each part of a long text takes as much stack as it has parts.
    return value.length() > LONGEST
        ? "+-.0123456789".indexOf(value.charAt(0)) >= 0
        : ACCIDENT.matcher(value).matches();
  }

  /** Whether the characters come back as they are when written without quotes. */
  private static boolean plainKeepsText(String value, boolean flowSafe) {
    if (value.isEmpty() || needsEscapes(value)) {
      return false;
    }
    char first = value.charAt(0);
    char second = value.length() > 1 ? value.charAt(1) : ' ';
    if (",[]{}#&*!|>'\"%@`".indexOf(first) >= 0
        // YAML would let a colon begin a text; the engine does not inside brackets.
        || first == ':'
        || "-?".indexOf(first) >= 0 && (second == ' ' || FLOW_INDICATORS.indexOf(second) >= 0)
        || value.startsWith("---")
        || value.startsWith("...")
        || first == ' '
        || value.charAt(value.length() - 1) == ' '
        || value.charAt(value.length() - 1) == ':'
        || value.contains(": ")
        || value.contains(" #")) {
      return false;
    }
    return !flowSafe || value.chars().noneMatch(c -> FLOW_INDICATORS.indexOf(c) >= 0);
  }

  /** As single quotes allow; what needs escapes is written in double quotes instead. */
  static String singleQuoted(String value) {
    return needsEscapes(value) ? doubleQuoted(value) : "'" + value.replace("'", "''") + "'";
  }

  static String doubleQuoted(String value) {
    StringBuilder out = new StringBuilder(value.length() + 2).append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case 0 -> out.append("\\0");
        default -> {
          if (isPair(value, i)) {
            out.append(c).append(value.charAt(++i));
          } else if (needsEscape(c) || Character.isSurrogate(c)) {
            out.append(String.format(Locale.ROOT, "\\u%04X", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }

  private static boolean needsEscapes(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (isPair(value, i)) {
        i++;
      } else if (needsEscape(c) || Character.isSurrogate(c)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPair(String value, int i) {
    return i + 1 < value.length()
        && Character.isSurrogatePair(value.charAt(i), value.charAt(i + 1));
  }

  // Controls, tab and line ends, the line ends of YAML 1.1, the byte order mark, non-characters.
  private static boolean needsEscape(char c) {
    return c < 0x20
        || c >= 0x7F && c < 0xA0
        || c == 0x2028
        || c == 0x2029
        || c == 0xFEFF
        || c >= 0xFFFE;
  }
}
