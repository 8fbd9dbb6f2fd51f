// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.scaling.formula.Compiler.Part;

/**
 * A formula that KEDA would accept, compiled. Immutable; one object may be evaluated by many
 * threads at once. After KEDA {@code pkg/scaling/modifiers/formula.go} and expr-lang/expr 1.17.8.
 */
public final class Formula {
  /** The longest text that is read, in UTF-16 units. */
  public static final int LONGEST = 64 * 1024;

  /** What KEDA's admission gives every trigger when it tries a formula. */
  private static final double TRIAL = -1;

  private final Wrapped wrapped;
  private final List<String> names;
  private final Set<String> reads;
  private final List<Literal> numbers;
  private final Code code;
  private final int slots;
  private final int realSlots;

  private Formula(
      Wrapped wrapped, List<String> names, List<Literal> numbers, Compiler compiler, Code code) {
    this.wrapped = wrapped;
    this.names = names;
    this.reads = Collections.unmodifiableSet(new LinkedHashSet<>(compiler.reads()));
    this.numbers = List.copyOf(numbers);
    this.code = code;
    this.slots = compiler.slots();
    this.realSlots = compiler.realSlots();
  }

  /**
   * Reads a formula as KEDA's admission does: wraps it so that it gives a float, compiles it with
   * every name as a double, and tries it once with all of them -1. Bounded in time and memory; what
   * goes beyond the bounds is refused as a problem like any other.
   *
   * @param userText the formula as the manifest has it
   * @param names the triggers a formula can read, which {@link #evaluate} then wants values for, in
   *     this order
   * @param unavailable triggers that it cannot read, with why, as the end of a sentence: "cpu and
   *     memory triggers are not in a formula"
   */
  public static Reading read(String userText, List<String> names, Map<String, String> unavailable) {
    Wrapped wrapped = Wrapped.of(userText);
    if (userText.length() > LONGEST) {
      return refused(
          wrapped,
          List.of(
              new Refusal(
                  String.format(
                      "The formula has %,d characters; at most %,d are read.",
                      userText.length(), LONGEST),
                  wrapped.before() + LONGEST)));
    }
    if (userText.isBlank()) {
      return refused(wrapped, List.of(new Refusal("The formula is empty.", wrapped.before())));
    }
    Spelling spelling = new Spelling(wrapped, names, unavailable);
    Parser parser;
    Term term;
    try {
      parser = new Parser(Lexer.tokens(wrapped.text()), Set.copyOf(names));
      term = parser.formula();
    } catch (Refusal refusal) {
      return refused(wrapped, spelling.explained(List.of(nearer(wrapped, names, refusal))));
    }
    Compiler compiler = new Compiler(List.copyOf(names), Map.copyOf(unavailable));
    Part part = compiler.part(term);
    if (!compiler.refusals().isEmpty()) {
      return refused(wrapped, spelling.explained(compiler.refusals()));
    }
    Formula formula =
        new Formula(wrapped, List.copyOf(names), literals(parser, wrapped), compiler, part.code());
    return formula
        .trial()
        .map(refusal -> refused(wrapped, List.of(refusal)))
        .orElseGet(() -> new Reading(Optional.of(formula), List.of()));
  }

  private static Reading refused(Wrapped wrapped, List<Refusal> refusals) {
    Map<FormulaProblem, Boolean> problems = new LinkedHashMap<>();
    refusals.stream()
        .map(refusal -> wrapped.problem(refusal.getMessage(), refusal.at()))
        .sorted(Comparator.comparingInt(FormulaProblem::offset))
        .forEach(problem -> problems.put(problem, true));
    return new Reading(Optional.empty(), List.copyOf(problems.keySet()));
  }

  /**
   * Where the user's text is broken by itself, that is the place to show; only where it is whole
   * does what KEDA adds break it.
   */
  private static Refusal nearer(Wrapped wrapped, List<String> names, Refusal refusal) {
    if (!wrapped.adds()) {
      return refusal;
    }
    try {
      new Parser(Lexer.tokens(wrapped.user()), Set.copyOf(names)).formula();
    } catch (Refusal own) {
      return new Refusal(own.getMessage(), own.at() + wrapped.before());
    }
    int end = wrapped.before() + wrapped.user().length();
    return refusal.at() >= end
        ? new Refusal(
            "The last line ends in a // comment, which also hides the bracket that KEDA adds after"
                + " the formula; end the line after it, or use /* */.",
            end)
        : new Refusal(
            refusal.getMessage() + " KEDA puts the formula into brackets; put your own around it.",
            refusal.at());
  }

  private static List<Literal> literals(Parser parser, Wrapped wrapped) {
    List<Literal> literals = new ArrayList<>();
    for (int i = 0; i < parser.numbers().size(); i++) {
      Token token = parser.numbers().get(i);
      literals.add(
          new Literal(
              token.at() - wrapped.before(), token.end() - token.at(), parser.values().get(i)));
    }
    return literals;
  }

  private Optional<Refusal> trial() {
    double[] values = new double[names.size()];
    Arrays.fill(values, TRIAL);
    try {
      code.value(run(values, null));
      return Optional.empty();
    } catch (Refusal refusal) {
      return Optional.of(
          refusal.ours()
              ? refusal
              : new Refusal(
                  "KEDA tries a formula once with every trigger at -1, and this one fails there: "
                      + refusal.getMessage(),
                  refusal.at()));
    }
  }

  private Run run(double[] values, boolean[] nil) {
    return new Run(values, nil, new Object[slots], new double[realSlots]);
  }

  /**
   * One evaluation. The arrays are only read.
   *
   * @param values what the triggers say, in the order of {@link #names}; any double
   * @param nil which of them have no value (their value is then not looked at); null for none
   */
  public Outcome evaluate(double[] values, boolean[] nil) {
    if (values.length != names.size() || nil != null && nil.length != names.size()) {
      throw new IllegalArgumentException(
          "values and nil must have one entry for each of the "
              + names.size()
              + " names, had "
              + values.length
              + (nil == null ? "" : " and " + nil.length));
    }
    try {
      Run run = run(values, nil);
      if (code.kind() == Code.Kind.REAL) {
        return Outcome.of(code.real(run));
      }
      Object value = code.value(run);
      if (value instanceof Double number) {
        return Outcome.of(number);
      }
      return value == null
          ? Outcome.NIL
          : Outcome.failed(
              Outcome.Kind.NOT_FLOAT,
              "The formula gives "
                  + Values.shown(value)
                  + ", which is no float; KEDA adds float(...) only where a formula does not begin"
                  + " with it.");
    } catch (Refusal refusal) {
      FormulaProblem problem = wrapped.problem(refusal.getMessage(), refusal.at());
      return Outcome.failed(
          Outcome.Kind.RUN_ERROR,
          problem.message() + " (Line " + problem.line() + ", column " + problem.column() + ".)");
    }
  }

  /** The formula as it was given. */
  public String text() {
    return wrapped.user();
  }

  /** The triggers that an evaluation wants values for, in their order. */
  public List<String> names() {
    return names;
  }

  /** Those of them that the text reads, in the order of their first mention. */
  public Set<String> reads() {
    return reads;
  }

  /** The numbers written in the text, in its order. */
  public List<Literal> numbers() {
    return numbers;
  }
}
