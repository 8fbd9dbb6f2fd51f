// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class PythonNumbersTest {

  /** Printed by CPython 3.11. */
  @ParameterizedTest
  @CsvFileSource(resources = "/notebook/float-repr.csv", numLinesToSkip = 1)
  void printsAsPythonDoes(String bits, String repr) {
    double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    assertThat(PythonNumbers.repr(value)).isEqualTo(repr);
  }

  @RepeatedTest(20)
  void readsBackAsTheSameDouble(RepetitionInfo run) {
    Random dice = new Random(run.getCurrentRepetition());
    for (int i = 0; i < 500; i++) {
      double value = Double.longBitsToDouble(dice.nextLong());
      if (Double.isFinite(value)) {
        String text = PythonNumbers.repr(value);
        assertThat(Double.parseDouble(text)).as(text).isEqualTo(value);
        assertThat(text).matches("-?\\d+(\\.\\d+)?(e[+-]\\d{2,})?").matches(".*[.e].*");
        assertThat(text.replaceAll("e.*|\\D", "").replaceAll("^0+|0+$", "").length())
            .isLessThanOrEqualTo(17);
      }
    }
  }

  @Test
  void whatIsNoNumberIsAsPythonsJsonHasIt() {
    assertThat(PythonNumbers.repr(Double.NaN)).isEqualTo("NaN");
    assertThat(PythonNumbers.repr(Double.POSITIVE_INFINITY)).isEqualTo("Infinity");
    assertThat(PythonNumbers.repr(Double.NEGATIVE_INFINITY)).isEqualTo("-Infinity");
  }

  @Test
  void wholeNumbersStayWhole() {
    assertThat(PythonNumbers.repr((Number) 5)).isEqualTo("5");
    assertThat(PythonNumbers.repr((Number) 5.0)).isEqualTo("5.0");
    assertThat(PythonNumbers.repr((Number) Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(PythonNumbers.repr(BigInteger.TEN.pow(30))).isEqualTo("1" + "0".repeat(30));
    assertThatThrownBy(() -> PythonNumbers.repr(BigDecimal.ONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("BigDecimal");
  }
}
