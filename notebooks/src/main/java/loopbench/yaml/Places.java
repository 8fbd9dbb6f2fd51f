// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.Arrays;

/** Turns the parser's code point counts and plain offsets into marks of one text. */
final class Places {
  private final int length;
  private final int[] lineStarts;
  // Null where every code point is one UTF-16 unit, which is nearly always.
  private final int[] offsetOfCodePoint;

  Places(String text) {
    length = text.length();
    int[] starts = new int[16];
    int lines = 1;
    boolean surrogates = false;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        if (lines == starts.length) {
          starts = Arrays.copyOf(starts, 2 * lines);
        }
        starts[lines++] = i + 1;
      }
      surrogates |= Character.isSurrogate(c);
    }
    lineStarts = Arrays.copyOf(starts, lines);
    offsetOfCodePoint = surrogates ? offsets(text) : null;
  }

  private static int[] offsets(String text) {
    int[] offsets = new int[text.codePointCount(0, text.length()) + 1];
    int offset = 0;
    for (int i = 0; i < offsets.length - 1; i++) {
      offsets[i] = offset;
      offset += Character.charCount(text.codePointAt(offset));
    }
    offsets[offsets.length - 1] = offset;
    return offsets;
  }

  Mark atCodePoint(int index) {
    if (offsetOfCodePoint == null) {
      return at(index);
    }
    return at(offsetOfCodePoint[Math.min(index, offsetOfCodePoint.length - 1)]);
  }

  Mark at(int offset) {
    int within = Math.max(0, Math.min(offset, length));
    int found = Arrays.binarySearch(lineStarts, within);
    int line = found >= 0 ? found : -found - 2;
    return new Mark(within, line + 1, within - lineStarts[line] + 1);
  }
}
