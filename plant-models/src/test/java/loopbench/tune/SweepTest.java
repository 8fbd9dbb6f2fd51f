// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import loopbench.knob.Scale;
import loopbench.loop.FlowScenario;
import loopbench.loop.Vectors;
import loopbench.plant.AffineLatency;
import loopbench.plant.Schedule;
import loopbench.plant.Sensor;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SweepTest {
  private static final Grid GAINS =
      Grid.of(
          Axis.between("flow.kp", "(1/s)/ms", Scale.LOG, 0.001, 5, 13, false),
          Axis.between("flow.ki", "(1/s)/ms²", Scale.LOG, 1e-5, 0.1, 13, true));

  private static Scores scored(double iae) {
    return Scores.of(Map.of(Score.IAE, iae));
  }

  private static final Objective LEAST_IAE =
      new Objective(scores -> scores.get(Score.IAE), List.of());

  private static SweepResult run(Grid grid, Evaluator evaluator, Objective objective, int threads) {
    return Sweep.run(grid, evaluator, objective, threads, SweepListener.NONE, () -> false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 500})
  void anyNumberOfThreadsGivesTheSameToTheBit(int threads) {
    Evaluator evaluator =
        new FlowEvaluator(
            Vectors.published(0, 0)
                .withPlant(
                    AffineLatency.SEED.withSensor(
                        new Sensor(Sensor.Samples.count(10), Sensor.Tail.EXPONENTIAL))),
            GAINS.axes());
    SweepResult one = run(GAINS, evaluator, Objective.ADMISSION, 1);
    SweepResult many = run(GAINS, evaluator, Objective.ADMISSION, threads);
    for (int i = 0; i < GAINS.size(); i++) {
      assertThat(many.scores(i)).as("point " + i).isEqualTo(one.scores(i));
    }
    assertThat(many.best()).isEqualTo(one.best());
    assertThat(many.reasons()).isEqualTo(one.reasons());
    assertThat(many.classes()).isEqualTo(one.classes());
    assertThat(many.partial()).isFalse();
  }

  @Test
  void tiesGoToTheLowerIndex() {
    Grid grid = Grid.of(Axis.between("a", "", Scale.LINEAR, 0, 63, 64, false));
    List<OptionalInt> best = new ArrayList<>();
    SweepResult result =
        Sweep.run(
            grid,
            point -> scored(Math.abs(point[0] - 20) > 3 ? 2 : 1),
            LEAST_IAE,
            4,
            progress -> best.add(progress.best()),
            () -> false);
    assertThat(best.get(best.size() - 1)).hasValue(17);
    assertThat(result.best()).hasValue(17);
  }

  @Test
  void whatIsNotANumberDoesNotWin() {
    Grid grid = Grid.of(Axis.list("a", "", 1, 2, 3));
    Evaluator evaluator = point -> point[0] == 2 ? scored(5) : scored(Double.NaN);
    assertThat(run(grid, evaluator, LEAST_IAE, 1).best()).hasValue(1);
    SweepResult none = run(grid, point -> scored(Double.NaN), LEAST_IAE, 1);
    assertThat(none.best()).isEmpty();
    assertThat(none.reasons())
        .containsExactly("What is minimised is not a number at any of the 3 that qualify.");
  }

  @Test
  void withoutAnObjectiveNothingIsBestAndItSaysSo() {
    SweepResult result = run(Grid.of(Axis.list("a", "", 1, 2)), p -> scored(1), Objective.NONE, 1);
    assertThat(result.best()).isEmpty();
    assertThat(result.reasons()).containsExactly("Nothing is ranked: no objective is stated.");
  }

  /**
   * P-only admits nothing and so never overshoots: by overshoot alone it wins. An arm must reach
   * its equilibrium before it can.
   */
  @Test
  void anArmMustArriveBeforeItCanWin() {
    Grid rows =
        Grid.of(Axis.list("flow.kp", "", 0.05), Axis.list("flow.ki", "", 0, 0.0001, 0.0005));
    Evaluator evaluator = new FlowEvaluator(Vectors.published(0.05, 0.001), rows.axes());
    Objective trap = new Objective(s -> s.get(Score.SLO_DEBT), List.of());
    SweepResult fooled = run(rows, evaluator, trap, 1);
    assertThat(fooled.best()).hasValue(0);
    assertThat(fooled.scores(0).get(Score.SLO_DEBT)).isZero();
    assertThat(fooled.loopClass(0)).contains(LoopClass.FLOOR_STUCK);
    Objective gated =
        new Objective(s -> s.get(Score.SLO_DEBT), List.of(Gate.loopClass(LoopClass.SETTLES)));
    SweepResult judged = run(rows, evaluator, gated, 1);
    assertThat(judged.best().orElseThrow()).isPositive();
    assertThat(judged.loopClass(judged.best().orElseThrow())).contains(LoopClass.SETTLES);
    // nor does overshoot call it better: what never arrived has none
    assertThat(fooled.scores(0).has(Score.OVERSHOOT)).isFalse();
  }

  @Test
  void thePublishedDefaultsFailTheGatesAndItSaysWhich() {
    Grid defaults = Grid.of(Axis.list("flow.kp", "", 0.05), Axis.list("flow.ki", "", 0.001));
    SweepResult result =
        run(
            defaults,
            new FlowEvaluator(Vectors.published(0.05, 0.001), defaults.axes()),
            Objective.ADMISSION,
            1);
    assertThat(result.best()).isEmpty();
    assertThat(result.reasons())
        .containsExactly(
            "gain_margin >= 2 holds at none of the 1 points.",
            "noise_gain <= 1 holds at none of the 1 points.",
            "No point fulfils all conditions.");
  }

  /**
   * 30 s before the drop are too few for any loop with these margins to arrive: who seems best is
   * on its way up and meets the new equilibrium by chance.
   */
  @Test
  void whoHasNotArrivedBeforeTheEventCannotWin() {
    SweepResult result =
        run(
            GAINS,
            new FlowEvaluator(Vectors.published(0, 0), GAINS.axes()),
            Objective.ADMISSION,
            2);
    assertThat(result.best()).isEmpty();
    SweepResult lucky =
        run(
            GAINS,
            new FlowEvaluator(Vectors.published(0, 0), GAINS.axes()),
            new Objective(
                Objective.ADMISSION_COST,
                Objective.admission(true, false).stream()
                    .filter(gate -> !gate.toString().contains("arrived"))
                    .toList()),
            2);
    assertThat(lucky.scores(lucky.best().orElseThrow()).get(Score.ARRIVED)).isZero();
  }

  @Test
  void theDefaultObjectivesWinnerPassesItsGates() {
    SweepResult result =
        run(
            GAINS,
            new FlowEvaluator(
                Vectors.published(0, 0)
                    .withPlant(AffineLatency.SEED.withCapacity(Schedule.step(400, 300, 150)))
                    .withTicks(600),
                GAINS.axes()),
            Objective.ADMISSION,
            2);
    Scores best = result.scores(result.best().orElseThrow());
    assertThat(best.loopClass()).contains(LoopClass.SETTLES);
    assertThat(best.get(Score.GAIN_MARGIN)).isGreaterThanOrEqualTo(2);
    assertThat(best.get(Score.NOISE_GAIN)).isLessThanOrEqualTo(1);
    assertThat(Objective.ADMISSION.value(best))
        .isEqualTo(
            best.get(Score.SLO_DEBT) / 30
                + 0.3 * best.get(Score.STARVATION)
                + 0.1 * (best.get(Score.EFFORT) / (25.0 / 90 * 150)));
    assertThat(result.classes().values().stream().mapToInt(n -> n).sum()).isEqualTo(GAINS.size());
  }

  @Test
  void aPointMustDoWellOnEveryPlant() {
    Grid grid = Grid.of(Axis.list("flow.ki", "", 0.001, 0.003));
    List<FlowScenario> both =
        List.of(
            Vectors.published(0.05, 0)
                .withPlant(AffineLatency.SEED.withCapacity(Schedule.constant(400))),
            Vectors.published(0.05, 0)
                .withPlant(AffineLatency.SEED.withCapacity(Schedule.constant(150))));
    SweepResult result =
        run(grid, new FlowEvaluator(both, 1, grid.axes(), () -> false), LEAST_IAE, 1);
    assertThat(result.loopClass(0)).contains(LoopClass.SETTLES);
    assertThat(result.loopClass(1)).isNotEqualTo(result.loopClass(0));
    assertThat(result.scores(0).get(Score.GAIN_MARGIN)).isBetween(1.75, 1.76);
  }

  @Test
  void cancellingKeepsWhatIsDoneAndMarksIt() throws InterruptedException {
    Grid grid = Grid.of(Axis.between("a", "", Scale.LINEAR, 0, 1, 1000, false));
    AtomicInteger evaluated = new AtomicInteger();
    CountDownLatch half = new CountDownLatch(500);
    SweepResult result =
        Sweep.run(
            grid,
            point -> {
              half.countDown();
              evaluated.incrementAndGet();
              return scored(point[0]);
            },
            LEAST_IAE,
            3,
            SweepListener.NONE,
            () -> half.getCount() == 0);
    assertThat(result.partial()).isTrue();
    assertThat(result.done()).isEqualTo(evaluated.get()).isBetween(500, 503);
    assertThat(result.best()).hasValue(0);
    assertThat(IntStream.range(0, 1000).filter(i -> result.scores(i) == null))
        .hasSize(1000 - result.done());
  }

  @Test
  void aRunThatIsCutShortLeavesItsPointUndone() {
    Grid grid = Grid.of(Axis.list("flow.kp", "", 0.05));
    AtomicBoolean stop = new AtomicBoolean();
    FlowEvaluator evaluator =
        new FlowEvaluator(
            List.of(Vectors.published(0.05, 0.001).withTicks(100_000)),
            1,
            grid.axes(),
            () -> stop.getAndSet(true));
    SweepResult result = Sweep.run(grid, evaluator, LEAST_IAE, 1, SweepListener.NONE, stop::get);
    assertThat(result.done()).isZero();
    assertThat(result.reasons()).containsExactly("No point was reached.");
  }

  @Test
  void interruptingTheCallerStopsTheSweep() throws InterruptedException {
    Grid grid = Grid.of(Axis.between("a", "", Scale.LINEAR, 0, 1, 50_000, false));
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean partial = new AtomicBoolean();
    AtomicBoolean stillInterrupted = new AtomicBoolean();
    AtomicBoolean go = new AtomicBoolean();
    Thread caller =
        new Thread(
            () -> {
              SweepResult result =
                  run(
                      grid,
                      point -> {
                        begun.countDown();
                        while (!go.get()) {
                          Thread.onSpinWait();
                        }
                        return scored(1);
                      },
                      LEAST_IAE,
                      2);
              partial.set(result.partial());
              stillInterrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    begun.await();
    caller.interrupt();
    go.set(true);
    caller.join();
    assertThat(partial).isTrue();
    assertThat(stillInterrupted).isTrue();
  }

  @Test
  void progressGrowsToTheTotalOnTheCallersThread() {
    List<Integer> done = new ArrayList<>();
    List<OptionalInt> best = new ArrayList<>();
    Thread caller = Thread.currentThread();
    Sweep.run(
        GAINS,
        point -> scored(point[0] + point[1]),
        LEAST_IAE,
        3,
        progress -> {
          assertThat(Thread.currentThread()).isSameAs(caller);
          assertThat(progress.total()).isEqualTo(GAINS.size());
          done.add(progress.done());
          best.add(progress.best());
          progress.best().ifPresent(i -> assertThat(progress.scores(i)).isNotNull());
        },
        () -> false);
    assertThat(done).isSorted();
    assertThat(done.get(done.size() - 1)).isEqualTo(GAINS.size());
    assertThat(best.get(best.size() - 1)).hasValue(0);
  }

  @Test
  void whatTheEvaluatorThrowsReachesTheCaller() {
    assertThatThrownBy(
            () ->
                run(
                    GAINS,
                    point -> {
                      throw new IllegalStateException("broken");
                    },
                    LEAST_IAE,
                    3))
        .hasMessage("broken");
    assertThatThrownBy(() -> run(GAINS, point -> null, LEAST_IAE, 1))
        .hasMessageContaining("no scores at point 0");
    assertThatThrownBy(() -> run(GAINS, point -> scored(1), LEAST_IAE, 0))
        .hasMessage("threads must be at least 1, was 0");
  }

  @Test
  void aPointThatTheSettingsRefuseIsInvalid() {
    Grid grid = Grid.of(Axis.list("flow.rate", "1/s", 1, 100));
    SweepResult result =
        run(grid, new FlowEvaluator(Vectors.published(0.05, 0.001), grid.axes()), LEAST_IAE, 1);
    assertThat(result.loopClass(0)).contains(LoopClass.INVALID);
    assertThat(result.loopClass(1)).contains(LoopClass.SETTLES);
  }

  @Test
  void anUnknownPathSaysWhichThereAre() {
    assertThatThrownBy(
            () ->
                new FlowEvaluator(
                    Vectors.published(0.05, 0.001), List.of(Axis.list("flow.kq", "", 1))))
        .hasMessageStartingWith("The run has no knob flow.kq; it has [flow.rate, ");
  }
}
