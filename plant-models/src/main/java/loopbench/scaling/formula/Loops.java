// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import loopbench.scaling.formula.Compiler.Part;
import loopbench.scaling.formula.Type.Kind;

/**
 * The functions that run a predicate per element. Each stops where the language's stops, since what
 * is not looked at cannot fail.
 */
final class Loops {
  private final Compiler compiler;

  Loops(Compiler compiler) {
    this.compiler = compiler;
  }

  /** A loop ready to run: the list, the body, and the slots its pointers read. */
  private record Ready(Part over, Part body, int slot, int cost, int at) {
    List<?> list(Run run) {
      return Values.list(over.code().value(run), over.code().at());
    }

    Code at(Run run, List<?> list, int i) {
      run.spend(cost, at);
      run.local(slot, list.get(i));
      run.local(slot + 1, (long) i);
      return body.code();
    }

    boolean holds(Run run, List<?> list, int i) {
      return at(run, list, i).truth(run);
    }
  }

  /**
   * How many matches decide {@code count(list, predicate) > 3} and its like: the language's
   * optimizer stops there, and so {@code count([a, b, c], # > 1) > 1} holds with two matches even
   * where c is nil.
   *
   * @param comparison whose left side is a loop
   */
  static long enough(Term.Comparison comparison) {
    Operator operator = comparison.operators().get(0);
    if (comparison.operands().get(0) instanceof Term.Loop loop
        && loop.function() == Function.COUNT
        && loop.predicate().isPresent()
        && comparison.operands().get(1) instanceof Term.Constant constant
        && constant.value() instanceof Long than) {
      boolean beyond = operator == Operator.MORE || operator == Operator.AT_MOST;
      long enough = beyond ? than + 1 : than;
      long least = operator == Operator.MORE || operator == Operator.AT_LEAST ? 1 : 2;
      return enough >= least ? enough : Long.MAX_VALUE;
    }
    return Long.MAX_VALUE;
  }

  /**
   * @param enough the matches after which a count need not go on
   */
  Part part(Term.Loop loop, long enough) {
    int at = loop.at();
    if (loop.function() == Function.SUM
        && loop.predicate().isEmpty()
        && loop.over() instanceof Term.Array array
        && array.items().size() >= 2) {
      return sumOfItems(array, at);
    }
    Part over = compiler.part(loop.over());
    if (!over.type().maybe(Kind.LIST)) {
      return compiler.refused(
          loop.function().word() + " needs a list, and this is " + over.type().words() + ".",
          over.code().at());
    }
    Optional<Ready> ready = ready(loop, over);
    return ready.isPresent()
        ? part(loop, ready.get(), enough)
        : new Part(Type.UNKNOWN, new Code.Constant(at, null));
  }

  private Optional<Ready> ready(Term.Loop loop, Part over) {
    Function function = loop.function();
    int slot = compiler.loopSlots();
    Type element = over.type().element();
    if (loop.predicate().isEmpty()) {
      Code itself = new Code.Any(loop.at(), run -> run.local(slot));
      return Optional.of(new Ready(over, new Part(element, itself), slot, 1, loop.at()));
    }
    int before = compiler.terms();
    Part body = compiler.predicate(loop.predicate().get(), function, element, slot);
    boolean decides =
        function != Function.MAP && function != Function.SUM && function != Function.REDUCE;
    if (decides && !body.type().maybe(Kind.TRUTH)) {
      compiler.refused(
          "The predicate of "
              + function.word()
              + " must be true or false, and this is "
              + body.type().words()
              + ".",
          body.code().at());
      return Optional.empty();
    }
    int cost = 1 + compiler.terms() - before;
    return Optional.of(new Ready(over, body, slot, cost, loop.at()));
  }

  private Part part(Term.Loop loop, Ready ready, long enough) {
    int at = loop.at();
    return switch (loop.function()) {
      case ALL -> truth(at, run -> !any(run, ready, false));
      case NONE -> truth(at, run -> !any(run, ready, true));
      case ANY -> truth(at, run -> any(run, ready, true));
      case ONE -> truth(at, run -> count(run, ready, Long.MAX_VALUE) == 1);
      case COUNT -> new Part(Type.WHOLE, new Code.Whole(at, run -> count(run, ready, enough)));
      case SUM ->
          new Part(
              ready.body().type().is(Kind.NIL) ? Type.UNKNOWN : ready.body().type(),
              new Code.Any(at, run -> sum(run, ready, at)));
      case FILTER ->
          new Part(
              Type.listOf(ready.over().type().element()),
              new Code.Any(at, run -> filter(run, ready, at)));
      case MAP ->
          new Part(Type.listOf(ready.body().type()), new Code.Any(at, run -> map(run, ready, at)));
      case FIND, FIND_LAST -> find(loop.function() == Function.FIND, ready, at, () -> null);
      case FIND_INDEX, FIND_LAST_INDEX ->
          new Part(Type.WHOLE, place(loop.function() == Function.FIND_INDEX, ready, at));
      default -> reduce(loop, ready);
    };
  }

  private static Part truth(int at, Code.TruthOperation operation) {
    return new Part(Type.TRUTH, new Code.Truth(at, operation));
  }

  private static boolean any(Run run, Ready ready, boolean wanted) {
    List<?> list = ready.list(run);
    for (int i = 0; i < list.size(); i++) {
      if (ready.holds(run, list, i) == wanted) {
        return true;
      }
    }
    return false;
  }

  private static long count(Run run, Ready ready, long enough) {
    List<?> list = ready.list(run);
    long count = 0;
    for (int i = 0; i < list.size() && count < enough; i++) {
      if (ready.holds(run, list, i)) {
        count++;
      }
    }
    return count;
  }

  /** From the left, beginning with the whole number 0. */
  private static Object sum(Run run, Ready ready, int at) {
    List<?> list = ready.list(run);
    Object sum = 0L;
    for (int i = 0; i < list.size(); i++) {
      sum = Values.arithmetic(Operator.PLUS, sum, ready.at(run, list, i).value(run), run, at);
    }
    return sum;
  }

  /**
   * {@code sum([x, y, z])} is {@code x + (y + z)}: the language's optimizer writes it so, unless
   * all are constants, and the last digit depends on it.
   */
  private Part sumOfItems(Term.Array array, int at) {
    Part list = compiler.array(array);
    if (list.code() instanceof Code.Constant constant && constant.value() instanceof List<?>) {
      int slot = compiler.loopSlots();
      Code itself = new Code.Any(at, run -> run.local(slot));
      Ready ready = new Ready(list, new Part(list.type().element(), itself), slot, 1, at);
      return new Part(list.type().element(), new Code.Any(at, run -> sum(run, ready, at)));
    }
    Code items = list.code();
    return new Part(
        list.type().element(),
        new Code.Any(
            at,
            run -> {
              List<?> values = Values.list(items.value(run), at);
              Object sum = values.get(values.size() - 1);
              for (int i = values.size() - 2; i >= 0; i--) {
                sum = Values.arithmetic(Operator.PLUS, values.get(i), sum, run, at);
              }
              return sum;
            }));
  }

  private static List<Object> filter(Run run, Ready ready, int at) {
    List<?> list = ready.list(run);
    List<Object> kept = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      if (ready.holds(run, list, i)) {
        kept.add(list.get(i));
      }
    }
    run.make(kept.size(), at);
    return kept;
  }

  private static List<Object> map(Run run, Ready ready, int at) {
    List<?> list = ready.list(run);
    run.make(list.size(), at);
    List<Object> mapped = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      mapped.add(ready.at(run, list, i).value(run));
    }
    return mapped;
  }

  /** The first or last element of a filter, without filtering the rest. */
  Part find(Term.Loop loop, boolean first, Supplier<Object> otherwise) {
    Part over = compiler.part(loop.over());
    if (!over.type().maybe(Kind.LIST)) {
      return compiler.refused(
          "filter needs a list, and this is " + over.type().words() + ".", over.code().at());
    }
    Optional<Ready> ready = ready(loop, over);
    return ready.isPresent()
        ? find(first, ready.get(), loop.at(), otherwise)
        : new Part(Type.UNKNOWN, new Code.Constant(loop.at(), null));
  }

  private static Part find(boolean first, Ready ready, int at, Supplier<Object> otherwise) {
    return new Part(
        ready.over().type().element(),
        new Code.Any(
            at,
            run -> {
              List<?> list = ready.list(run);
              int i = search(run, ready, list, first);
              return i < 0 ? otherwise.get() : list.get(i);
            }));
  }

  private static Code place(boolean first, Ready ready, int at) {
    return new Code.Any(
        at,
        run -> {
          int i = search(run, ready, ready.list(run), first);
          return i < 0 ? null : (Object) (long) i;
        });
  }

  private static int search(Run run, Ready ready, List<?> list, boolean first) {
    for (int n = 0; n < list.size(); n++) {
      int i = first ? n : list.size() - 1 - n;
      if (ready.holds(run, list, i)) {
        return i;
      }
    }
    return -1;
  }

  private Part reduce(Term.Loop loop, Ready ready) {
    int at = loop.at();
    int acc = ready.slot() + 2;
    Optional<Code> start = loop.start().map(compiler::part).map(Part::code);
    return new Part(
        ready.body().type(),
        new Code.Any(
            at,
            run -> {
              List<?> list = ready.list(run);
              int i = 0;
              if (start.isPresent()) {
                run.local(acc, start.get().value(run));
              } else if (list.isEmpty()) {
                throw new Refusal("reduce has neither elements nor a value to start with.", at);
              } else {
                run.local(acc, list.get(i++));
              }
              for (; i < list.size(); i++) {
                run.local(acc, ready.at(run, list, i).value(run));
              }
              return run.local(acc);
            }));
  }
}
