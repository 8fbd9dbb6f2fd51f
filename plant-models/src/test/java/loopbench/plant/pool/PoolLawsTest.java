// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import loopbench.knob.Knob;
import loopbench.plant.Problem;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every pool under every load, over seeds. */
class PoolLawsTest {
  static LongStream seeds() {
    return new Random(20260823).longs(60);
  }

  /** One run with replicas that come and go; all requests end or are in the pool when it stops. */
  private static PoolPlant drive(long seed, int cuts, Answers answers) {
    Random random = new Random(seed);
    PoolModel model = PoolAgainstNaiveTest.pool(random);
    LoadModel load = PoolAgainstNaiveTest.load(random, model.role());
    PoolPlant pool = model.start(load.start(seed), answers);
    double tS = 0;
    for (int i = 0; i < 40; i++) {
      if (random.nextInt(5) < 3) {
        pool.addReplica();
      } else if (random.nextBoolean() || pool.draining().isEmpty()) {
        pool.removeYoungest();
      } else {
        pool.cut(pool.draining().get(0));
      }
      double toS = tS + 5 * random.nextDouble();
      for (int cut = 1; cut < cuts; cut++) {
        pool.advance(tS + (toS - tS) * cut / cuts);
        pool.saturation();
      }
      pool.advance(toS);
      tS = toS;
    }
    return pool;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void repeatsItselfToTheBitHoweverTimeIsCut(long seed) {
    List<Answer> once = new ArrayList<>();
    List<Answer> again = new ArrayList<>();
    List<Answer> inPieces = new ArrayList<>();
    drive(seed, 1, once::add);
    drive(seed, 1, again::add);
    drive(seed, 7, inPieces::add);
    assertThat(again).isEqualTo(once);
    assertThat(inPieces).isEqualTo(once);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noRequestAndNoTokenIsLostWithoutACountedCause(long seed) {
    List<Answer> answers = new ArrayList<>();
    PoolPlant pool = drive(seed, 1, answers::add);
    PoolCounters counters = pool.counters();
    assertThat(counters.arrived())
        .isEqualTo(counters.served() + counters.lost() + pool.requestsInPool());
    for (Fate fate : Fate.values()) {
      assertThat(answers.stream().filter(a -> a.fate() == fate).count())
          .as(fate.toString())
          .isEqualTo(counters.ended(fate));
    }
    assertThat(answers.stream().map(Answer::id).distinct().count()).isEqualTo(answers.size());
    assertThat(pool.requestsInPool()).isEqualTo(pool.queueSize() + pool.running());
    int inReplicas = 0;
    for (int number : pool.endpoints()) {
      inReplicas += pool.inflightRequests(number);
    }
    for (int number : pool.draining()) {
      inReplicas += pool.inflightRequests(number);
    }
    assertThat(inReplicas).isEqualTo(pool.knownRunning());

    // Nothing more is asked for and nothing goes: what is in the pool comes out.
    long promptsHeld = counters.promptTokensArrived() - counters.promptTokensServed();
    promptsHeld -= counters.promptTokensLost();
    long outputsHeld = counters.outputTokensArrived() - counters.outputTokensServed();
    outputsHeld -= counters.outputTokensLost();
    for (int number : pool.endpoints()) {
      pool.cut(number);
    }
    for (int number : pool.draining()) {
      pool.cut(number);
    }
    if (pool.queueSize() == 0) {
      assertThat(pool.inflightTokens()).isZero();
      assertThat(answers.stream().mapToLong(Answer::promptTokens).sum())
          .isEqualTo(counters.promptTokensArrived());
      assertThat(counters.outputTokensServed() + counters.outputTokensLost())
          .isEqualTo(counters.outputTokensArrived());
    }
    assertThat(promptsHeld).isGreaterThanOrEqualTo(0);
    assertThat(outputsHeld).isGreaterThanOrEqualTo(0);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aRequestsTimesAscendAndAnswersComeInOrder(long seed) {
    List<Answer> answers = new ArrayList<>();
    drive(seed, 1, answers::add);
    double beforeS = 0;
    for (Answer answer : answers) {
      assertThat(answer.endS()).isGreaterThanOrEqualTo(beforeS);
      beforeS = answer.endS();
      if (answer.fate() == Fate.SERVED) {
        assertThat(answer.dispatchedS()).isGreaterThanOrEqualTo(answer.arrivedS());
        assertThat(answer.firstTokenS()).isGreaterThanOrEqualTo(answer.dispatchedS());
        assertThat(answer.endS()).isGreaterThanOrEqualTo(answer.firstTokenS());
        assertThat(answer.replica()).isNotNegative();
      } else if (!answer.fate().dispatched()) {
        assertThat(answer.dispatchedS()).isNaN();
        assertThat(answer.replica()).isEqualTo(-1);
      }
    }
  }

  @Test
  void theSeedsTryEveryFateAndPreemption() {
    Set<Fate> fates = EnumSet.noneOf(Fate.class);
    long preemptions = 0;
    for (long seed : seeds().toArray()) {
      PoolPlant pool = drive(seed, 1, answer -> fates.add(answer.fate()));
      preemptions += pool.counters().preemptions();
    }
    assertThat(fates)
        .isEqualTo(EnumSet.complementOf(EnumSet.of(Fate.REJECTED_AT_ADMISSION))); // never came here
    assertThat(preemptions).isPositive();
  }

  @ParameterizedTest
  @ValueSource(doubles = {2, 8, 12})
  void littlesLawHolds(double perSecond) {
    double[] sum = new double[2];
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100.start(
            LoadModel.open(
                    Schedule.constant(perSecond),
                    Spacing.POISSON,
                    Lengths.normal(4000, 1500, 100, 10_000),
                    Lengths.lognormal(1000, 800, 1, 8_000))
                .start(3),
            answer -> {
              sum[0]++;
              sum[1] += answer.durationS();
            });
    for (int i = 0; i < 8; i++) {
      pool.addReplica();
    }
    pool.advance(500_000 / perSecond);
    double inPool = pool.requestSeconds() / pool.timeS();
    assertThat(inPool / (perSecond * sum[1] / sum[0])).isCloseTo(1, within(0.01));
  }

  @Test
  void everyTokenIsDecodedAtThePaceOfItsBatch() {
    // A hundred clients on one replica without further limits: b is 100 all the time.
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100
            .withServing(PoolModel.QWEN3_32B_2XH100.serving().withKvTokens(10_000_000))
            .withGateway(Gateway.DEFAULTS.withDetector(Gateway.Detector.OFF))
            .start(
                LoadModel.closed(100, 0, Lengths.constant(1), Lengths.constant(1_000_000))
                    .start(1));
    pool.addReplica();
    pool.advance(10);
    double kv = pool.kvUsage(0) * 10_000_000;
    pool.advance(110);
    assertThat(pool.kvUsage(0) * 10_000_000 - kv).isCloseTo(100 * 100 / 0.055, within(1e-6));
  }

  @Test
  void memoryIsThatOfTheRequestsInThePool() {
    // A day at 20/s through two replicas that cannot follow: what waits is bounded by the line.
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100.start(
            LoadModel.open(
                    Schedule.constant(20),
                    Spacing.POISSON,
                    Lengths.normal(4000, 300, 3500, 4500),
                    Lengths.normal(1000, 80, 900, 1100))
                .start(1));
    pool.addReplica();
    pool.addReplica();
    pool.advance(86_400);
    assertThat(pool.counters().arrived()).isGreaterThan(1_700_000);
    assertThat(pool.requestsInPool()).isLessThan(5_000 + 2 * 256);
    assertThat(pool.queueSize()).isBetween(900, 1_300); // 60 s of what is not served
  }

  @Test
  void saysWhatCannotBe() {
    PoolModel pool = PoolModel.QWEN3_32B_2XH100;
    assertThat(pool.withServing(new Serving(0, 20, .35, 0, .01, 0)).problems())
        .extracting(Problem::field)
        .containsExactly("prefill", "kv", "max-running");
    assertThat(pool.withServing(pool.serving().withPrefillPerSecond(Double.NaN)).problems())
        .extracting(Problem::message)
        .containsExactly("prefill must be from 1 to 1000000000 tokens/s, was NaN.");
    assertThat(pool.withGateway(Gateway.DEFAULTS.withCapacityRequests(2_000_000_000)).problems())
        .extracting(Problem::message)
        .containsExactly("gateway.capacity must be from 1 to 1000000, was 2000000000.");
    assertThatThrownBy(() -> pool.withWarmUpS(-1).start(null))
        .hasMessage("warm-up must be from 0 to 86400 s, was -1.");
    PoolModel.presets().values().forEach(preset -> assertThat(preset.problems()).isEmpty());
  }

  @Test
  void aKnobReadsWhatItWrote() {
    for (PoolModel model : PoolModel.presets().values()) {
      for (Knob<PoolModel> knob : model.knobs()) {
        double value = Math.rint(knob.range().at(0.4)) + 1;
        assertThat(knob.get(knob.with(model, value))).as(knob.name()).isEqualTo(value);
        assertThat(knob.with(model, knob.get(model))).as(knob.name()).isEqualTo(model);
      }
    }
  }

  @Test
  void timeDoesNotRunBackwards() {
    PoolPlant pool =
        PoolModel.QWEN3_32B_2XH100.start(
            LoadModel.closed(1, 0, Lengths.constant(1), Lengths.constant(1)).start(1));
    pool.advance(2);
    assertThatThrownBy(() -> pool.advance(1)).hasMessageContaining("1.0 s after 2.0 s");
    assertThatThrownBy(() -> pool.remove(0)).hasMessage("there is no replica 0");
  }
}
