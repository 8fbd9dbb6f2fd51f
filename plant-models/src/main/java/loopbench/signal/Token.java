// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One word of a query. Blanks and comments are dropped.
 *
 * @param kind what it is
 * @param text as written; of a string what its quotes hold, escapes resolved
 * @param at where
 */
record Token(Kind kind, String text, Span at) {

  enum Kind {
    NAME,
    NUMBER,
    DURATION,
    STRING,
    /** Operators, brackets, comma, colon, at. */
    SIGN,
    /** A placeholder that something fills in before the query is sent. */
    PLACEHOLDER,
    END
  }

  /** A text that has no words, and where. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1;
    private final transient Span at;

    Unreadable(Span at, String why) {
      super(why, null, false, false);
      this.at = at;
    }

    Span at() {
      return at;
    }
  }

  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern DURATION =
      Pattern.compile(
          "(?=[0-9])(?:([0-9]+)y)?(?:([0-9]+)w)?(?:([0-9]+)d)?(?:([0-9]+)h)?(?:([0-9]+)m(?!s))?"
              + "(?:([0-9]+)s)?(?:([0-9]+)ms)?(?![a-zA-Z0-9_.])");
  private static final long[] UNITS_MS = {
    365 * 86_400_000L, 7 * 86_400_000L, 86_400_000L, 3_600_000L, 60_000L, 1000L, 1L
  };
  private static final Pattern NUMBER =
      Pattern.compile(
          "0[xX][0-9a-fA-F]+|(?:[0-9][0-9_]*(?:\\.[0-9]*)?|\\.[0-9]+)(?:[eE][-+]?[0-9]+)?");
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\{[^}\\n]*\\}|\\$[a-zA-Z_][a-zA-Z0-9_]*|\\{\\{[^}\\n]*\\}\\}");
  private static final List<String> SIGNS =
      List.of(
          "==", "!=", "<=", ">=", "=~", "!~", "<", ">", "=", "+", "-", "*", "/", "%", "^", "(", ")",
          "{", "}", "[", "]", ",", ":", "@");

  boolean is(String sign) {
    return kind == Kind.SIGN && text.equals(sign);
  }

  /** A keyword; they are written in either case. */
  boolean word(String keyword) {
    return kind == Kind.NAME && text.equalsIgnoreCase(keyword);
  }

  /** The words of a text, the last of kind END. */
  static List<Token> of(String text) throws Unreadable {
    List<Token> tokens = new ArrayList<>();
    int at = 0;
    // Within a range's brackets a colon parts two durations; elsewhere it belongs to names.
    int brackets = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c)) {
        at++;
      } else if (c == '#') {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else {
        Token token = next(text, at, brackets > 0);
        brackets += token.is("[") ? 1 : token.is("]") ? -1 : 0;
        tokens.add(token);
        at = token.at.to();
      }
    }
    tokens.add(new Token(Kind.END, "", new Span(text.length(), text.length())));
    return tokens;
  }

  private static Token next(String text, int at, boolean inBrackets) throws Unreadable {
    char c = text.charAt(at);
    if (c == '"' || c == '\'' || c == '`') {
      return string(text, at);
    }
    Token placeholder = token(PLACEHOLDER, Kind.PLACEHOLDER, text, at);
    if (placeholder != null) {
      return placeholder;
    }
    Token number = token(DURATION, Kind.DURATION, text, at);
    number = number == null ? token(NUMBER, Kind.NUMBER, text, at) : number;
    if (number != null) {
      int end = number.at.to();
      if (end < text.length()
          && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '_')) {
        throw new Unreadable(
            new Span(at, end + 1),
            "\"" + text.substring(at, end + 1) + "\" is neither a number nor a duration.");
      }
      return number;
    }
    if (c != ':' || !inBrackets) {
      Token name = token(NAME, Kind.NAME, text, at);
      if (name != null) {
        return name;
      }
    }
    for (String sign : SIGNS) {
      if (text.startsWith(sign, at)) {
        return new Token(Kind.SIGN, sign, new Span(at, at + sign.length()));
      }
    }
    int whole = at + Character.charCount(text.codePointAt(at));
    throw new Unreadable(
        new Span(at, whole), "\"" + text.substring(at, whole) + "\" does not belong in a query.");
  }

  private static Token token(Pattern pattern, Kind kind, String text, int at) {
    Matcher matcher = pattern.matcher(text).region(at, text.length());
    return matcher.lookingAt() && matcher.end() > at
        ? new Token(kind, matcher.group(), new Span(at, matcher.end()))
        : null;
  }

  private static Token string(String text, int from) throws Unreadable {
    char quote = text.charAt(from);
    StringBuilder value = new StringBuilder();
    int at = from + 1;
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at);
      if (c == '\n' && quote != '`') {
        break;
      }
      if (c == '\\' && quote != '`') {
        at = escape(text, at, value);
      } else {
        value.append(c);
        at++;
      }
    }
    if (at >= text.length() || text.charAt(at) != quote) {
      throw new Unreadable(new Span(from, Math.min(at, text.length())), "A quote is not closed.");
    }
    return new Token(Kind.STRING, value.toString(), new Span(from, at + 1));
  }

  /** Appends what an escape stands for, as Go's {@code strconv.Unquote}; answers what follows. */
  private static int escape(String text, int at, StringBuilder value) throws Unreadable {
    char kind = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
    String plain = "abfnrtv\\\"'";
    String stands = "\u0007\b\f\n\r\t\u000b\\\"'";
    int index = plain.indexOf(kind);
    if (index >= 0) {
      value.append(stands.charAt(index));
      return at + 2;
    }
    int digits =
        kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : kind >= '0' && kind <= '7' ? 3 : 0;
    int start = digits == 3 ? at + 1 : at + 2;
    if (digits > 0 && start + digits <= text.length()) {
      String code = text.substring(start, start + digits);
      if (code.matches(digits == 3 ? "[0-7]+" : "[0-9a-fA-F]+")) {
        long point = Long.parseLong(code, digits == 3 ? 8 : 16);
        if (point <= Character.MAX_CODE_POINT) {
          value.appendCodePoint((int) point);
          return start + digits;
        }
      }
    }
    throw new Unreadable(
        new Span(at, Math.min(at + 2, text.length())),
        "\"\\" + kind + "\" is no escape that quotes know; double the backslash.");
  }

  /** A duration's or number's length in milliseconds; empty when it does not fit. */
  OptionalLong milliseconds() {
    if (kind == Kind.NUMBER) {
      double ms = number() * 1000;
      return Math.abs(ms) < 1e15 ? OptionalLong.of(Math.round(ms)) : OptionalLong.empty();
    }
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    double exact = 0;
    for (int i = 0; i < UNITS_MS.length; i++) {
      String count = matcher.group(i + 1);
      exact += count == null ? 0 : Double.parseDouble(count) * UNITS_MS[i];
    }
    return exact < 1e15 ? OptionalLong.of((long) exact) : OptionalLong.empty();
  }

  /** The value of a NUMBER. */
  double number() {
    String digits = text.replace("_", "");
    return digits.startsWith("0x") || digits.startsWith("0X")
        ? new java.math.BigInteger(digits.substring(2), 16).doubleValue()
        : Double.parseDouble(digits);
  }
}
