// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeWindowTest {
  private final TimeWindow window = new TimeWindow();

  private void shows(double from, double to) {
    assertThat(window.shown().from()).isCloseTo(from, within(1e-9));
    assertThat(window.shown().to()).isCloseTo(to, within(1e-9));
  }

  @Test
  void theWholeIsShownUntilSomebodyLooksCloser() {
    window.setWhole(0, 60);
    shows(0, 60);
    assertThat(window.zoomed()).isFalse();
    window.select(40, 20);
    shows(20, 40);
    assertThat(window.zoomed()).isTrue();
    window.reset();
    shows(0, 60);
  }

  @Test
  void whatIsUnderThePointerStaysThere() {
    window.setWhole(0, 60);
    window.zoom(0.5, 15);
    shows(7.5, 37.5);
    window.zoom(2, 15);
    shows(0, 60);
  }

  @Test
  void itMovesAlongAsFarAsThereIsSomething() {
    window.setWhole(0, 60);
    window.select(20, 40);
    window.pan(0.25);
    shows(25, 45);
    window.pan(10);
    shows(40, 60);
    window.pan(-10);
    shows(0, 20);
  }

  /** A run that is turned by a slider keeps its length; what is looked at stays. */
  @Test
  void whoLooksCloserGoesOnDoingSo() {
    window.setWhole(0, 60);
    window.select(20, 40);
    window.setWhole(0, 60);
    shows(20, 40);
    window.setWhole(0, 90);
    shows(20, 40);
    window.setWhole(0, 30);
    shows(10, 30);
    window.setWhole(1000, 1060);
    shows(1000, 1060);
  }

  @Test
  void aPlaceIsNoStretchAndAnEmptyAxisStaysEmpty() {
    window.setWhole(0, 60);
    window.select(20, 20);
    shows(0, 60);
    TimeWindow empty = new TimeWindow();
    empty.setWhole(5, 5);
    empty.zoom(0.5, 5);
    empty.pan(1);
    assertThat(empty.shown()).isEqualTo(new TimeWindow.Stretch(5, 5));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whateverIsDoneAPartOfTheWholeIsShown(long seed) {
    Random random = new Random(seed);
    window.setWhole(-7, 1e6);
    for (int i = 0; i < 10_000; i++) {
      switch (random.nextInt(4)) {
        case 0 -> window.zoom(Math.exp(2 * random.nextGaussian()), 1e6 * random.nextGaussian());
        case 1 -> window.pan(random.nextGaussian());
        case 2 -> window.select(1e6 * random.nextDouble(), 1e6 * random.nextDouble());
        default -> window.zoom(0.1, window.shown().to());
      }
      TimeWindow.Stretch shown = window.shown();
      assertThat(shown.from()).isBetween(-7.0, 1e6);
      assertThat(shown.to()).isBetween(shown.from(), 1e6);
      assertThat(shown.length()).isPositive();
    }
  }
}
