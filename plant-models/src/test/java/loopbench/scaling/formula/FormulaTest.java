// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loopbench.scaling.formula.Outcome.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaTest {
  private static final List<String> ABC = List.of("a", "b", "c");

  /** Proportional on ready pods upwards, on all pods downwards, with a band between. */
  private static final String SLO_LAW =
      """
      s > 0.55
      ? n + ceil(n * (s * (r > 0 && r < n ? r / n : 1.0) / 0.55 - 1))
      : (s < 0.40 ? n - floor(n * (1 - s / 0.40)) : n)""";

  /** What is already on its way is taken off the ask, but never below what there is. */
  private static final String GUARD_LAW =
      """
      let per_replica = 16;
      let required = max(queue / 1, running / per_replica);
      required <= replicas ? required : max(required - (unavailable ?? 0), replicas)""";

  private static Formula formula(String text, String... names) {
    Reading reading = Formula.read(text, List.of(names), Map.of());
    assertThat(reading.problems()).isEmpty();
    return reading.formula().orElseThrow();
  }

  private static double value(String text, double... abc) {
    Outcome outcome = formula(text, "a", "b", "c").evaluate(abc, null);
    assertThat(outcome.kind()).as(outcome.message()).isEqualTo(Kind.FLOAT);
    return outcome.value();
  }

  private static FormulaProblem problem(String text, List<String> names) {
    List<FormulaProblem> problems = Formula.read(text, names, Map.of()).problems();
    assertThat(problems).hasSize(1);
    return problems.get(0);
  }

  private static double slo(double n, double r, double s) {
    return formula(SLO_LAW, "s", "n", "r").evaluate(new double[] {s, n, r}, null).value();
  }

  // ---- the laws of the guides

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.2, 0.4, 0.5, 0.55, 0.56, 1, 2, 1e6})
  void theSloLawStaysAtZero(double s) {
    assertThat(slo(0, 0, s)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "3,3,0.56,4", "3,3,2.0,11", "6,3,2.0,11", "8,3,0.6,4", "8,4,0.6,5", "8,8,0.39,8",
    "8,8,0.35,7", "8,8,0.30,6", "8,8,0,0", "4,4,0.31,4", "4,4,0.30,3", "16,4,2.0,15",
    "3,0,2.0,11", "0,0,2.0,0", "3,3,0.80,5", "3,3,1.20,7", "5,3,1.20,7", "7,3,1.20,7",
    "7,5,0.72,7", "7,7,0.514,7", "7,7,0.30,6"
  })
  void theSloLawAsksWhatItsTableSays(double n, double r, double s, double asked) {
    assertThat(slo(n, r, s)).isEqualTo(asked);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theSloLawIsProportional(long seed) {
    Random random = new Random(seed);
    double n = 1 + random.nextInt(40);
    double r = random.nextInt((int) n + 1);
    double s = random.nextDouble() * 2;
    double counted = r > 0 && r < n ? r : n;
    double asked =
        s > 0.55 ? Math.ceil(counted * s / 0.55) : s < 0.40 ? Math.ceil(n * s / 0.40) : n;
    assertThat(slo(n, r, s)).isCloseTo(asked, within(1e-9));
  }

  /** The credit of the ready pods can ask for less while the signal is above its threshold. */
  @Test
  void theSloLawCanShedUnderLoad() {
    assertThat(slo(8, 4, 0.6)).isEqualTo(5);
    assertThat(slo(16, 4, 2.0)).isEqualTo(15);
  }

  /**
   * A queue that grows by three every 15 s while no pod gets ready; at most twice as many a step.
   */
  @Test
  void theGuardLawGrowsWithoutOvershoot() {
    Formula guard = formula(GUARD_LAW, "queue", "running", "unavailable", "replicas");
    List<Double> asked = new ArrayList<>();
    List<Double> got = new ArrayList<>();
    double replicas = 1;
    for (int step = 1; step <= 5; step++) {
      double ask = guard.evaluate(new double[] {3 * step, 0, replicas - 1, replicas}, null).value();
      replicas = Math.min(Math.min(Math.ceil(ask), 2 * replicas), 8);
      asked.add(ask);
      got.add(replicas);
    }
    assertThat(asked).containsExactly(3.0, 5.0, 6.0, 7.0, 9.0);
    assertThat(got).containsExactly(2.0, 4.0, 6.0, 7.0, 8.0);
  }

  @Test
  void theGuardLawFallsBackToDemandWhereItsDiscountIsMissing() {
    Formula guard = formula(GUARD_LAW, "queue", "running", "unavailable", "replicas");
    boolean[] nil = {false, false, true, false};
    assertThat(guard.evaluate(new double[] {9, 0, 3, 4}, nil).value()).isEqualTo(9);
    assertThat(guard.evaluate(new double[] {9, 0, 3, 4}, null).value()).isEqualTo(6);
  }

  @Test
  void everyManifestBesideTheProjectReads() throws IOException {
    Path folder = shared("scaledobjects");
    int formulas = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith("scaledobject.yaml")).toList()) {
        String text = Files.readString(file);
        Matcher formula = Pattern.compile("formula: >-\\n((?: {8}.*\\n)+)").matcher(text);
        if (formula.find()) {
          List<String> names =
              Pattern.compile("(?m)^ +(?:- )?name: (\\S+)")
                  .matcher(text.substring(text.indexOf("  triggers:")))
                  .results()
                  .map(m -> m.group(1))
                  .toList();
          String folded = formula.group(1).strip().replaceAll("\\s*\\n\\s*", " ");
          assertThat(Formula.read(folded, names, Map.of()).problems()).as(folded).isEmpty();
          formulas++;
        }
      }
    }
    assertThat(formulas).isPositive();
  }

  private static Path shared(String name) {
    for (Path p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
      Path found = p.resolve("shared").resolve(name);
      if (Files.exists(found)) {
        return found;
      }
    }
    assumeTrue(false, "there is no folder shared beside the project");
    throw new IllegalStateException();
  }

  // ---- what is refused, and where

  @Test
  void anUnavailableTriggerIsSaidToBeSo() {
    String text = "external_override > 0 ? external_override : cpu_metric";
    Reading reading =
        Formula.read(
            text,
            List.of("external_override"),
            Map.of("cpu_metric", "cpu and memory triggers are not in a formula"));
    assertThat(reading.formula()).isEmpty();
    assertThat(reading.problems())
        .containsExactly(
            new FormulaProblem(
                "The trigger cpu_metric cannot be used: cpu and memory triggers are not in a"
                    + " formula; known is external_override.",
                44,
                1,
                45));
  }

  @Test
  void anUnknownTriggerIsComparedWithThoseThereAre() {
    FormulaProblem problem = problem("queue_dept / 2", List.of("queue_depth", "replicas"));
    assertThat(problem.message())
        .isEqualTo(
            "There is no trigger called queue_dept; known are queue_depth and replicas. Did you"
                + " mean queue_depth?");
    assertThat(problem.offset()).isZero();
  }

  @Test
  void everyUnknownTriggerIsSaidAtItsPlace() {
    assertThat(Formula.read("x +\n  y ?? z", List.of(), Map.of()).problems())
        .extracting(FormulaProblem::offset, FormulaProblem::line, FormulaProblem::column)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(0, 1, 1),
            org.assertj.core.groups.Tuple.tuple(6, 2, 3),
            org.assertj.core.groups.Tuple.tuple(11, 2, 8));
  }

  @ParameterizedTest
  @CsvSource({
    "epp-queue-size,epp-queue-size / 2,0,eppQueueSize",
    "epp-queue-size,'max(1.5, epp-queue-size) ?? 1',9,eppQueueSize",
    "queue-1st,1 + queue-1st,4,queue1st",
    "my-max,1 + my-max,4,myMax",
    "in-flight,in-flight,0,inFlight"
  })
  void aHyphenatedTriggerIsNoSubtraction(String trigger, String text, int offset, String better) {
    FormulaProblem problem = problem(text, List.of(trigger));
    assertThat(problem.message())
        .isEqualTo(
            "A trigger name with hyphens cannot stand in a formula: "
                + trigger
                + " reads as a subtraction; rename the trigger, e.g. "
                + better
                + ".");
    assertThat(problem.offset()).isEqualTo(offset);
  }

  @Test
  void aDottedTriggerIsNoField() {
    assertThat(problem("1 + pool.queue", List.of("pool.queue")).message())
        .startsWith("A trigger name with such characters cannot stand in a formula: pool.queue");
  }

  @Test
  void anyTriggerCanBeReadThroughTheEnvironment() {
    Formula formula = formula("$env[\"epp-queue-size\"] / 2", "epp-queue-size");
    assertThat(formula.evaluate(new double[] {3}, null).value()).isEqualTo(1.5);
    assertThat(formula.reads()).containsExactly("epp-queue-size");
  }

  /** An unnamed trigger is simply not among the names. */
  @Test
  void withoutNamesThereIsNothingToRead() {
    assertThat(problem("queue / 2", List.of()).message())
        .isEqualTo("There is no trigger called queue; there are none.");
  }

  /** Admission tries -1 only, and so says nothing about 0. */
  @Test
  void whatPassesTheTrialMayStillMisbehaveAtZero() {
    assertThat(value("a / b", 0, 0, 0)).isNaN();
    assertThat(value("a / b", 1, 0, 0)).isEqualTo(Double.POSITIVE_INFINITY);
    Formula third = formula("[1, 2, 3][int(a)]", "a");
    assertThat(third.evaluate(new double[] {3}, null).message())
        .isEqualTo("There is no element 3 in a list of 3. (Line 1, column 10.)");
  }

  @Test
  void aFormulaThatFailsAtMinusOneIsRefused() {
    FormulaProblem problem = problem("1 + [a, b][int(a) - 5]", ABC);
    assertThat(problem.message())
        .isEqualTo(
            "KEDA tries a formula once with every trigger at -1, and this one fails there: There is"
                + " no element -6 in a list of 2.");
    assertThat(problem.offset()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '~',
      commentCharacter = '\u0007',
      value = {
        "a + | 3 | The formula ends where it should go on.",
        "(a + b | 6 | The formula ends where it should go on.",
        "a) + 1 | 1 | ) cannot stand here.",
        "a b | 2 | b cannot stand here.",
        "a = b ? 1 : 2 | 2 | = cannot stand here. To compare write ==.",
        "a & b | 2 | & cannot stand here. Write && or and.",
        "a ?? b + 1 | 7 | ?? and + cannot stand side by side; put brackets around one of them, as in"
            + " (a ?? b) + c.",
        "# > 1 | 0 | # cannot stand here. # is the element inside count, filter and their like, and"
            + " nothing elsewhere.",
        "avg([a, b]) | 0 | There is no function called avg. Use mean.",
        "sqrt(a) | 0 | There is no function called sqrt. Use x ** 0.5.",
        "maxx(a, b) | 0 | There is no function called maxx. Did you mean max or map?",
        "now().Hour() | 0 | now is a function of the language, but formulas that use it are not run"
            + " here.",
        "max + 1 | 0 | max is a function; call it with brackets.",
        "a(1) | 0 | a is a trigger and cannot be called like a function.",
        "a % 2 | 2 | % goes with whole numbers, not with a number and a whole number; triggers are"
            + " doubles, so write int(x) % 2.",
        "a ? 1 : 0 | 0 | The condition must be true or false, and this is a number; compare it with"
            + " something, as in x > 0.",
        "a > 1 | 2 | float needs a number or a text, and this is true or false. A formula must give"
            + " a number; write (...) ? 1 : 0.",
        "a + 'x' | 2 | + does not go with a number and text.",
        "not a | 0 | not needs true or false, and this is a number.",
        "let a = 1; a | 4 | let cannot use the name a: a trigger has it.",
        "let max = 1; 2 | 4 | let cannot use the name max: a function has it.",
        "let x = 1; let x = 2; x | 15 | let cannot use the name x: another let has it.",
        "count([a], #index > 0) | 11 | There is no #index in count; # is the element, #index its"
            + " place (in map and reduce), #acc what reduce has so far.",
        "count([a], #) | 11 | The predicate of count must be true or false, and this is a number.",
        "count([a]; # > 1) | 9 | ; cannot stand here.",
        "any([a]) | 7 | any needs a list and what to do with each element, as in any([a, b], # >"
            + " 1).",
        "sum(a) | 4 | sum needs a list, and this is a number.",
        "[a, b][a] | 7 | The place in a list must be a whole number, and this is a number; use"
            + " int(x).",
        "a[0] | 1 | Only a list has elements, and this is a number.",
        "a.b | 1 | The . asks for a field, and nothing in a formula has fields.",
        "a > 1 ?.5 : 1 | 6 | ?. cannot stand here. For a choice write a space after the ?" + ".",
        "1..a | 1 | A range goes from one whole number to another, not from a whole number to a"
            + " number; triggers are doubles, so write 1..int(x).",
        "abs(a, b) | 0 | abs takes 1 argument, and there are 2.",
        "max() | 0 | max takes at least 1 argument, and there is none.",
        "a × 2 | 2 | The character × (U+00D7) is not part of the language.",
        "2a | 0 | The number 2a runs into a word.",
        "1 % 0 | 2 | The remainder of a division by 0.",
        "99999999999999999999 | 0 | 99999999999999999999 is no number that a formula can hold: whole"
            + " ones fit 64 bits, those with a fraction a double.",
        "a /* b | 2 | This comment is never closed with */.",
        "a + 'x | 4 | This text is never closed with '.",
        "{x: 1} | 0 | A map cannot be a number, and formulas with maps are not run here; use [ ] for"
            + " a list.",
        "a; b | 1 | ; cannot stand here. KEDA puts the formula into brackets; put your own around"
            + " it.",
        "a // queue | 10 | The last line ends in a // comment, which also hides the bracket that"
            + " KEDA adds after the formula; end the line after it, or use /* */."
      })
  void whatIsWrongIsSaidWhereItIs(String text, int offset, String message) {
    FormulaProblem problem = problem(text, ABC);
    assertThat(problem.message()).isEqualTo(message);
    assertThat(problem.offset()).isEqualTo(offset);
  }

  @Test
  void anEmptyFormulaIsSaidToBeSo() {
    assertThat(problem(" \n", ABC).message()).isEqualTo("The formula is empty.");
  }

  @Test
  void aCommentThatEndsIsNone() {
    assertThat(value("/* c */ a // d\n", 2, 0, 0)).isEqualTo(2);
    assertThat(value("a // d\r\n+ b", 2, 3, 0)).isEqualTo(5);
  }

  /** Brackets are text to KEDA: these meet the ones it adds, and it is content. */
  @Test
  void theBracketsThatKedaAddsCanBeMet() {
    assertThat(value("a) + (b", 2, 3, 0)).isEqualTo(5);
  }

  @Test
  void aTriggerNamedLikeAFunctionHidesIt() {
    assertThat(problem("max(a, max)", List.of("a", "max")).message())
        .isEqualTo(
            "The trigger called max hides the function of that name; rename the trigger, or write"
                + " ::max(...) for the function.");
    assertThat(formula("::max(a, max)", "a", "max").evaluate(new double[] {1, 2}, null).value())
        .isEqualTo(2);
  }

  @Test
  void aTriggerNamedLikeAWordCannotBeRead() {
    assertThat(problem("1 + in", List.of("in")).message())
        .isEqualTo(
            "in cannot stand here. A trigger called in cannot be named in a formula: it is a word"
                + " of the language.");
  }

  // ---- what it gives

  @Test
  void nilIsToldFromFailure() {
    Formula formula = formula("a ?? b", "a", "b");
    double[] values = {1, 2};
    assertThat(formula.evaluate(values, new boolean[] {true, false}).value()).isEqualTo(2);
    assertThat(formula.evaluate(values, new boolean[] {true, true})).isEqualTo(Outcome.NIL);
    Outcome failed =
        formula("b *\n (a + 1)", "a", "b").evaluate(values, new boolean[] {true, false});
    assertThat(failed.kind()).isEqualTo(Kind.RUN_ERROR);
    assertThat(failed.value()).isNaN();
    assertThat(failed.message())
        .isEqualTo(
            "The trigger a has no value here (nil), and a number is needed; a ?? 0 would read it as"
                + " 0. (Line 2, column 3.)");
  }

  @Test
  void aFormulaThatBeginsWithFloatMayNotGiveOne() {
    Outcome outcome = formula("float(a) > 1 ? 5 : 0", "a").evaluate(new double[] {2}, null);
    assertThat(outcome.kind()).isEqualTo(Kind.NOT_FLOAT);
    assertThat(outcome.message()).startsWith("The formula gives 5, which is no float");
    assertThat(formula("(float(a) > 1 ? 5 : 0)", "a").evaluate(new double[] {2}, null).value())
        .isEqualTo(5);
  }

  /** The check believes max(1, a) to be whole, after its first argument, and the run insists. */
  @Test
  void whatTheCheckBelievesCanFailLater() {
    Formula formula = formula("max(1, a) == 1 ? 1 : 2", "a");
    assertThat(formula.evaluate(new double[] {0.5}, null).value()).isEqualTo(1);
    assertThat(formula.evaluate(new double[] {2.5}, null).kind()).isEqualTo(Kind.RUN_ERROR);
  }

  @Test
  void aCountStopsWhereItIsDecided() {
    Formula formula = formula("count([a, b, c], # > 1) > 1 ? 5 : 0", "a", "b", "c");
    double[] values = {2, 2, 2};
    assertThat(formula.evaluate(values, new boolean[] {false, false, true}).value()).isEqualTo(5);
    assertThat(formula.evaluate(values, new boolean[] {true, false, false}).kind())
        .isEqualTo(Kind.RUN_ERROR);
    Formula less = formula("count([a, b, c], # > 1) < 2 ? 5 : 0", "a", "b", "c");
    assertThat(less.evaluate(values, new boolean[] {false, false, true}).value()).isZero();
    Formula equal = formula("count([a, b, c], # > 1) == 2 ? 5 : 0", "a", "b", "c");
    assertThat(equal.evaluate(values, new boolean[] {false, false, true}).kind())
        .isEqualTo(Kind.RUN_ERROR);
  }

  @Test
  void theFirstOfAFilterDoesNotLookFurther() {
    Formula formula = formula("a < 0 ? 0 : filter([a, b], # > 1)[0]", "a", "b");
    assertThat(formula.evaluate(new double[] {2, 0}, new boolean[] {false, true}).value())
        .isEqualTo(2);
    assertThat(formula.evaluate(new double[] {0, 0}, null).message())
        .isEqualTo("filter left no element here. (Line 1, column 34.)");
    Formula last = formula("c < 0 ? 0 : last(filter([a, b], # > 1)) ?? 7", "a", "b", "c");
    assertThat(last.evaluate(new double[] {0, 2, 0}, new boolean[] {true, false, false}).value())
        .isEqualTo(2);
    assertThat(last.evaluate(new double[] {0, 0, 0}, null).value()).isEqualTo(7);
  }

  /** The items of a literal list are added from the right, other lists from the left. */
  @Test
  void theOrderOfASumIsTheLibrarys() {
    assertThat(value("sum([a, b, c])", 0.1, 0.2, 0.3)).isEqualTo(0.1 + (0.2 + 0.3));
    assertThat(value("sum([a, b, c] | map(#))", 0.1, 0.2, 0.3)).isEqualTo(0.1 + 0.2 + 0.3);
    assertThat(value("sum([0.1, 0.2, 0.3])", 0, 0, 0)).isEqualTo(0.1 + 0.2 + 0.3);
    assertThat(0.1 + (0.2 + 0.3)).isNotEqualTo(0.1 + 0.2 + 0.3);
  }

  @ParameterizedTest
  @CsvSource({
    "2,10,1024",
    "-2,3,-8",
    "-2,4,16",
    "10,-2,0.01",
    "0,0,1",
    "1,NaN,1",
    "NaN,0,1",
    "NaN,2,NaN",
    "0,-1,Infinity",
    "-0.0,-1,-Infinity",
    "-0.0,-2,Infinity",
    "-0.0,3,-0.0",
    "0.5,Infinity,0",
    "2,Infinity,Infinity",
    "2,-Infinity,0",
    "-1,Infinity,1",
    "-Infinity,3,-Infinity",
    "-Infinity,-3,-0.0",
    "Infinity,-1,0",
    "-8,0.5,NaN",
    "9,0.5,3",
    "4,-0.5,0.5",
    "2,1e300,Infinity",
    "0.5,1e300,0",
    "-1,1e300,1",
    "2,-1074,4.9E-324",
    "2,1023,8.98846567431158E307",
    "4.9E-324,0.5,2.2227587494850775E-162"
  })
  void powersMeetTheirCornerCases(double x, double y, double expected) {
    double power = value("a ** b", x, y, 0);
    assertThat(Double.doubleToLongBits(power)).isEqualTo(Double.doubleToLongBits(expected));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void powersAreCloseToTheMathematicalOnes(long seed) {
    Random random = new Random(seed);
    double x = random.nextDouble() * 10;
    double y = random.nextInt(5) == 0 ? random.nextInt(9) - 4 : random.nextDouble() * 8 - 4;
    double expected = Math.pow(x, y);
    assertThat(value("a ** b", x, y, 0)).isCloseTo(expected, within(1e-13 * (1 + expected)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '~',
      commentCharacter = '\u0007',
      value = {
        "type(a) == 'float' ? 1 : 2 => 1",
        "string(0.1 + 0.2) == '0.30000000000000004' ? 1 : 2 => 1",
        "string([1, 2.5, true, nil, 'x']) == '[1 2.5 true <nil> x]' ? 1 : 2 => 1",
        "string(1e21) == '1e+21' ? 1 : 2 => 1",
        "string(1e20) == '100000000000000000000' ? 1 : 2 => 1",
        "string(0.00001) == '1e-05' ? 1 : 2 => 1",
        "len('häß') => 3",
        "len('\\u0061\\x62') => 2",
        "'abc' contains 'b' and not ('abc' startsWith 'b') ? 1 : 2 => 1",
        "'abc' not endsWith 'd' ? 1 : 2 => 1",
        "'a' + 'b' == 'ab' ? 1 : 2 => 1",
        "'a' < 'b' ? 1 : 2 => 1",
        "int('-12') => -12",
        "float(' 1') == 1 ? 1 : 2 => error",
        "take([1, 2, 3], 2)[-1] => 2",
        "[1, 2, 3, 4][1:3][0] => 2",
        "len([1, 2, 3][:-1]) => 2",
        "len([1, 2, 3][2:1]) => 0",
        "len([1, 2, 3][-9:9]) => 3",
        "get([1, 2], 5) ?? 9 => 9",
        "flatten([[1, [2]], 3])[1] => 2",
        "uniq([1, 1.0, 2]) | len() => 2",
        "sort([3, 1.5, 2], 'desc')[0] => 3",
        "sort(20..1)[0] ?? 1 => error",
        "sort(reverse(1..20))[4] => 5",
        "median([3, 1, 2]) => 2",
        "median(1..4) => 2.5",
        "mean([1, [2, 3]]) => 2",
        "max([[1, 5], 3], 4) => 5",
        "max([], 1) => 1",
        "min(2, 1.5) => 1.5",
        "findIndex([1, 2, 3], # > 1) => 1",
        "findLast([1, 2, 3], # < 3) => 2",
        "findLastIndex([1, 2, 3], # < 3) => 1",
        "one([1, 2], # > 1) ? 1 : 2 => 1",
        "reduce(1..4, #acc * # + #index) => 47",
        "reduce([], #acc + #, 3) => 3",
        "reduce([], #acc) => error",
        "map([1, 2], {let y = #; y * 2})[1] => 4",
        "sum(map([1, 2], sum(map([3, 4], #)) + #)) => 17",
        "(1; 2) => 2",
        "0x10 + 0b11 + 0o17 + 1_0 => 44",
        "7 % -3 + -7 % 3 => 0",
        "9223372036854775807 + 1 => -9223372036854775808",
        "int(1e300) => -9223372036854775808",
        "round(-0.5) => -1",
        "round(0.49999999999999994) => 0",
        "1 < 2 <= 2 < 3 ? 1 : 2 => 1",
        "3 > 2 > 2 ? 1 : 2 => 2",
        "not true or true ? 1 : 2 => 1",
        "-2 ** 2 => -4",
        "2 ** -1 => 0.5",
        "nil ?? nil ?? 4 => 4",
        "+a ?? 3 => 2",
        "(a > 1 ?: false) ? 1 : 2 => 1",
        "(a > 1 && false) or a == 2 ? 1 : 2 => 1",
        "a in [1, 2] and a not in 3..5 ? 1 : 2 => 1",
        "[1, 2] == [1.0, 2] ? 1 : 2 => 1",
        "if a > 5 { 1 } else if a > 1 { let y = 3; y } else { 2 } => 3"
      })
  void theLanguageGives(String text, String expected) {
    Reading reading = Formula.read(text, ABC, Map.of());
    if (expected.equals("error")) {
      assertThat(reading.problems()).isNotEmpty();
    } else {
      assertThat(value(text, 2, 3, 0.5)).isEqualTo(Double.parseDouble(expected));
    }
  }

  @Test
  void whatItReadsAndTheNumbersInItAreKnown() {
    String text = "let half = 0.5;\nqueue * half > 1_6 ? -2 : 0x10 / replicas";
    Formula formula = formula(text, "replicas", "running", "queue");
    assertThat(formula.text()).isEqualTo(text);
    assertThat(formula.names()).containsExactly("replicas", "running", "queue");
    assertThat(formula.reads()).containsExactly("queue", "replicas");
    assertThat(formula.numbers())
        .extracting(n -> text.substring(n.offset(), n.offset() + n.length()))
        .containsExactly("0.5", "1_6", "2", "0x10");
    assertThat(formula.numbers()).extracting(Literal::value).containsExactly(0.5, 16.0, 2.0, 16.0);
  }

  @Test
  void aValueForEachNameIsWanted() {
    Formula formula = formula("a + b", "a", "b");
    assertThatThrownBy(() -> formula.evaluate(new double[1], null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 names");
    assertThatThrownBy(() -> formula.evaluate(new double[2], new boolean[1]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void oneFormulaServesManyThreads() {
    Formula formula =
        formula("let x = a * 2; sum(map([x, b], # + 1)) - reduce(1..3, #acc + #)", "a", "b");
    assertThat(
            IntStream.range(0, 20_000)
                .parallel()
                .allMatch(i -> formula.evaluate(new double[] {i, 4}, null).value() == 2.0 * i))
        .isTrue();
  }

  // ---- bounds

  static Stream<String> tooMuch() {
    return Stream.of(
        "(".repeat(30_000) + "a" + ")".repeat(30_000),
        "a" + "+a".repeat(30_000),
        "-".repeat(60_000) + "a",
        "[".repeat(60_000),
        "a ? ".repeat(15_000),
        "let x = 1; ".repeat(5_000) + "x",
        "if a > 1 { 1 } else ".repeat(3_000),
        "[" + "a,".repeat(12_000) + "a] | sum()",
        "a" + "[0]".repeat(20_000),
        " ".repeat(Formula.LONGEST) + "a",
        "sum(1..1000000000)",
        "len(map(1..999999, [#, #]))",
        "let x = 0..900; count(x, {count(x, {count(x, {# > 1}) == 1}) == 1})",
        "let x = 'aaaaaaaaaaaaaaaa'; let y = x+x+x+x+x+x+x+x+x+x+x+x; let z = y+y+y+y+y+y+y+y;"
            + " let w = z+z+z+z+z+z+z+z+z+z+z+z+z+z+z+z; let v = w+w+w+w+w+w+w; len(v)");
  }

  @ParameterizedTest
  @MethodSource("tooMuch")
  void whatGoesBeyondTheBoundsIsRefused(String text) {
    FormulaProblem problem = problem(text, ABC);
    assertThat(problem.message()).hasSizeLessThan(300).endsWith(".");
    assertThat(problem.offset()).isBetween(0, text.length());
  }

  /** Lists that hold each other many times over, chains inside chains: small text, much work. */
  @Test
  void whatDoublesWithEveryWordIsStopped() {
    StringBuilder lists = new StringBuilder("let x0 = [a, a]; ");
    StringBuilder chain = new StringBuilder("a");
    for (int i = 1; i < 60; i++) {
      lists.append("let x" + i + " = [x" + (i - 1) + ", x" + (i - 1) + "]; ");
      chain.insert(0, "(0 < (").append(") < 1 ? 1 : 0)");
    }
    for (String last :
        List.of("max(x59)", "len(string(x59))", "len(flatten(x59))", "x59 == x59 ? 1 : 0")) {
      assertThat(Formula.read(lists + last, ABC, Map.of()).problems()).hasSize(1);
    }
    assertThat(Formula.read(chain.toString(), ABC, Map.of()).problems()).isEmpty();
  }

  @Test
  void theDeepestFormulaNeedsLittleStack() throws InterruptedException {
    String text = "(".repeat(90) + "a" + " + 1)".repeat(90);
    List<Double> results = new ArrayList<>();
    Thread small =
        new Thread(null, () -> results.add(value(text, 1, 0, 0)), "small stack", 256 * 1024);
    small.start();
    small.join();
    assertThat(results).containsExactly(91.0);
  }

  // ---- laws

  static Stream<Long> seeds() {
    return IntStream.range(0, 100).mapToObj(i -> 0x5EED0L + i);
  }

  /**
   * The same sum of doubles, whether they are written down (folded), triggers (unboxed) or elements
   * of a list (boxed).
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void everyPathGivesTheSameBits(long seed) {
    Random random = new Random(seed);
    double[] values = random.doubles(3, -20, 20).toArray();
    String shape = expression(random, 5);
    String literal = shape;
    String boxed = shape;
    for (int i = 0; i < 3; i++) {
      String name = ABC.get(i);
      literal = literal.replace("@" + name, "(" + values[i] + ")");
      boxed = boxed.replace("@" + name, "[" + name + "][0]");
    }
    String unboxed = shape.replace("@", "");
    Outcome expected = run(unboxed, values);
    assertThat(run(literal, values)).as(shape).isEqualTo(expected);
    assertThat(run(boxed, values)).as(shape).isEqualTo(expected);
  }

  private static Outcome run(String text, double[] values) {
    Reading reading = Formula.read(text, ABC, Map.of());
    assertThat(reading.problems()).as(text).isEmpty();
    return reading.formula().orElseThrow().evaluate(values, null);
  }

  private static String expression(Random random, int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return "@" + ABC.get(random.nextInt(3));
    }
    String x = expression(random, depth - 1);
    String y = expression(random, depth - 1);
    return switch (random.nextInt(12)) {
      case 0, 1 -> "(" + x + " + " + y + ")";
      case 2, 3 -> "(" + x + " - " + y + ")";
      case 4, 5 -> "(" + x + " * " + y + ")";
      case 6 -> "(" + x + " / " + y + ")";
      case 7 -> "(" + x + " > " + y + " ? " + x + " : -" + y + ")";
      case 8 -> "max(" + x + ", " + y + ")";
      case 9 -> "floor(" + x + ")";
      case 10 -> "abs(" + x + ")";
      default -> "(let v" + depth + "_" + random.nextInt(1_000_000) + " = " + x + "; " + y + ")";
    };
  }
}
