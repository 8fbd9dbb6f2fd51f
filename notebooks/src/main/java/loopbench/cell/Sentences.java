// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;

/** How messages of the models become sentences for people. */
final class Sentences {
  private Sentences() {}

  /** The message with exactly one full stop. */
  static String ended(String message) {
    return message.endsWith(".") ? message : message + ".";
  }

  /** The message as a sentence of its own. */
  static String sentence(String message) {
    return message.isEmpty()
        ? ""
        : ended(Character.toUpperCase(message.charAt(0)) + message.substring(1));
  }

  /** "a", "a and b", "a, b and c". */
  static String joined(List<String> words) {
    int last = words.size() - 1;
    return last <= 0
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }
}
