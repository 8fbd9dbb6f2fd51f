// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import loopbench.cell.Cost;
import org.junit.jupiter.api.Test;

/** The small texts of a card. */
class CellWordsTest {
  @Test
  void durationsAreReadable() {
    assertThat(Durations.words(0.4)).isEqualTo("< 1 ms");
    assertThat(Durations.words(14.2)).isEqualTo("14 ms");
    assertThat(Durations.words(2400)).isEqualTo("2.4 s");
    assertThat(Durations.words(12_400)).isEqualTo("12 s");
    assertThat(Durations.words(185_000)).isEqualTo("3 min 5 s");
  }

  @Test
  void timeLeftNeedsAPace() {
    assertThat(Durations.left(0, 100, 5000)).isEmpty();
    assertThat(Durations.left(1, 100, 100)).isEmpty();
    assertThat(Durations.left(50, 100, 12_000)).contains("12 s left");
    assertThat(Durations.left(25, 100, 1000)).contains("3 s left");
    assertThat(Durations.left(99, 100, 4000)).contains("under 1 s left");
  }

  @Test
  void ordinals() {
    assertThat(CellFace.ordinal(1)).isEqualTo("1st");
    assertThat(CellFace.ordinal(2)).isEqualTo("2nd");
    assertThat(CellFace.ordinal(3)).isEqualTo("3rd");
    assertThat(CellFace.ordinal(11)).isEqualTo("11th");
    assertThat(CellFace.ordinal(22)).isEqualTo("22nd");
  }

  @Test
  void aSourceIsSaidOnOneLine() {
    assertThat(SourceSummary.of("run: baseline\nabout: x\nplant: seed # here\nticks: 60"))
        .isEqualTo("plant: seed   ticks: 60");
    assertThat(SourceSummary.of("params:\n  kp: {value: 1}\n  ki: {value: 2}")).isEqualTo("kp, ki");
    assertThat(SourceSummary.of("plant: seed\ncapacity: {0s: 400/s, 30s: 150/s}"))
        .isEqualTo("capacity: 0s 400/s, 30s 150/s");
    assertThat(SourceSummary.of("run: [broken\nmore")).isEqualTo("run: [broken");
    assertThat(SourceSummary.of("")).isEmpty();
  }

  @Test
  void whenIsWrittenWhereItBelongs() {
    assertThat(WhenField.with("run: x\nticks: 3", Cost.OFF))
        .contains("run: x\nticks: 3\nwhen: off");
    assertThat(WhenField.with("run: x\nwhen: auto   # why\nticks: 3\n", Cost.ON_DEMAND))
        .contains("run: x\nwhen: on demand   # why\nticks: 3\n");
    assertThat(WhenField.with("{run: x}", Cost.OFF)).isEmpty();
    assertThat(WhenField.with("run: [", Cost.OFF)).isEmpty();
  }
}
