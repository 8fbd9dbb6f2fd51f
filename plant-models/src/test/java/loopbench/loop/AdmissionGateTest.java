// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.flow.FlowSettings;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestStream;
import loopbench.plant.load.RequestTrace;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Answer;
import loopbench.plant.pool.Fate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is let through when, and what is measured, pulled by hand. */
class AdmissionGateTest {
  static LongStream seeds() {
    return new Random(20260901).longs(60);
  }

  private final List<Answer> refused = new ArrayList<>();

  /** A rate that nothing moves. */
  private static FlowSettings fixed(double perSecond, double burst, int capacity) {
    return FlowSettings.of(perSecond, perSecond)
        .withMaxRate(perSecond)
        .withBurst(burst)
        .withQueueCapacity(capacity)
        .withDtMs(1000);
  }

  private AdmissionGate gate(PoolAdmission admission, LoadModel load, long seed) {
    return new AdmissionGate(admission, load.start(seed), refused::add, 100_000);
  }

  /** When each request came and went through, until a time. */
  private static List<double[]> pulled(AdmissionGate gate, double untilS) {
    List<double[]> through = new ArrayList<>();
    while (gate.nextS() <= untilS) {
      if (gate.take()) {
        through.add(new double[] {gate.arrivedS(), gate.admittedS()});
      }
    }
    return through;
  }

  private static LoadModel at(double... timesS) {
    int[] tokens = new int[timesS.length];
    java.util.Arrays.fill(tokens, 100);
    return LoadModel.of(RequestTrace.of(timesS, tokens, tokens));
  }

  /** At a fixed rate without a burst: one interval after the one before, or when it comes. */
  @ParameterizedTest
  @MethodSource("seeds")
  void letsThroughAsAPlainWalkDoes(long seed) {
    Random random = new Random(seed);
    double perSecond = 0.5 + 20 * random.nextDouble();
    int capacity = 1 + random.nextInt(20);
    LoadModel load =
        LoadModel.open(
            Schedule.constant(0.5 + 20 * random.nextDouble()),
            Spacing.gamma(0.5 + 2 * random.nextDouble()),
            Lengths.constant(100),
            Lengths.constant(10));
    AdmissionGate gate = gate(PoolAdmission.of(fixed(perSecond, 0, capacity)), load, seed);
    List<double[]> through = pulled(gate, 300);

    List<double[]> expected = new ArrayList<>();
    Deque<Double> waiting = new ArrayDeque<>(); // when each of those in line goes
    double nextS = 0;
    int lost = 0;
    RequestStream plain = load.start(seed);
    while (plain.nextS() <= 300) {
      plain.take();
      double tS = plain.arrivedS();
      while (!waiting.isEmpty() && waiting.peek() <= tS) {
        waiting.remove();
      }
      if (waiting.size() == capacity) {
        lost++;
        continue;
      }
      double goesS = Math.max(tS, nextS);
      nextS = goesS + 1 / perSecond;
      if (goesS > tS) {
        waiting.add(goesS);
      }
      if (goesS <= 300) {
        expected.add(new double[] {tS, goesS});
      }
    }
    assertThat(through).hasSameSizeAs(expected);
    for (int i = 0; i < through.size(); i++) {
      assertThat(through.get(i)[0]).isEqualTo(expected.get(i)[0]);
      assertThat(through.get(i)[1]).isCloseTo(expected.get(i)[1], within(1e-9));
    }
    assertThat(refused).hasSize(lost);
    AdmissionTrace trace = gate.end();
    assertThat(trace.rejected()).isEqualTo(lost);
    assertThat(trace.asked()).isEqualTo(through.size() + trace.waiting() + lost);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 500 1000 1500", "1, 0 0 500 1000", "2.5, 0 0 0 250", "9, 0 0 0 0"})
  void aBurstGoesThroughBackToBack(double burst, String times) {
    AdmissionGate gate = gate(PoolAdmission.of(fixed(2, burst, 10)), at(0, 0, 0, 0), 1);
    assertThat(pulled(gate, 10))
        .extracting(pair -> Math.round(pair[1] * 1000))
        .containsExactly(
            java.util.Arrays.stream(times.split(" ")).map(Long::valueOf).toArray(Long[]::new));
    assertThat(gate.nextS()).as("nothing more comes").isInfinite();
  }

  @Test
  void whoFindsTheQueueFullIsRefusedAtOnceAndCounted() {
    AdmissionGate gate = gate(PoolAdmission.of(fixed(1, 0, 1)), at(0, 0.25, 0.5), 1);
    assertThat(pulled(gate, 10)).extracting(pair -> pair[0]).containsExactly(0.0, 0.25);
    assertThat(refused).hasSize(1);
    Answer answer = refused.get(0);
    assertThat(answer.fate()).isEqualTo(Fate.REJECTED_AT_ADMISSION);
    assertThat(answer.arrivedS()).isEqualTo(0.5);
    assertThat(answer.endS()).isEqualTo(0.5);
    assertThat(answer.admittedS()).isNaN();
    assertThat(answer.id()).isEqualTo(-1);
  }

  @Test
  void whoGoesThroughLeavesAPlaceForWhoComesAtThatInstant() {
    AdmissionGate gate = gate(PoolAdmission.of(fixed(1, 0, 1)), at(0, 0.5, 1), 1);
    assertThat(pulled(gate, 10)).extracting(pair -> pair[1]).containsExactly(0.0, 1.0, 2.0);
    assertThat(refused).isEmpty();
  }

  @Test
  void aNewRateHoldsFromItsObservationOn() {
    FlowSettings settings =
        FlowSettings.of(1, 1)
            .withMaxRate(100)
            .withTargetP99Ms(100)
            .withKp(1)
            .withKi(0)
            .withQueueCapacity(100)
            .withDtMs(1000);
    AdmissionGate gate = gate(PoolAdmission.of(settings), at(0, 0, 0, 0, 0, 0), 1);
    assertThat(pulled(gate, 1)).extracting(pair -> pair[1]).containsExactly(0.0, 1.0);
    gate.firstToken(0, 0, 0.09); // 90 ms: an error of 10 ms, and so 10/s
    gate.observe(1000);
    assertThat(pulled(gate, 1.35))
        .extracting(pair -> Math.round(pair[1] * 1000))
        .containsExactly(1100L, 1200L, 1300L);
    gate.observe(2000);
    assertThat(gate.nextS()).as("an empty window holds the rate").isCloseTo(2, within(1e-9));
    AdmissionTrace trace = gate.end();
    assertThat(trace.rates()).containsExactly(1, 10, 10);
    assertThat(trace.p99sMs()[0]).isCloseTo(90, within(1e-9));
    assertThat(trace.p99sMs()[1]).isNaN();
    assertThat(trace.samples(1)).isZero();
    assertThat(trace.emptyWindows()).isEqualTo(1);
    assertThat(trace.depths()).containsExactly(4, 1);
    assertThat(trace.tickAt(0.5)).isEqualTo(-1);
    assertThat(trace.tickAt(1)).isZero();
    assertThat(trace.tickAt(60)).isEqualTo(1);
    assertThat(trace.rateAfter(-1)).isEqualTo(1);
  }

  private static Answer served(boolean streaming) {
    return new Answer(0, Fate.SERVED, 0.0, 1.0, 1.0, 1.25, 3.0, 100, 100, 100, streaming, 0);
  }

  @ParameterizedTest(name = "{0}, streaming {1}: {2} ms")
  @CsvSource({"TTFT, true, 250", "TTFT, false, 2000", "E2E, true, 2000", "E2E, false, 2000"})
  void measuresFromAdmissionOnWhatCanBeSeen(Measure measure, boolean streaming, double ms) {
    PoolAdmission admission = PoolAdmission.of(fixed(1, 0, 10)).withMeasure(measure);
    AdmissionGate gate = gate(admission, at(0), 1);
    if (streaming) {
      gate.firstToken(1, 1, 1.25);
    }
    gate.finished(served(streaming));
    gate.observe(4000);
    assertThat(gate.end().samples(0)).isEqualTo(1);
    assertThat(gate.end().p99Ms(0)).isEqualTo(ms);
    assertThat(refused).as("scores hear of it").containsExactly(served(streaming));
  }

  @Test
  void whatWasLostIsNotMeasured() {
    AdmissionGate gate = gate(PoolAdmission.of(fixed(1, 0, 10)).withMeasure(Measure.E2E), at(0), 1);
    gate.finished(new Answer(0, Fate.CUT, 0, 0, 0, 1, 3, 100, 100, 100, true, 0));
    gate.observe(1000);
    assertThat(gate.end().samples(0)).isZero();
  }

  @Test
  void settingsThatLeaveADoublesRangeHoldTheRateAndSaySo() {
    FlowSettings wild =
        FlowSettings.of(5, 1).withKp(Double.MAX_VALUE).withTargetP99Ms(100).withDtMs(1000);
    AdmissionGate gate = gate(PoolAdmission.of(wild), at(0), 1);
    gate.firstToken(0, 0, 0.05);
    gate.observe(1000);
    gate.firstToken(0, 0, 0.05);
    gate.observe(2000);
    AdmissionTrace trace = gate.end();
    assertThat(trace.refused().orElseThrow()).startsWith("The observation at 1.0 s was refused: ");
    assertThat(trace.rates()).containsExactly(5, 5, 5);
  }
}
