// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.Role;
import loopbench.series.Clock;
import loopbench.series.Labels;
import loopbench.series.Reading;
import loopbench.series.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** V_P from times to the first token, recorded and on the plant. */
class PrefillCalibrationTest {
  private static final PrefillCalibration PLAIN = new PrefillCalibration(8192, 0, 20);

  private static PrefillRate measured(PrefillCalibration.Answer answer) {
    return answer.match(
        new PrefillCalibration.Answer.Cases<PrefillRate>() {
          @Override
          public PrefillRate measured(PrefillRate rate) {
            return rate;
          }

          @Override
          public PrefillRate refused(String why, String whatNow) {
            throw new AssertionError(why);
          }
        });
  }

  private static String refused(PrefillCalibration.Answer answer) {
    return answer.match(
        new PrefillCalibration.Answer.Cases<String>() {
          @Override
          public String measured(PrefillRate rate) {
            return "measured " + rate;
          }

          @Override
          public String refused(String why, String whatNow) {
            assertThat(whatNow).matches("[A-Z].*\\.");
            return why;
          }
        });
  }

  private static double[] same(int n, double value) {
    double[] samples = new double[n];
    Arrays.fill(samples, value);
    return samples;
  }

  // ---- recorded times ----------------------------------------------------------------------

  /** A chunk over the median. */
  @ParameterizedTest(name = "{0} s: {1} tokens/s")
  @CsvSource({"0.5143144, 15928", "3.0385757, 2696", "6.9306261, 1182", "0.2422164, 33821"})
  void aChunkOverTheMedian(double medianS, double perSecond) {
    PrefillRate rate = measured(PLAIN.of(same(20, medianS)));
    assertThat(rate.perSecond()).isEqualTo(perSecond, within(0.01));
    assertThat(rate.spread()).isZero();
    assertThat(rate.lowPerSecond()).isEqualTo(rate.highPerSecond()).isEqualTo(rate.perSecond());
  }

  @Test
  void medianSpreadAndBand() {
    double[] samples = new double[20];
    for (int i = 0; i < 20; i++) {
      samples[i] = 0.500 + 0.001 * ((7 * i) % 20); // 0.500 to 0.519 in some order
    }
    PrefillRate rate = measured(PLAIN.of(samples));
    assertThat(rate.samples()).isEqualTo(20);
    assertThat(rate.medianS()).isEqualTo(0.5095, within(1e-12));
    assertThat(rate.spread()).isEqualTo(0.0095 / 0.5095, within(1e-9));
    // The 6th smallest and the 6th largest of 20 hold the median with 95.9 %.
    assertThat(rate.fastS()).isEqualTo(0.505, within(1e-12));
    assertThat(rate.slowS()).isEqualTo(0.514, within(1e-12));
    assertThat(rate.lowPerSecond()).isEqualTo(8192 / 0.514, within(1e-6));
    assertThat(rate.highPerSecond()).isEqualTo(8192 / 0.505, within(1e-6));
  }

  /** Tables of the sign test at 5 %: the ranks that bound a median. */
  @ParameterizedTest
  @CsvSource({"6, 1", "8, 1", "9, 2", "10, 2", "15, 4", "20, 6", "30, 10", "50, 18", "100, 40"})
  void ranksOfTheBand(int n, int rank) {
    assertThat(PrefillCalibration.rank(n)).isEqualTo(rank);
  }

  @Test
  void longRecordingsHaveABandToo() {
    assertThat(PrefillCalibration.rank(5)).isZero();
    // Where one form takes over from the other they differ by one at most.
    assertThat(PrefillCalibration.rank(1_001)).isBetween(469, 470);
    assertThat(PrefillCalibration.rank(1_000)).isEqualTo(469);
    assertThat(measured(PLAIN.of(same(100_000, 0.5))).samples()).isEqualTo(100_000);
  }

  @Test
  void warmUpsAreLeftOut() {
    double[] samples = same(25, 0.5);
    Arrays.fill(samples, 0, 5, 9.0); // compiling
    assertThat(measured(PrefillCalibration.DEFAULTS.of(samples)).medianS()).isEqualTo(0.5);
    assertThat(measured(PrefillCalibration.DEFAULTS.of(samples)).samples()).isEqualTo(20);
    double[] few = {9, 9, 9, 9, 9, 0.50, 0.51, 0.52, 0.54, 0.55, 0.56};
    assertThat(measured(new PrefillCalibration(8192, 5, 6).of(few)).medianS())
        .isEqualTo(0.53, within(1e-12));
  }

  @Test
  void oneSlowRequestDoesNotMoveTheMedian() {
    double[] samples = same(20, 0.5);
    samples[7] = 30;
    assertThat(measured(PLAIN.of(samples)).perSecond()).isEqualTo(16_384);
  }

  @Test
  void aSeriesCountsWhereItHasValues() {
    double[] values = same(24, 0.5);
    Reading[] readings = new Reading[24];
    Arrays.fill(readings, Reading.VALUE);
    readings[3] = Reading.ABSENT;
    readings[4] = Reading.NAN;
    readings[9] = Reading.STALE;
    Clock clock = Clock.regular(0, 1000, 24);
    Series series = Series.of("ttft", Labels.NONE, clock, values, readings);
    assertThat(measured(PLAIN.of(series)).samples()).isEqualTo(21);
    readings[10] = Reading.ABSENT;
    readings[11] = Reading.ABSENT;
    assertThat(refused(PLAIN.of(Series.of("ttft", Labels.NONE, clock, values, readings))))
        .startsWith("there are 19 times to the first token, and 20 measurements are needed.");
  }

  static Stream<Arguments> refusals() {
    double[] negative = same(20, 0.5);
    negative[3] = -0.5;
    double[] zero = same(20, 0.5);
    zero[19] = 0;
    double[] endless = same(20, 0.5);
    endless[0] = Double.POSITIVE_INFINITY;
    double[] nothing = same(20, 0.5);
    nothing[1] = Double.NaN;
    double[] cached = same(20, 0.5);
    Arrays.fill(cached, 0, 8, 0.05);
    return Stream.of(
        Arguments.of(
            new double[0], "there are 0 times to the first token, and 20 measurements are needed."),
        Arguments.of(negative, "measurement 4 is -0.5 s, which is no time to a first token."),
        Arguments.of(zero, "measurement 20 is 0 s, which is no time to a first token."),
        Arguments.of(endless, "measurement 1 is infinite, which is no time to a first token."),
        Arguments.of(nothing, "measurement 2 is not a number, which is no time to a first token."),
        Arguments.of(
            cached,
            "half of the times lie between 0.05 s and 0.5 s, 90 % of their median 0.5 s apart; on an"
                + " idle stack it is at most 20 %."),
        Arguments.of(
            same(20, 514),
            "a median of 514 s for 8192 tokens makes 15.9 tokens/s, slower than any model server."));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whatIsNoCalibration(double[] samples, String why) {
    assertThat(refused(PLAIN.of(samples))).isEqualTo(why);
  }

  @Test
  void tooFewAfterWarmUps() {
    assertThat(refused(PrefillCalibration.DEFAULTS.of(same(24, 0.5))))
        .isEqualTo(
            "there are 24 times to the first token, of which the first 5 are warm-ups, and 20"
                + " measurements are needed.");
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 100).boxed();
  }

  /** Scaled times scale the rate, their order does not matter, and the band holds the rate. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void laws(long seed) {
    Random random = new Random(seed);
    double[] samples = noisy(random, 6 + random.nextInt(60), 0.5, 0.03);
    PrefillCalibration plan = new PrefillCalibration(8192, 0, 6);
    PrefillRate rate = measured(plan.of(samples));
    assertThat(rate.perSecond()).isBetween(rate.lowPerSecond(), rate.highPerSecond());
    assertThat(rate.spread()).isBetween(0.0, PrefillCalibration.MOST_SPREAD);
    double[] turned = samples.clone();
    for (int i = 0; i < turned.length; i++) {
      turned[i] = samples[samples.length - 1 - i];
    }
    assertThat(measured(plan.of(turned))).isEqualTo(rate);
    assertThat(measured(plan.of(Arrays.stream(samples).map(s -> 4 * s).toArray())).perSecond())
        .isEqualTo(rate.perSecond() / 4);
  }

  /** 19 bands in 20 hold what was measured, with 4 % of noise, give or take chance. */
  @Test
  void theBandHoldsTheTruth() {
    int held = 0;
    for (long seed = 0; seed < 500; seed++) {
      PrefillRate rate = measured(PLAIN.of(noisy(new Random(seed), 20, 8192 / 15_928.0, 0.04)));
      held += rate.lowPerSecond() <= 15_928 && 15_928 <= rate.highPerSecond() ? 1 : 0;
    }
    assertThat(held).isBetween(465, 500);
  }

  private static double[] noisy(Random random, int n, double medianS, double share) {
    double[] samples = new double[n];
    for (int i = 0; i < n; i++) {
      samples[i] = medianS * (1 + share * random.nextGaussian());
    }
    return samples;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 5, 20, 'chunkTokens must be from 1 to 1000000, was 0'",
    "8192, -1, 20, 'warmUps must be from 0 to 10000, was -1'",
    "8192, 5, 5, 'measurements must be from 6 to 10000, was 5'"
  })
  void plansThatCannotBe(int chunk, int warmUps, int measurements, String message) {
    assertThatThrownBy(() -> new PrefillCalibration(chunk, warmUps, measurements))
        .hasMessage(message);
  }

  // ---- the plant ---------------------------------------------------------------------------

  static Stream<String> presets() {
    return PoolModel.presets().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("presets")
  void thePlantGivesItsOwnRate(String preset) {
    PoolModel model = PoolModel.presets().get(preset);
    double[] ttftS = LoneRequests.ttftS(model, 8192, 25);
    assertThat(ttftS).hasSize(25);
    PrefillCalibration.Answer answer = PrefillCalibration.DEFAULTS.of(ttftS);
    if (model.role() == Role.DECODE) {
      assertThat(refused(answer)).startsWith("measurement 1 is 0 s");
    } else {
      assertThat(measured(answer).perSecond())
          .isEqualTo(model.serving().prefillPerSecond(), within(1e-6));
      assertThat(measured(answer).spread()).isEqualTo(0, within(1e-9));
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "100", "8192", "40000"})
  void theRateDoesNotDependOnTheChunk(int chunk) {
    PrefillRate rate =
        measured(
            new PrefillCalibration(chunk, 5, 20)
                .of(LoneRequests.ttftS(PoolModel.QWEN3_32B_2XH100, chunk, 25)));
    assertThat(rate.perSecond()).isEqualTo(15_928, within(1e-4));
  }

  @Test
  void aPromptThatDoesNotFitIsNotServed() {
    PoolModel small =
        PoolModel.QWEN3_32B_2XH100.withServing(
            PoolModel.QWEN3_32B_2XH100.serving().withKvTokens(4_000));
    assertThat(LoneRequests.ttftS(small, 8192, 25)).isEmpty();
    assertThat(LoneRequests.ttftS(small, 3_000, 25)).hasSize(25);
    assertThat(LoneRequests.ttftS(small, 3_000, 0)).isEmpty();
  }

  @Test
  void theGatewayIsInNobodysWay() {
    for (Gateway.Detector detector : Gateway.Detector.values()) {
      PoolModel model =
          PoolModel.QWEN3_32B_2XH100.withGateway(Gateway.DEFAULTS.withDetector(detector));
      assertThat(measured(PrefillCalibration.DEFAULTS.of(LoneRequests.ttftS(model, 8192, 25))))
          .isEqualTo(
              measured(
                  PrefillCalibration.DEFAULTS.of(
                      LoneRequests.ttftS(PoolModel.QWEN3_32B_2XH100, 8192, 25))));
    }
  }
}
