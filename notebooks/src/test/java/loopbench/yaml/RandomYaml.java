// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Documents as people write them: comments, flow and block, quotes, blanks, either line end. */
final class RandomYaml {
  private static final String[] NUMBERS = {"0", "5", "-3", "0.05", "1.0e-5", "1e3", "400", "99.5"};
  private static final String[] WORDS = {"ctl", "30ms", "111.1/s", "$kp", "run.base", "2%", "é😀"};

  private final Random dice;
  private final String eol;
  private final List<String> values = new ArrayList<>();
  private int names;

  RandomYaml(long seed) {
    dice = new Random(seed);
    eol = dice.nextBoolean() ? "\n" : "\r\n";
  }

  /** The values of the scalars of the document made last, in the order of the text. */
  List<String> values() {
    return values;
  }

  String document() {
    StringBuilder out = new StringBuilder();
    if (dice.nextInt(4) == 0) {
      out.append("# 😀 head").append(eol);
    }
    mapping(out, 0, 0);
    if (dice.nextInt(4) == 0) {
      out.append("# foot");
    }
    return out.toString();
  }

  private void mapping(StringBuilder out, int indent, int depth) {
    int n = 1 + dice.nextInt(4);
    for (int i = 0; i < n; i++) {
      out.append(" ".repeat(indent));
      entry(out, indent, depth);
    }
  }

  private void entry(StringBuilder out, int indent, int depth) {
    out.append(key()).append(':');
    value(out, indent, depth);
  }

  private void sequence(StringBuilder out, int indent, int depth) {
    int n = 1 + dice.nextInt(3);
    for (int i = 0; i < n; i++) {
      out.append(" ".repeat(indent)).append("-");
      if (depth < 4 && dice.nextInt(3) == 0) {
        out.append(' ');
        entry(out, indent + 2, depth + 1);
      } else {
        value(out, indent, depth);
      }
    }
  }

  private void value(StringBuilder out, int indent, int depth) {
    switch (dice.nextInt(depth < 4 ? 8 : 5)) {
      case 0 -> {
        values.add("");
        end(out);
      }
      case 1 -> {
        blank(out);
        flow(out, 0);
        end(out);
      }
      case 5 -> {
        end(out);
        mapping(out, indent + 2, depth + 1);
      }
      case 6 -> {
        end(out);
        sequence(out, indent + 2, depth + 1);
      }
      case 7 -> block(out, indent + 2);
      default -> {
        blank(out);
        scalar(out);
        end(out);
      }
    }
  }

  private void block(StringBuilder out, int indent) {
    String first = WORDS[dice.nextInt(WORDS.length)];
    String second = "x: " + dice.nextInt(10);
    boolean literal = dice.nextBoolean();
    boolean strip = dice.nextBoolean();
    out.append(literal ? " |" : " >").append(strip ? "-" : "").append(eol);
    out.append(" ".repeat(indent)).append(first).append(eol);
    out.append(" ".repeat(indent)).append(second).append(eol);
    values.add(first + (literal ? "\n" : " ") + second + (strip ? "" : "\n"));
  }

  private void flow(StringBuilder out, int depth) {
    boolean mapping = dice.nextBoolean();
    out.append(mapping ? '{' : '[');
    int n = dice.nextInt(4);
    for (int i = 0; i < n; i++) {
      out.append(i == 0 ? "" : ",");
      out.append(" ".repeat(dice.nextInt(2)));
      if (mapping) {
        out.append(key()).append(':');
      }
      if (mapping && dice.nextInt(6) == 0) {
        values.add("");
      } else {
        blank(out);
        if (depth < 3 && dice.nextInt(4) == 0) {
          flow(out, depth + 1);
        } else {
          scalar(out);
        }
      }
      out.append(" ".repeat(dice.nextInt(2)));
    }
    out.append(mapping ? '}' : ']');
  }

  private void scalar(StringBuilder out) {
    String word = WORDS[dice.nextInt(WORDS.length)];
    String number = NUMBERS[dice.nextInt(NUMBERS.length)];
    switch (dice.nextInt(6)) {
      case 0 -> {
        out.append('\'').append(number).append("''\'");
        values.add(number + "'");
      }
      case 1 -> {
        out.append("\"\\t").append(word).append('"');
        values.add("\t" + word);
      }
      case 2 -> {
        out.append(word);
        values.add(word);
      }
      default -> {
        out.append(number);
        values.add(number);
      }
    }
  }

  private String key() {
    String name = "k" + names++;
    return switch (dice.nextInt(5)) {
      case 0 -> "'" + name + " x'";
      case 1 -> name + ".kp";
      case 2 -> name + "-";
      default -> name;
    };
  }

  private void blank(StringBuilder out) {
    out.append(" ".repeat(1 + dice.nextInt(3)));
  }

  private void end(StringBuilder out) {
    if (dice.nextInt(4) == 0) {
      out.append("  # 1: {x}, \"").append(dice.nextInt(100));
    }
    out.append(eol);
    if (dice.nextInt(8) == 0) {
      out.append(eol);
    }
  }

  /** Text with every character YAML has an opinion on. */
  static String anyString(Random dice) {
    String[] parts = {
      " ", ":", "#", "-", "?", ",", "[", "]", "{", "}", "&", "*", "!", "|", ">", "'", "\"", "%",
      "@", "`", "\\", "\n", "\r", "\t", "\0", "\u0085", "\u2028", "\uFEFF", "😀", "é", "a", "x",
      "7", ".", "true", "null", "yes", "0x1F", "~", "<<", "=", "---", "1e5", "on", "\u007F",
      "\uFFFF"
    };
    StringBuilder out = new StringBuilder();
    int n = dice.nextInt(5);
    for (int i = 0; i < n; i++) {
      out.append(parts[dice.nextInt(parts.length)]);
    }
    return out.toString();
  }
}
