// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import loopbench.series.Clock;
import loopbench.series.Labels;
import loopbench.series.Reading;
import loopbench.series.Series;
import loopbench.series.SeriesSet;
import org.junit.jupiter.api.Test;

class CanonicalHashTest {
  private static SeriesSet set(
      String name, Map<String, String> labels, long atMs, double value, Reading reading) {
    Clock clock = Clock.of(atMs);
    Series one =
        Series.of(name, Labels.of(labels), clock, new double[] {value}, new Reading[] {reading});
    return new SeriesSet(clock, List.of(one));
  }

  @Test
  void everythingThatDiffersChangesTheHash() {
    List<SeriesSet> sets = new ArrayList<>();
    sets.add(set("a", Map.of(), 0, 0.0, Reading.VALUE));
    sets.add(set("a", Map.of(), 0, -0.0, Reading.VALUE));
    sets.add(set("a", Map.of(), 0, Math.nextUp(0), Reading.VALUE));
    sets.add(set("a", Map.of(), 0, 0, Reading.NAN));
    sets.add(set("a", Map.of(), 0, 0, Reading.STALE));
    sets.add(set("a", Map.of(), 0, 0, Reading.ABSENT));
    sets.add(set("a", Map.of(), 1, 0, Reading.VALUE));
    sets.add(set("b", Map.of(), 0, 0, Reading.VALUE));
    sets.add(set("a", Map.of("x", "y"), 0, 0, Reading.VALUE));
    sets.add(set("a", Map.of("xy", ""), 0, 0, Reading.VALUE));
    sets.add(new SeriesSet(Clock.of(0), List.of()));
    sets.add(new SeriesSet(Clock.of(), List.of()));
    assertThat(new HashSet<>(sets.stream().map(CanonicalHash::of).toList())).hasSize(sets.size());
  }

  @Test
  void equalDataHaveEqualHashesWhateverNanIsUnderneath() {
    double otherNan = Double.longBitsToDouble(0x7ff0000000000002L);
    assertThat(CanonicalHash.of(set("a", Map.of(), 0, otherNan, Reading.NAN)))
        .isEqualTo(CanonicalHash.of(set("a", Map.of(), 0, 1, Reading.NAN)));
  }

  @Test
  void theFormIsPinnedBecauseNotebooksKeepIt() {
    assertThat(CanonicalHash.of(set("queue", Map.of("pod", "a"), 1000, 1.5, Reading.VALUE)))
        .isEqualTo("sha256:ff43c28ce456f6834bdcd8aaf4e2486d5d579361c5cdbbbf254265e1bdde610c");
  }
}
