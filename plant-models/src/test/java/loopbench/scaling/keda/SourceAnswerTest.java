// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import loopbench.scaling.hpa.MetricReading;
import loopbench.series.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SourceAnswerTest {
  static Stream<Arguments> results() {
    return Cases.of("keda-decisions.json", "kedaPromResult");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("results")
  void answersAreReadAsKedaReadsThem(String id, String kind, JsonNode input, JsonNode output) {
    PrometheusTrigger trigger =
        new PrometheusTrigger("http://p", "q", 1, 0, input.get("ignoreNullValues").asBoolean());
    SourceAnswer answer = answer(input.get("httpStatus").asInt(), input.get("body").asString());
    assertThat(trigger.value(answer).isEmpty()).isEqualTo(output.get("error").asBoolean());
    assertThat(trigger.value(answer).orElse(-1)).isEqualTo(output.get("value").asDouble());
  }

  /** What a body amounts to; reading Prometheus' JSON is not this module's business. */
  private static SourceAnswer answer(int status, String body) {
    if (status / 100 != 2) {
      return new SourceAnswer.Failure("status " + status);
    }
    JsonNode result = new JsonMapper().readTree(body).path("data").path("result");
    if (result.size() > 1) {
      return new SourceAnswer.Several(result.size());
    }
    JsonNode value = result.path(0).path("value");
    return switch (value.size()) {
      case 0 -> SourceAnswer.ABSENT;
      case 1 -> new SourceAnswer.Failure("one entry");
      default ->
          value.get(1).isNull()
              ? new SourceAnswer.NullValue()
              : SourceAnswer.of(
                  Double.parseDouble(value.get(1).asString().replace("Inf", "Infinity")));
    };
  }

  private static final PrometheusTrigger LENIENT =
      new PrometheusTrigger("http://p", "q", 1, 0, true);
  private static final PrometheusTrigger STRICT =
      new PrometheusTrigger("http://p", "q", 1, 0, false);

  @Test
  void everyAnswerSaysWhatBecameOfIt() {
    assertThat(LENIENT.metric(new SourceAnswer.NullValue()))
        .isEqualTo(new MetricReading.Value(0, "null (-1 to KEDA), read as 0"));
    assertThat(STRICT.metric(new SourceAnswer.NullValue()))
        .isEqualTo(new MetricReading.Value(0, "null (-1 to KEDA), read as 0"));
    assertThat(STRICT.value(new SourceAnswer.NullValue())).hasValue(-1);
    assertThat(LENIENT.metric(new SourceAnswer.Several(3)))
        .isEqualTo(new MetricReading.Failure("the query returned 3 elements where KEDA takes one"));
    assertThat(LENIENT.metric(new SourceAnswer.Scalar()))
        .isEqualTo(
            new MetricReading.Failure("the query returned a scalar where KEDA takes a vector"));
    assertThat(LENIENT.metric(new SourceAnswer.Failure("status 503")))
        .isEqualTo(new MetricReading.Failure("status 503"));
    assertThat(STRICT.metric(SourceAnswer.ABSENT))
        .isEqualTo(new MetricReading.Failure("absent, and ignoreNullValues is false"));
    assertThat(LENIENT.metric(SourceAnswer.of(-3)))
        .isEqualTo(new MetricReading.Value(0, "negative, read as 0"));
  }

  @Test
  void readingsOfASeriesAreAnswers() {
    assertThat(SourceAnswer.of(Reading.VALUE, 4)).isEqualTo(new SourceAnswer.One(4));
    assertThat(SourceAnswer.of(Reading.NAN, 4)).isEqualTo(new SourceAnswer.One(Double.NaN));
    assertThat(SourceAnswer.of(Reading.STALE, 4)).isEqualTo(new SourceAnswer.Empty("stale"));
    assertThat(SourceAnswer.of(Reading.ABSENT, 4)).isEqualTo(SourceAnswer.ABSENT);
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 20).boxed();
  }

  /** KEDA 2.20 and later: no value that a source can give ends below 0 or beyond 64 bits. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void noSingleValueIsGarbageToTheHpa(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      MetricReading reading = LENIENT.metric(SourceAnswer.of(value));
      assertThat(((MetricReading.Value) reading).milli()).as("%s", value).isNotNegative();
    }
    assertThat(LENIENT.metric(SourceAnswer.of(1e19))).isEqualTo(MetricReading.of(Long.MAX_VALUE));
  }
}
