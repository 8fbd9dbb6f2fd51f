// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import loopbench.identify.Candidate.Shape;
import loopbench.plant.FirstOrder;
import loopbench.plant.KneeLatency;
import loopbench.plant.LinearPlant;
import loopbench.plant.Sensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Known plants are found again, with bands that hold them; what tells nothing is refused. */
class IdentificationTest {
  private static final int CASES = 200;
  private static final int WINDOWS = 300;
  private static final double NOISE_MS = 0.5;
  private static final String IT_IS = "no plant can be identified: ";
  private static final Set<Shape> ALL = EnumSet.allOf(Shape.class);

  /** Rates that step now and then, as deployments and targets make them. */
  private static double[] steps(Random random, int n) {
    return steps(random, n, 15);
  }

  private static double[] steps(Random random, int n, int every) {
    double[] rates = new double[n];
    double rate = 60;
    for (int k = 0; k < n; k++) {
      if (k % every == 0) {
        rate = 30 + 60 * random.nextDouble();
      }
      rates[k] = rate;
    }
    return rates;
  }

  /** What the running plant answers, with white noise on the latency. */
  private static Recording recorded(FirstOrder plant, double[] rates, double noise, Random random) {
    LinearPlant linear = plant.linear(1000, 0).orElseThrow();
    double[] latencies = new double[rates.length];
    double level = linear.slope() * rates[0];
    for (int k = 0; k < rates.length; k++) {
      double first = rates[Math.max(0, k - linear.extraDelayTicks())];
      double next = rates[Math.max(0, k - 1 - linear.extraDelayTicks())];
      level =
          linear.pole() * level + linear.slope() * (linear.lead() * first + linear.follow() * next);
      latencies[k] = plant.floorMs() + level + noise * random.nextGaussian();
    }
    return new Recording(1, rates, latencies);
  }

  private static Identification.Found found(Recording recording, Set<Shape> shapes) {
    return Identification.of(recording, shapes, () -> false)
        .match(
            found -> found,
            refusal -> {
              throw new AssertionError(refusal.sentence());
            });
  }

  private static String refusal(Answer<Identification.Found> answer) {
    return answer.match(
        found -> {
          throw new AssertionError("was found: " + found);
        },
        Refusal::sentence);
  }

  private static String refusal(Recording recording) {
    return refusal(Identification.of(recording, ALL, () -> false)).substring(IT_IS.length());
  }

  private static FirstOrder random(Random random, Shape shape) {
    return new FirstOrder(
        0.2 + random.nextDouble(),
        shape == Shape.STATIC ? 0 : 2 + 8 * random.nextDouble(),
        shape == Shape.STATIC ? 0 : random.nextInt(5),
        2 + 10 * random.nextDouble(),
        Sensor.EXACT);
  }

  /**
   * 200 plants each, 300 windows, 0.5 ms of white noise on the latency: the slope within 3 % and
   * the lag within 15 % in nearly all, and the 95 % bands hold the truth in 88 to 99 %.
   */
  @ParameterizedTest
  @EnumSource(
      value = Shape.class,
      names = {"STATIC", "FOPDT"})
  void knownPlantsAreFoundAgain(Shape shape) {
    int slopeHeld = 0;
    int lagHeld = 0;
    int delayRight = 0;
    double slopeWorst = 0;
    double lagWorst = 0;
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(1_000 + i);
      FirstOrder plant = random(random, shape);
      Recording recording = recorded(plant, steps(random, WINDOWS), NOISE_MS, random);
      Candidate candidate = found(recording, EnumSet.of(shape)).best();
      slopeHeld += candidate.slopeMs().holds(plant.gainMs()) ? 1 : 0;
      lagHeld += candidate.lagS().holds(plant.timeConstantS()) ? 1 : 0;
      delayRight += candidate.deadTimeS() == plant.deadTimeS() ? 1 : 0;
      slopeWorst = Math.max(slopeWorst, Math.abs(candidate.slopeMs().value() / plant.gainMs() - 1));
      lagWorst =
          Math.max(
              lagWorst,
              plant.timeConstantS() == 0
                  ? 0
                  : Math.abs(candidate.lagS().value() / plant.timeConstantS() - 1));
    }
    assertThat(slopeHeld).as("slopes within their bands").isBetween(176, 199);
    assertThat(lagHeld).as("lags within their bands").isBetween(176, 200);
    assertThat(delayRight).as("delays").isGreaterThanOrEqualTo(195);
    assertThat(slopeWorst).isLessThan(0.03);
    assertThat(lagWorst).isLessThan(0.06);
  }

  /** Noise that goes through the plant, which is what this shape is made for. */
  @Test
  void eachWindowFromTheOneBefore() {
    int held = 0;
    double worst = 0;
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(5_000 + i);
      double pole = 0.3 + 0.6 * random.nextDouble();
      double slope = 0.2 + random.nextDouble();
      int delay = random.nextInt(4);
      double[] rates = steps(random, WINDOWS);
      double[] latencies = new double[WINDOWS];
      double level = slope * rates[0];
      for (int k = 0; k < WINDOWS; k++) {
        level =
            pole * level
                + (1 - pole) * slope * rates[Math.max(0, k - delay)]
                + NOISE_MS * random.nextGaussian();
        latencies[k] = 5 + level;
      }
      Candidate candidate = found(new Recording(1, rates, latencies), EnumSet.of(Shape.ARX)).best();
      double lag = -1 / Math.log(pole);
      held += candidate.lagS().holds(lag) ? 1 : 0;
      worst = Math.max(worst, Math.abs(candidate.slopeMs().value() / slope - 1));
    }
    assertThat(held).isBetween(170, 199);
    assertThat(worst).isLessThan(0.2);
  }

  /** Two lags are told from one where they are, and taken for one where they are not. */
  @Test
  void twoLagsAreAcceptedOnlyWhereTheyAreTwo() {
    Random random = new Random(3);
    double[] rates = steps(random, 600);
    FirstOrder one = new FirstOrder(0.6, 5, 2, 5, Sensor.EXACT);
    assertThat(
            found(recorded(one, rates, 0.2, random), EnumSet.of(Shape.FOPDT, Shape.SOPDT))
                .best()
                .shape())
        .isEqualTo(Shape.FOPDT);
    double[] latencies = new double[rates.length];
    double first = 0.6 * rates[0];
    double second = first;
    for (int k = 0; k < rates.length; k++) {
      first = 0.85 * first + 0.15 * 0.6 * rates[k];
      second = 0.8 * second + 0.2 * first;
      latencies[k] = 5 + second + 0.1 * random.nextGaussian();
    }
    Candidate two =
        found(new Recording(1, rates, latencies), EnumSet.of(Shape.FOPDT, Shape.SOPDT)).best();
    assertThat(two.shape()).isEqualTo(Shape.SOPDT);
    assertThat(two.lagS().value()).isCloseTo(-1 / Math.log(0.85), within(0.5));
    assertThat(two.plant()).as("no plant here has two lags").isEmpty();
  }

  /**
   * 200 plants of two lags, 400 windows, 0.2 ms of white noise on the latency. Two lags are known
   * by their sum, hardly one by one.
   */
  @Test
  void knownPlantsOfTwoLagsAreFoundAgain() {
    int slopeHeld = 0;
    int delayRight = 0;
    double slopeWorst = 0;
    double lagsWorst = 0;
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(9_000 + i);
      double slope = 0.2 + random.nextDouble();
      double slow = 4 + 6 * random.nextDouble();
      double fast = 1.5 + 2 * random.nextDouble();
      int delay = random.nextInt(4);
      double[] rates = steps(random, 400);
      double[] latencies = new double[rates.length];
      double first = slope * rates[0];
      double second = first;
      for (int k = 0; k < rates.length; k++) {
        first += (1 - Math.exp(-1 / slow)) * (slope * rates[Math.max(0, k - delay)] - first);
        second += (1 - Math.exp(-1 / fast)) * (first - second);
        latencies[k] = 5 + second + 0.2 * random.nextGaussian();
      }
      Candidate candidate =
          found(new Recording(1, rates, latencies), EnumSet.of(Shape.SOPDT)).best();
      slopeHeld += candidate.slopeMs().holds(slope) ? 1 : 0;
      delayRight += Math.abs(candidate.deadTimeS() - delay) <= 1 ? 1 : 0;
      slopeWorst = Math.max(slopeWorst, Math.abs(candidate.slopeMs().value() / slope - 1));
      lagsWorst =
          Math.max(
              lagsWorst,
              Math.abs((candidate.lagS().value() + candidate.secondLagS()) / (slow + fast) - 1));
    }
    assertThat(slopeHeld).as("slopes within their bands").isBetween(176, 199);
    assertThat(delayRight).as("delays within a window").isGreaterThanOrEqualTo(195);
    assertThat(slopeWorst).isLessThan(0.03);
    assertThat(lagsWorst).as("sum of lags").isLessThan(0.2);
  }

  /** Of all shapes the simplest that does as well: a lag of 5 s after 2 s. */
  @Test
  void theSimplestThatDoesAsWellIsTaken() {
    Random random = new Random(8);
    FirstOrder plant = new FirstOrder(0.6, 5, 2, 5, Sensor.EXACT);
    Identification.Found found =
        found(recorded(plant, steps(random, WINDOWS), NOISE_MS, random), ALL);
    assertThat(found.best().shape()).isEqualTo(Shape.FOPDT);
    assertThat(found.all()).hasSize(4);
    assertThat(found.noKnee()).isPresent();
    assertThat(found.best().unseenFitPercent()).isGreaterThan(90);
    FirstOrder again = (FirstOrder) found.best().plant().orElseThrow();
    assertThat(again.gainMs()).isCloseTo(0.6, within(0.02));
    assertThat(again.deadTimeS()).isEqualTo(2);
    assertThat(again.timeConstantS()).isCloseTo(5, within(0.4));
  }

  /** Gaps split the recording; nothing is made up for them. */
  @Test
  void gapsAreNotBridged() {
    Random random = new Random(11);
    FirstOrder plant = new FirstOrder(0.6, 5, 2, 5, Sensor.EXACT);
    Recording whole = recorded(plant, steps(random, 600), NOISE_MS, random);
    double[] latencies = whole.latenciesMs().clone();
    double[] rates = whole.rates().clone();
    for (int k = 0; k < latencies.length; k++) {
      if (k % 40 < 6) {
        latencies[k] = Double.NaN;
        rates[k] = k % 80 < 40 ? Double.NaN : 1e6; // what stands in a gap must not matter
      }
    }
    Candidate torn = found(new Recording(1, rates, latencies), EnumSet.of(Shape.FOPDT)).best();
    assertThat(torn.slopeMs().value()).isCloseTo(0.6, within(0.04));
    assertThat(torn.lagS().value()).isCloseTo(5, within(0.8));
  }

  @Test
  void windowsAtABoundAreLeftOut() {
    double[] rates = {5, 10, 20, 800, 30};
    Recording kept = new Recording(1, rates, new double[5]).unsaturated(5, 800);
    assertThat(kept.usable()).isEqualTo(3);
    assertThat(kept.rates()[0]).isNaN();
  }

  @Test
  void whatTellsNothingIsRefused() {
    double[] still = new double[200];
    Arrays.fill(still, 111.1);
    double[] noise = LongStream.range(0, 200).mapToDouble(i -> 30 + i % 7).toArray();
    assertThat(refusal(new Recording(1, still, noise)))
        .isEqualTo(
            "the rate hardly moved in the first 70 % of the recording (0 % of its mean), so that"
                + " nothing tells how the plant answers it. Use a part with a change in it: a"
                + " deployment, a new target, a capacity that fell.");
    Random random = new Random(4);
    double[] unrelated = random.doubles(200, 20, 40).toArray();
    assertThat(refusal(new Recording(1, steps(random, 200), unrelated)))
        .contains("explains", "% of the part that it was not shown, and 50 % are the least");
    double[] rates = steps(random, 200);
    double[] falling = Arrays.stream(rates).map(u -> 100 - u).toArray();
    assertThat(refusal(new Recording(1, rates, falling)))
        .startsWith("the latency falls while the rate rises");
  }

  @Test
  void badInputIsRefusedWithASentence() {
    assertThat(refusal(new Recording(1, new double[0], new double[0])))
        .startsWith("of 0 windows 0 have both a rate and a latency, and 40 are needed.");
    assertThat(refusal(new Recording(1, new double[] {1}, new double[] {1})))
        .startsWith("of 1 windows 1 have both");
    double[] nan = new double[500];
    Arrays.fill(nan, Double.NaN);
    assertThat(refusal(new Recording(1, nan, nan))).startsWith("of 500 windows 0 have both");
    double[] infinite = new double[500];
    Arrays.fill(infinite, Double.POSITIVE_INFINITY);
    assertThat(refusal(new Recording(1, infinite, infinite))).startsWith("of 500 windows 0");
    assertThat(refusal(new Recording(1, new double[500], new double[500])))
        .startsWith("the rate hardly moved");
    assertThat(refusal(new Recording(1, new double[200_000], new double[200_000])))
        .isEqualTo(
            "the recording has 200000 windows, and 100000 are looked at at most. Use a part of it,"
                + " or a longer step.");
    double[] torn = new double[500];
    for (int k = 0; k < torn.length; k++) {
      torn[k] = k % 4 == 3 ? Double.NaN : k;
    }
    assertThat(refusal(new Recording(1, torn, torn))).contains("torn into pieces");
  }

  // ---- knees -------------------------------------------------------------------------------

  private record KneeCase(double floor, double rise, double capacity) {
    double slope(double rate) {
      double left = 1 - rate / capacity;
      return rise / capacity / (left * left);
    }
  }

  /** Rates from 30 to 90; at the highest a queue of 3.2 to 20 times the rise. */
  private static KneeCase knee(Random random) {
    return new KneeCase(
        2 + 10 * random.nextDouble(), 4 + 6 * random.nextDouble(), 97 + 33 * random.nextDouble());
  }

  private static Recording bent(KneeCase truth, double[] rates, double noise, Random random) {
    double[] latencies = new double[rates.length];
    for (int k = 0; k < rates.length; k++) {
      latencies[k] =
          truth.floor()
              + truth.rise() / (1 - rates[k] / truth.capacity())
              + noise * random.nextGaussian();
    }
    return new Recording(1, rates, latencies);
  }

  /**
   * 200 knees, 300 windows, 0.5 ms of white noise on the latency: the capacity within 6 %, the
   * slope within 8 % and the worst slope within 20 % in all, and the 95 % bands hold the truth in
   * 88 to 99 %.
   */
  @Test
  void knownKneesAreFoundAgain() {
    int[] held = new int[4];
    double[] worst = new double[3];
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(9_000 + i);
      KneeCase truth = knee(random);
      Recording recording = bent(truth, steps(random, WINDOWS, 5), NOISE_MS, random);
      Candidate best = found(recording, EnumSet.of(Shape.STATIC, Shape.KNEE)).best();
      assertThat(best.shape()).as("case %d, %s", i, truth).isEqualTo(Shape.KNEE);
      Candidate.Knee knee = best.knee().orElseThrow();
      held[0] += best.floorMs().holds(truth.floor()) ? 1 : 0;
      held[1] += knee.riseMs().holds(truth.rise()) ? 1 : 0;
      held[2] += knee.capacityPerSecond().holds(truth.capacity()) ? 1 : 0;
      held[3] += best.slopeMs().holds(truth.slope(knee.operatingRate())) ? 1 : 0;
      double capacity = knee.capacityPerSecond().value();
      worst[0] = Math.max(worst[0], Math.abs(capacity / truth.capacity() - 1));
      worst[1] =
          Math.max(
              worst[1], Math.abs(best.slopeMs().value() / truth.slope(knee.operatingRate()) - 1));
      worst[2] =
          Math.max(worst[2], Math.abs(knee.worstSlopeMs() / truth.slope(knee.worstRate()) - 1));
      assertThat(knee.worstRate()).isEqualTo(Arrays.stream(recording.rates()).max().orElseThrow());
    }
    String said = Arrays.toString(held) + ", worst " + Arrays.toString(worst);
    for (int one : held) {
      assertThat(one).as("within their bands: " + said).isBetween(176, 199);
    }
    assertThat(worst[0]).as(said).isLessThan(0.06);
    assertThat(worst[1]).as(said).isLessThan(0.08);
    assertThat(worst[2]).as(said).isLessThan(0.2);
  }

  /** The numbers of one, to the last digit that a recording without noise gives. */
  @Test
  void aKneeWithoutNoiseIsExact() {
    KneeCase truth = new KneeCase(5, 4, 100);
    Candidate best =
        found(bent(truth, steps(new Random(1), WINDOWS), 0, new Random(1)), ALL).best();
    assertThat(best.shape()).isEqualTo(Shape.KNEE);
    Candidate.Knee knee = best.knee().orElseThrow();
    assertThat(best.floorMs().value()).isCloseTo(5, within(1e-4));
    assertThat(knee.riseMs().value()).isCloseTo(4, within(1e-4));
    assertThat(knee.capacityPerSecond().value()).isCloseTo(100, within(1e-4));
    assertThat(best.slopeMs().value()).isCloseTo(truth.slope(knee.operatingRate()), within(1e-4));
    KneeLatency plant = (KneeLatency) best.plant().orElseThrow();
    assertThat(plant.settledLatencyMs(90, 0)).isCloseTo(45, within(1e-2));
    assertThat(plant.settledLatencyMs(300, 0)).isEqualTo(KneeLatency.USUAL_CEILING_MS);
    assertThat(best.unseenFitPercent()).isGreaterThan(99.9);
  }

  /** The capacity lies far away: 200 recordings of it, and none makes a knee of the noise. */
  @Test
  void whatNeverComesNearTheKneeIsAStraightLine() {
    int told = 0;
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(30_000 + i);
      KneeCase truth = new KneeCase(5, 200 + 200 * random.nextDouble(), 1_000);
      Identification.Found found =
          found(
              bent(truth, steps(random, WINDOWS, 5), NOISE_MS, random),
              EnumSet.of(Shape.STATIC, Shape.KNEE));
      assertThat(found.best().shape()).isEqualTo(Shape.STATIC);
      told += found.noKnee().isPresent() ? 1 : 0;
    }
    assertThat(told).isGreaterThan(CASES / 2);
    Random random = new Random(4);
    Recording straight =
        recorded(new FirstOrder(0.6, 0, 0, 5, Sensor.EXACT), steps(random, 300), 0.5, random);
    assertThat(found(straight, EnumSet.of(Shape.STATIC, Shape.KNEE)).noKnee())
        .hasValueSatisfying(
            why ->
                assertThat(why.sentence())
                    .startsWith("no knee can be found: the recording never comes near one: its")
                    .contains("highest rate is ")
                    .endsWith("Use a part in which the rate comes close to the capacity."));
    assertThat(refusal(Identification.of(straight, EnumSet.of(Shape.KNEE), () -> false)))
        .startsWith("no plant can be identified: the recording never comes near one")
        .endsWith("or let static be a candidate.");
  }

  /** A bend that a straight line does nearly as well by is not worth two more numbers. */
  @Test
  void aKneeHasToBeATenthBetter() {
    int bent = 0;
    for (int i = 0; i < CASES; i++) {
      Random random = new Random(60_000 + i);
      KneeCase truth =
          new KneeCase(5, 80 + 40 * random.nextDouble(), 150 + 450 * random.nextDouble());
      Identification.Found found =
          found(
              bent(truth, steps(random, WINDOWS, 5), 1, random),
              EnumSet.of(Shape.STATIC, Shape.KNEE));
      double[] errors = found.all().stream().mapToDouble(Candidate::unseenErrorMs).toArray();
      boolean better = errors.length == 2 && errors[1] < 0.9 * errors[0];
      assertThat(found.best().shape()).isEqualTo(better ? Shape.KNEE : Shape.STATIC);
      bent += better ? 1 : 0;
    }
    assertThat(bent).isBetween(1, CASES - 1);
  }

  // ---- stopping ----------------------------------------------------------------------------

  @Test
  void aStoppedFitSaysSo() {
    Random random = new Random(2);
    Recording recording =
        recorded(new FirstOrder(0.6, 0, 0, 5, Sensor.EXACT), steps(random, 200), 0.2, random);
    for (int after : new int[] {0, 1, 50, 400}) {
      int[] asked = {0};
      assertThat(refusal(Identification.of(recording, ALL, () -> asked[0]++ >= after)))
          .isEqualTo("no plant was identified: the fit was stopped before its end. Run it again.");
      assertThat(asked[0]).as("asked once more and no oftener").isEqualTo(after + 1);
    }
  }

  /**
   * However large the recording and whatever is being fitted, it is asked at least every 100 ms: by
   * the time of the thread, so that a busy machine does not count.
   */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void theLargestRecordingIsAskedOftenEnough(Shape shape) {
    Random random = new Random(5);
    Recording recording =
        recorded(
            new FirstOrder(0.6, 8, 2, 5, Sensor.EXACT),
            steps(random, Recording.MOST_WINDOWS),
            NOISE_MS,
            random);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    int most = 30;
    long[] askedNs = new long[most + 1];
    int[] asked = {0};
    long startNs = threads.getCurrentThreadCpuTime();
    refusal(
        Identification.of(
            recording,
            EnumSet.of(shape),
            () -> {
              askedNs[asked[0]++] = threads.getCurrentThreadCpuTime();
              return asked[0] > most;
            }));
    double longestMs = (askedNs[0] - startNs) / 1e6;
    for (int i = 1; i < asked[0]; i++) {
      longestMs = Math.max(longestMs, (askedNs[i] - askedNs[i - 1]) / 1e6);
    }
    assertThat(longestMs).as(shape + ", asked " + asked[0] + " times").isLessThan(100);
  }
}
