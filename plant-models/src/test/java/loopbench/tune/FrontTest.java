// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.knob.Scale;
import loopbench.score.Score;
import loopbench.score.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrontTest {
  private static final Trade COST = new Trade(Score.REPLICA_HOURS, Score.ATTAINMENT);

  private static Scores scored(double hours, double attainment) {
    return Scores.of(Map.of(Score.REPLICA_HOURS, hours, Score.ATTAINMENT, attainment));
  }

  private static SweepResult sweep(
      List<Scores> scores, Trade trade, List<Gate> gates, int threads) {
    Grid grid =
        Grid.of(Axis.between("a", "", Scale.LINEAR, 0, scores.size() - 1, scores.size(), false));
    return Sweep.run(
        grid,
        point -> scores.get((int) Math.rint(point[0])),
        new Objective(null, gates, Optional.of(trade)),
        threads,
        SweepListener.NONE,
        () -> false);
  }

  static LongStream seeds() {
    return new Random(11).longs(60);
  }

  private static List<Scores> random(long seed) {
    Random random = new Random(seed);
    List<Scores> scores = new ArrayList<>();
    int n = 2 + random.nextInt(60);
    for (int i = 0; i < n; i++) { // coarse numbers, so that there are ties
      scores.add(
          scored(
              random.nextInt(20) == 0 ? Double.NaN : random.nextInt(12),
              random.nextInt(20) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(12) / 11.0));
    }
    return scores;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingOnTheFrontIsDominatedAndAllElseIsOrIsATwin(long seed) {
    List<Scores> scores = random(seed);
    List<Gate> gates = seed % 2 == 0 ? List.of() : List.of(Gate.atLeast(Score.ATTAINMENT, 0.5));
    SweepResult result = sweep(scores, COST, gates, 3);
    Front front = result.front().orElseThrow();
    for (int i = 0; i < scores.size(); i++) {
      Scores one = scores.get(i);
      boolean able =
          Double.isFinite(one.get(Score.REPLICA_HOURS))
              && Double.isFinite(one.get(Score.ATTAINMENT))
              && gates.stream().allMatch(g -> g.test(one));
      boolean beaten = false;
      for (int k = 0; k < scores.size(); k++) {
        Scores other = scores.get(k);
        boolean otherAble = gates.stream().allMatch(g -> g.test(other));
        boolean twin = other.equals(one) && k < i;
        beaten |= otherAble && (COST.dominates(other, one) || twin);
      }
      assertThat(front.points().contains(i))
          .as("seed %d, point %d", seed, i)
          .isEqualTo(able && !beaten);
    }
    assertThat(front.points().stream().map(i -> scores.get(i).get(Score.REPLICA_HOURS))).isSorted();
    assertThat(result.best()).isEqualTo(front.knee());
    if (!front.points().isEmpty()) {
      assertThat(front.points()).contains(front.knee().orElseThrow());
    } else {
      assertThat(result.reasons()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anyNumberOfThreadsFindsTheSameFront(long seed) {
    List<Scores> scores = random(seed);
    assertThat(sweep(scores, COST, List.of(), 5).front())
        .isEqualTo(sweep(scores, COST, List.of(), 1).front());
  }

  @Test
  void theKneeIsWhereAShareOfOneBuysTheMostOfTheOther() {
    List<Scores> scores =
        List.of(scored(10, 1), scored(6, 0.99), scored(5, 0.95), scored(4, 0.6), scored(7, 0.9));
    Front front = sweep(scores, COST, List.of(), 1).front().orElseThrow();
    assertThat(front.points()).containsExactly(3, 2, 1, 0);
    // shares: 0 + 1, 1/6 + 0.05/0.4, 2/6 + 0.01/0.4, 1 + 0
    assertThat(front.knee()).hasValue(2);
  }

  @Test
  void aFrontOfOnePointIsItsKnee() {
    Front front = sweep(List.of(scored(3, 0.9), scored(3, 0.9)), COST, List.of(), 1).front().get();
    assertThat(front.points()).containsExactly(0);
    assertThat(front.knee()).hasValue(0);
  }

  @Test
  void whatIsMinimisedBesideAFrontDecidesTheBest() {
    List<Scores> scores = List.of(scored(10, 1), scored(6, 0.99), scored(5, 0.95), scored(4, 0.6));
    Grid grid = Grid.of(Axis.list("a", "", 0, 1, 2, 3));
    SweepResult result =
        Sweep.run(
            grid,
            point -> scores.get((int) point[0]),
            new Objective(s -> s.get(Score.REPLICA_HOURS), List.of(), Optional.of(COST)),
            1,
            SweepListener.NONE,
            () -> false);
    assertThat(result.best()).hasValue(3);
    assertThat(result.front().orElseThrow().points()).hasSize(4);
  }

  @Test
  void whereNoneQualifiesTheClosestIsNamed() {
    List<Scores> scores = List.of(scored(10, 0.2), scored(6, 0.94), scored(5, Double.NaN));
    SweepResult result = sweep(scores, COST, List.of(Gate.atLeast(Score.ATTAINMENT, 0.95)), 1);
    assertThat(result.best()).isEmpty();
    assertThat(result.closest()).hasValue(1);
    assertThat(result.fails(1)).containsExactly("attainment >= 95%");
    assertThat(result.reasons().get(0))
        .isEqualTo("attainment >= 95% holds at none of the 3 points.");
  }

  @Test
  void twoDifferentScoresAreNeeded() {
    assertThatThrownBy(() -> new Trade(Score.LOST, Score.LOST))
        .hasMessage("A front needs two different scores, was lost twice.");
  }
}
