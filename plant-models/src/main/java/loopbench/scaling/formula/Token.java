// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

/**
 * @param text as written; of a string what it means
 * @param at offset in the text that was read
 * @param end offset after it
 */
record Token(Kind kind, String text, int at, int end) {
  enum Kind {
    NAME,
    NUMBER,
    STRING,
    OPERATOR,
    BRACKET,
    END
  }

  boolean is(Kind wanted, String word) {
    return kind == wanted && text.equals(word);
  }

  boolean operator(String word) {
    return is(Kind.OPERATOR, word);
  }

  boolean bracket(String word) {
    return is(Kind.BRACKET, word);
  }
}
