// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

/**
 * A place in a text.
 *
 * @param offset UTF-16 units before it, from 0, as {@link String#charAt} counts
 * @param line from 1; lines end at LF or CR LF
 * @param column from 1, in UTF-16 units, as text components count
 */
public record Mark(int offset, int line, int column) {
  public Mark {
    if (offset < 0 || line < 1 || column < 1) {
      throw new IllegalArgumentException(
          "offset must be >= 0, line and column >= 1, were "
              + offset
              + ", "
              + line
              + ", "
              + column);
    }
  }

  @Override
  public String toString() {
    return "line " + line + ", column " + column;
  }
}
