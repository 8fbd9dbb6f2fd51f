// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Broken formulas: 20,000 of them, twenty seeds with a thousand each. */
class FormulaFuzzTest {
  private static final int MUTATIONS_PER_SEED = 1_000;

  private static final List<String> NAMES = List.of("a", "b", "c_d", "epp-queue", "max");

  private static final List<String> PIECES =
      List.of(
          "a",
          "b",
          "c_d",
          "epp-queue",
          "zz",
          "0",
          "1",
          "2.5",
          "1e308",
          "0x",
          "999999999",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          ",",
          ";",
          ":",
          "?",
          "??",
          "?.",
          ".",
          "..",
          "+",
          "-",
          "*",
          "/",
          "%",
          "**",
          "^",
          "<",
          ">=",
          "==",
          "!=",
          "!",
          "not ",
          "in ",
          "and ",
          "or ",
          "|",
          "||",
          "&",
          "=",
          "#",
          "#acc",
          "#index",
          "\"",
          "'",
          "`",
          "\\",
          "//",
          "/*",
          "*/",
          "\n",
          "\t",
          "é",
          "\ud83d",
          "\ud83d\ude00",
          "\u0000",
          "let x = ",
          "if ",
          "else ",
          "nil",
          "true",
          "$env",
          "::",
          "float(",
          "max(",
          "count(",
          "map(",
          "sum(",
          "filter(",
          "reduce(",
          "sort(",
          "1..9999",
          "string(",
          "now()",
          "len(",
          "contains ",
          "matches ");

  private static final List<String> FORMULAS =
      Cases.of("formulas.json", "kedaFormulaReal")
          .map(arguments -> ((JsonNode) arguments.get()[2]).get("formula").asString())
          .distinct()
          .toList();

  static Stream<Long> seeds() {
    return IntStream.range(0, 20).mapToObj(i -> 0xF0112L + i);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingThrowsAndEveryPlaceIsInTheText(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < MUTATIONS_PER_SEED; i++) {
      String text = FORMULAS.get(random.nextInt(FORMULAS.size()));
      for (int n = 1 + random.nextInt(4); n > 0; n--) {
        text = mutated(text, random);
      }
      check(text, random);
    }
  }

  private static String mutated(String text, Random random) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + random.nextInt(6));
    String before = text.substring(0, from);
    String piece = PIECES.get(random.nextInt(PIECES.size()));
    return switch (random.nextInt(6)) {
      case 0 -> before + text.substring(to);
      case 1, 2 -> before + piece + text.substring(from);
      case 3 -> before + piece + text.substring(to);
      case 4 ->
          before + text.substring(from, to).repeat(1 + random.nextInt(3)) + text.substring(to);
      default -> before + FORMULAS.get(random.nextInt(FORMULAS.size())) + text.substring(to);
    };
  }

  private static void check(String text, Random random) {
    Reading reading = Formula.read(text, NAMES, Map.of("cpu", "it is a cpu trigger"));
    for (FormulaProblem problem : reading.problems()) {
      assertThat(problem.offset()).as(text).isBetween(0, text.length());
      String before = text.substring(0, problem.offset());
      int lineStart = before.lastIndexOf('\n') + 1;
      assertThat(problem.line()).isEqualTo(1 + (int) before.chars().filter(c -> c == '\n').count());
      assertThat(problem.column()).isEqualTo(problem.offset() - lineStart + 1);
      assertThat(problem.message()).as(text).isNotBlank();
    }
    reading.formula().ifPresent(formula -> evaluate(formula, random));
  }

  private static void evaluate(Formula formula, Random random) {
    double[] values = new double[NAMES.size()];
    boolean[] nil = new boolean[NAMES.size()];
    for (int i = 0; i < values.length; i++) {
      nil[i] = random.nextInt(8) == 0;
      values[i] =
          switch (random.nextInt(8)) {
            case 0 -> Double.NaN;
            case 1 -> Double.NEGATIVE_INFINITY;
            case 2 -> 1e300;
            case 3 -> 0;
            default -> random.nextGaussian() * 20;
          };
    }
    Outcome outcome = formula.evaluate(values, nil);
    assertThat(formula.evaluate(values, nil)).as(formula.text()).isEqualTo(outcome);
    formula.numbers().forEach(n -> formula.text().substring(n.offset(), n.offset() + n.length()));
  }
}
