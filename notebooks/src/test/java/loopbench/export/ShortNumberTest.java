// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortNumberTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "1000, 1000, 1000",
    "0.05, 0.05, 0.05",
    "-0.002, -0.002, -0.002",
    "30.45, 30.45, 30.45",
    "0.0001, 0.0001, 0.0001",
    "0.00001, 1e-05, 0.00001",
    "0.0000015, 1.5e-06, 0.0000015",
    "0.00000015, 1.5e-07, 1.5e-7",
    "1e-320, 1e-320, 1e-320",
    "5e-324, 5e-324, 5e-324",
    "2e-3, 0.002, 0.002",
    "2.0E-44, 2e-44, 2e-44",
    "123456789012345680, 1.2345678901234568e+17, 123456789012345680",
    "1e15, 1000000000000000, 1000000000000000",
    "1e16, 1e+16, 10000000000000000",
    "1e21, 1e+21, 1e+21",
    "1.7976931348623157e308, 1.7976931348623157e+308, 1.7976931348623157e+308",
    "0.1234567890123456789, 0.12345678901234568, 0.12345678901234568",
    "2.2250738585072014e-308, 2.2250738585072014e-308, 2.2250738585072014e-308",
  })
  void writesAsPythonAndJavaScriptDo(double value, String python, String javaScript) {
    assertThat(ShortNumber.python(value)).isEqualTo(python);
    assertThat(ShortNumber.javaScript(value)).isEqualTo(javaScript);
  }

  @Test
  void readsBackAsTheSameDoubleAndIsNeverLongerThanJavas() {
    for (long seed = 0; seed < 1_000; seed++) {
      double value = Double.longBitsToDouble(new Random(seed).nextLong());
      if (Double.isFinite(value)) {
        String text = ShortNumber.javaScript(value);
        assertThat(Double.parseDouble(text)).as("seed %d", seed).isEqualTo(value);
        assertThat(Double.parseDouble(ShortNumber.python(value))).isEqualTo(value);
        assertThat(digits(text)).isLessThanOrEqualTo(digits(Double.toString(value)));
      }
    }
  }

  private static int digits(String text) {
    return new BigDecimal(text).stripTrailingZeros().precision();
  }

  @Test
  void refusesWhatHasNoDigits() {
    assertThatIllegalArgumentException().isThrownBy(() -> ShortNumber.python(Double.NaN));
  }
}
