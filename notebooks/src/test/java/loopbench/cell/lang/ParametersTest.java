// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import loopbench.knob.Nearest;
import org.junit.jupiter.api.Test;

class ParametersTest {
  private final Parameters parameters = new Parameters(Map.of("ns", "prod", "kp", "0.05"));

  @Test
  void fillsWholeValuesAndPartsOfTexts() {
    assertThat(parameters.fill("$kp").text()).isEqualTo("0.05");
    assertThat(parameters.fill("{namespace=\"$ns\"}").text()).isEqualTo("{namespace=\"prod\"}");
  }

  @Test
  void twoDollarsAreOne() {
    assertThat(parameters.fill("$$kp costs 5$$").text()).isEqualTo("$kp costs 5$");
  }

  @Test
  void namesWhatIsMissingAndLeavesItAsItWas() {
    Parameters.Filled filled = parameters.fill("$ns and $nt");
    assertThat(filled.text()).isEqualTo("prod and $nt");
    assertThat(filled.missing()).isEqualTo(List.of("nt"));
    assertThat(filled.used()).isEqualTo(List.of("ns", "nt"));
  }

  @Test
  void leavesOtherDollarsAlone() {
    assertThat(parameters.fill("^a$|5$").text()).isEqualTo("^a$|5$");
    assertThat(parameters.fill("${NAMESPACE}").text()).isEqualTo("${NAMESPACE}");
  }

  @Test
  void suggestsTheNearestWord() {
    assertThat(Nearest.hint("targetp9", List.of("targetP99", "rate", "quantile")))
        .isEqualTo(" Did you mean targetP99?");
    assertThat(Nearest.hint("zzzzzzzz", List.of("rate"))).isEmpty();
  }
}
