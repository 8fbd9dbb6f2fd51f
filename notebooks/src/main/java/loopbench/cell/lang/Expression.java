// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A bounded expression: numbers with units, comparison, {@code + - * /}, {@code min max abs if},
 * and names with dots. Immutable; evaluating it always ends.
 */
public final class Expression {
  /** Looks a name up; empty when nothing has that name. */
  public interface Scope extends Function<String, Optional<Value>> {}

  /** Why an expression has no value, as a full sentence. */
  public static final class Unanswerable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unanswerable(String sentence) {
      super(sentence, null, false, false);
    }
  }

  /** One side of a comparison and the other, for a verdict that shows its numbers. */
  public record Verdict(boolean holds, String measured) {}

  /** What reading a text gave: an expression, or a sentence that says what is wrong. */
  public record Parsed(Optional<Expression> expression, String problem) {}

  private final String text;
  private final Term root;

  private Expression(String text, Term root) {
    this.text = text;
    this.root = root;
  }

  public static Parsed parse(String text) {
    try {
      return new Parsed(Optional.of(new Expression(text.strip(), new Parser(text).whole())), "");
    } catch (Unanswerable wrong) {
      return new Parsed(Optional.empty(), wrong.getMessage());
    }
  }

  /** The names it reads, sorted. */
  public List<String> names() {
    TreeSet<String> names = new TreeSet<>();
    root.collect(names::add);
    return List.copyOf(names);
  }

  /** Throws {@link Unanswerable} with a sentence for an unknown name or units that do not fit. */
  public Value evaluate(Scope scope) {
    return root.evaluate(scope);
  }

  /** A number; {@link Unanswerable} for a comparison or a word. */
  public double number(Scope scope) {
    return amount(evaluate(scope), text).number();
  }

  /** Whether a comparison holds and what was measured on its left. */
  public Verdict verdict(Scope scope) {
    if (root instanceof Comparison comparison) {
      Value left = comparison.left.evaluate(scope);
      return new Verdict(comparison.holds(left, comparison.right.evaluate(scope)), left.toString());
    }
    return new Verdict(truth(evaluate(scope), text), "");
  }

  /**
   * By how much of its right side a comparison of numbers fails, 0 where it holds; 1 where that
   * cannot be said.
   */
  public double missedBy(Scope scope) {
    if (verdict(scope).holds()) {
      return 0;
    }
    if (root instanceof Comparison comparison
        && comparison.left.evaluate(scope) instanceof Value.Amount left
        && comparison.right.evaluate(scope) instanceof Value.Amount right) {
      Unit unit = common(comparison.left, left, comparison.right, right);
      double bound = in(right, unit);
      double by = Math.abs(in(left, unit) - bound);
      return Double.isNaN(by) ? 1 : by / Math.max(Math.abs(bound), Double.MIN_NORMAL);
    }
    return 1;
  }

  @Override
  public String toString() {
    return text;
  }

  // ---- terms -------------------------------------------------------------------------------

  private interface Term {
    Value evaluate(Scope scope);

    void collect(java.util.function.Consumer<String> names);
  }

  private record Constant(Value value) implements Term {
    @Override
    public Value evaluate(Scope scope) {
      return value;
    }

    @Override
    public void collect(java.util.function.Consumer<String> names) {}
  }

  private record Name(String name) implements Term {
    @Override
    public Value evaluate(Scope scope) {
      return scope
          .apply(name)
          .orElseThrow(() -> new Unanswerable("nothing here is called `" + name + "`"));
    }

    @Override
    public void collect(java.util.function.Consumer<String> names) {
      names.accept(name);
    }
  }

  private record Arithmetic(char sign, Term left, Term right) implements Term {
    @Override
    public Value evaluate(Scope scope) {
      Value.Amount a = amount(left.evaluate(scope), left.toString());
      Value.Amount b = amount(right.evaluate(scope), right.toString());
      return switch (sign) {
        case '*' ->
            new Value.Amount(a.number() * b.number(), a.unit() == Unit.NONE ? b.unit() : a.unit());
        case '/' ->
            new Value.Amount(a.number() / b.number(), a.unit() == b.unit() ? Unit.NONE : a.unit());
        default -> {
          Unit unit = common(left, a, right, b);
          double x = in(a, unit);
          double y = in(b, unit);
          yield new Value.Amount(sign == '+' ? x + y : x - y, unit);
        }
      };
    }

    @Override
    public void collect(java.util.function.Consumer<String> names) {
      left.collect(names);
      right.collect(names);
    }
  }

  private record Comparison(String sign, Term left, Term right) implements Term {
    @Override
    public Value evaluate(Scope scope) {
      return new Value.Truth(holds(left.evaluate(scope), right.evaluate(scope)));
    }

    boolean holds(Value a, Value b) {
      if (a instanceof Value.Word x && b instanceof Value.Word y) {
        return switch (sign) {
          case "==" -> x.token().equals(y.token());
          case "!=" -> !x.token().equals(y.token());
          default ->
              throw new Unanswerable(
                  "`" + x + "` and `" + y + "` are words; compare them with == or !=");
        };
      }
      Value.Amount x = amount(a, left.toString());
      Value.Amount y = amount(b, right.toString());
      Unit unit = common(left, x, right, y);
      double p = in(x, unit);
      double q = in(y, unit);
      return switch (sign) {
        case "==" -> p == q;
        case "!=" -> p != q;
        case "<=" -> p <= q;
        case ">=" -> p >= q;
        case "<" -> p < q;
        default -> p > q;
      };
    }

    @Override
    public void collect(java.util.function.Consumer<String> names) {
      left.collect(names);
      right.collect(names);
    }
  }

  private record Call(String function, List<Term> arguments) implements Term {
    @Override
    public Value evaluate(Scope scope) {
      if (function.equals("if")) {
        return truth(arguments.get(0).evaluate(scope), "the condition of if()")
            ? arguments.get(1).evaluate(scope)
            : arguments.get(2).evaluate(scope);
      }
      Value.Amount first = amount(arguments.get(0).evaluate(scope), function + "()");
      if (function.equals("abs")) {
        return new Value.Amount(Math.abs(first.number()), first.unit());
      }
      double best = first.number();
      for (Term argument : arguments.subList(1, arguments.size())) {
        Value.Amount next = amount(argument.evaluate(scope), function + "()");
        common(arguments.get(0), first, argument, next);
        best =
            function.equals("min")
                ? Math.min(best, in(next, first.unit()))
                : Math.max(best, in(next, first.unit()));
      }
      return new Value.Amount(best, first.unit());
    }

    @Override
    public void collect(java.util.function.Consumer<String> names) {
      arguments.forEach(a -> a.collect(names));
    }
  }

  private static Value.Amount amount(Value value, String what) {
    if (value instanceof Value.Amount amount) {
      return amount;
    }
    throw new Unanswerable("`" + value + "` is not a number, and " + clean(what) + " needs one");
  }

  private static boolean truth(Value value, String what) {
    if (value instanceof Value.Truth truth) {
      return truth.holds();
    }
    throw new Unanswerable(clean(what) + " is no comparison; write one such as `<= 5ms`");
  }

  private static String clean(String what) {
    return what.startsWith("Name[") || what.contains("[") ? "this place" : "`" + what + "`";
  }

  /** Throws {@link Unanswerable} where two units have nothing in common. */
  private static Unit common(Term left, Value.Amount a, Term right, Value.Amount b) {
    if (a.unit().dimension() == b.unit().dimension()) {
      return a.unit();
    }
    if (a.unit() != Unit.NONE && b.unit() != Unit.NONE) {
      throw new Unanswerable(
          "a quantity in "
              + a.unit().text()
              + " cannot be compared with one in "
              + b.unit().text());
    }
    boolean leftIsBare = a.unit() == Unit.NONE;
    Term bareTerm = leftIsBare ? left : right;
    Term otherTerm = leftIsBare ? right : left;
    Value.Amount bare = leftIsBare ? a : b;
    Value.Amount other = leftIsBare ? b : a;
    boolean share = other.unit() == Unit.PERCENT;
    if (otherTerm instanceof Constant && !(bareTerm instanceof Constant)) {
      throw new Unanswerable(
          written(bareTerm)
              + " is a bare number, and "
              + new Quantity(other.number() * (share ? 100 : 1), other.unit())
              + " has a unit; write "
              + Numbers.text(other.number()));
    }
    if (!(bareTerm instanceof Constant)) {
      throw new Unanswerable(
          written(bareTerm)
              + " is a bare number and cannot be compared with a quantity in "
              + other.unit().text());
    }
    throw new Unanswerable(
        "the bare number "
            + Numbers.text(bare.number())
            + " is compared with a quantity in "
            + other.unit().text()
            + "; write "
            + new Quantity(bare.number() * (share ? 100 : 1), other.unit()));
  }

  private static String written(Term term) {
    return term instanceof Name name ? "`" + name.name() + "`" : "one side";
  }

  private static double in(Value.Amount amount, Unit unit) {
    return amount.unit() == unit
        ? amount.number()
        : new Quantity(amount.number(), amount.unit()).in(unit);
  }

  // ---- grammar: comparison := sum (op sum)?; sum := product ((+|-) product)*; ... -----------

  private static final class Parser {
    private static final int MAX_LENGTH = 1000;
    private static final int MAX_DEPTH = 32;
    private final String text;
    private int at;
    private int depth;

    Parser(String text) {
      if (text.length() > MAX_LENGTH) {
        throw new Unanswerable(
            "the expression has "
                + text.length()
                + " characters; at most "
                + MAX_LENGTH
                + " are read");
      }
      this.text = text;
    }

    Term whole() {
      Term term = comparison();
      skip();
      if (at < text.length()) {
        throw wrong("`" + text.charAt(at) + "` is not expected here");
      }
      return term;
    }

    private Term comparison() {
      if (++depth > MAX_DEPTH) {
        throw wrong("the expression is nested deeper than " + MAX_DEPTH + " levels");
      }
      Term left = sum();
      skip();
      for (String sign : List.of("==", "!=", "<=", ">=", "<", ">")) {
        if (text.startsWith(sign, at)) {
          at += sign.length();
          left = new Comparison(sign, left, sum());
          break;
        }
      }
      depth--;
      return left;
    }

    private Term sum() {
      Term left = product();
      while (true) {
        skip();
        if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
          char sign = text.charAt(at++);
          left = new Arithmetic(sign, left, product());
        } else {
          return left;
        }
      }
    }

    private Term product() {
      Term left = unary();
      while (true) {
        skip();
        if (at < text.length() && (text.charAt(at) == '*' || text.charAt(at) == '/')) {
          char sign = text.charAt(at++);
          left = new Arithmetic(sign, left, unary());
        } else {
          return left;
        }
      }
    }

    private Term unary() {
      skip();
      if (at < text.length() && text.charAt(at) == '-') {
        at++;
        if (++depth > MAX_DEPTH) {
          throw wrong("the expression is nested deeper than " + MAX_DEPTH + " levels");
        }
        Term term = new Arithmetic('*', new Constant(new Value.Amount(-1, Unit.NONE)), unary());
        depth--;
        return term;
      }
      return primary();
    }

    private Term primary() {
      skip();
      if (at >= text.length()) {
        throw wrong("something is missing at the end");
      }
      char c = text.charAt(at);
      if (c == '(') {
        at++;
        Term inner = comparison();
        expect(')');
        return inner;
      }
      if (Character.isDigit(c) || c == '.') {
        return number();
      }
      if (Character.isLetter(c) || c == '_') {
        return named();
      }
      throw wrong("`" + c + "` is not expected here");
    }

    private Term number() {
      int start = at;
      while (at < text.length() && (digit(at) || text.charAt(at) == '.')) {
        at++;
      }
      if (at < text.length()
          && (text.charAt(at) == 'e' || text.charAt(at) == 'E')
          && (digit(at + 1) || (signAt(at + 1) && digit(at + 2)))) {
        at += 2;
        while (digit(at)) {
          at++;
        }
      }
      int unit = at;
      if (text.startsWith("tokens", at) || text.startsWith(" tokens", at)) {
        at = text.indexOf("tokens", at) + "tokens".length();
        at += text.startsWith("/s", at) ? 2 : 0;
      } else if (text.startsWith("/s", at)) {
        at += 2;
      } else if (at < text.length() && text.charAt(at) == '%') {
        at++;
      } else {
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
          at++;
        }
      }
      String written = text.substring(start, at);
      Quantity quantity =
          Quantity.parse(written)
              .orElseThrow(
                  () ->
                      wrong(
                          "`"
                              + written
                              + "` is no quantity; units are ms, s, m, h, /s, %, tokens and tokens/s"));
      if (unit == at && quantity.unit() != Unit.NONE) {
        throw new IllegalStateException(written);
      }
      return new Constant(
          new Value.Amount(
              quantity.unit() == Unit.PERCENT ? quantity.share() : quantity.number(),
              quantity.unit()));
    }

    private boolean digit(int index) {
      return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
    }

    private boolean signAt(int index) {
      return index < text.length() && (text.charAt(index) == '+' || text.charAt(index) == '-');
    }

    private Term named() {
      int start = at;
      while (at < text.length()) {
        char c = text.charAt(at);
        boolean inside =
            Character.isLetterOrDigit(c)
                || c == '_'
                || ((c == '-' || c == '.')
                    && at + 1 < text.length()
                    && Character.isLetterOrDigit(text.charAt(at + 1)));
        if (!inside) {
          break;
        }
        at++;
      }
      String name = text.substring(start, at);
      skip();
      if (at < text.length() && text.charAt(at) == '(') {
        at++;
        return call(name);
      }
      return new Name(name);
    }

    private Term call(String function) {
      List<Term> arguments = new ArrayList<>();
      do {
        arguments.add(comparison());
        skip();
      } while (at < text.length() && text.charAt(at) == ',' && ++at > 0);
      expect(')');
      int count = arguments.size();
      boolean known =
          switch (function) {
            case "if" -> count == 3;
            case "abs" -> count == 1;
            case "min", "max" -> count >= 1;
            default -> false;
          };
      if (!known) {
        throw wrong(
            "`"
                + function
                + "` with "
                + count
                + " values is no function; there are min, max, abs and if(condition, then, else)");
      }
      return new Call(function, List.copyOf(arguments));
    }

    private void expect(char c) {
      skip();
      if (at >= text.length() || text.charAt(at) != c) {
        throw wrong("`" + c + "` is missing");
      }
      at++;
    }

    private void skip() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }

    private Unanswerable wrong(String sentence) {
      return new Unanswerable(
          sentence + " (at character " + (Math.min(at, text.length()) + 1) + ")");
    }
  }
}
