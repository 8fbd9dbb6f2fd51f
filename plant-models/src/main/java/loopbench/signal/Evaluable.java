// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Which queries can be evaluated here, and of which type each piece is; what cannot, by name. */
final class Evaluable implements Expr.Cases<Evaluable.Type> {
  enum Type {
    SCALAR("a number"),
    VECTOR("an instant vector"),
    RANGE("a range vector"),
    TEXT("a text"),
    /** What was refused already and is not complained of again. */
    ANY("anything");

    private final String word;

    Type(String word) {
      this.word = word;
    }
  }

  static final Set<String> OVER_RANGE =
      Set.of(
          "rate",
          "increase",
          "delta",
          "irate",
          "avg_over_time",
          "sum_over_time",
          "max_over_time",
          "min_over_time",
          "count_over_time",
          "last_over_time",
          "present_over_time");
  private static final String WAY_OUT =
      "evaluate the query on a Prometheus, to which `loopbench expose` shows a run's metrics";
  private static final Set<String> EACH = Set.of("abs", "ceil", "floor", "sqrt");
  private static final Set<String> AGGREGATIONS =
      Set.of("sum", "max", "min", "avg", "count", "group");

  private final Query query;
  private final List<Refusal> refusals = new ArrayList<>();

  private Evaluable(Query query) {
    this.query = query;
  }

  static List<Refusal> refusals(Query query) {
    Evaluable evaluable = new Evaluable(query);
    Type type = query.tree().match(evaluable);
    if (type == Type.RANGE || type == Type.TEXT) {
      evaluable.refuse(query.tree(), "A query must answer an instant vector, not " + type.word);
    }
    return List.copyOf(evaluable.refusals);
  }

  private Type refuse(Expr piece, String why) {
    refusals.add(new Refusal(piece.at().from(), query.textOf(piece), why + "."));
    return Type.ANY;
  }

  private Type notHere(Expr piece, String what) {
    return refuse(piece, what + " is not evaluated here; " + WAY_OUT);
  }

  private void want(Expr piece, Type wanted) {
    Type is = piece.match(this);
    if (is != wanted && is != Type.ANY) {
      refuse(piece, "Here " + wanted.word + " is needed, not " + is.word);
    }
  }

  @Override
  public Type number(Expr.NumberLiteral number) {
    return Type.SCALAR;
  }

  @Override
  public Type text(Expr.TextLiteral text) {
    return Type.TEXT;
  }

  @Override
  public Type selector(Expr.Selector selector) {
    if (selector.pinned()) {
      return notHere(selector, "A time fixed by @");
    }
    for (LabelMatcher matcher : selector.matchers()) {
      if (matcher.operator() == LabelMatcher.Operator.MATCHES
          || matcher.operator() == LabelMatcher.Operator.NOT_MATCHES) {
        try {
          Pattern.compile(matcher.value());
        } catch (PatternSyntaxException e) {
          return refuse(selector, "The pattern of " + matcher + " cannot be read");
        }
      }
    }
    if (selector.rangeMs().orElse(1) <= 0) {
      return refuse(selector, "A range must be above 0 s");
    }
    return selector.rangeMs().isPresent() ? Type.RANGE : Type.VECTOR;
  }

  @Override
  public Type call(Expr.Call call) {
    String name = call.function();
    List<Expr> arguments = call.arguments();
    if (OVER_RANGE.contains(name)) {
      return takes(call, Type.VECTOR, Type.RANGE);
    }
    if (EACH.contains(name)) {
      return takes(call, Type.VECTOR, Type.VECTOR);
    }
    switch (name) {
      case "clamp_min", "clamp_max":
        return takes(call, Type.VECTOR, Type.VECTOR, Type.SCALAR);
      case "clamp":
        return takes(call, Type.VECTOR, Type.VECTOR, Type.SCALAR, Type.SCALAR);
      case "histogram_quantile":
        return takes(call, Type.VECTOR, Type.SCALAR, Type.VECTOR);
      case "vector":
        return takes(call, Type.VECTOR, Type.SCALAR);
      case "scalar":
        return takes(call, Type.SCALAR, Type.VECTOR);
      case "absent":
        return takes(call, Type.VECTOR, Type.VECTOR);
      case "time":
        return takes(call, Type.SCALAR);
      case "label_replace":
        Type type =
            takes(call, Type.VECTOR, Type.VECTOR, Type.TEXT, Type.TEXT, Type.TEXT, Type.TEXT);
        if (type == Type.VECTOR && arguments.get(4).bare() instanceof Expr.TextLiteral pattern) {
          try {
            Pattern.compile(pattern.value());
          } catch (PatternSyntaxException e) {
            return refuse(pattern, "The pattern cannot be read");
          }
        }
        return type;
      default:
        return notHere(call, "The function " + name);
    }
  }

  private Type takes(Expr.Call call, Type result, Type... wanted) {
    if (call.arguments().size() != wanted.length) {
      return refuse(
          call,
          call.function()
              + " takes "
              + wanted.length
              + (wanted.length == 1 ? " argument" : " arguments")
              + ", got "
              + call.arguments().size());
    }
    for (int i = 0; i < wanted.length; i++) {
      want(call.arguments().get(i), wanted[i]);
    }
    return result;
  }

  @Override
  public Type aggregation(Expr.Aggregation aggregation) {
    if (!AGGREGATIONS.contains(aggregation.operator())) {
      return notHere(aggregation, "The aggregation " + aggregation.operator());
    }
    want(aggregation.body(), Type.VECTOR);
    return Type.VECTOR;
  }

  @Override
  public Type binary(Expr.Binary binary) {
    if (binary.operator().equals("atan2")) {
      return notHere(binary, "The operator atan2");
    }
    if (binary.matching().many() != Expr.Matching.Many.NEITHER) {
      return notHere(binary, "Matching one element with several (group_left, group_right)");
    }
    Type left = binary.left().match(this);
    Type right = binary.right().match(this);
    for (Expr side : List.of(binary.left(), binary.right())) {
      Type is = side == binary.left() ? left : right;
      if (is == Type.RANGE || is == Type.TEXT) {
        return refuse(side, "An operator takes numbers and instant vectors, not " + is.word);
      }
    }
    if (left == Type.ANY || right == Type.ANY) {
      return Type.ANY;
    }
    boolean scalars = left == Type.SCALAR && right == Type.SCALAR;
    if (binary.filters() && scalars) {
      return refuse(binary, "A comparison of two numbers needs bool");
    }
    boolean set = Set.of("or", "and", "unless").contains(binary.operator());
    if (set && (left == Type.SCALAR || right == Type.SCALAR)) {
      return refuse(binary, "The operator " + binary.operator() + " takes instant vectors alone");
    }
    return scalars ? Type.SCALAR : Type.VECTOR;
  }

  @Override
  public Type negation(Expr.Negation negation) {
    Type inner = negation.inner().match(this);
    return inner == Type.RANGE || inner == Type.TEXT
        ? refuse(negation, "A minus takes a number or an instant vector, not " + inner.word)
        : inner;
  }

  @Override
  public Type parentheses(Expr.Parentheses parentheses) {
    return parentheses.inner().match(this);
  }

  @Override
  public Type unread(Expr.Unread unread) {
    refusals.add(
        new Refusal(
            unread.offset(),
            unread.text().isBlank() ? query.text().strip() : unread.text(),
            unread.why() + " It cannot be evaluated here; " + WAY_OUT + "."));
    return Type.ANY;
  }
}
