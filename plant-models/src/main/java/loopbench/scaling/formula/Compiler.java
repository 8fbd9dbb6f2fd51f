// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.knob.Nearest;

/**
 * Terms to code, in one pass: the check of names and types ({@code checker/checker.go} of
 * expr-lang/expr 1.17.8), the folding of constants and the rewrites that change results ({@code
 * optimizer}), and the choice of operations without boxing where the types are certain. What is
 * wrong is noted and the pass goes on, so that all unknown names are said at once.
 */
final class Compiler implements Term.Cases<Compiler.Part> {
  /** Enough to see what is wrong; a text of 64 KiB could have thousands. */
  private static final int MOST_REFUSALS = 20;

  private static final int KNOWN_SHOWN = 8;

  /**
   * @param type what the language believes
   * @param code what is run
   */
  record Part(Type type, Code code) {
    /** The literal it was folded to. */
    Optional<Object> literal() {
      return code instanceof Code.Constant constant && constant.literal()
          ? Optional.of(constant.value())
          : Optional.empty();
    }
  }

  /**
   * What a let named.
   *
   * @param slot of its value, among the doubles where it surely is one
   */
  private record Local(Type type, boolean real, int slot) {}

  /**
   * The predicate around.
   *
   * @param element type of {@code #}
   * @param slot of the element; {@code #index} and {@code #acc} follow
   */
  private record Around(Function function, Type element, int slot) {}

  private final List<String> names;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final Map<String, String> unavailable;
  private final Set<String> reads = new LinkedHashSet<>();
  private final List<Refusal> refusals = new ArrayList<>();
  private final Map<String, Local> locals = new HashMap<>();
  private final Deque<Around> around = new ArrayDeque<>();
  private int slots;
  private int realSlots;
  private int terms;

  Compiler(List<String> names, Map<String, String> unavailable) {
    this.names = names;
    this.unavailable = unavailable;
    for (int i = 0; i < names.size(); i++) {
      indexes.putIfAbsent(names.get(i), i);
    }
  }

  Part part(Term term) {
    terms++;
    return term.match(this);
  }

  /** What is wrong, in the order met; if there is anything the code is not to be run. */
  List<Refusal> refusals() {
    return refusals;
  }

  /** The triggers read. */
  Set<String> reads() {
    return reads;
  }

  int slots() {
    return slots;
  }

  int realSlots() {
    return realSlots;
  }

  Part refused(String message, int at) {
    if (refusals.size() < MOST_REFUSALS) {
      refusals.add(new Refusal(message, at));
    }
    return new Part(Type.UNKNOWN, new Code.Constant(at, null));
  }

  // ---- leaves

  @Override
  public Part constant(Term.Constant term) {
    return literal(term.value(), term.at());
  }

  private static Part literal(Object value, int at) {
    return new Part(Type.of(value), new Code.Constant(at, value));
  }

  @Override
  public Part name(Term.Name term) {
    Local local = locals.get(term.name());
    if (local != null) {
      int slot = local.slot();
      return new Part(
          local.type(),
          local.real()
              ? new Code.Real(term.at(), run -> run.real(slot))
              : new Code.Any(term.at(), run -> run.local(slot)));
    }
    return trigger(term.name(), term.at());
  }

  @Override
  public Part environment(Term.Environment term) {
    return trigger(term.name(), term.at());
  }

  private Part trigger(String name, int at) {
    Integer index = indexes.get(name);
    if (index != null) {
      reads.add(name);
      return new Part(Type.REAL, new Code.Trigger(at, index, name));
    }
    String why = unavailable.get(name);
    String shown = Lexer.shortened(name);
    String known =
        names.isEmpty()
            ? "; there are none."
            : "; known " + (names.size() == 1 ? "is " : "are ") + known() + ".";
    if (why != null) {
      return refused("The trigger " + shown + " cannot be used: " + why + known, at);
    }
    if (Function.isFunction(name)) {
      return refused(name + " is a function; call it with brackets.", at);
    }
    return refused("There is no trigger called " + shown + known + Nearest.hint(name, names), at);
  }

  private String known() {
    List<String> shown = names.stream().limit(KNOWN_SHOWN).map(Lexer::shortened).toList();
    int more = names.size() - shown.size();
    if (more > 0) {
      return String.join(", ", shown) + " and " + more + " more";
    }
    int last = shown.size() - 1;
    return last == 0
        ? shown.get(0)
        : String.join(", ", shown.subList(0, last)) + " and " + shown.get(last);
  }

  @Override
  public Part pointer(Term.Pointer term) {
    Around predicate = around.peek();
    int slot = predicate.slot();
    Function function = predicate.function();
    if (term.name().isEmpty()) {
      return new Part(predicate.element(), new Code.Any(term.at(), run -> run.local(slot)));
    }
    boolean counted = function == Function.MAP || function == Function.REDUCE;
    if (term.name().equals("index") && counted) {
      return new Part(Type.WHOLE, new Code.Any(term.at(), run -> run.local(slot + 1)));
    }
    if (term.name().equals("acc") && function == Function.REDUCE) {
      return new Part(Type.UNKNOWN, new Code.Any(term.at(), run -> run.local(slot + 2)));
    }
    return refused(
        "There is no #"
            + Lexer.shortened(term.name())
            + " in "
            + function.word()
            + "; # is the element, #index its place (in map and reduce), #acc what reduce has so"
            + " far.",
        term.at());
  }

  // ---- operators

  @Override
  public Part unary(Term.Unary term) {
    Part part = part(term.operand());
    Code code = part.code();
    int at = term.at();
    if (term.operator() == '!') {
      if (!part.type().maybe(Type.Kind.TRUTH)) {
        return refused("not needs true or false, and this is " + part.type().words() + ".", at);
      }
      return part.literal().isPresent()
          ? literal(!(Boolean) part.literal().get(), at)
          : new Part(Type.TRUTH, new Code.Truth(at, run -> !code.truth(run)));
    }
    if (!part.type().number() && !part.type().unknown()) {
      return refused(
          term.operator() + " needs a number, and this is " + part.type().words() + ".", at);
    }
    if (term.operator() == '+') {
      return part; // does nothing, not even to nil
    }
    if (part.literal().isPresent()) {
      Object value = part.literal().get();
      return literal(value instanceof Long whole ? (Object) (-whole) : -(Double) value, at);
    }
    return new Part(part.type(), negated(code, at));
  }

  private static Code negated(Code code, int at) {
    if (code.kind().real()) {
      return new Code.Real(at, run -> -code.real(run));
    }
    if (code.kind() == Code.Kind.WHOLE) {
      return new Code.Whole(at, run -> -code.whole(run));
    }
    return new Code.Any(
        at,
        run -> {
          Object value = code.value(run);
          return value instanceof Long whole ? (Object) (-whole) : -Values.real(value, at);
        });
  }

  @Override
  public Part binary(Term.Binary term) {
    Part left = part(term.left());
    Part right = part(term.right());
    return Operations.of(this, term.operator(), left, right, term.at());
  }

  @Override
  public Part comparison(Term.Comparison term) {
    List<Part> parts = new ArrayList<>();
    for (Term operand : term.operands()) {
      parts.add(
          operand instanceof Term.Loop loop && parts.isEmpty()
              ? loops().part(loop, Loops.enough(term))
              : part(operand));
    }
    return Operations.chain(this, parts, term.operators(), term.ats());
  }

  @Override
  public Part conditional(Term.Conditional term) {
    Part condition = part(term.condition());
    if (!condition.type().maybe(Type.Kind.TRUTH)) {
      refused(
          "The condition must be true or false, and this is "
              + condition.type().words()
              + "; compare it with something, as in x > 0.",
          term.condition().at());
    }
    // `c ?: x` answers c where c holds, and c holds only where it is true.
    Part yes =
        term.yes().isPresent()
            ? part(term.yes().get())
            : new Part(condition.type(), new Code.Constant(term.at(), true));
    Part no = part(term.no());
    return new Part(
        Type.either(yes.type(), no.type()),
        Code.Choice.of(term.at(), condition.code(), yes.code(), no.code()));
  }

  // ---- names and order

  @Override
  public Part let(Term.Let term) {
    String name = term.name();
    Part value = part(term.value());
    boolean taken =
        indexes.containsKey(name) || Function.isFunction(name) || locals.containsKey(name);
    if (taken) {
      refused(
          "let cannot use the name "
              + Lexer.shortened(name)
              + ": "
              + (indexes.containsKey(name)
                  ? "a trigger"
                  : locals.containsKey(name) ? "another let" : "a function")
              + " has it.",
          term.at());
      part(term.body());
      return new Part(Type.UNKNOWN, new Code.Constant(term.at(), null));
    }
    Code code = value.code();
    boolean real = code.kind() == Code.Kind.REAL;
    int slot = real ? realSlots++ : slots++;
    locals.put(name, new Local(value.type(), real, slot));
    Part body = part(term.body());
    locals.remove(name);
    return new Part(
        body.type(),
        new Code.After(
            real ? run -> run.real(slot, code.real(run)) : run -> run.local(slot, code.value(run)),
            body.code()));
  }

  @Override
  public Part sequence(Term.Sequence term) {
    int last = term.terms().size() - 1;
    List<Code> before =
        term.terms().subList(0, last).stream().map(this::part).map(Part::code).toList();
    Part body = part(term.terms().get(last));
    return new Part(
        body.type(), new Code.After(run -> before.forEach(c -> c.value(run)), body.code()));
  }

  // ---- lists

  @Override
  public Part array(Term.Array term) {
    List<Part> parts = term.items().stream().map(this::part).toList();
    Type element = Type.UNKNOWN;
    boolean same = true;
    for (int i = 0; i < parts.size(); i++) {
      Type next = parts.get(i).type();
      same &= i == 0 || next.alike(element);
      element = next;
    }
    Type type = same ? Type.listOf(element) : Type.LIST;
    int at = term.at();
    Code[] items = parts.stream().map(Part::code).toArray(Code[]::new);
    if (items.length > 0 && parts.stream().allMatch(p -> p.literal().isPresent())) {
      List<Object> values = parts.stream().map(p -> p.literal().get()).toList();
      return new Part(type, new Code.Constant(at, values));
    }
    return new Part(
        type,
        new Code.Any(
            at,
            run -> {
              run.make(items.length, at);
              return Arrays.asList(values(items, run));
            }));
  }

  static Object[] values(Code[] codes, Run run) {
    Object[] values = new Object[codes.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = codes[i].value(run);
    }
    return values;
  }

  @Override
  public Part index(Term.Index term) {
    int at = term.at();
    if (term.of() instanceof Term.Loop loop
        && loop.function() == Function.FILTER
        && (isWhole(term.index(), 0) || isWhole(term.index(), -1))) {
      return loops()
          .find(
              loop,
              isWhole(term.index(), 0),
              () -> {
                throw new Refusal("filter left no element here.", at);
              });
    }
    Part of = part(term.of());
    Part index = part(term.index());
    if (!of.type().maybe(Type.Kind.LIST)) {
      return refused("Only a list has elements, and this is " + of.type().words() + ".", at);
    }
    if (!index.type().maybe(Type.Kind.WHOLE)) {
      return refused(
          "The place in a list must be a whole number, and this is "
              + index.type().words()
              + "; use int(x).",
          term.index().at());
    }
    Code list = of.code();
    Code place = index.code();
    return new Part(
        of.type().element(),
        new Code.Any(at, run -> Values.element(list.value(run), place.value(run), at)));
  }

  private static boolean isWhole(Term term, long wanted) {
    return term instanceof Term.Constant constant && Long.valueOf(wanted).equals(constant.value())
        || term instanceof Term.Unary unary
            && unary.operator() == '-'
            && wanted != 0
            && isWhole(unary.operand(), -wanted);
  }

  @Override
  public Part slice(Term.Slice term) {
    Part of = part(term.of());
    int at = term.at();
    if (!of.type().maybe(Type.Kind.LIST)) {
      return refused("Only a list has parts, and this is " + of.type().words() + ".", at);
    }
    Code from = bound(term.from(), 0, at);
    Code to = bound(term.to(), Long.MAX_VALUE, at);
    Code list = of.code();
    return new Part(
        of.type(),
        new Code.Any(at, run -> Values.slice(list.value(run), from.value(run), to.value(run), at)));
  }

  private Code bound(Optional<Term> term, long otherwise, int at) {
    if (term.isEmpty()) {
      return new Code.Constant(at, otherwise);
    }
    Part part = part(term.get());
    if (!part.type().maybe(Type.Kind.WHOLE)) {
      refused(
          "The ends of a part must be whole numbers, and this is " + part.type().words() + ".",
          term.get().at());
    }
    return part.code();
  }

  // ---- functions

  @Override
  public Part call(Term.Call term) {
    if (term.arguments().size() == 1
        && (term.function() == Function.FIRST || term.function() == Function.LAST)
        && term.arguments().get(0) instanceof Term.Loop loop
        && loop.function() == Function.FILTER) {
      Part found = loops().find(loop, term.function() == Function.FIRST, () -> null);
      return new Part(Type.UNKNOWN, found.code());
    }
    List<Part> arguments = term.arguments().stream().map(this::part).toList();
    return new Calls(this, term).part(arguments);
  }

  @Override
  public Part loop(Term.Loop term) {
    return loops().part(term, Long.MAX_VALUE);
  }

  private Loops loops() {
    return new Loops(this);
  }

  /**
   * Compiles a predicate.
   *
   * @param slot of the element
   */
  Part predicate(Term body, Function function, Type element, int slot) {
    around.push(new Around(function, element, slot));
    Part part = part(body);
    around.pop();
    return part;
  }

  /** Slots for an element, its index and what reduce has so far. */
  int loopSlots() {
    int slot = slots;
    slots += 3;
    return slot;
  }

  /** How many terms were compiled up to now; the difference is what a predicate costs. */
  int terms() {
    return terms;
  }
}
