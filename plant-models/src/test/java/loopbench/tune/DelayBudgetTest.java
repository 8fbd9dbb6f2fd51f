// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayBudgetTest {
  private static final double NONE = Double.NaN;

  @Test
  void whatIsNotKnownIsNamedAndIsNoZero() {
    DelayBudget budget = new DelayBudget(NONE, 60, 45, 15, 30, NONE);
    assertThat(budget.unknown()).containsExactly("scrape", "warm-up");
    assertThat(budget.totalS()).isEqualTo(90);
    assertThat(budget.parts())
        .extracting(DelayBudget.Part::name)
        .containsExactly("rate window", "smoothing", "HPA sync", "stabilization");
    assertThat(budget.all()).hasSize(6);
    assertThat(budget.all().get(0).known()).isFalse();
    // 6 syncs late at least: 2 sin(pi / (2 (2 x 6 + 3)))
    assertThat(budget.gainCeiling()).isCloseTo(2 * Math.sin(Math.PI / 30), within(1e-12));
    assertThat(new DelayBudget(5, 0, 0, 15, 0, 100).unknown()).isEmpty();
  }

  @Test
  void theLongestPartIsTheOneToShorten() {
    assertThat(new DelayBudget(5, 60, 45, 15, 30, 100).longest())
        .isEqualTo(new DelayBudget.Part("warm-up", 100));
    assertThat(new DelayBudget(NONE, 60, 45, 15, 30, NONE).longest().name())
        .isEqualTo("rate window"); // as long as the stabilization, and before it
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 1e9, Double.POSITIVE_INFINITY})
  void refusesWhatIsNoDelay(double bad) {
    assertThatThrownBy(() -> new DelayBudget(bad, 0, 0, 15, 0, 0))
        .hasMessageContaining("at least 0 s");
    assertThatThrownBy(() -> new DelayBudget(5, 0, 0, NONE, 0, 0)).hasMessageContaining("syncS");
  }
}
