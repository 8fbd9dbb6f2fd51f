// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Splits a text into tokens, as expr-lang/expr 1.17.8 does in {@code parser/lexer}. */
final class Lexer {
  private static final Set<String> WORDS =
      Set.of(
          "not",
          "in",
          "or",
          "and",
          "matches",
          "contains",
          "startsWith",
          "endsWith",
          "let",
          "if",
          "else");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Lexer(String text) {
    this.text = text;
  }

  /** The tokens, the last of them END. */
  static List<Token> tokens(String text) {
    Lexer lexer = new Lexer(text);
    while (lexer.at < text.length()) {
      lexer.next();
    }
    lexer.add(Token.Kind.END, text.length());
    return lexer.tokens;
  }

  private void next() {
    int start = at;
    int c = text.codePointAt(at);
    at += Character.charCount(c);
    switch (c) {
      case '\'', '"' -> quoted(start, (char) c);
      case '`' -> raw(start);
      case '(', ')', '[', ']', '{', '}' -> add(Token.Kind.BRACKET, start);
      case ',', ';', '%', '+', '-', '^' -> add(Token.Kind.OPERATOR, start);
      case '|' -> operator(start, "|");
      case ':' -> operator(start, ":");
      case '#' -> pointer(start);
      // `a ?.5 : 1` is not a choice but a field access, and so an error: kept, since KEDA has it.
      case '?' -> operator(start, ".?");
      case '&', '!', '=', '*', '<', '>' -> operator(start, "&=*");
      case '/' -> slash(start);
      case '.' -> {
        if (digit()) {
          at = start;
          number(start);
        } else {
          operator(start, ".");
        }
      }
      default -> other(start, c);
    }
  }

  private void other(int start, int c) {
    if (space(c)) {
      return;
    }
    if ('0' <= c && c <= '9') {
      at = start;
      number(start);
    } else if (nameCharacter(c)) {
      name();
      String word = text.substring(start, at);
      add(WORDS.contains(word) ? Token.Kind.OPERATOR : Token.Kind.NAME, start);
    } else {
      String shown = Character.isISOControl(c) || c >= 0xD800 && c < 0xE000 ? "" : text(c) + " ";
      throw new Refusal(
          String.format("The character %s(U+%04X) is not part of the language.", shown, c), start);
    }
  }

  private static String text(int c) {
    return new String(Character.toChars(c));
  }

  private void operator(int start, String seconds) {
    accept(seconds);
    add(Token.Kind.OPERATOR, start);
  }

  private void pointer(int start) {
    operator(start, "#");
    int name = at;
    name();
    if (at > name) {
      add(Token.Kind.NAME, name);
    }
  }

  private void slash(int start) {
    if (accept("/")) {
      int line = text.indexOf('\n', at);
      at = line < 0 ? text.length() : line + 1;
    } else if (accept("*")) {
      int end = text.indexOf("*/", at);
      if (end < 0) {
        throw new Refusal("This comment is never closed with */.", start);
      }
      at = end + 2;
    } else {
      add(Token.Kind.OPERATOR, start);
    }
  }

  private void number(int start) {
    String digits = "0123456789_";
    if (accept("0")) {
      if (accept("xX")) {
        digits = "0123456789abcdefABCDEF_";
      } else if (accept("oO")) {
        digits = "01234567_";
      } else if (accept("bB")) {
        digits = "01_";
      }
    }
    acceptAll(digits);
    int whole = at;
    if (accept(".")) {
      if (at < text.length() && text.charAt(at) == '.') {
        at = whole; // `1..3` is a range
        add(Token.Kind.NUMBER, start);
        return;
      }
      acceptAll(digits);
    }
    if (accept("eE")) {
      accept("+-");
      acceptAll(digits);
    }
    if (at < text.length() && nameCharacter(text.codePointAt(at))) {
      name();
      throw new Refusal(
          "The number " + shortened(text.substring(start, at)) + " runs into a word.", start);
    }
    add(Token.Kind.NUMBER, start);
  }

  private void quoted(int start, char quote) {
    StringBuilder value = new StringBuilder();
    while (true) {
      if (at >= text.length() || text.charAt(at) == '\n') {
        throw new Refusal("This text is never closed with " + quote + ".", start);
      }
      char c = text.charAt(at++);
      if (c == quote) {
        tokens.add(new Token(Token.Kind.STRING, value.toString(), start, at));
        return;
      }
      if (c == '\\') {
        value.appendCodePoint(escape());
      } else {
        value.append(c);
      }
    }
  }

  private int escape() {
    int start = at - 1;
    char c = at < text.length() ? text.charAt(at++) : ' ';
    return switch (c) {
      case 'a' -> 7;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 11;
      case '\\', '\'', '"', '`' -> c;
      case 'x' -> code(start, 2, 16);
      case 'u' -> code(start, 4, 16);
      case 'U' -> code(start, 8, 16);
      case '0', '1', '2', '3' -> {
        at--;
        yield code(start, 3, 8);
      }
      default -> throw unknownEscape(start);
    };
  }

  private int code(int start, int length, int radix) {
    long value = 0;
    for (int i = 0; i < length; i++) {
      int digit = at < text.length() ? Character.digit(text.charAt(at++), radix) : -1;
      if (digit < 0) {
        throw unknownEscape(start);
      }
      value = value * radix + digit;
    }
    if (value > Character.MAX_CODE_POINT) {
      throw unknownEscape(start);
    }
    return (int) value;
  }

  private static Refusal unknownEscape(int start) {
    return new Refusal("The text has a \\ that begins no known escape; write \\\\ for one.", start);
  }

  private void raw(int start) {
    int end = text.indexOf('`', at);
    if (end < 0) {
      throw new Refusal("This text is never closed with `.", start);
    }
    tokens.add(new Token(Token.Kind.STRING, text.substring(at, end), start, end + 1));
    at = end + 1;
  }

  private void name() {
    while (at < text.length() && nameCharacter(text.codePointAt(at))) {
      at += Character.charCount(text.codePointAt(at));
    }
  }

  private boolean digit() {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private boolean accept(String any) {
    if (at < text.length() && any.indexOf(text.charAt(at)) >= 0) {
      at++;
      return true;
    }
    return false;
  }

  private void acceptAll(String any) {
    while (accept(any)) {
      // each call takes one
    }
  }

  private void add(Token.Kind kind, int start) {
    tokens.add(new Token(kind, text.substring(start, at), start, at));
  }

  /** Whether a trigger of this name can be written in a formula. */
  static boolean isName(String word) {
    return !word.isEmpty()
        && word.codePoints().allMatch(Lexer::nameCharacter)
        && !('0' <= word.charAt(0) && word.charAt(0) <= '9')
        && !isWord(word);
  }

  /** Whether it is a word that the language keeps for itself. */
  static boolean isWord(String word) {
    return WORDS.contains(word) || Set.of("true", "false", "nil").contains(word);
  }

  static boolean nameCharacter(int c) {
    return c == '_' || c == '$' || Character.isLetter(c) || Character.isDigit(c);
  }

  private static boolean space(int c) {
    return c <= ' '
        ? c == ' ' || c >= '\t' && c <= '\r'
        : c == 0x85 || c >= 0x80 && Character.isSpaceChar(c);
  }

  static String shortened(String word) {
    return word.length() <= 40 ? word : word.substring(0, 37) + "...";
  }
}
