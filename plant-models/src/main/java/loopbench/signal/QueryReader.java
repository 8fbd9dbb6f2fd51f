// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import loopbench.signal.Expr.Binary;
import loopbench.signal.Expr.Grouping;
import loopbench.signal.Expr.Matching;
import loopbench.signal.Token.Unreadable;

/**
 * Reads PromQL by precedence climbing. From loose to tight (Prometheus, promql/parser): {@code or};
 * {@code and unless}; comparisons; {@code + -}; {@code * / % atan2}; minus and plus in front;
 * {@code ^}, which alone groups from the right.
 */
final class QueryReader {
  /** Longer texts are not read. */
  static final int LONGEST = 32_768;

  /** Brackets, calls and signs in one another; deeper texts are not read. */
  static final int DEEPEST = 64;

  /** Pieces in all, which bounds the depth of a long chain of operators too. */
  static final int MOST = 1000;

  private static final List<String> AGGREGATIONS =
      List.of(
          "sum",
          "avg",
          "count",
          "min",
          "max",
          "group",
          "stddev",
          "stdvar",
          "topk",
          "bottomk",
          "count_values",
          "quantile",
          "limitk",
          "limit_ratio");
  private static final List<String> WITH_PARAMETER =
      List.of("topk", "bottomk", "count_values", "quantile", "limitk", "limit_ratio");
  private static final int UNARY = 6;
  private static final int POWER = 7;

  private final String text;
  private final List<Token> tokens;
  private int next;
  private int depth;
  private int pieces;

  private QueryReader(String text, List<Token> tokens) {
    this.text = text;
    this.tokens = tokens;
  }

  static Expr read(String text) {
    if (text.length() > LONGEST) {
      return all(
          text,
          new Span(0, text.length()),
          "The query has " + text.length() + " characters; up to " + LONGEST + " are read.");
    }
    if (text.isBlank()) {
      return all(text, new Span(0, text.length()), "The query is empty.");
    }
    try {
      QueryReader reader = new QueryReader(text, Token.of(text));
      Expr tree = reader.binary(0);
      if (reader.peek().kind() != Token.Kind.END) {
        throw reader.unexpected("an operator or the end");
      }
      return tree;
    } catch (Unreadable e) {
      return all(text, e.at(), e.getMessage());
    }
  }

  /** The rest from where reading stopped, as the one thing that was not read. */
  private static Expr all(String text, Span stopped, String why) {
    return new Expr.Unread(
        new Span(stopped.from(), text.length()), text.substring(stopped.from()), why, List.of());
  }

  private Expr binary(int loosest) throws Unreadable {
    Expr left = signed();
    while (true) {
      Token operator = peek();
      int strength = strength(operator);
      if (strength < 0 || strength < loosest) {
        return left;
      }
      take();
      boolean bool = peek().word("bool");
      if (bool) {
        take();
      }
      Matching matching = matching();
      enter(operator);
      Expr right = binary(strength == POWER ? strength : strength + 1);
      depth--;
      String token = operator.text().toLowerCase(Locale.ROOT);
      left = made(new Binary(left.at().until(right.at()), left, token, bool, matching, right));
    }
  }

  /** How tightly an operator binds; -1 for what is none. */
  private static int strength(Token token) {
    if (token.kind() == Token.Kind.NAME) {
      return switch (token.text().toLowerCase(Locale.ROOT)) {
        case "or" -> 1;
        case "and", "unless" -> 2;
        case "atan2" -> 5;
        default -> -1;
      };
    }
    if (token.kind() != Token.Kind.SIGN) {
      return -1;
    }
    return switch (token.text()) {
      case "==", "!=", "<", ">", "<=", ">=" -> 3;
      case "+", "-" -> 4;
      case "*", "/", "%" -> 5;
      case "^" -> POWER;
      default -> -1;
    };
  }

  private Matching matching() throws Unreadable {
    Matching.Kind kind =
        peek().word("on")
            ? Matching.Kind.ON
            : peek().word("ignoring") ? Matching.Kind.IGNORING : Matching.Kind.ALL;
    List<String> labels = List.of();
    if (kind != Matching.Kind.ALL) {
      take();
      labels = labels();
    }
    Matching.Many many =
        peek().word("group_left")
            ? Matching.Many.LEFT
            : peek().word("group_right") ? Matching.Many.RIGHT : Matching.Many.NEITHER;
    List<String> include = List.of();
    if (many != Matching.Many.NEITHER) {
      take();
      include = peek().is("(") ? labels() : List.of();
    }
    return kind == Matching.Kind.ALL && many == Matching.Many.NEITHER
        ? Matching.ALL
        : new Matching(kind, labels, many, include);
  }

  /** A sign in front binds looser than {@code ^}: -a^2 is -(a^2). */
  private Expr signed() throws Unreadable {
    Token sign = peek();
    if (!sign.is("-") && !sign.is("+")) {
      return suffixed();
    }
    take();
    enter(sign);
    Expr inner = binary(UNARY + 1);
    depth--;
    Span at = sign.at().until(inner.at());
    return sign.is("-") ? made(new Expr.Negation(at, inner)) : inner;
  }

  /** A piece with the ranges, offsets and subqueries behind it. */
  private Expr suffixed() throws Unreadable {
    Expr here = plain();
    while (true) {
      Token token = peek();
      if (token.is("[")) {
        here = ranged(here);
      } else if (token.word("offset")) {
        take();
        here = moved(here, duration());
      } else if (token.is("@")) {
        here = pinned(here);
      } else {
        return here;
      }
    }
  }

  private Expr ranged(Expr here) throws Unreadable {
    take();
    Token length = peek();
    if (length.kind() == Token.Kind.PLACEHOLDER) {
      take();
      return unread(here.at().until(expect("]").at()), placeholder(length), List.of(here));
    }
    long ms = duration();
    Token end = take();
    if (end.is(":")) {
      while (!peek().is("]")) {
        if (take().kind() == Token.Kind.END) {
          throw new Unreadable(end.at(), "A \"[\" is not closed.");
        }
      }
      Span at = here.at().until(take().at());
      return unread(at, "A subquery is not read.", List.of(here));
    }
    if (!end.is("]")) {
      throw new Unreadable(end.at(), "A \"[\" is not closed.");
    }
    Span at = here.at().until(end.at());
    if (here instanceof Expr.Selector s && s.rangeMs().isEmpty() && s.offsetMs().isEmpty()) {
      return made(
          new Expr.Selector(
              at, s.metric(), s.matchers(), OptionalLong.of(ms), s.offsetMs(), s.pinned()));
    }
    throw new Unreadable(end.at(), "A range in brackets belongs directly behind a selector.");
  }

  private Expr moved(Expr here, long offsetMs) throws Unreadable {
    Span at = here.at().until(last().at());
    if (here instanceof Expr.Selector s && s.offsetMs().isEmpty()) {
      return made(
          new Expr.Selector(
              at, s.metric(), s.matchers(), s.rangeMs(), OptionalLong.of(offsetMs), s.pinned()));
    }
    if (here instanceof Expr.Unread subquery) {
      return unread(at, subquery.why(), subquery.inside());
    }
    throw new Unreadable(last().at(), "An offset belongs directly behind a selector.");
  }

  private Expr pinned(Expr here) throws Unreadable {
    Token at = take();
    if (peek().word("start") || peek().word("end")) {
      take();
      expect("(");
      expect(")");
    } else {
      if (peek().is("-") || peek().is("+")) {
        take();
      }
      if (take().kind() != Token.Kind.NUMBER) {
        throw new Unreadable(last().at(), "An @ needs a time in seconds, start() or end().");
      }
    }
    Span span = here.at().until(last().at());
    if (here instanceof Expr.Selector s) {
      return made(
          new Expr.Selector(span, s.metric(), s.matchers(), s.rangeMs(), s.offsetMs(), true));
    }
    if (here instanceof Expr.Unread subquery) {
      return unread(span, subquery.why(), subquery.inside());
    }
    throw new Unreadable(at.at(), "An @ belongs directly behind a selector.");
  }

  private long duration() throws Unreadable {
    boolean negative = peek().is("-");
    if (negative) {
      take();
    }
    Token token = take();
    boolean number = token.kind() == Token.Kind.DURATION || token.kind() == Token.Kind.NUMBER;
    OptionalLong ms = number ? token.milliseconds() : OptionalLong.empty();
    if (ms.isEmpty()) {
      throw new Unreadable(token.at(), "A duration such as 5m or 1h30m is missing here.");
    }
    return negative ? -ms.getAsLong() : ms.getAsLong();
  }

  private Expr plain() throws Unreadable {
    Token token = take();
    switch (token.kind()) {
      case NUMBER:
        return made(new Expr.NumberLiteral(token.at(), token.number()));
      case DURATION:
        OptionalLong ms = token.milliseconds();
        return made(new Expr.NumberLiteral(token.at(), ms.orElse(Long.MAX_VALUE) / 1000.0));
      case STRING:
        return made(new Expr.TextLiteral(token.at(), token.text()));
      case PLACEHOLDER:
        return unread(token.at(), placeholder(token), List.of());
      case NAME:
        return named(token);
      default:
        if (token.is("(")) {
          enter(token);
          Expr inner = binary(0);
          depth--;
          return made(new Expr.Parentheses(token.at().until(expect(")").at()), inner));
        }
        if (token.is("{")) {
          next--;
          return selector(token, "");
        }
        next--;
        throw unexpected("a metric, a number or a bracket");
    }
  }

  private Expr named(Token name) throws Unreadable {
    String lower = name.text().toLowerCase(Locale.ROOT);
    boolean grouped = peek().word("by") || peek().word("without");
    if (AGGREGATIONS.contains(lower) && (peek().is("(") || grouped)) {
      return aggregation(name, lower);
    }
    if (peek().is("(")) {
      List<Expr> arguments = arguments();
      Span at = name.at().until(last().at());
      return Function.named(name.text()).isPresent()
          ? made(new Expr.Call(at, name.text(), arguments))
          : unread(at, name.text() + " is no function that is read here.", arguments);
    }
    if (!peek().is("{") && (lower.equals("nan") || lower.equals("inf"))) {
      double value = lower.equals("nan") ? Double.NaN : Double.POSITIVE_INFINITY;
      return made(new Expr.NumberLiteral(name.at(), value));
    }
    return selector(name, name.text());
  }

  private Expr aggregation(Token name, String operator) throws Unreadable {
    Optional<Grouping> before = grouping();
    List<Expr> arguments = arguments();
    Token end = last();
    Optional<Grouping> after = before.isPresent() ? Optional.empty() : grouping();
    Span at = name.at().until(after.isPresent() ? last().at() : end.at());
    int wanted = WITH_PARAMETER.contains(operator) ? 2 : 1;
    if (arguments.size() != wanted) {
      throw new Unreadable(
          name.at(),
          operator
              + " takes "
              + wanted
              + (wanted == 1 ? " argument" : " arguments")
              + ", got "
              + arguments.size()
              + ".");
    }
    return made(
        new Expr.Aggregation(
            at,
            operator,
            wanted == 2 ? Optional.of(arguments.get(0)) : Optional.empty(),
            arguments.get(wanted - 1),
            before.or(() -> after).orElse(Grouping.NONE)));
  }

  private Optional<Grouping> grouping() throws Unreadable {
    boolean by = peek().word("by");
    if (!by && !peek().word("without")) {
      return Optional.empty();
    }
    take();
    return Optional.of(new Grouping(by ? Grouping.Kind.BY : Grouping.Kind.WITHOUT, labels()));
  }

  private List<Expr> arguments() throws Unreadable {
    enter(expect("("));
    List<Expr> arguments = new ArrayList<>();
    while (!peek().is(")")) {
      if (!arguments.isEmpty()) {
        comma(")");
      }
      arguments.add(binary(0));
    }
    take();
    depth--;
    return arguments;
  }

  /** Label names in round brackets; a comma may follow the last. */
  private List<String> labels() throws Unreadable {
    expect("(");
    List<String> labels = new ArrayList<>();
    while (!peek().is(")")) {
      labels.add(label());
      if (!peek().is(")")) {
        comma(")");
      }
    }
    take();
    return labels;
  }

  private String label() throws Unreadable {
    Token label = take();
    if (label.kind() != Token.Kind.NAME && label.kind() != Token.Kind.STRING) {
      next--;
      throw unexpected("a label's name");
    }
    return label.text();
  }

  private Expr selector(Token first, String name) throws Unreadable {
    String metric = name;
    List<LabelMatcher> matchers = new ArrayList<>();
    Token end = first;
    if (peek().is("{")) {
      take();
      while (!peek().is("}")) {
        Token start = peek();
        String label = label();
        if (start.kind() == Token.Kind.STRING && (peek().is(",") || peek().is("}"))) {
          metric = label;
        } else {
          matchers.add(new LabelMatcher(label, operator(), value()));
        }
        if (!peek().is("}")) {
          comma("}");
        }
      }
      end = take();
    }
    for (LabelMatcher matcher : matchers) {
      if (metric.isEmpty() && matcher.label().equals("__name__") && matcher.exact()) {
        metric = matcher.value();
      }
    }
    Span at = first.at().until(end.at());
    return made(
        new Expr.Selector(at, metric, matchers, OptionalLong.empty(), OptionalLong.empty(), false));
  }

  private LabelMatcher.Operator operator() throws Unreadable {
    Token token = take();
    for (LabelMatcher.Operator operator : LabelMatcher.Operator.values()) {
      if (token.is(operator.token())) {
        return operator;
      }
    }
    next--;
    throw unexpected("=, !=, =~ or !~");
  }

  private String value() throws Unreadable {
    Token token = take();
    if (token.kind() != Token.Kind.STRING) {
      next--;
      throw unexpected("a text in quotes");
    }
    return token.text();
  }

  private void comma(String orElse) throws Unreadable {
    if (!take().is(",")) {
      next--;
      throw unexpected("\",\" or \"" + orElse + "\"");
    }
  }

  private Token expect(String sign) throws Unreadable {
    Token token = take();
    if (!token.is(sign)) {
      next--;
      throw unexpected("\"" + sign + "\"");
    }
    return token;
  }

  private Unreadable unexpected(String wanted) {
    Token token = peek();
    if (token.kind() == Token.Kind.PLACEHOLDER) {
      return new Unreadable(token.at(), placeholder(token));
    }
    String found =
        token.kind() == Token.Kind.END
            ? "the query ends"
            : "\"" + text.substring(token.at().from(), token.at().to()) + "\" stands";
    return new Unreadable(token.at(), "Here " + found + " where " + wanted + " should stand.");
  }

  private static String placeholder(Token token) {
    return token.text() + " is filled in before the query is sent; what with is not known here.";
  }

  private Expr unread(Span at, String why, List<Expr> inside) throws Unreadable {
    return made(new Expr.Unread(at, text.substring(at.from(), at.to()), why, inside));
  }

  private Expr made(Expr piece) throws Unreadable {
    if (++pieces > MOST) {
      throw new Unreadable(
          piece.at(), "The query has more than " + MOST + " pieces; no more are read.");
    }
    return piece;
  }

  private void enter(Token token) throws Unreadable {
    if (++depth > DEEPEST) {
      throw new Unreadable(token.at(), "The query is nested more than " + DEEPEST + " deep.");
    }
  }

  private Token peek() {
    return tokens.get(Math.min(next, tokens.size() - 1));
  }

  private Token take() {
    Token token = peek();
    next++;
    return token;
  }

  private Token last() {
    return tokens.get(Math.min(next, tokens.size()) - 1);
  }
}
