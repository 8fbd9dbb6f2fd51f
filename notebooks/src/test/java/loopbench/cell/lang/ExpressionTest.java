// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
  private static final Map<String, Value> NAMES =
      Map.of(
          "run.what-if.flaps_per_hour", new Value.Amount(3, Unit.NONE),
          "run.baseline.overshoot", new Value.Amount(0.8, Unit.MILLISECONDS),
          "run.baseline.settle", new Value.Amount(Double.POSITIVE_INFINITY, Unit.NONE),
          "run.baseline.rebound", new Value.Amount(Double.NaN, Unit.PER_SECOND),
          "run.baseline.equilibrium_error", new Value.Amount(0.015, Unit.PERCENT),
          "run.vp.prefill", new Value.Amount(15928, Unit.TOKENS_PER_SECOND),
          "run.baseline.class", new Value.Word("settles"),
          "settles", new Value.Word("settles"));

  private static Optional<Value> lookUp(String name) {
    return Optional.ofNullable(NAMES.get(name));
  }

  private static Expression read(String text) {
    Expression.Parsed parsed = Expression.parse(text);
    assertThat(parsed.problem()).isEmpty();
    return parsed.expression().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "1 + 2 * 3, 7",
    "(1 + 2) * 3, 9",
    "10 - 4 - 3, 3",
    "2 * 3 / 4, 1.5",
    "-2 + 5, 3",
    "'min(3, 1, 2)', 1",
    "'max(3, 1, 2)', 3",
    "abs(2 - 5), 3",
    "'if(1 < 2, 10, 20)', 10",
    "run.what-if.flaps_per_hour * 2, 6",
    "0.2 * run.what-if.flaps_per_hour + 1, 1.6",
  })
  void computes(String text, double expected) {
    assertThat(read(text).number(ExpressionTest::lookUp)).isCloseTo(expected, offset(1e-12));
  }

  @ParameterizedTest
  @CsvSource({
    "run.baseline.class == settles, true, settles",
    "run.baseline.class != settles, false, settles",
    "run.baseline.overshoot <= 5ms, true, 0.8 ms",
    "run.baseline.overshoot <= 0.0005s, false, 0.8 ms",
    "run.what-if.flaps_per_hour <= 4, true, 3",
    "run.baseline.settle <= 60, false, never",
    "run.baseline.rebound <= 5/s, false, does not apply",
    "run.baseline.rebound > 5/s, false, does not apply",
    "run.baseline.equilibrium_error <= 2%, true, 1.5 %",
    "run.vp.prefill >= 15000 tokens/s, true, 15928 tokens/s",
    "run.vp.prefill >= 1.6e4tokens/s, false, 15928 tokens/s",
    "8192 tokens > 4096 tokens, true, 8192 tokens",
  })
  void judges(String text, boolean holds, String measured) {
    assertThat(read(text).verdict(ExpressionTest::lookUp))
        .isEqualTo(new Expression.Verdict(holds, measured));
  }

  @ParameterizedTest
  @CsvSource({
    "run.baseline.overshoot <= 5, write 5ms",
    "run.baseline.equilibrium_error <= 0.02, write 2%",
    "run.baseline.overshoot <= 5/s, cannot be compared",
    "run.vp.prefill >= 15000, write 15000 tokens/s",
    "run.baseline.class < settles, compare them with ==",
    "run.baseline.nothing > 1, nothing here is called `run.baseline.nothing`",
    "run.baseline.class + 1 > 2, is not a number",
  })
  void saysWhatDoesNotFit(String text, String sentence) {
    assertThatThrownBy(() -> read(text).verdict(ExpressionTest::lookUp))
        .isInstanceOf(Expression.Unanswerable.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "'', missing at the end",
    "1 +, missing at the end",
    "(1, is missing",
    "1 1, not expected here",
    "sqrt(4), is no function",
    "5parsec, is no quantity",
    "a ; b, not expected here",
  })
  void saysWhatCannotBeRead(String text, String sentence) {
    Expression.Parsed parsed = Expression.parse(text);
    assertThat(parsed.expression()).isEmpty();
    assertThat(parsed.problem()).contains(sentence);
  }

  @Test
  void isBoundedInLengthAndDepth() {
    assertThat(Expression.parse("(".repeat(100) + "1" + ")".repeat(100)).problem())
        .contains("nested deeper");
    assertThat(Expression.parse("-".repeat(100) + "1").problem()).contains("nested deeper");
    assertThat(Expression.parse("1 + ".repeat(1000) + "1").problem()).contains("characters");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void neverThrowsForWhatTheUserWrote(long seed) {
    Random random = new Random(seed);
    String alphabet = "abr.-+*/()<>=!%,0123456789 msh_ein";
    for (int i = 0; i < 5_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(30); j >= 0; j--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      Expression.Parsed parsed = Expression.parse(text.toString());
      assertThat(parsed.expression().isPresent())
          .as("seed %d, %s", seed, text)
          .isNotEqualTo(!parsed.problem().isEmpty());
    }
  }
}
