// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeTest {
  private static final String KV = "vllm:kv_cache_usage_perc{namespace=\"n\"}";
  private static final String SATURATION = "llm_d_epp_flow_control_pool_saturation";
  private static final String RUNNING = "llm_d_epp_request_running";
  private static final String REPLICAS = "max(kube_deployment_status_replicas{deployment=\"d\"})";
  private static final String P90 =
      "histogram_quantile(0.9, sum(rate(llm_d_epp_request_ttft_seconds_bucket[1m])) by (le))";

  private static String filled(String text) {
    return text.replace("KV", KV)
        .replace("SATURATION", SATURATION)
        .replace("RUNNING", RUNNING)
        .replace("REPLICAS", REPLICAS)
        .replace("P90", P90);
  }

  private static Query read(String text) {
    Query query = Query.read(filled(text));
    assertThat(query.unread()).isEmpty();
    return query;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(KV) | ONE",
        "KV | SEVERAL",
        "rate(RUNNING[1m]) | SEVERAL",
        "sum(RUNNING) by (namespace) | SEVERAL",
        "sum(RUNNING{namespace='a'}) by (namespace) | ONE",
        "sum(RUNNING{namespace=~'a'}) by (namespace) | SEVERAL",
        "sum(RUNNING) without (priority) | SEVERAL",
        "sum without (a) (sum by (a) (RUNNING)) | ONE",
        "topk(1, RUNNING) | ONE",
        "topk(2, RUNNING) | SEVERAL",
        "topk by (priority) (1, RUNNING) | SEVERAL",
        "P90 | ONE",
        "(P90 >= 0) or vector(0) | ONE",
        "(P90 / 3 >= P90) or P90 | ONE",
        "sum(KV) or vector(0) | ONE",
        "KV or vector(0) | SEVERAL",
        "KV or on() vector(0) | SEVERAL",
        "sum(KV) by (pod) or vector(0) | SEVERAL",
        "sum(KV) / sum(RUNNING) | ONE",
        "KV * on(pod) group_left() RUNNING | SEVERAL",
        "KV * on() REPLICAS | ONE",
        "SATURATION{inference_pool='p',namespace='n'} | SEVERAL",
        "SATURATION{inference_pool='p',namespace='n',stage='decode'} | UNKNOWN",
        "kube_deployment_status_replicas{namespace='n',deployment='d'} | UNKNOWN",
        "kube_deployment_status_replicas{namespace='n'} | SEVERAL",
        "epp:saturation:smoothed | UNKNOWN",
        "epp:saturation:smoothed or vector(0) | UNKNOWN",
        "max(epp:saturation:smoothed) or vector(0) | ONE",
        "my_own_gauge or vector(0) | SEVERAL",
        "absent(KV) | ONE",
        "scalar(sum(KV)) | SCALAR",
        "5 | SCALAR",
        "time() | SCALAR",
        "vector(5) | ONE",
        "sum(KV) - 1 | ONE",
        "2 > sum(KV) | ONE",
        "label_replace(sum(KV), 'a', 'b', '', '') | ONE",
        "-sum(KV) | ONE",
        "count_values('v', KV) | SEVERAL"
      })
  void elements(String text, Shape.Elements expected) {
    assertThat(read(text).shape().elements()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "avg(KV) | 0 | 1",
        "max(KV) / 0.8 | 0 | 1.25",
        "sum(KV) | 0 | Infinity",
        "avg(KV) * 100 | 0 | 100",
        "1 - avg(KV) | 0 | 1",
        "avg_over_time(llm_d_epp_average_kv_cache_utilization[5m]) | 0 | 1",
        "SATURATION | 0 | Infinity",
        "clamp_max(SATURATION, 2) | 0 | 2",
        "clamp(sum(RUNNING), 3, 7) | 3 | 7",
        "clamp_min(avg(KV), 0.5) | 0.5 | 1",
        "clamp_max(my_own, 2) | -Infinity | 2",
        "sum(RUNNING) < 5 | 0 | 5",
        "5 > sum(RUNNING) | 0 | 5",
        "5 < sum(RUNNING) | 5 | Infinity",
        "sum(RUNNING) >= bool 5 | 0 | 1",
        "avg(KV) or vector(0) | 0 | 1",
        "avg(KV) or vector(3) | 0 | 3",
        "P90 | 0 | 120",
        "P90 / 3 | 0 | 40",
        "histogram_quantile(0.5, x_bucket) | 0 | Infinity",
        "sum(KV) / sum(RUNNING) | 0 | Infinity",
        "avg(KV) + avg(KV) | 0 | 2",
        "avg(KV) - avg(KV) | -1 | 1",
        "-avg(KV) | -1 | 0",
        "absent(KV) | 1 | 1",
        "sgn(sum(RUNNING)) | 0 | 1",
        "ceil(avg(KV) * 1.5) | 0 | 2",
        "vector(4) | 4 | 4",
        "NaN | -Infinity | Infinity",
        "my_own | -Infinity | Infinity",
        "clamp_max(my_own, 100) / 4 | -Infinity | 25",
        "clamp_max(my_own, 100) * -2 | -200 | Infinity",
        "3 * avg(KV) | 0 | 3",
        "avg(KV) / 0 | 0 | Infinity",
        "0 * sum(KV) | 0 | 0",
        "sqrt(avg(KV)) | -Infinity | Infinity",
        "count(KV) | 0 | Infinity",
        "abs(-avg(KV)) | 0 | 1"
      })
  void bounds(String text, double low, double high) {
    Shape shape = read(text).shape();
    assertThat(shape.low()).isCloseTo(low, within(1e-12));
    assertThat(shape.high()).isCloseTo(high, within(1e-12));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(KV) | 1",
        "avg(KV) | 0",
        "max(KV) | 0",
        "sum(KV) / 0.8 | 1",
        "sum(KV) by (pod) | 0",
        "sum(RUNNING) | 1",
        "max(RUNNING) | 1",
        "max(SATURATION) | 0",
        "sum(SATURATION) | 0",
        "max(SATURATION) * on() sum(llm_d_epp_ready_endpoints) | 1",
        "sum(RUNNING) / REPLICAS | 0",
        "sum(RUNNING) / count(KV) | 0",
        "sum(KV) / count(KV) | 0",
        "avg(KV) / count(KV) | -1",
        "sum(RUNNING) / 16 + 1 | 1",
        "sum(rate(llm_d_epp_request_total[1m])) | 1",
        "P90 | 0",
        "sum(rate(llm_d_epp_request_ttft_seconds_sum[1m])) / sum(rate(llm_d_epp_request_ttft_seconds_count[1m])) | 0",
        "sum(RUNNING) or vector(0) | 1",
        "clamp_max(sum(RUNNING), 9) | 1",
        "sum(my_own) | ",
        "epp:saturation:smoothed | ",
        "sum(RUNNING) + P90 | ",
        "scalar(sum(RUNNING)) | 1",
        "stddev(KV) | "
      })
  void growth(String text, Integer expected) {
    assertThat(read(text).shape().growth())
        .isEqualTo(expected == null ? OptionalInt.empty() : OptionalInt.of(expected));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(KV) | false",
        "sum(KV) or vector(0) | true",
        "(sum(KV) / 15928) or vector(0) | true",
        "sum(KV or vector(0)) | true",
        "(sum(KV) or vector(0)) / 15928 | true",
        "(sum(KV) or vector(0)) > 0 | false",
        "(sum(KV) or vector(0)) > bool 0 | true",
        "(sum(KV) or vector(0)) / sum(RUNNING) | false",
        "(sum(KV) or vector(0)) + (sum(RUNNING) or vector(0)) | true",
        "sum(KV) or sum(RUNNING) | false",
        "KV or on() vector(0) | true",
        "(sum(KV) or vector(0)) and sum(RUNNING) | false",
        "scalar(sum(KV)) | true",
        "absent(KV) | false"
      })
  void neverAbsent(String text, boolean expected) {
    assertThat(read(text).shape().neverAbsent()).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "KV or vector(0) | true",
        "(KV / 3) or vector(0) | true",
        "(KV or vector(0)) * 2 | true",
        "sum(KV) by (pod) or vector(0) | true",
        "sum(KV) or vector(0) | false",
        "KV or on() vector(0) | false",
        "sum(KV or vector(0)) | false",
        "epp:saturation:smoothed or vector(0) | false",
        "KV | false"
      })
  void vectorBesideElements(String text, boolean adds) {
    assertThat(read(text).orVectorAddsAnElement()).isEqualTo(adds);
    assertThat(read(text).orVector().isPresent())
        .isEqualTo(text.contains("vector(0)") && !text.startsWith("sum(KV or"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(RUNNING) / REPLICAS | " + "max(kube_deployment_status_replicas{deployment=\"d\"})",
        "sum(RUNNING) / scalar(REPLICAS) | scalar(max(kube_deployment_status_replicas{deployment=\"d\"}))",
        "sum(x) / count(up{job='a'}) | count(up{job='a'})",
        "(sum(x) / count(y)) or vector(0) | count(y)",
        "sum(x / on() group_left() REPLICAS) | max(kube_deployment_status_replicas{deployment=\"d\"})",
        "sum(x) / clamp_min(count(y), 1) | clamp_min(count(y), 1)",
        "sum(x) / 16 | ",
        "sum(x) / sum(y) | ",
        "REPLICAS / sum(x) | ",
        "sum(x) * REPLICAS | "
      })
  void dividedByPods(String text, String divisor) {
    Query query = read(text);
    assertThat(query.podDivisor().map(query::textOf).orElse(null)).isEqualTo(divisor);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(x) / 15928 | 15928 | sum",
        "(sum(x) / 100 / 2) or vector(0) | 200 | sum",
        "sum(x / 5) | 5 | sum",
        "avg(max by (a) (x)) | | avg",
        "2 * max(x) | | max",
        "clamp_max(min(x), 3) | | min",
        "histogram_quantile(0.9, sum(rate(x_bucket[1m])) by (le)) | | sum",
        "x | | "
      })
  void divisorAndAggregation(String text, Double divisor, String aggregation) {
    Query query = read(text);
    assertThat(query.divisor().isPresent() ? query.divisor().getAsDouble() : null)
        .isEqualTo(divisor);
    assertThat(query.outermostAggregation().map(Expr.Aggregation::operator).orElse(null))
        .isEqualTo(aggregation);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "sum(RUNNING) * llm_d_epp_ready_endpoints",
        "KV / sum(KV)",
        "sum(KV) by (pod) / sum(KV)",
        "sum(KV) > my_own"
      })
  void labelsThatFindNoPartner(String text) {
    assertThat(read(text).neverMatches()).isPresent();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "sum(RUNNING) * on() llm_d_epp_ready_endpoints",
        "KV / scalar(sum(KV))",
        "KV / 3",
        "sum(KV) / sum(KV)",
        "sum(KV) / epp:ratio",
        "KV / KV",
        "KV or vector(0)"
      })
  void labelsThatMayFindOne(String text) {
    assertThat(read(text).neverMatches()).isEmpty();
  }

  @Test
  void quantilesOfRates() {
    Query query =
        read("((P90 >= 0) or (histogram_quantile(scalar(q), rate(b_bucket[2m])))) or vector(0)");
    assertThat(query.quantilesOfRates()).hasSize(2);
    Query.QuantileOfRate first = query.quantilesOfRates().get(0);
    assertThat(first.quantile()).isEqualTo(0.9);
    assertThat(first.histogram().signal()).contains(Signal.REQUEST_TTFT);
    assertThat(first.windowMs()).hasValue(60_000);
    assertThat(query.quantilesOfRates().get(1).quantile()).isNaN();
    assertThat(read("rate(x[1m])").quantilesOfRates()).isEmpty();
  }

  @Test
  void whatIsNotReadIsUnknown() {
    Query query = Query.read("max_over_time(sum(x)[5m:1m])");
    assertThat(query.shape().elements()).isEqualTo(Shape.Elements.UNKNOWN);
    assertThat(query.shape().bounded()).isFalse();
    assertThat(query.shape().growth()).isEmpty();
    assertThat(Query.read("sum(x").shape()).isEqualTo(Shape.UNKNOWN);
  }
}
