// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import loopbench.knob.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrackTest {
  private static final Range LOG = Range.log(0.001, 5);

  @Test
  void theEndsAreTheRange() {
    Track track = new Track(LOG);
    assertThat(track.value(0)).isEqualTo(0.001);
    assertThat(track.value(1)).isEqualTo(5);
  }

  @Test
  void zeroHasAPlaceOfItsOwnAtTheLeftEnd() {
    Track track = new Track(LOG.withZero());
    assertThat(track.value(0)).isZero();
    assertThat(track.position(0)).isZero();
    assertThat(track.position(0.001)).isGreaterThan(0.03);
    assertThat(track.value(track.position(0.001))).isEqualTo(0.001);
    assertThat(track.ticks().get(0)).isEqualTo(new Track.Tick(0, "0"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aPositionComesBackFromItsValue(long seed) {
    Random random = new Random(seed);
    for (Range range : List.of(LOG, LOG.withZero(), Range.linear(10, 90), Range.linear(-1, 1))) {
      Track track = new Track(range);
      double position = 0.06 + 0.94 * random.nextDouble();
      double value = track.value(position);
      // Three digits of a value are a thousandth of a decade on a log range.
      assertThat(track.position(value))
          .as("seed %d, %s", seed, range)
          .isCloseTo(position, within(0.004));
    }
  }

  @Test
  void stepsMoveAHundredthAndStayInside() {
    Track track = new Track(Range.linear(0, 100));
    assertThat(track.stepped(50, 1, 0)).isEqualTo(51);
    assertThat(track.stepped(50, -1, 5)).isEqualTo(45);
    assertThat(track.stepped(100, 1, 0)).isEqualTo(100);
  }

  @Test
  void stepsReachZeroAndLeaveIt() {
    Track track = new Track(LOG.withZero());
    assertThat(track.stepped(0.001, -1, 0)).isZero();
    assertThat(track.stepped(0, 1, 0)).isEqualTo(0.001);
  }

  @Test
  void decadesAreLabelled() {
    assertThat(new Track(Range.log(1e-5, 0.1)).ticks())
        .extracting(Track.Tick::label)
        .containsExactly("10⁻⁵", "10⁻⁴", "0.001", "0.01", "0.1");
    assertThat(new Track(Range.linear(10, 90)).ticks())
        .extracting(Track.Tick::label)
        .containsExactly("20", "40", "60", "80");
  }
}
