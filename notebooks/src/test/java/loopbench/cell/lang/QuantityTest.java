// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({
    "30ms, 30, MILLISECONDS",
    "15s, 15, SECONDS",
    "5m, 5, MINUTES",
    "1h, 1, HOURS",
    "111.1/s, 111.1, PER_SECOND",
    "2%, 2, PERCENT",
    "8192 tokens, 8192, TOKENS",
    "15928 tokens/s, 15928, TOKENS_PER_SECOND",
    "1.0e-5, 0.00001, NONE",
    "-3, -3, NONE",
  })
  void readsTheFormsOfTheLanguage(String text, double number, Unit unit) {
    assertThat(Quantity.parse(text)).contains(new Quantity(number, unit));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ms",
        "30 sec",
        "NaN",
        "Infinity",
        "0x10",
        "1e999",
        "30msms",
        "1,5s",
        "30  ms"
      })
  void refusesEverythingElse(String text) {
    assertThat(Quantity.parse(text)).isEmpty();
  }

  @Test
  void convertsWithinADimensionOnly() {
    assertThat(new Quantity(1.5, Unit.MINUTES).in(Unit.SECONDS)).isEqualTo(90);
    assertThat(new Quantity(30, Unit.MILLISECONDS).in(Unit.MILLISECONDS)).isEqualTo(30);
    assertThat(new Quantity(2, Unit.PERCENT).share()).isEqualTo(0.02);
    assertThatThrownBy(() -> new Quantity(30, Unit.NONE).in(Unit.MILLISECONDS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatIsWrittenReadsBackTheSame(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      double number = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(24) - 12);
      Unit unit = Unit.values()[random.nextInt(Unit.values().length)];
      Quantity quantity = new Quantity(number, unit);
      assertThat(Quantity.parse(quantity.toString()))
          .as("seed %d, %s", seed, quantity)
          .contains(quantity);
    }
  }
}
