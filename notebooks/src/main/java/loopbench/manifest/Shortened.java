// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

/** Texts of any length, fit for a sentence: their beginning and their end. */
final class Shortened {
  private static final int TEXT = 80;
  private static final int SENTENCE = 600;

  private Shortened() {}

  /** A value quoted in a sentence, on one line. */
  static String text(String text) {
    return to(text, TEXT).strip().replaceAll("\\s+", " ");
  }

  /** A sentence that quotes something. */
  static String sentence(String text) {
    return to(text, SENTENCE);
  }

  private static String to(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int head = most * 2 / 3;
    int tail = text.length() - most / 4;
    // Not between the halves of one character.
    head -= Character.isHighSurrogate(text.charAt(head - 1)) ? 1 : 0;
    tail += Character.isLowSurrogate(text.charAt(tail)) ? 1 : 0;
    return text.substring(0, head) + "..." + text.substring(tail);
  }
}
