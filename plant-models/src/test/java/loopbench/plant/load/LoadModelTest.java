// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import loopbench.knob.Knob;
import loopbench.plant.Problem;
import loopbench.plant.Schedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoadModelTest {
  private static final Lengths PROMPT = Lengths.normal(4000, 300, 3500, 4500);
  private static final Lengths OUTPUT = Lengths.lognormal(1000, 700, 1, 4000);
  private static final RequestTrace TRACE =
      RequestTrace.of(
          new double[] {0, 2, 2, 5}, new int[] {374, 396, 1, 90}, new int[] {44, 109, 7, 1});

  static LongStream seeds() {
    return new Random(20260825).longs(30);
  }

  private static LoadModel shaped(Demand demand, Spacing spacing) {
    return new LoadModel(new Arrivals.Open(demand, spacing), PROMPT, OUTPUT, 0.25, 0.5);
  }

  private static List<LoadModel> models() {
    Schedule steps =
        new Schedule(
            List.of(
                new Schedule.Step(0, 3),
                new Schedule.Step(10, 0),
                new Schedule.Step(20, 11),
                new Schedule.Step(40, 0)));
    return List.of(
        LoadModel.open(steps, Spacing.REGULAR, PROMPT, OUTPUT),
        LoadModel.open(Schedule.constant(7), Spacing.POISSON, PROMPT, OUTPUT),
        shaped(new Demand.Ramp(1, 9, 30), Spacing.gamma(3)),
        shaped(new Demand.Ramp(9, 0, 30), Spacing.POISSON),
        shaped(new Demand.Diurnal(12, 0, 50), Spacing.gamma(0.5)),
        LoadModel.closed(5, 1.5, PROMPT, OUTPUT),
        LoadModel.of(TRACE),
        LoadModel.of(TRACE).withArrivals(new Arrivals.Traced(TRACE, 2, 3.3)).withPrompt(PROMPT));
  }

  /** Times and requests of up to 400 requests and 200 s; a closed loop is answered after 0.3 s. */
  private static List<Double> drive(LoadModel load, long seed) {
    RequestStream stream = load.start(seed);
    List<Double> heard = new ArrayList<>();
    while (heard.size() < 2_000 && stream.nextS() < 200) {
      double nextS = stream.nextS();
      stream.take();
      assertThat(stream.arrivedS()).isEqualTo(nextS);
      assertThat(stream.nextS()).isGreaterThanOrEqualTo(nextS);
      assertThat(stream.promptTokens()).isPositive();
      assertThat(stream.outputTokens()).isPositive();
      assertThat(stream.uncachedTokens()).isBetween(1, stream.promptTokens());
      heard.add(nextS);
      heard.add((double) stream.promptTokens());
      heard.add((double) stream.uncachedTokens());
      heard.add((double) stream.outputTokens());
      heard.add(stream.streaming() ? 1.0 : 0.0);
      stream.answered(nextS + 0.3, heard.size() % 3 > 0);
    }
    return heard;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void repeatsItselfAndTimesDoNotFall(long seed) {
    for (LoadModel model : models()) {
      assertThat(model.problems()).isEmpty();
      assertThat(drive(model, seed)).as(model + ", seed " + seed).isEqualTo(drive(model, seed));
    }
  }

  @Test
  void whatIsDrawnForOnePurposeLeavesTheOthers() {
    LoadModel load = shaped(new Demand.Steps(Schedule.constant(3)), Spacing.POISSON);
    RequestStream one = load.start(8);
    RequestStream other = load.withOutput(Lengths.constant(9)).withStreaming(1).start(8);
    for (int i = 0; i < 100; i++) {
      one.take();
      other.take();
      assertThat(one.arrivedS()).isEqualTo(other.arrivedS());
      assertThat(one.promptTokens()).isEqualTo(other.promptTokens());
    }
  }

  @Test
  void regularRequestsComeWhenTheScheduleSays() {
    RequestStream stream =
        LoadModel.open(Schedule.step(2, 3, 4), Spacing.REGULAR, PROMPT, OUTPUT).start(1);
    List<Double> times = new ArrayList<>();
    while (stream.nextS() <= 4) {
      stream.take();
      times.add(stream.arrivedS());
    }
    assertThat(times).containsExactly(0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.25, 3.5, 3.75, 4.0);
  }

  @Test
  void shapesAskAsMuchAsTheyAreWorth() {
    Demand ramp = new Demand.Ramp(10, 40, 100);
    Demand falling = new Demand.Ramp(40, 0, 100);
    Demand diurnal = new Demand.Diurnal(50, 10, 86_400);
    Demand silent = new Demand.Diurnal(80, 0, 600);
    check(ramp, 150, t -> t < 100 ? 10 * t + 0.15 * t * t : 2500 + 40 * (t - 100));
    check(falling, 150, t -> t < 100 ? 40 * t - 0.2 * t * t : 2000);
    check(
        diurnal,
        86_400,
        t -> 30 * t - 20 * 86_400 / (2 * Math.PI) * Math.sin(2 * Math.PI * t / 86_400));
    check(silent, 1_800, t -> 40 * t - 40 * 600 / (2 * Math.PI) * Math.sin(2 * Math.PI * t / 600));
    assertThat(diurnal.at(0)).isEqualTo(10);
    assertThat(diurnal.at(43_200)).isEqualTo(50);
    assertThat(ramp.at(50)).isEqualTo(25);
  }

  /** The n-th regular request comes when n were due. */
  private static void check(Demand demand, double toS, DoubleUnaryOperator due) {
    RequestStream stream = shaped(demand, Spacing.REGULAR).start(1);
    long n = 0;
    while (stream.nextS() <= toS) {
      stream.take();
      n++;
      assertThat(due.applyAsDouble(stream.arrivedS())).isCloseTo(n, within(1e-5));
    }
    assertThat((double) n).isCloseTo(due.applyAsDouble(toS), within(1.0001));
  }

  @Test
  void gapsHaveTheirVariation() {
    for (double cv : new double[] {0.3, 1, 2.5}) {
      RequestStream stream =
          LoadModel.open(Schedule.constant(10), Spacing.gamma(cv), PROMPT, OUTPUT).start(2);
      double sum = 0;
      double squares = 0;
      double beforeS = 0;
      int n = 400_000;
      for (int i = 0; i < n; i++) {
        stream.take();
        double gap = stream.arrivedS() - beforeS;
        beforeS = stream.arrivedS();
        sum += gap;
        squares += gap * gap;
      }
      double mean = sum / n;
      assertThat(mean).isCloseTo(0.1, within(0.001));
      assertThat(Math.sqrt(squares / n - mean * mean) / mean).isCloseTo(cv, within(0.02 * cv));
    }
  }

  @Test
  void lengthsHaveTheirLaws() {
    LoadModel load =
        LoadModel.open(
            Schedule.constant(1),
            Spacing.REGULAR,
            Lengths.normal(4000, 300, 3500, 4500),
            Lengths.lognormal(500, 400, 1, 1_000_000));
    RequestStream stream = load.withPrefixHit(0.3).withStreaming(0.2).start(4);
    double prompts = 0;
    double outputs = 0;
    double squares = 0;
    int streaming = 0;
    int n = 400_000;
    for (int i = 0; i < n; i++) {
      stream.take();
      assertThat(stream.promptTokens()).isBetween(3500, 4500);
      assertThat(stream.uncachedTokens()).isEqualTo((int) Math.rint(0.7 * stream.promptTokens()));
      prompts += stream.promptTokens();
      outputs += stream.outputTokens();
      squares += (double) stream.outputTokens() * stream.outputTokens();
      streaming += stream.streaming() ? 1 : 0;
    }
    double mean = outputs / n;
    assertThat(prompts / n).isCloseTo(4000, within(3.0));
    assertThat(mean).isCloseTo(500, within(5.0));
    assertThat(Math.sqrt(squares / n - mean * mean)).isCloseTo(400, within(20.0));
    assertThat(streaming / (double) n).isCloseTo(0.2, within(0.005));
  }

  @Test
  void aNarrowPieceOfALawIsDrawnAllTheSame() {
    RequestStream stream =
        LoadModel.closed(1, 0, Lengths.normal(10, 1e6, 10, 11), Lengths.constant(1)).start(1);
    stream.take();
    assertThat(stream.promptTokens()).isBetween(10, 11);
  }

  @Test
  void clientsWaitForTheirAnswersThinkAndTryAgain() {
    RequestStream stream =
        LoadModel.closed(2, 0.25, Lengths.constant(5), Lengths.constant(5)).start(1);
    stream.take();
    stream.take();
    assertThat(stream.nextS()).isInfinite();
    assertThatThrownBy(stream::take).hasMessage("no request is due");
    stream.answered(3, false);
    assertThat(stream.nextS()).isEqualTo(4); // a lost one thinks for a second at least
    stream.answered(3.5, true);
    assertThat(stream.nextS()).isEqualTo(3.75);
    stream.take();
    assertThat(stream.nextS()).isEqualTo(4);
  }

  @Test
  void aTraceIsReplayedScaledInTimeAndRate() {
    assertThat(times(LoadModel.of(TRACE))).containsExactly(0.0, 2.0, 2.0, 5.0);
    assertThat(times(LoadModel.of(TRACE).withArrivals(new Arrivals.Traced(TRACE, 2, 1))))
        .containsExactly(0.0, 1.0, 1.0, 2.5);
    assertThat(times(LoadModel.of(TRACE).withArrivals(new Arrivals.Traced(TRACE, 1, 0.5))))
        .containsExactly(2.0, 5.0);
    assertThat(times(LoadModel.of(TRACE).withArrivals(new Arrivals.Traced(TRACE, 1, 2))))
        .containsExactly(0.0, 1.0, 2.0, 2.0, 2.0, 3.5, 5.0, 5.0);
    RequestStream stream = LoadModel.of(TRACE).start(1);
    stream.take();
    assertThat(stream.promptTokens()).isEqualTo(374);
    assertThat(stream.outputTokens()).isEqualTo(44);
    assertThat(LoadModel.of(TRACE).endS()).hasValue(5);
  }

  private static List<Double> times(LoadModel load) {
    RequestStream stream = load.start(1);
    List<Double> times = new ArrayList<>();
    while (stream.nextS() < Double.POSITIVE_INFINITY) {
      stream.take();
      times.add(stream.arrivedS());
    }
    return times;
  }

  @Test
  void saysWhetherItEnds() {
    assertThat(LoadModel.open(Schedule.constant(1), Spacing.POISSON, PROMPT, OUTPUT).endS())
        .isEmpty();
    assertThat(LoadModel.open(Schedule.step(1, 9, 0), Spacing.POISSON, PROMPT, OUTPUT).endS())
        .hasValue(9);
    assertThat(LoadModel.closed(1, 0, PROMPT, OUTPUT).endS()).isEmpty();
    assertThat(new Demand.Ramp(3, 0, 60).endS()).hasValue(60);
  }

  @Test
  void saysWhatCannotBe() {
    LoadModel wrong =
        new LoadModel(
            new Arrivals.Open(new Demand.Ramp(-1, Double.NaN, 0), Spacing.gamma(0)),
            Lengths.normal(5, -1, 10, 20),
            Lengths.TRACED,
            1.5,
            Double.NaN);
    assertThat(wrong.problems())
        .extracting(Problem::field)
        .containsExactly(
            "shape.from",
            "shape.to",
            "shape.over",
            "arrivals",
            "prompt.mean",
            "prompt.sd",
            "prefix-hit",
            "streaming",
            "output");
    assertThat(LoadModel.closed(0, 0, PROMPT, Lengths.constant(2_000_000_000)).problems())
        .extracting(Problem::message)
        .containsExactly(
            "clients must be from 1 to 1000000, was 0.",
            "output.mean must be from 1 to 10000000 tokens, was 2000000000.");
    assertThat(LoadModel.open(Schedule.constant(1e9), Spacing.REGULAR, PROMPT, OUTPUT).problems())
        .extracting(Problem::message)
        .containsExactly("requests must be from 0 to 1000000 requests per second, was 1000000000.");
    assertThatThrownBy(() -> wrong.start(1)).hasMessageStartingWith("shape.from must be from 0");
  }

  @Test
  void namesTheRequestOfATraceThatCannotBe() {
    RequestTrace trace =
        RequestTrace.of(
            new double[] {0, 3, 2, Double.NaN, 9, -1},
            new int[] {1, 1, 1, 1, 0, 1},
            new int[] {1, 1, 1, 1, 1, 1});
    assertThat(trace.problems())
        .extracting(Problem::message)
        .containsExactly(
            "Request 3 of the trace: it arrives at 2 s, before the one above it at 3 s; sort the"
                + " trace by time.",
            "Request 4 of the trace: its arrival must be from 0 to 1000000000 s after the start,"
                + " was NaN.",
            "Request 5 of the trace: its prompt must be of 1 to 10000000 tokens, was of 0.",
            "Request 6 of the trace: its arrival must be from 0 to 1000000000 s after the start,"
                + " was -1.");
    assertThat(RequestTrace.of(new double[9], new int[9], new int[9]).problems())
        .hasSize(6)
        .last()
        .extracting(Problem::message)
        .isEqualTo("The trace has 4 more such requests.");
    assertThat(RequestTrace.of(new double[0], new int[0], new int[0]).problems()).hasSize(1);
    assertThatThrownBy(() -> RequestTrace.of(new double[1], new int[2], new int[1]))
        .hasMessageContaining("1, 2 and 1");
  }

  @Test
  void tracesAreToldApartByTheirText() {
    RequestTrace other =
        RequestTrace.of(
            new double[] {0, 2, 2, 5}, new int[] {374, 396, 1, 90}, new int[] {44, 109, 7, 2});
    RequestTrace same =
        RequestTrace.of(
            new double[] {0, 2, 2, 5}, new int[] {374, 396, 1, 90}, new int[] {44, 109, 7, 1});
    assertThat(TRACE).isEqualTo(same).hasSameHashCodeAs(same).hasToString(same.toString());
    assertThat(TRACE).isNotEqualTo(other).doesNotHaveToString(other.toString());
  }

  @Test
  void aKnobReadsWhatItWrote() {
    for (LoadModel model : models()) {
      for (Knob<LoadModel> knob : model.knobs()) {
        double value = knob.range().max() <= 1 ? 0.5 : Math.rint(knob.range().at(0.4)) + 1;
        assertThat(knob.get(knob.with(model, value))).as(knob.name()).isEqualTo(value);
        assertThat(knob.with(model, knob.get(model))).as(knob.name()).isEqualTo(model);
      }
    }
  }
}
