// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.flow.FlowSettings;
import loopbench.flow.RateBounds;
import loopbench.knob.Scale;
import loopbench.loop.Admission;
import loopbench.loop.FlowScenario;
import loopbench.loop.Vectors;
import loopbench.plant.AffineLatency;
import loopbench.plant.Schedule;
import loopbench.plant.Sensor;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.score.StabilityLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class TuningTest {
  private static final List<Axis> GAINS =
      List.of(
          Axis.between("flow.kp", "(1/s)/ms", Scale.LOG, 0.001, 5, 9, false),
          Axis.between("flow.ki", "(1/s)/ms²", Scale.LOG, 1e-5, 0.1, 9, true));

  private static final List<Search> SEARCHES =
      List.of(
          Search.grid(),
          Search.adaptive(),
          Search.sobol(80),
          Search.random(80),
          Search.cmaEs(60),
          Search.nelderMead(60));

  static Stream<Search> searches() {
    return SEARCHES.stream();
  }

  private static Search.Effort effort(int threads) {
    return new Search.Effort(threads, 600, 42, SweepListener.NONE, () -> false);
  }

  // ---- the law: what a winner is --------------------------------------------------------------

  static Stream<Arguments> randomPlants() {
    return LongStream.range(0, 48)
        .mapToObj(seed -> Arguments.of(seed, SEARCHES.get((int) (seed % SEARCHES.size()))));
  }

  private static FlowScenario random(Random random, boolean noisy) {
    double start = 5 + random.nextDouble() * 300;
    FlowSettings settings =
        FlowSettings.of(start, 5)
            .withRate(
                new RateBounds(start, 1 + random.nextInt(5), start + 100 + random.nextInt(600)))
            .withTargetP99Ms(random.nextInt(8) == 0 ? 3 : 10 + random.nextDouble() * 60)
            .withDtMs(new double[] {100, 1000, 2000}[random.nextInt(3)]);
    AffineLatency plant =
        new AffineLatency(
            random.nextInt(10),
            random.nextInt(6) == 0 ? 0 : random.nextDouble() * 150,
            random.nextBoolean()
                ? Schedule.constant(20 + random.nextInt(400))
                : Schedule.step(20 + random.nextInt(400), 20, 20 + random.nextInt(400)),
            noisy
                ? new Sensor(
                    Sensor.Samples.count(20 + random.nextInt(200)), Sensor.Tail.EXPONENTIAL)
                : Sensor.EXACT);
    return new FlowScenario(
        new Admission.Controlled(settings), plant, 60 + random.nextInt(150), random.nextLong());
  }

  /** A controller on some plants, each of which its winner must hold on. */
  private record Case(List<FlowScenario> plants, int seeds) {
    static Case random(long seed) {
      Random random = new Random(seed);
      boolean noisy = random.nextInt(3) == 0;
      FlowScenario base = TuningTest.random(random, noisy);
      List<FlowScenario> plants = new ArrayList<>(List.of(base));
      for (int more = random.nextInt(3); more > 0; more--) {
        AffineLatency plant = (AffineLatency) base.plant();
        plants.add(
            base.withPlant(plant.withSlopeMs(plant.slopeMs() * (0.5 + random.nextDouble()))));
      }
      return new Case(plants, noisy ? 4 : 1);
    }

    Evaluator evaluator(int mostPlants) {
      return new FlowEvaluator(
          plants.subList(0, Math.min(mostPlants, plants.size())), seeds, GAINS, () -> false);
    }

    /** What a point breaks on any of the plants, each tried alone. */
    Set<String> broken(double[] point) {
      Set<String> broken = new TreeSet<>();
      for (FlowScenario plant : plants) {
        Scores alone = new FlowEvaluator(List.of(plant), seeds, GAINS, () -> false).at(point);
        broken.addAll(alone.loopClass().equals(Optional.of(LoopClass.SETTLES)) ? Set.of() : CLASS);
        broken.addAll(alone.get(Score.ARRIVED) == 1 ? Set.of() : Set.of("arrived"));
        broken.addAll(alone.get(Score.GAIN_MARGIN) >= 2 ? Set.of() : Set.of("gain_margin"));
        broken.addAll(alone.get(Score.NOISE_GAIN) <= 1 ? Set.of() : Set.of("noise_gain"));
        broken.addAll(
            alone.get(Score.EQUILIBRIUM_ERROR) <= 0.02 ? Set.of() : Set.of("equilibrium_error"));
        broken.addAll(
            seeds == 1 || alone.get(Score.SETTLED) >= 0.95 ? Set.of() : Set.of("settled"));
      }
      return broken;
    }
  }

  private static final Set<String> CLASS = Set.of("class");

  /** Never floor-stuck, partial, gate-breaking, or on a cliff that is not marked. */
  @ParameterizedTest
  @MethodSource("randomPlants")
  void aWinnerHasArrivedOnEveryPlantAndItsNeighbourhoodIsKnown(long seed, Search search) {
    Case some = Case.random(seed);
    Objective objective =
        new Objective(Objective.ADMISSION_COST, Objective.admission(true, some.seeds() > 1));
    Evaluator evaluator = some.evaluator(3);
    Tuning tuning = Tuning.run(search, GAINS, evaluator, objective, effort(2));
    assertThat(tuning.partial()).isFalse();
    if (tuning.winner().isEmpty()) {
      assertThat(tuning.result().reasons()).isNotEmpty();
      return;
    }
    int winner = tuning.winner().getAsInt();
    double[] point = tuning.result().points().point(winner);
    assertThat(some.broken(point)).isEmpty();
    for (int i = 0; i < tuning.result().size(); i++) { // and none that qualifies is better
      double value = objective.value(tuning.result().scores(i));
      assertThat(value < objective.value(tuning.result().scores(winner))).isFalse();
    }
    boolean cliff = false;
    for (double kp : new double[] {0.8, 0.9, 1, 1.1, 1.2}) {
      for (double ki : new double[] {0.8, 0.9, 1, 1.1, 1.2}) {
        Scores near = evaluator.at(new double[] {point[0] * kp, point[1] * ki});
        cliff |= near.loopClass().orElseThrow() != LoopClass.SETTLES;
      }
    }
    assertThat(tuning.neighbourhood().orElseThrow().cliff()).isEqualTo(cliff);
  }

  static Stream<Arguments> gatesBySearch() {
    return SEARCHES.stream()
        .flatMap(
            search ->
                Stream.of(
                        "class",
                        "arrived",
                        "settled",
                        "gain_margin",
                        "noise_gain",
                        "equilibrium_error")
                    .map(gate -> Arguments.of(search, gate)));
  }

  /** Sound where kp is below 0.1; above it cheaper the more, and breaking one gate. */
  private static Scores bait(double kp, String gate) {
    Map<Score, Double> scores = new EnumMap<>(Score.class);
    scores.put(Score.SLO_DEBT, kp < 0.1 ? 10 + kp : 1 / kp);
    scores.put(Score.STARVATION, 0.0);
    scores.put(Score.EFFORT, 0.0);
    scores.put(Score.ARRIVED, 1.0);
    scores.put(Score.SETTLED, 1.0);
    scores.put(Score.GAIN_MARGIN, 4.0);
    scores.put(Score.NOISE_GAIN, 0.5);
    scores.put(Score.EQUILIBRIUM_ERROR, 0.0);
    boolean breaks = kp >= 0.1;
    if (breaks && !gate.equals("class")) {
      Score broken = Score.of(gate).orElseThrow();
      scores.put(
          broken,
          broken == Score.NOISE_GAIN
              ? 1.01
              : broken == Score.GAIN_MARGIN
                  ? 1.99
                  : broken == Score.EQUILIBRIUM_ERROR ? 0.021 : 0.94);
    }
    LoopClass own = breaks && gate.equals("class") ? LoopClass.FLOOR_STUCK : LoopClass.SETTLES;
    return Scores.of(scores, own, 1, 1);
  }

  /** What breaks one gate is the cheapest there is: no search takes it, unless the gate is gone. */
  @ParameterizedTest
  @MethodSource("gatesBySearch")
  void theBaitOfAGateIsNotTaken(Search search, String gate) {
    List<Gate> gates = Objective.admission(true, true);
    List<Gate> others = gates.stream().filter(g -> !g.text().startsWith(gate + " ")).toList();
    assertThat(others).hasSize(gates.size() - 1);
    Evaluator evaluator = point -> bait(point[0], gate);
    Tuning gated =
        Tuning.run(
            search, GAINS, evaluator, new Objective(Objective.ADMISSION_COST, gates), effort(2));
    assertThat(kp(gated)).isLessThan(0.1);
    Tuning loose =
        Tuning.run(
            search, GAINS, evaluator, new Objective(Objective.ADMISSION_COST, others), effort(2));
    assertThat(kp(loose)).isGreaterThanOrEqualTo(0.1);
  }

  private static double kp(Tuning tuning) {
    return tuning.result().points().point(tuning.winner().orElseThrow())[0];
  }

  /** The law above has teeth: among its plants, what wins on one alone does not hold on all. */
  @ParameterizedTest
  @MethodSource("searches")
  void whatWinsOnOnePlantNeedNotHoldOnAll(Search search) {
    for (long seed = 0; seed < 48; seed++) {
      Case some = Case.random(seed);
      Tuning one =
          Tuning.run(
              search,
              GAINS,
              some.evaluator(1),
              new Objective(Objective.ADMISSION_COST, Objective.admission(true, some.seeds() > 1)),
              effort(2));
      if (one.winner().isPresent()
          && !some.broken(one.result().points().point(one.winner().getAsInt())).isEmpty()) {
        return;
      }
    }
    throw new AssertionError("every winner on one plant holds on the others as well");
  }

  @Test
  void aWinnerOnACliffIsMarkedThoughNoPointOfTheGridIsNear() {
    List<Axis> axes = List.of(Axis.list("flow.ki", "", 0.0001, 0.0016));
    Tuning tuning =
        Tuning.run(
            Search.grid(),
            axes,
            new FlowEvaluator(Vectors.published(0.05, 0).withTicks(330), axes),
            new Objective(
                s -> -s.get(Score.NOISE_GAIN), List.of(Gate.loopClass(LoopClass.SETTLES))),
            effort(1));
    assertThat(tuning.winner()).hasValue(1);
    Neighbourhood near = tuning.neighbourhood().orElseThrow();
    assertThat(near.tried()).isEqualTo(4);
    assertThat(near.worse()).isEqualTo(2); // 0.00176 and 0.00192, past 0.00172
    assertThat(near.worst()).isPresent().isNotEqualTo(Optional.of(LoopClass.SETTLES));
  }

  @Test
  void withoutClassesACliffIsAGateThatBreaks() {
    List<Axis> axes = List.of(Axis.list("a", "", 10));
    Tuning tuning =
        Tuning.run(
            Search.grid(),
            axes,
            point -> Scores.of(Map.of(Score.ATTAINMENT, point[0] < 11 ? 0.97 : 0.9)),
            new Objective(
                s -> s.get(Score.ATTAINMENT), List.of(Gate.atLeast(Score.ATTAINMENT, 0.95))),
            effort(1));
    Neighbourhood near = tuning.neighbourhood().orElseThrow();
    assertThat(near)
        .isEqualTo(new Neighbourhood(2, Optional.empty(), 1, List.of("attainment >= 95%")));
    assertThat(near.cliff()).isTrue();
  }

  @Test
  void aKnobAtZeroStaysAndWhatIsRefusedIsLeftAside() {
    assertThat(Neighbourhood.around(new double[] {0}, true)).isEmpty();
    assertThat(Neighbourhood.around(new double[] {0, 1}, true)).hasDimensions(4, 2);
    assertThat(Neighbourhood.around(new double[] {1, 1}, true)).hasDimensions(24, 2);
    assertThat(Neighbourhood.around(new double[] {1, 1}, false)).hasDimensions(8, 2);
    assertThat(Neighbourhood.around(new double[] {1, 1, 1, 1}, true)).hasDimensions(8 + 16, 4);
    assertThat(Neighbourhood.around(new double[12], true)).isEmpty();
    double[] many = new double[12];
    Arrays.fill(many, 3);
    assertThat(Neighbourhood.around(many, true)).hasDimensions(24 + 64, 12);
  }

  // ---- the law: the same whatever the threads, and stopped at once ------------------------------

  @ParameterizedTest
  @MethodSource("searches")
  void anyNumberOfThreadsGivesTheSameToTheBit(Search search) {
    FlowScenario noisy =
        Vectors.published(0, 0)
            .withPlant(
                AffineLatency.SEED.withSensor(
                    new Sensor(Sensor.Samples.count(50), Sensor.Tail.EXPONENTIAL)));
    Evaluator evaluator = new FlowEvaluator(List.of(noisy), 2, GAINS, () -> false);
    Objective objective = new Objective(Objective.ADMISSION_COST, Objective.admission(true, true));
    Tuning one = Tuning.run(search, GAINS, evaluator, objective, effort(1));
    for (int threads : new int[] {2, 7}) {
      Tuning many = Tuning.run(search, GAINS, evaluator, objective, effort(threads));
      assertThat(many.result().size()).isEqualTo(one.result().size());
      for (int i = 0; i < one.result().size(); i++) {
        assertThat(many.result().points().point(i)).isEqualTo(one.result().points().point(i));
        assertThat(many.result().scores(i)).isEqualTo(one.result().scores(i));
      }
      assertThat(many.winner()).isEqualTo(one.winner());
      assertThat(many.neighbourhood()).isEqualTo(one.neighbourhood());
    }
  }

  /**
   * Wherever it is stopped, no thread begins another point, and the result says that it is partial.
   */
  @ParameterizedTest
  @MethodSource("searches")
  void stoppingKeepsWhatIsDoneAndMarksIt(Search search) {
    Evaluator bowl = point -> scored(Math.abs(point[0] - 0.2) + Math.abs(point[1] - 0.001));
    for (int after : new int[] {0, 1, 30, 60}) {
      AtomicInteger begun = new AtomicInteger();
      Tuning tuning =
          Tuning.run(
              search,
              GAINS,
              point -> {
                begun.incrementAndGet();
                return bowl.at(point);
              },
              new Objective(s -> s.get(Score.IAE), List.of()),
              new Search.Effort(3, 600, 42, SweepListener.NONE, () -> begun.get() >= after));
      assertThat(begun.get()).as("stopped after %d", after).isBetween(after, after + 3);
      assertThat(tuning.partial()).isTrue();
      assertThat(tuning.winner()).isEmpty();
      assertThat(tuning.result().done()).isLessThanOrEqualTo(begun.get());
    }
  }

  @Test
  void stoppedWhileItsNeighbourhoodIsTriedABestIsNoWinner() {
    AtomicInteger begun = new AtomicInteger();
    List<Axis> axes = List.of(Axis.list("a", "", 1, 2, 3));
    Tuning tuning =
        Tuning.run(
            Search.grid(),
            axes,
            point -> {
              begun.incrementAndGet();
              return scored(point[0]);
            },
            new Objective(s -> s.get(Score.IAE), List.of()),
            new Search.Effort(1, 600, 42, SweepListener.NONE, () -> begun.get() >= 4));
    assertThat(tuning.result().partial()).isFalse();
    assertThat(tuning.result().best()).hasValue(0);
    assertThat(tuning.partial()).isTrue();
    assertThat(tuning.winner()).isEmpty();
  }

  private static Scores scored(double iae) {
    return Scores.of(Map.of(Score.IAE, iae));
  }

  // ---- each search
  // -------------------------------------------------------------------------------

  @Test
  void anOptimizerGetsCloserThanTheGridItStartsFrom() {
    Evaluator bowl =
        point -> {
          double x = StrictMath.log(point[0] / 0.137);
          double y = StrictMath.log(point[1] / 0.00071);
          return scored(x * x + y * y + 0.5 * x * y);
        };
    Objective least = new Objective(s -> s.get(Score.IAE), List.of());
    for (Search search : List.of(Search.cmaEs(400), Search.nelderMead(400))) {
      SweepResult result = search.run(GAINS, bowl, least, effort(1));
      double[] best = result.points().point(result.winner().orElseThrow());
      assertThat(best[0]).as(search.text()).isBetween(0.135, 0.139);
      assertThat(best[1]).as(search.text()).isBetween(0.0007, 0.00072);
    }
  }

  @Test
  void anOptimizerStaysWithinTheEndsAndFindsItsWayToWhatQualifies() {
    Evaluator slope = point -> scored(-point[0]);
    Objective gated =
        new Objective(
            s -> s.get(Score.IAE),
            List.of(
                new Gate(
                    "iae >= -1.7",
                    s -> s.get(Score.IAE) >= -1.7,
                    s -> Math.max(0, -1.7 - s.get(Score.IAE)))));
    List<Axis> axes = List.of(Axis.between("a", "", Scale.LINEAR, 1, 50, 5, false));
    for (Search search : List.of(Search.cmaEs(80), Search.nelderMead(80))) {
      SweepResult result = search.run(axes, slope, gated, effort(1));
      for (int i = 0; i < result.size(); i++) {
        assertThat(result.points().point(i)[0]).isBetween(1.0, 50.0);
      }
      assertThat(result.points().point(result.winner().orElseThrow())[0]).isBetween(1.5, 1.7);
    }
  }

  @Test
  void anOptimizerNeedsANumberToFollow() {
    Objective front = new Objective(null, List.of(), Optional.of(new Trade(Score.IAE, Score.ISE)));
    assertThatThrownBy(() -> Search.cmaEs(10).run(GAINS, p -> scored(1), front, effort(1)))
        .hasMessageStartingWith("cma-es(10) follows one number; state what is to be minimised");
  }

  @Test
  void sobolFillsEveryQuarterAndChanceHasASeed() {
    List<Axis> axes =
        List.of(
            Axis.between("a", "", Scale.LINEAR, 0, 1, 2, false),
            Axis.between("b", "", Scale.LOG, 1, 100, 2, true));
    Objective none = Objective.NONE;
    SweepResult sobol = Search.sobol(64).run(axes, p -> scored(1), none, effort(1));
    int[] quarters = new int[4];
    for (int i = 0; i < sobol.size(); i++) {
      double[] point = sobol.points().point(i);
      assertThat(point[1]).isBetween(1.0, 100.0);
      quarters[(point[0] < 0.5 ? 0 : 1) + (point[1] < 10 ? 0 : 2)]++;
    }
    assertThat(Arrays.stream(quarters)).allMatch(n -> n >= 15 && n <= 17);
    double[] first = Search.random(5).run(axes, p -> scored(1), none, effort(1)).points().point(3);
    double[] again = Search.random(5).run(axes, p -> scored(1), none, effort(2)).points().point(3);
    double[] other =
        Search.random(5)
            .run(
                axes,
                p -> scored(1),
                none,
                new Search.Effort(1, 10, 43, SweepListener.NONE, () -> false))
            .points()
            .point(3);
    assertThat(first).isEqualTo(again).isNotEqualTo(other);
  }

  /** The edge of the band at one kp is met to 1 %, with far fewer points than a grid so fine. */
  @Test
  void adaptiveSearchFindsTheEdgeToOnePercent() {
    SweepResult result =
        Search.adaptive()
            .run(
                GAINS,
                new FlowEvaluator(Vectors.published(0, 0).withTicks(330), GAINS),
                Objective.NONE,
                new Search.Effort(2, 20_000, 42, SweepListener.NONE, () -> false));
    assertThat(result.size()).isBetween(500, 20_000);
    Refined points = (Refined) result.points();
    for (double kp : new double[] {0.003, 0.02, 0.1, 0.4}) {
      double edge = StabilityLimit.kiLimit(kp, 0.6, 1000, 0);
      LoopClass inside = result.loopClass(points.nearest(kp, 0.93 * edge)).orElseThrow();
      LoopClass outside = result.loopClass(points.nearest(kp, 1.07 * edge)).orElseThrow();
      assertThat(inside.stable()).as("below the edge at kp %s", kp).isTrue();
      assertThat(outside.stable()).as("above the edge at kp %s", kp).isFalse();
    }
    for (int i = 0; i < result.size(); i++) {
      double[] point = points.point(i);
      if (point[1] > 0) {
        assertThat(points.nearest(point)).isEqualTo(i);
      }
    }
  }

  @Test
  void adaptiveSearchEndsWhereNoMorePointsAreAllowed() {
    Evaluator checkers =
        point ->
            Scores.of(
                Map.of(Score.IAE, 1.0), half(point) ? LoopClass.SETTLES : LoopClass.RINGS, 1, 1);
    SweepResult result =
        Search.adaptive()
            .run(
                GAINS,
                checkers,
                Objective.NONE,
                new Search.Effort(2, 300, 42, SweepListener.NONE, () -> false));
    assertThat(result.size()).isBetween(200, 300);
    assertThat(result.partial()).isFalse();
    List<Axis> four = new ArrayList<>();
    for (int a = 0; a < 4; a++) {
      four.add(Axis.list("a" + a, "", 1, 2));
    }
    assertThatThrownBy(() -> Search.adaptive().run(four, checkers, Objective.NONE, effort(1)))
        .hasMessageStartingWith("adaptive search refines over at most 3 axes, not 4");
  }

  private static boolean half(double[] point) {
    return ((long) Math.floor(StrictMath.log(point[0]) * 50)) % 2 == 0;
  }

  @Test
  void aSearchByNumberTakesAsManyAsAllowed() {
    for (int n : new int[] {0, -3, 100_001}) {
      assertThatThrownBy(() -> Search.sobol(n))
          .hasMessage("sobol takes 1 to 100000 points, was " + n + ".");
      assertThatThrownBy(() -> Search.nelderMead(n))
          .hasMessage("nelder-mead takes 1 to 100000 points, was " + n + ".");
    }
    assertThat(Search.cmaEs(100).points(GAINS)).isEqualTo(149);
    assertThat(Search.grid().points(GAINS)).isEqualTo(90);
  }
}
