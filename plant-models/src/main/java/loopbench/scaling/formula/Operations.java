// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.List;
import loopbench.scaling.formula.Compiler.Part;
import loopbench.scaling.formula.Type.Kind;

/** The binary operators: what they accept, what they fold to, how they are run. */
final class Operations {
  private Operations() {}

  static Part of(Compiler compiler, Operator operator, Part left, Part right, int at) {
    Type l = left.type();
    Type r = right.type();
    return switch (operator) {
      case PLUS ->
          l.is(Kind.TEXT) && r.is(Kind.TEXT)
              ? arithmetic(compiler, operator, left, right, at, Type.TEXT)
              : numbers(compiler, operator, left, right, at);
      case MINUS, TIMES, DIVIDE, POWER -> numbers(compiler, operator, left, right, at);
      case REMAINDER -> remainder(compiler, left, right, at);
      case AND, OR -> logic(compiler, operator, left, right, at);
      case EQUAL, UNEQUAL -> equality(compiler, operator, left, right, at);
      case IN -> membership(compiler, left, right, at);
      case CONTAINS, STARTS_WITH, ENDS_WITH -> texts(compiler, operator, left, right, at);
      case RANGE -> range(compiler, left, right, at);
      case COALESCE -> coalesce(left, right, at);
      case MATCHES ->
          compiler.refused(
              "matches is an operator of the language, but formulas that use it are not run here.",
              at);
      default -> throw new IllegalStateException(operator + " is compiled elsewhere");
    };
  }

  private static Part mismatch(Compiler compiler, String operator, Type l, Type r, int at) {
    return compiler.refused(
        operator + " does not go with " + l.words() + " and " + r.words() + ".", at);
  }

  // ---- arithmetic

  private static Part numbers(Compiler compiler, Operator operator, Part left, Part right, int at) {
    Type l = left.type();
    Type r = right.type();
    boolean certain = l.number() && r.number();
    boolean possible =
        Type.maybe(l, r, Kind.WHOLE, Kind.REAL)
            || operator == Operator.PLUS && Type.maybe(l, r, Kind.TEXT);
    if (!certain && !possible) {
      return mismatch(compiler, operator.word(), l, r, at);
    }
    boolean always = operator == Operator.DIVIDE || operator == Operator.POWER;
    Type type = always ? Type.REAL : certain ? Type.promoted(l, r) : Type.UNKNOWN;
    return arithmetic(compiler, operator, left, right, at, type);
  }

  private static Part arithmetic(
      Compiler compiler, Operator operator, Part left, Part right, int at, Type type) {
    Code code = arithmetic(operator, left.code(), right.code(), at);
    return left.literal().isPresent() && right.literal().isPresent()
        ? folded(compiler, code, at)
        : new Part(type, code);
  }

  /** Two literals are computed once and for all, and what fails then makes the formula invalid. */
  private static Part folded(Compiler compiler, Code code, int at) {
    try {
      Object value = code.value(new Run(new double[0], null, new Object[0], new double[0]));
      return new Part(Type.of(value), new Code.Constant(at, value));
    } catch (Refusal refusal) {
      return compiler.refused(refusal.getMessage(), refusal.at());
    }
  }

  private static Code arithmetic(Operator operator, Code left, Code right, int at) {
    // One double makes both doubles; whatever the other is, it must be a number.
    boolean real = left.kind().real() || right.kind().real();
    Code l = unboxed(left);
    Code r = unboxed(right);
    if (operator == Operator.DIVIDE) {
      return new Code.Real(at, run -> l.real(run) / r.real(run));
    }
    if (operator == Operator.POWER) {
      return new Code.Real(at, run -> Power.of(l.real(run), r.real(run)));
    }
    if (real) {
      return new Code.Real(
          at,
          switch (operator) {
            case PLUS -> run -> l.real(run) + r.real(run);
            case MINUS -> run -> l.real(run) - r.real(run);
            default -> run -> l.real(run) * r.real(run);
          });
    }
    if (left.kind() == Code.Kind.WHOLE && right.kind() == Code.Kind.WHOLE) {
      return new Code.Whole(
          at, run -> Values.whole(operator, left.whole(run), right.whole(run), at));
    }
    return new Code.Any(
        at, run -> Values.arithmetic(operator, left.value(run), right.value(run), run, at));
  }

  /** A constant as a double, for a place where only doubles are asked for. */
  static Code unboxed(Code code) {
    return code instanceof Code.Constant constant && constant.value() instanceof Number number
        ? new Code.ConstantReal(code.at(), number.doubleValue())
        : code;
  }

  private static Part remainder(Compiler compiler, Part left, Part right, int at) {
    Type l = left.type();
    Type r = right.type();
    if (!(l.is(Kind.WHOLE) && r.is(Kind.WHOLE)) && !Type.maybe(l, r, Kind.WHOLE)) {
      return compiler.refused(
          "% goes with whole numbers, not with "
              + l.words()
              + " and "
              + r.words()
              + "; triggers are doubles, so write int(x) % 2.",
          at);
    }
    return arithmetic(compiler, Operator.REMAINDER, left, right, at, Type.WHOLE);
  }

  // ---- true and false

  private static Part logic(Compiler compiler, Operator operator, Part left, Part right, int at) {
    Type l = left.type();
    Type r = right.type();
    if (!(l.is(Kind.TRUTH) && r.is(Kind.TRUTH)) && !Type.maybe(l, r, Kind.TRUTH)) {
      return mismatch(compiler, operator.word(), l, r, at);
    }
    boolean and = operator == Operator.AND;
    // As the language folds it: `x and false` is false even where x would fail.
    if (literally(left, and)) {
      return new Part(Type.TRUTH, right.code());
    }
    if (literally(right, and)) {
      return new Part(Type.TRUTH, left.code());
    }
    if (literally(left, !and) || literally(right, !and)) {
      return new Part(Type.TRUTH, new Code.Constant(at, !and));
    }
    Code a = left.code();
    Code b = right.code();
    if (b.kind() != Code.Kind.TRUTH) {
      return new Part(
          Type.TRUTH, new Code.Any(at, run -> a.truth(run) == and ? b.value(run) : (Object) !and));
    }
    return new Part(
        Type.TRUTH,
        new Code.Truth(
            at, and ? run -> a.truth(run) && b.truth(run) : run -> a.truth(run) || b.truth(run)));
  }

  private static boolean literally(Part part, boolean value) {
    return part.literal().isPresent() && part.literal().get().equals(value);
  }

  private static Part equality(
      Compiler compiler, Operator operator, Part left, Part right, int at) {
    Type l = left.type();
    Type r = right.type();
    if (!l.comparableTo(r)) {
      return mismatch(compiler, operator.word(), l, r, at);
    }
    boolean equal = operator == Operator.EQUAL;
    Code code = new Code.Truth(at, equality(left, right, equal, at));
    boolean folds =
        equal
            && left.literal().isPresent()
            && right.literal().isPresent()
            && l.equals(r)
            && !l.is(Kind.REAL);
    return folds ? folded(compiler, code, at) : new Part(Type.TRUTH, code);
  }

  private static Code.TruthOperation equality(Part left, Part right, boolean equal, int at) {
    Code l = left.code();
    Code r = right.code();
    if (left.type().is(Kind.WHOLE) && right.type().is(Kind.WHOLE)) {
      // Both are believed to be whole, and the language insists on it when it runs.
      return run -> l.whole(run) == r.whole(run) == equal;
    }
    if (left.type().is(Kind.TEXT) && right.type().is(Kind.TEXT)) {
      return run ->
          Values.equal(Values.text(l.value(run), at), Values.text(r.value(run), at), run, at)
              == equal;
    }
    if (l.kind() == Code.Kind.REAL && surelyNumber(r)
        || r.kind() == Code.Kind.REAL && surelyNumber(l)) {
      return run -> l.real(run) == r.real(run) == equal;
    }
    return run -> Values.equal(l.value(run), r.value(run), run, at) == equal;
  }

  private static boolean surelyNumber(Code code) {
    return code.kind() == Code.Kind.REAL || code.kind() == Code.Kind.WHOLE;
  }

  /** Comparisons in a row: neighbours are compared from the left until one pair fails. */
  static Part chain(
      Compiler compiler, List<Part> parts, List<Operator> operators, List<Integer> ats) {
    for (int i = 0; i < operators.size(); i++) {
      Type l = parts.get(i).type();
      Type r = parts.get(i + 1).type();
      boolean fits =
          l.number() && r.number()
              || l.is(Kind.TEXT) && r.is(Kind.TEXT)
              || Type.maybe(l, r, Kind.WHOLE, Kind.REAL, Kind.TEXT);
      if (!fits) {
        return mismatch(compiler, operators.get(i).word(), l, r, ats.get(i));
      }
    }
    int at = ats.get(0);
    if (operators.size() == 1) {
      Code.TruthOperation pair =
          pair(operators.get(0), parts.get(0).code(), parts.get(1).code(), at);
      return new Part(Type.TRUTH, new Code.Truth(at, pair));
    }
    Code[] codes = parts.stream().map(Part::code).toArray(Code[]::new);
    Code.TruthOperation all =
        run -> {
          Object left = codes[0].value(run);
          for (int i = 1; i < codes.length; i++) {
            Object right = codes[i].value(run);
            if (!Values.ordered(operators.get(i - 1), left, right, run, ats.get(i - 1))) {
              return false;
            }
            left = right;
          }
          return true;
        };
    return new Part(Type.TRUTH, new Code.Truth(at, all));
  }

  private static Code.TruthOperation pair(Operator operator, Code left, Code right, int at) {
    if (left.kind().real() || right.kind().real()) {
      Code l = unboxed(left);
      Code r = unboxed(right);
      return switch (operator) {
        case LESS -> run -> l.real(run) < r.real(run);
        case MORE -> run -> l.real(run) > r.real(run);
        case AT_MOST -> run -> l.real(run) <= r.real(run);
        default -> run -> l.real(run) >= r.real(run);
      };
    }
    return run -> Values.ordered(operator, left.value(run), right.value(run), run, at);
  }

  // ---- the rest

  private static Part membership(Compiler compiler, Part left, Part right, int at) {
    Type l = left.type();
    Type r = right.type();
    boolean fits =
        r.unknown()
            || r.is(Kind.LIST) && l.comparableTo(r.element())
            || l.unknown() && r.is(Kind.TEXT);
    if (!fits) {
      return mismatch(compiler, "in", l, r.is(Kind.LIST) ? r.element() : r, at);
    }
    Code a = left.code();
    Code b = right.code();
    return new Part(
        Type.TRUTH, new Code.Truth(at, run -> Values.in(a.value(run), b.value(run), run, at)));
  }

  private static Part texts(Compiler compiler, Operator operator, Part left, Part right, int at) {
    Type l = left.type();
    Type r = right.type();
    if (!(l.is(Kind.TEXT) && r.is(Kind.TEXT)) && !Type.maybe(l, r, Kind.TEXT)) {
      return mismatch(compiler, operator.word(), l, r, at);
    }
    Code a = left.code();
    Code b = right.code();
    return new Part(
        Type.TRUTH,
        new Code.Truth(at, run -> Values.texts(operator, a.value(run), b.value(run), run, at)));
  }

  private static Part range(Compiler compiler, Part left, Part right, int at) {
    Type l = left.type();
    Type r = right.type();
    if (!(l.is(Kind.WHOLE) && r.is(Kind.WHOLE)) && !Type.maybe(l, r, Kind.WHOLE)) {
      return compiler.refused(
          "A range goes from one whole number to another, not from "
              + l.words()
              + " to "
              + r.words()
              + "; triggers are doubles, so write 1..int(x).",
          at);
    }
    Code a = left.code();
    Code b = right.code();
    return new Part(
        Type.listOf(Type.WHOLE),
        new Code.Any(at, run -> Values.range(a.value(run), b.value(run), run, at)));
  }

  private static Part coalesce(Part left, Part right, int at) {
    Type l = left.type();
    Type r = right.type();
    Type type = l.is(Kind.NIL) ? r : r.is(Kind.NIL) ? l : l.kind() == r.kind() ? l : Type.UNKNOWN;
    Code a = left.code();
    Code b = right.code();
    if (a.kind() != Code.Kind.ANY && a.kind() != Code.Kind.REAL_OR_NIL) {
      return new Part(type, a); // never nil
    }
    if (a instanceof Code.Trigger trigger) {
      int index = trigger.index();
      Code isNil = new Code.Truth(at, run -> run.isNil(index));
      Code value = new Code.Real(a.at(), run -> run.value(index));
      return new Part(type, Code.Choice.of(at, isNil, b, value));
    }
    return new Part(
        type,
        new Code.AnyOrReal(
            at,
            run -> {
              Object value = a.value(run);
              return value == null ? b.value(run) : value;
            },
            run -> {
              Object value = a.value(run);
              return value == null ? b.real(run) : Values.real(value, at);
            }));
  }
}
