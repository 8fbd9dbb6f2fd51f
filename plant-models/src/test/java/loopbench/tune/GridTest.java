// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import loopbench.knob.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GridTest {
  static LongStream seeds() {
    return new Random(3).longs(50);
  }

  private static Grid random(long seed) {
    Random random = new Random(seed);
    return new Grid(
        IntStream.range(0, 1 + random.nextInt(3))
            .mapToObj(
                a ->
                    Axis.between(
                        "axis" + a,
                        "",
                        random.nextBoolean() ? Scale.LOG : Scale.LINEAR,
                        1,
                        100,
                        2 + random.nextInt(20),
                        random.nextBoolean()))
            .toList());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyPointHasOneIndex(long seed) {
    Grid grid = random(seed);
    for (int i = 0; i < grid.size(); i++) {
      assertThat(grid.indexOf(grid.position(i))).as("seed " + seed).isEqualTo(i);
      assertThat(grid.nearest(grid.point(i))).as("seed " + seed).isEqualTo(i);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void coarseToFineVisitsEveryPointOnceAndTheCornersOfACoarseGridFirst(long seed) {
    Grid grid = random(seed);
    int[] order = grid.order();
    assertThat(order[0]).isZero();
    int[] sorted = order.clone();
    Arrays.sort(sorted);
    assertThat(sorted).as("seed " + seed).isEqualTo(IntStream.range(0, grid.size()).toArray());
    int stride = 4;
    long coarse =
        IntStream.range(0, grid.size())
            .filter(i -> Arrays.stream(grid.position(i)).allMatch(p -> p % stride == 0))
            .count();
    assertThat(Arrays.stream(order).limit(coarse))
        .allMatch(i -> Arrays.stream(grid.position(i)).allMatch(p -> p % stride == 0));
  }

  @Test
  void theLastAxisRunsFastest() {
    Grid grid = Grid.of(Axis.list("a", "", 1, 2), Axis.list("b", "", 10, 20, 30));
    assertThat(grid.size()).isEqualTo(6);
    assertThat(grid.point(4)).containsExactly(2, 20);
    assertThat(grid.indexOf(1, 2)).isEqualTo(5);
    assertThat(grid.nearest(1.2, 26)).isEqualTo(2);
    assertThatThrownBy(() -> grid.indexOf(2, 0)).hasMessage("a has no value number 2");
  }

  @Test
  void aLogAxisMayHaveAStripForZero() {
    Axis axis = Axis.between("flow.ki", "(1/s)/ms²", Scale.LOG, 1e-5, 0.1, 5, true);
    assertThat(axis.size()).isEqualTo(6);
    assertThat(axis.zeroStrip()).isTrue();
    assertThat(axis.values().get(0)).isZero();
    assertThat(axis.values().get(1)).isEqualTo(1e-5);
    assertThat(axis.values().get(5)).isEqualTo(0.1);
    assertThat(axis.nearest(0)).isZero();
    assertThat(axis.nearest(1.1e-5)).isEqualTo(1);
    assertThat(axis.nearest(1e-9)).isEqualTo(1);
  }

  @Test
  void saysWhatItRefuses() {
    assertThatThrownBy(() -> Axis.list("flow.kp", "", 2, 1))
        .hasMessage("flow.kp's values must be finite and ascend, but number 1 is 1.0.");
    assertThatThrownBy(() -> new Axis("flow.kp", "", Scale.LOG, List.of(-1.0)))
        .hasMessage("flow.kp's values must be above 0 on a log scale, was -1.0.");
    assertThatThrownBy(() -> Axis.list("flow.kp", "")).hasMessageContaining("has 0");
    Axis wide = Axis.between("a", "", Scale.LINEAR, 0, 1, 2000, false);
    Axis other = Axis.between("b", "", Scale.LINEAR, 0, 1, 2000, false);
    assertThatThrownBy(() -> Grid.of(wide, other)).hasMessageContaining("at most 1000000 points");
    assertThatThrownBy(() -> Grid.of(Axis.list("a", "", 1), Axis.list("a", "", 1)))
        .hasMessageContaining("must be different");
    assertThatThrownBy(Grid::of).hasMessageContaining("at least one axis");
  }
}
