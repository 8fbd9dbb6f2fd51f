// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.Arrays;
import java.util.List;
import loopbench.scaling.formula.Compiler.Part;
import loopbench.scaling.formula.Type.Kind;

/** The functions of values: what each accepts and how it is run. */
final class Calls {
  private final Compiler compiler;
  private final Function function;
  private final int at;

  Calls(Compiler compiler, Term.Call call) {
    this.compiler = compiler;
    this.function = call.function();
    this.at = call.at();
  }

  Part part(List<Part> arguments) {
    return switch (function) {
      case ABS, CEIL, FLOOR, ROUND -> counted(arguments, 1, 1) ? rounded(arguments.get(0)) : none();
      case INT, FLOAT -> counted(arguments, 1, 1) ? converted(arguments.get(0)) : none();
      case STRING, TYPE, LEN -> counted(arguments, 1, 1) ? described(arguments.get(0)) : none();
      case MAX, MIN, MEAN, MEDIAN ->
          counted(arguments, 1, Integer.MAX_VALUE) ? aggregated(arguments) : none();
      case FIRST, LAST, REVERSE, UNIQ, FLATTEN ->
          counted(arguments, 1, 1) ? listed(arguments) : none();
      case CONCAT -> counted(arguments, 1, Integer.MAX_VALUE) ? listed(arguments) : none();
      case GET, TAKE -> counted(arguments, 2, 2) ? taken(arguments) : none();
      case SORT -> counted(arguments, 1, 2) ? sorted(arguments) : none();
      default -> throw new IllegalStateException(function + " takes a predicate");
    };
  }

  private boolean counted(List<Part> arguments, int least, int most) {
    if (arguments.size() < least || arguments.size() > most) {
      compiler.refused(
          function.word()
              + " takes "
              + (least == most ? "" : most == Integer.MAX_VALUE ? "at least " : least + " or ")
              + (most == Integer.MAX_VALUE ? least : most)
              + (least == 1 && most != 2 ? " argument" : " arguments")
              + ", and "
              + (arguments.isEmpty() ? "there is none." : "there are " + arguments.size() + "."),
          at);
      return false;
    }
    return true;
  }

  private Part none() {
    return new Part(Type.UNKNOWN, new Code.Constant(at, null));
  }

  private Part wrong(Part argument, String wanted) {
    String advice =
        function == Function.FLOAT && argument.type().is(Kind.TRUTH)
            ? " A formula must give a number; write (...) ? 1 : 0."
            : "";
    return compiler.refused(
        function.word()
            + " needs "
            + wanted
            + ", and this is "
            + argument.type().words()
            + "."
            + advice,
        argument.code().at());
  }

  private Part rounded(Part argument) {
    Type type = argument.type();
    if (!type.maybe(Kind.WHOLE, Kind.REAL)) {
      return wrong(argument, "a number");
    }
    Code code = Operations.unboxed(argument.code());
    return switch (function) {
      case CEIL -> new Part(Type.REAL, new Code.Real(at, run -> Math.ceil(code.real(run))));
      case FLOOR -> new Part(Type.REAL, new Code.Real(at, run -> Math.floor(code.real(run))));
      case ROUND -> new Part(Type.REAL, new Code.Real(at, run -> Values.round(code.real(run))));
      default -> new Part(type, magnitude(argument.code()));
    };
  }

  private Code magnitude(Code code) {
    // `x < 0 ? -x : x` and not Math.abs, which would turn -0.0 into 0.0.
    Code.RealOperation real =
        run -> {
          double value = code.real(run);
          return value < 0 ? -value : value;
        };
    return code.kind().real()
        ? new Code.Real(at, real)
        : new Code.AnyOrReal(
            at,
            run -> {
              Object value = code.value(run);
              if (value instanceof Long whole) {
                return whole < 0 ? -whole : whole;
              }
              double number = Values.real(value, at);
              return number < 0 ? -number : number;
            },
            real);
  }

  private Part converted(Part argument) {
    if (!argument.type().maybe(Kind.WHOLE, Kind.REAL, Kind.TEXT)) {
      return wrong(argument, "a number or a text");
    }
    Code code = argument.code();
    return function == Function.FLOAT
        ? new Part(Type.REAL, real(code))
        : new Part(Type.WHOLE, new Code.Whole(at, run -> Values.toWhole(code.value(run), at)));
  }

  /** {@code float} of a choice is the choice of floats: each branch may then avoid boxing. */
  private Code real(Code code) {
    if (code instanceof Code.Choice choice) {
      return Code.Choice.of(choice.at(), choice.condition(), real(choice.yes()), real(choice.no()));
    }
    if (code instanceof Code.After after) {
      return new Code.After(after.before(), real(after.body()));
    }
    return switch (code.kind()) {
      case REAL -> code;
      case REAL_OR_NIL, WHOLE -> new Code.Real(code.at(), code::real);
      default -> new Code.Real(at, run -> Values.toReal(code.value(run), code.at()));
    };
  }

  private Part described(Part argument) {
    Code code = argument.code();
    return switch (function) {
      case STRING ->
          new Part(Type.TEXT, new Code.Any(at, run -> Values.toText(code.value(run), run, at)));
      case TYPE -> new Part(Type.TEXT, new Code.Any(at, run -> Values.type(code.value(run))));
      default ->
          argument.type().maybe(Kind.LIST, Kind.TEXT)
              ? new Part(
                  Type.WHOLE, new Code.Whole(at, run -> Values.length(code.value(run), run, at)))
              : wrong(argument, "a list or a text");
    };
  }

  /** The check stops at the first list or unknown, as the language's does; the run is strict. */
  private Part aggregated(List<Part> arguments) {
    Type type = arguments.get(0).type();
    for (Part argument : arguments) {
      if (argument.type().maybe(Kind.LIST)) {
        type = Type.UNKNOWN;
        break;
      }
      if (!argument.type().number()) {
        return wrong(argument, "numbers");
      }
    }
    Code[] codes = arguments.stream().map(Part::code).toArray(Code[]::new);
    return switch (function) {
      case MEAN ->
          new Part(
              type, new Code.Real(at, run -> Values.mean(Compiler.values(codes, run), run, at)));
      case MEDIAN ->
          new Part(
              type, new Code.Real(at, run -> Values.median(Compiler.values(codes, run), run, at)));
      default -> new Part(type, extreme(codes));
    };
  }

  private Code extreme(Code[] codes) {
    Operator beats = function == Function.MAX ? Operator.MORE : Operator.LESS;
    Code.AnyOperation any = run -> Values.extreme(beats, Compiler.values(codes, run), run, at);
    long reals = Arrays.stream(codes).filter(c -> c.kind().real()).count();
    long wholes = Arrays.stream(codes).filter(c -> c.kind() == Code.Kind.WHOLE).count();
    // Two whole numbers compare as such, which doubles could not do beyond 2^53. One argument alone
    // may be nil, and then the answer is.
    if (codes.length < 2 || reals + wholes < codes.length || wholes > 1) {
      return new Code.Any(at, any);
    }
    Code[] unboxed = Arrays.stream(codes).map(Operations::unboxed).toArray(Code[]::new);
    Code.RealOperation real = extremeReal(beats, unboxed);
    return wholes == 0 ? new Code.Real(at, real) : new Code.AnyOrReal(at, any, real);
  }

  private static Code.RealOperation extremeReal(Operator beats, Code[] codes) {
    boolean most = beats == Operator.MORE;
    return run -> {
      double best = codes[0].real(run);
      for (int i = 1; i < codes.length; i++) {
        double next = codes[i].real(run);
        if (most ? next > best : next < best) {
          best = next;
        }
      }
      return best;
    };
  }

  private Part listed(List<Part> arguments) {
    for (Part argument : arguments) {
      if (!argument.type().maybe(Kind.LIST)) {
        return wrong(argument, "a list");
      }
    }
    Code[] codes = arguments.stream().map(Part::code).toArray(Code[]::new);
    Code code = codes[0];
    return switch (function) {
      case FIRST -> new Part(Type.UNKNOWN, new Code.Any(at, run -> end(code.value(run), 0L)));
      case LAST -> new Part(Type.UNKNOWN, new Code.Any(at, run -> end(code.value(run), -1L)));
      case REVERSE ->
          new Part(Type.LIST, new Code.Any(at, run -> Values.reverse(code.value(run), run, at)));
      case UNIQ ->
          new Part(Type.LIST, new Code.Any(at, run -> Values.uniq(code.value(run), run, at)));
      case FLATTEN ->
          new Part(Type.LIST, new Code.Any(at, run -> Values.flatten(code.value(run), run, at)));
      default ->
          new Part(
              Type.LIST,
              new Code.Any(at, run -> Values.concat(Compiler.values(codes, run), run, at)));
    };
  }

  /** nil of whatever has no such element. */
  private Object end(Object of, long place) {
    return of instanceof List<?> list ? Values.elementOrNil(list, place, at) : null;
  }

  private Part taken(List<Part> arguments) {
    Part of = arguments.get(0);
    Part how = arguments.get(1);
    if (!of.type().maybe(Kind.LIST)) {
      return wrong(of, "a list");
    }
    if (!how.type().maybe(Kind.WHOLE)) {
      return wrong(how, "a whole number as its second argument");
    }
    Code list = of.code();
    Code number = how.code();
    if (function == Function.GET) {
      return new Part(
          of.type().element(),
          new Code.Any(at, run -> Values.elementOrNil(list.value(run), number.value(run), at)));
    }
    return new Part(
        of.type().unknown() ? Type.UNKNOWN : Type.LIST,
        new Code.Any(
            at,
            run -> {
              List<?> items = Values.list(list.value(run), at);
              long count = number.whole(run);
              if (count < 0) {
                throw new Refusal("take cannot take " + count + " elements.", at);
              }
              return items.subList(0, (int) Math.min(count, items.size()));
            }));
  }

  private Part sorted(List<Part> arguments) {
    Part of = arguments.get(0);
    if (!of.type().maybe(Kind.LIST)) {
      return wrong(of, "a list");
    }
    if (arguments.size() == 2 && !arguments.get(1).type().maybe(Kind.TEXT)) {
      return wrong(arguments.get(1), "\"asc\" or \"desc\" as its second argument");
    }
    Code list = of.code();
    Code order = arguments.size() == 2 ? arguments.get(1).code() : new Code.Constant(at, "asc");
    return new Part(
        Type.LIST,
        new Code.Any(at, run -> Values.sort(list.value(run), order.value(run), run, at)));
  }
}
