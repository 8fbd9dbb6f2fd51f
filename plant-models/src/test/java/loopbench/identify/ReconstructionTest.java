// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Pools of which everything is known, recorded as an operator would, and given back. */
class ReconstructionTest {
  private static final int CASES = 200;
  private static final int POINTS = 360;
  private static final double STEP_S = 15;

  /** A simulated pool, request by request: what it recorded and what is true of it. */
  private record Simulated(
      double[] timesS,
      double[] queue,
      double[] running,
      double[] replicas,
      double[] requests,
      double asked,
      double baseS,
      double addedS) {
    PoolRecording counted() {
      return found(PoolRecording.of(timesS, queue, running, replicas, requests));
    }

    PoolRecording uncounted() {
      return found(PoolRecording.of(timesS, queue, running, replicas, new double[0]));
    }
  }

  private static <T> T found(Answer<T> answer) {
    return answer.match(
        value -> value,
        refusal -> {
          throw new AssertionError(refusal.sentence());
        });
  }

  private static String refusal(Answer<?> answer) {
    return answer.match(
        value -> {
          throw new AssertionError("was found: " + value);
        },
        Refusal::sentence);
  }

  /**
   * Poisson arrivals that step up, over and down; a second is a step, in which a request ends with
   * the chance of its law; one line before 20 places a replica; a second replica in the middle.
   */
  private static Simulated simulated(long seed) {
    Random random = new Random(seed);
    double baseS = 10 + 20 * random.nextDouble();
    double addedS = 0.1 + 0.4 * random.nextDouble();
    int places = 20;
    double most = places / (baseS + addedS * places);
    double calm = most * (0.3 + 0.2 * random.nextDouble());
    double busy = most * (0.8 + 0.1 * random.nextDouble());
    double burst = most * (1.15 + 0.2 * random.nextDouble());
    double[][] rows = new double[5][POINTS];
    ArrayDeque<Integer> line = new ArrayDeque<>();
    int running = 0;
    long asked = 0;
    for (int second = -300; second <= (POINTS - 1) * STEP_S; second++) {
      int ready = second < 2400 ? 1 : 2;
      double end = 1 / (baseS + addedS * running / ready);
      int ended = 0;
      for (int i = 0; i < running; i++) {
        ended += random.nextDouble() < end ? 1 : 0;
      }
      running -= ended;
      double rate = second < 600 ? calm : second < 1500 ? busy : second < 2700 ? burst : calm;
      boolean again = second > 3900 && second < 4800;
      int came = poisson(random, again ? 2.5 * most : rate);
      for (int i = 0; i < came; i++) {
        line.add(second);
      }
      asked += second >= 0 ? came : 0;
      while (!line.isEmpty() && running < places * ready) {
        line.remove();
        running++;
      }
      if (second >= 0 && second % (int) STEP_S == 0) {
        int i = second / (int) STEP_S;
        rows[0][i] = second;
        rows[1][i] = line.size();
        rows[2][i] = running;
        rows[3][i] = ready;
        rows[4][i] = 1000 + asked;
      }
    }
    return new Simulated(
        rows[0],
        rows[1],
        rows[2],
        rows[3],
        rows[4],
        rows[4][POINTS - 1] - rows[4][0],
        baseS,
        addedS);
  }

  private static int poisson(Random random, double mean) {
    double limit = StrictMath.exp(-mean);
    int count = -1;
    for (double product = 1; product > limit; count++) {
      product *= random.nextDouble();
    }
    return Math.max(0, count);
  }

  private static double requests(Reconstructed r) {
    double sum = 0;
    var steps = r.perSecond().steps();
    for (int i = 0; i + 1 < steps.size(); i++) {
      sum += steps.get(i).value() * (steps.get(i + 1).fromS() - steps.get(i).fromS());
    }
    return sum;
  }

  private static String figures(String name, double[] errors, int covered) {
    Arrays.sort(errors);
    return String.format(
        Locale.ROOT,
        "%s: median error %.1f %%, 90 %% below %.1f %%, covered %.1f %%",
        name,
        100 * errors[errors.length / 2],
        100 * errors[errors.length * 9 / 10],
        100.0 * covered / errors.length);
  }

  @Test
  void countedRequestsGiveTheLawWithinItsBand() {
    double[] base = new double[CASES];
    double[] full = new double[CASES];
    double[] queue = new double[CASES];
    double[] demand = new double[CASES];
    int baseCovered = 0;
    int addedCovered = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Simulated pool = simulated(seed);
      PoolRecording recording = pool.counted();
      Reconstructed r = found(Reconstruction.of(recording).run(recording, () -> false));
      base[seed] = Math.abs(r.law().base().value() / pool.baseS() - 1);
      baseCovered += r.law().base().covers(pool.baseS()) ? 1 : 0;
      addedCovered += r.law().added().covers(pool.addedS()) ? 1 : 0;
      full[seed] = Math.abs(r.law().serviceS(15) / (pool.baseS() + 15 * pool.addedS()) - 1);
      demand[seed] = Math.abs(requests(r) / pool.asked() - 1);
      queue[seed] = r.queueFit().unseen();
      assertThat(r.places()).isBetween(19.0, 20.0);
    }
    Arrays.sort(queue);
    String said =
        figures("base", base, baseCovered)
            + "\n"
            + figures("a full replica's", full, addedCovered)
            + "\n"
            + figures("demand", demand, 0)
            + "\nqueue unseen: median fit "
            + queue[CASES / 2]
            + ", tenth "
            + queue[CASES / 10];
    assertThat(baseCovered).as(said).isBetween(CASES * 90 / 100, CASES);
    assertThat(addedCovered).as(said).isBetween(CASES * 90 / 100, CASES);
    assertThat(base[CASES / 2]).as(said).isLessThan(0.07);
    assertThat(full[CASES / 2]).as(said).isLessThan(0.04);
    assertThat(demand[CASES * 9 / 10]).as(said).isLessThan(0.001);
    assertThat(queue[CASES / 2]).as(said).isGreaterThan(65);
  }

  @Test
  void withoutACounterTheBandIsWideAndHolds() {
    double[] full = new double[CASES];
    double[] demand = new double[CASES];
    int covered = 0;
    int n = 0;
    for (int seed = 0; seed < CASES; seed++) {
      Simulated pool = simulated(seed);
      PoolRecording recording = pool.uncounted();
      Reconstructed r = found(Reconstruction.of(recording).run(recording, () -> false));
      assertThat(r.law().evidence()).isEqualTo(ServiceLaw.Evidence.FLUCTUATION);
      double truth = pool.baseS() + 10 * pool.addedS();
      full[n] = Math.abs(r.law().base().value() / truth - 1);
      demand[n] = Math.abs(requests(r) / pool.asked() - 1);
      covered += r.law().base().covers(truth) ? 1 : 0;
      n++;
    }
    String said = figures("service", full, covered) + "\n" + figures("demand", demand, 0);
    assertThat(covered).as(said).isGreaterThan(CASES * 85 / 100);
    assertThat(full[CASES / 2]).as(said).isLessThan(0.15);
    assertThat(demand[CASES / 2]).as(said).isLessThan(0.15);
  }

  /** The sample's truth is in its simulation: prefill 12000/15928 s, 1000 x (20 + 0.35 b) ms. */
  @Test
  void theRecordedIncidentIsExplained() throws Exception {
    PoolRecording recording = incident(true);
    Reconstructed r = found(Reconstruction.of(recording).withTtlS(60).run(recording, () -> false));
    String said =
        r.law()
            + "\n"
            + r.places()
            + "\n"
            + r.queueFit()
            + "\n"
            + r.runningFit()
            + "\n"
            + r.gaveUp()
            + " "
            + r.unknownS()
            + "\n"
            + r.assumed();
    assertThat(r.law().serviceS(0)).as(said).isCloseTo(20.75, within(2.5));
    assertThat(r.law().serviceS(20)).as(said).isCloseTo(27.75, within(1.5));
    assertThat(r.places()).as(said).isCloseTo(23, within(0.5));
    assertThat(r.queueFit().unseen()).as(said).isGreaterThan(50);
    assertThat(r.runningFit().unseen()).as(said).isGreaterThan(50);
    assertThat(r.unknownS()).as(said).isBetween(200.0, 260.0);
  }

  @Test
  void theIncidentsDemandIsFoundWithoutItsCounter() throws Exception {
    PoolRecording counted = incident(true);
    PoolRecording bare = incident(false);
    Reconstructed truth = found(Reconstruction.of(counted).run(counted, () -> false));
    Reconstructed r = found(Reconstruction.of(bare).run(bare, () -> false));
    String said =
        r.law()
            + "\n"
            + requests(truth)
            + " "
            + requests(r)
            + "\n"
            + r.queueFit()
            + "\n"
            + r.runningFit()
            + "\n"
            + r.assumed();
    assertThat(requests(r) / requests(truth)).as(said).isBetween(0.7, 1.3);
    assertThat(r.law().base().covers(24.5)).as(said).isTrue();
  }

  private static PoolRecording incident(boolean counted) throws Exception {
    JsonNode result =
        new ObjectMapper()
            .readTree(Files.readString(Path.of("../samples/series/queue-incident.json")))
            .get("data")
            .get("result");
    List<String> names =
        List.of(
            "llm_d_epp_flow_control_queue_size",
            "llm_d_epp_request_running",
            "llm_d_epp_ready_endpoints",
            "llm_d_epp_request_total");
    double[][] rows = new double[4][361];
    for (double[] row : rows) {
      Arrays.fill(row, Double.NaN);
    }
    for (JsonNode series : result) {
      int row = names.indexOf(series.get("metric").get("__name__").asString());
      if (row < 0) {
        continue;
      }
      for (JsonNode sample : series.get("values")) {
        int i = (int) ((sample.get(0).asLong() - 1787306400L) / 15);
        double value = Double.parseDouble(sample.get(1).asString());
        rows[row][i] = Double.isNaN(rows[row][i]) ? value : rows[row][i] + value;
      }
    }
    double[] times = new double[361];
    for (int i = 0; i < times.length; i++) {
      times[i] = 15 * i;
    }
    return found(
        PoolRecording.of(times, rows[0], rows[1], rows[2], counted ? rows[3] : new double[0]));
  }

  @Test
  void whatIsGivenIsTaken() {
    Simulated pool = simulated(1);
    PoolRecording recording = pool.uncounted();
    Reconstructed r =
        found(
            Reconstruction.of(recording)
                .with(ServiceLaw.given(pool.baseS(), pool.addedS()))
                .run(recording, () -> false));
    assertThat(requests(r) / pool.asked()).isBetween(0.95, 1.05);
    assertThat(r.law().evidence()).isEqualTo(ServiceLaw.Evidence.GIVEN);
  }

  @Test
  void theSameRecordingGivesTheSameToTheBit() {
    PoolRecording recording = simulated(7).counted();
    Reconstructed one = found(Reconstruction.of(recording).run(recording, () -> false));
    Reconstructed two = found(Reconstruction.of(recording).run(recording, () -> false));
    assertThat(one.perSecond()).isEqualTo(two.perSecond());
    assertThat(one.queue()).isEqualTo(two.queue());
  }

  static Stream<Arguments> unreadable() {
    double[] ten = new double[40];
    Arrays.setAll(ten, i -> i);
    double[] ones = new double[40];
    Arrays.fill(ones, 1);
    double[] nan = new double[40];
    Arrays.fill(nan, Double.NaN);
    double[] infinite = new double[40];
    Arrays.fill(infinite, Double.POSITIVE_INFINITY);
    double[] zero = new double[40];
    double[] unsorted = ten.clone();
    unsorted[3] = 1;
    double[] negative = ones.clone();
    negative[4] = -1;
    double[] none = {};
    double[] one = {1};
    double[] huge = new double[10_000_000];
    Arrays.setAll(huge, i -> i);
    return Stream.of(
        Arguments.of("empty", none, none, none, "it is empty"),
        Arguments.of("one point", one, one, one, "it holds 1 point"),
        Arguments.of("all NaN", ten, nan, ones, "all there for only 0 steps"),
        Arguments.of("infinite", ten, infinite, ones, "all there for only 0 steps"),
        Arguments.of("nothing ran", ten, zero, ones, "no request ever ran"),
        Arguments.of("no replica", ten, ones, zero, "all there for only 0 steps"),
        Arguments.of("constant", ten, ones, ones, "tells how long a request runs"),
        Arguments.of("unsorted", unsorted, ones, ones, "does not come after the one before"),
        Arguments.of("negative", ten, negative, ones, "fewer than 0 requests"),
        Arguments.of("ten million", huge, huge, huge, "at most 100000 are taken at once"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unreadable")
  void badInputIsRefusedInWords(
      String name, double[] timesS, double[] running, double[] replicas, String why) {
    double[] queue = new double[timesS.length];
    String sentence =
        refusal(
            PoolRecording.of(timesS, queue, running, replicas, new double[0])
                .then(pool -> Reconstruction.of(pool).run(pool, () -> false)));
    assertThat(sentence).contains(why).endsWith(".");
  }

  @Test
  void stopsWhenCancelled() {
    PoolRecording recording = simulated(3).counted();
    assertThat(refusal(Reconstruction.of(recording).run(recording, () -> true)))
        .contains("cancelled");
  }

  /** A longer recording than it may have steps is averaged over longer blocks. */
  @Test
  void stepsAreBounded() {
    int n = PoolRecording.MOST_POINTS;
    double[] times = new double[n];
    double[] running = new double[n];
    double[] replicas = new double[n];
    double[] queue = new double[n];
    Random random = new Random(5);
    for (int i = 0; i < n; i++) {
      times[i] = 60.0 * i;
      running[i] = Math.max(0, Math.rint(10 + 3 * random.nextGaussian()));
      replicas[i] = 1;
    }
    PoolRecording pool = found(PoolRecording.of(times, queue, running, replicas, new double[0]));
    Reconstructed r =
        found(Reconstruction.of(pool).with(ServiceLaw.given(30, 0)).run(pool, () -> false));
    assertThat(r.perSecond().steps()).hasSizeLessThan(Reconstruction.MOST_STEPS + 10);
  }
}
