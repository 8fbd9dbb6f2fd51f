// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loopbench.knob.Knob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FlowSettingsTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  @Test
  void defaultsAreTheOriginals() {
    FlowSettings settings = FlowSettings.of(200, 5);
    assertThat(settings)
        .isEqualTo(
            new FlowSettings(
                new RateBounds(200, 5, INFINITE),
                0,
                50,
                0.99,
                100,
                new Gains(0.05, 0.001, 0, 0),
                1,
                0.01,
                false));
    assertThat(FlowSettings.fromOptions(Map.of("rate", 200, "minRate", 5))).isEqualTo(settings);
  }

  @Test
  void readsEveryOption() {
    Map<String, Object> options = new HashMap<>();
    options.put("rate", 20);
    options.put("minRate", 2);
    options.put("maxRate", 90.5);
    options.put("burst", 1.5);
    options.put("targetP99", 31);
    options.put("quantile", 1);
    options.put("queueCapacity", 7.0);
    options.put("kp", 0.1);
    options.put("ki", -0.002);
    options.put("kd", 3);
    options.put("derivativeFilter", 1.5);
    options.put("dt", 1000);
    options.put("relativeAccuracy", 0.02);
    options.put("onRateChange", null);
    options.put("now", "not a function: left aside");
    options.put("observability", false);
    options.put("preload", true);
    assertThat(FlowSettings.fromOptions(options))
        .isEqualTo(
            new FlowSettings(
                new RateBounds(20, 2, 90.5),
                1.5,
                31,
                1,
                7,
                new Gains(0.1, -0.002, 3, 0.999),
                1000,
                0.02,
                true));
  }

  static Stream<Arguments> nonsense() {
    return Stream.of(
        Arguments.of("rate", 0, "rate must be a finite number of operations per second above 0"),
        Arguments.of("rate", NAN, "rate must be a finite number of operations per second above 0"),
        Arguments.of("rate", INFINITE, "rate must be a finite number"),
        Arguments.of("rate", 4, "rate must be within minRate = 5 and maxRate = 800, was 4."),
        Arguments.of("rate", 900, "rate must be within minRate = 5 and maxRate = 800, was 900."),
        Arguments.of("minRate", 0, "minRate must be a finite number of operations per second"),
        Arguments.of("minRate", -1, "minRate must be a finite number of operations per second"),
        Arguments.of("minRate", 1e-310, "minRate must be a finite number of operations"),
        Arguments.of(
            "maxRate", 4, "maxRate must be at least minRate = 5 (or infinite, for no ceil"),
        Arguments.of("maxRate", NAN, "maxRate must be at least minRate = 5"),
        Arguments.of("burst", -1, "burst must be finite and at least 0, was -1."),
        Arguments.of("burst", INFINITE, "burst must be finite and at least 0, was Infinity."),
        Arguments.of("burst", 1e307, "burst must be so small that saving it up at minRate = 5"),
        Arguments.of("targetP99", 0, "targetP99 must be a finite number of milliseconds above 0"),
        Arguments.of("targetP99", NAN, "targetP99 must be a finite number of milliseconds above"),
        Arguments.of("targetP99", INFINITE, "targetP99 must be a finite number of milliseconds"),
        Arguments.of("quantile", 0, "quantile must be a fraction above 0 and at most 1"),
        Arguments.of(
            "quantile",
            99,
            "quantile must be a fraction above 0 and at most 1 (0.99, not 99), was 99."),
        Arguments.of("queueCapacity", 0, "queueCapacity must be a whole number from 1 to"),
        Arguments.of("queueCapacity", 2.5, "queueCapacity must be a whole number from 1 to"),
        Arguments.of("queueCapacity", 2e9, "queueCapacity must be a whole number from 1 to"),
        Arguments.of("queueCapacity", NAN, "queueCapacity must be a whole number from 1 to"),
        Arguments.of("kp", NAN, "kp must be a finite number, was NaN."),
        Arguments.of("ki", INFINITE, "ki must be a finite number, was Infinity."),
        Arguments.of("kd", NAN, "kd must be a finite number, was NaN."),
        Arguments.of("derivativeFilter", NAN, "derivativeFilter must be a finite number"),
        Arguments.of("dt", -1, "dt must be a finite number of milliseconds, at least 0, was -1."),
        Arguments.of("dt", NAN, "dt must be a finite number of milliseconds, at least 0, was NaN."),
        Arguments.of("relativeAccuracy", 0, "relativeAccuracy must be above 0 and below 1, was 0."),
        Arguments.of("relativeAccuracy", 1, "relativeAccuracy must be above 0 and below 1, was 1."),
        Arguments.of("relativeAccuracy", 1e-300, "relativeAccuracy must be above 0 and below 1"),
        Arguments.of("kp", "0.05", "kp must be a number, was the text '0.05'."),
        Arguments.of("kp", null, "kp must be a number, was null."),
        Arguments.of("preload", 1, "preload must be true or false, was 1."),
        Arguments.of("brust", 1, "Unknown option 'brust'; did you mean 'burst'?"),
        Arguments.of("targetp99", 1, "Unknown option 'targetp99'; did you mean 'targetP99'?"),
        Arguments.of("max_rate", 1, "Unknown option 'max_rate'; did you mean 'maxRate'?"),
        Arguments.of("wibble", 1, "Unknown option 'wibble'; known are rate, minRate, maxRate,"));
  }

  @ParameterizedTest
  @MethodSource("nonsense")
  void refusesNonsenseInOneSentence(String name, Object value, String message) {
    Map<String, Object> options = new HashMap<>(Map.of("rate", 200, "minRate", 5, "maxRate", 800));
    options.put(name, value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FlowSettings.fromOptions(options))
        .withMessageStartingWith(message);
  }

  @Test
  void saysWhatIsMissing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FlowSettings.fromOptions(Map.of("minRate", 5)))
        .withMessage("rate is required: a finite number of operations per second above 0.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FlowSettings.fromOptions(Map.of("rate", 5)))
        .withMessageStartingWith("minRate is required");
  }

  static Stream<Arguments> knobs() {
    return FlowSettings.KNOBS.stream().map(k -> Arguments.argumentSet(k.name(), k));
  }

  @ParameterizedTest
  @MethodSource("knobs")
  void aKnobReadsWhatItWrote(Knob<FlowSettings> knob) {
    FlowSettings wide =
        new FlowSettings(
            new RateBounds(1, 0.01, INFINITE), 0, 50, 0.99, 100, Gains.DEFAULT, 1, 0.01, false);
    for (double value : knob.range().points(11)) {
      double written = knob.name().equals("queueCapacity") ? Math.round(value) : value;
      boolean inOrder =
          switch (knob.name()) {
            case "minRate" -> value <= 1;
            case "maxRate" -> value >= 1;
            default -> true;
          };
      if (inOrder) {
        FlowSettings turned = knob.with(wide, value);
        assertThat(knob.get(turned)).isEqualTo(written);
        for (Knob<FlowSettings> other : FlowSettings.KNOBS) {
          if (other != knob) {
            assertThat(other.get(turned)).as(other.name()).isEqualTo(other.get(wide));
          }
        }
      } else {
        assertThatIllegalArgumentException().isThrownBy(() -> knob.with(wide, value));
      }
    }
    if (knob.range().zero()) {
      assertThat(knob.get(knob.with(wide, 0))).isZero();
    }
    assertThat(knob.about()).endsWith(".");
  }

  @Test
  void knobsAreNamedAsTheOptions() {
    assertThat(FlowSettings.OPTIONS)
        .containsAll(FlowSettings.KNOBS.stream().map(Knob::name).toList());
    assertThat(FlowSettings.KNOBS.stream().map(Knob::name))
        .isEqualTo(
            List.of(
                "rate",
                "minRate",
                "maxRate",
                "burst",
                "targetP99",
                "quantile",
                "queueCapacity",
                "kp",
                "ki",
                "kd",
                "derivativeFilter",
                "dt",
                "relativeAccuracy"));
  }

  @Test
  void minusZeroIsZero() {
    FlowSettings zero = FlowSettings.of(200, 5).withBurst(-0.0).withDtMs(-0.0).withKp(-0.0);
    assertThat(zero).isEqualTo(FlowSettings.of(200, 5).withBurst(0).withDtMs(0).withKp(0));
  }
}
