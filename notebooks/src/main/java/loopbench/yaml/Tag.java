// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.regex.Pattern;

/** What a scalar is, by its looks alone: only plain scalars are ever more than {@link #STRING}. */
public enum Tag {
  STRING,
  INT,
  FLOAT,
  BOOL,
  NULL;

  // The core schema of YAML 1.2 (10.3.2) without octal, hexadecimal, infinity and leading zeros,
  // which readers of YAML 1.1 and 1.2 take for different numbers.
  private static final Pattern WHOLE = Pattern.compile("[-+]?(0|[1-9][0-9]*)");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\.[0-9]+|(0|[1-9][0-9]*)(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

  /** What a plain scalar with this text is. */
  public static Tag ofPlain(String text) {
    switch (text) {
      case "", "~", "null":
        return NULL;
      case "true", "false":
        return BOOL;
      default:
        break;
    }
    char first = text.charAt(0);
    if (first != '-' && first != '+' && first != '.' && (first < '0' || first > '9')) {
      return STRING;
    }
    if (WHOLE.matcher(text).matches()) {
      return INT;
    }
    return DECIMAL.matcher(text).matches() ? FLOAT : STRING;
  }
}
