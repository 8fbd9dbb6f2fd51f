// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import loopbench.series.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EvaluationTest {
  private final Scrapes scrapes = new Scrapes();

  private static Labels labels(String metric, String... pairs) {
    Map<String, String> labels = new HashMap<>();
    labels.put(Labels.METRIC, metric);
    for (int i = 0; i < pairs.length; i += 2) {
      labels.put(pairs[i], pairs[i + 1]);
    }
    return Labels.of(labels);
  }

  private String ask(String query, long nowMs) {
    return new Evaluation(Query.read(query), scrapes)
        .at(nowMs)
        .match(
            new QueryAnswer.Cases<>() {
              @Override
              public String scalar(QueryAnswer.Scalar scalar) {
                return "scalar " + scalar.value();
              }

              @Override
              public String vector(QueryAnswer.Vector vector) {
                return vector.elements().stream()
                    .map(e -> e.labels() + " " + rounded(e.value()))
                    .collect(Collectors.joining("; "));
              }

              @Override
              public String failed(QueryAnswer.Failed failed) {
                return "failed: " + failed.why();
              }
            });
  }

  private static double rounded(double value) {
    return Math.rint(value * 1e9) / 1e9;
  }

  /** Two pools of three and two pods, scraped once at 15 s. */
  private void pods() {
    String[][] pods = {{"a", "p0"}, {"a", "p1"}, {"a", "p2"}, {"b", "q0"}, {"b", "q1"}};
    for (int i = 0; i < pods.length; i++) {
      scrapes.add(labels("kv", "pool", pods[i][0], "pod", pods[i][1]), 15_000, (i + 1) / 10.0);
    }
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(kv) | {} 1.5",
        "sum(kv{pool=\"a\"}) or vector(0) | {} 0.6",
        "sum(kv{pool=\"c\"}) or vector(0) | {} 0.0",
        "sum by (pool) (kv) | {pool=\"a\"} 0.6; {pool=\"b\"} 0.9",
        "sum without (pod) (kv) | {pool=\"a\"} 0.6; {pool=\"b\"} 0.9",
        "max(kv{pod=~\"p.*\"}) | {} 0.3",
        "min(kv{pod!~\"p.*\"}) | {} 0.4",
        "count(kv{pool!=\"a\"}) | {} 2.0",
        "avg(kv{pool=\"a\"}) / 0.1 | {} 2.0",
        "2 * max(kv) - 1 | {} 0.0",
        "max(kv) ^ 2 | {} 0.25",
        "kv{pod=\"p1\"} | kv{pod=\"p1\", pool=\"a\"} 0.2",
        "-kv{pod=\"p1\"} | {pod=\"p1\", pool=\"a\"} -0.2",
        "kv > 0.4 | kv{pod=\"q1\", pool=\"b\"} 0.5",
        "kv > bool 0.4 == 1 | {pod=\"q1\", pool=\"b\"} 1.0",
        "sum(kv >= 0.4) | {} 0.9",
        "clamp_max(sum(kv), 1) | {} 1.0",
        "clamp_min(sum(kv), 2) | {} 2.0",
        "scalar(sum(kv)) | scalar 1.5",
        "1 + 1 | scalar 2.0",
        "time() | scalar 20.0",
        "absent(kv{pool=\"c\"}) | {pool=\"c\"} 1.0",
        "sum(kv{pool=\"a\"}) * on() sum(kv{pool=\"b\"}) | {} 0.54",
        "sum by (pool) (kv) / on(pool) count by (pool) (kv) | {pool=\"a\"} 0.2; {pool=\"b\"} 0.45",
        "kv{pool=\"b\"} / ignoring(pod) kv{pod=\"q1\"} | failed: Several elements on the left of /"
            + " match one on the right.",
        "kv{pod=\"q1\"} and kv{pool=\"b\"} | kv{pod=\"q1\", pool=\"b\"} 0.5",
        "count(kv unless kv{pool=\"b\"}) | {} 3.0",
        "label_replace(kv{pod=\"q1\"}, \"n\", \"x$1\", \"pod\", \"q(.)\") |"
            + " kv{n=\"x1\", pod=\"q1\", pool=\"b\"} 0.5",
        "{__name__=~\"k.\",pod=\"q1\"} | kv{pod=\"q1\", pool=\"b\"} 0.5",
        "kv{pod=\"p1\"} offset 10s |",
      })
  void answersAsPrometheusDoes(String query, String expected) {
    pods();
    assertThat(ask(query, 20_000)).isEqualTo(expected == null ? "" : expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "topk(1, kv)",
        "quantile(0.9, kv)",
        "max_over_time(sum(kv)[5m:15s])",
        "kv / on(pool) group_left sum by (pool) (kv)",
        "deriv(kv[1m])",
        "kv @ 5",
        "rate(kv)",
        "sum(kv[1m])",
        "nonsense(kv)",
        "1 > 2",
        "kv and 1",
        "kv[5m]",
        "sum(kv",
      })
  void refusesByName(String query) {
    List<Refusal> refusals = Evaluation.refusals(Query.read(query));
    assertThat(refusals).isNotEmpty();
    assertThat(refusals.get(0).why()).endsWith(".");
    assertThat(refusals.get(0).text()).isNotEmpty();
  }

  @Test
  void aSampleAnswersForTheLookbackAndNoLonger() {
    scrapes.add(labels("up"), 1_000, 1);
    assertThat(ask("up", 300_999)).isEqualTo("up 1.0");
    assertThat(ask("up", 301_000)).isEmpty();
  }

  @Test
  void whatATargetNoLongerHasIsAbsentAtOnce() {
    Scrapes.Target target = scrapes.target();
    Scrapes.Line kept = scrapes.line(labels("kv", "pod", "kept"));
    Scrapes.Line gone = scrapes.line(labels("kv", "pod", "gone"));
    target.begin(0);
    target.sample(kept, 1);
    target.sample(gone, 2);
    target.end();
    assertThat(ask("sum(kv)", 0)).isEqualTo("{} 3.0");
    target.begin(5_000);
    target.sample(kept, 1);
    target.end();
    assertThat(ask("sum(kv)", 5_000)).isEqualTo("{} 1.0");
    assertThat(ask("max_over_time(kv{pod=\"gone\"}[1m])", 5_000)).isEqualTo("{pod=\"gone\"} 2.0");
    target.gone(10_000);
    assertThat(ask("sum(kv)", 10_000)).isEmpty();
  }

  @Test
  void whatIsGoneForLongIsForgottenAndMayComeBack() {
    Scrapes.Target target = scrapes.target();
    Scrapes.Line line = scrapes.line(labels("kv"));
    target.begin(0);
    target.sample(line, 1);
    target.end();
    target.gone(5_000);
    target.gone(1_000_000);
    assertThat(scrapes.size()).isZero();
    target.begin(1_005_000);
    target.sample(line, 2);
    target.end();
    assertThat(ask("kv", 1_005_000)).isEqualTo("kv 2.0");
  }

  /** 12 samples lie in (0 s, 60 s], the first 55 s before the last: 60/55 of what was seen. */
  @Test
  void aRateIsExtrapolatedToItsRange() {
    for (int i = 0; i <= 12; i++) {
      scrapes.add(labels("n_total"), i * 5_000L, 100 + 10 * i);
    }
    assertThat(ask("rate(n_total[60s])", 60_000)).isEqualTo("{} 2.0");
    assertThat(ask("increase(n_total[60s])", 60_000)).isEqualTo("{} 120.0");
    // 20 seen over 10 s, the 5 s to the start, and half a step towards an end that is far.
    assertThat(ask("increase(n_total[30s])", 75_000)).isEqualTo("{} 35.0");
  }

  @Test
  void aCounterThatBeganAtZeroIsNotExtrapolatedBelowIt() {
    scrapes.add(labels("n_total"), 100_000, 0);
    scrapes.add(labels("n_total"), 105_000, 50);
    scrapes.add(labels("n_total"), 110_000, 100);
    assertThat(ask("increase(n_total[60s])", 110_000)).isEqualTo("{} 100.0");
  }

  @Test
  void aCounterThatStartsAnewGoesOn() {
    double[] values = {10, 20, 5, 15};
    for (int i = 0; i < values.length; i++) {
      scrapes.add(labels("n_total"), (i + 1) * 5_000L, values[i]);
    }
    // 10 + 5 + 10 seen over 15 s, and 5 s more to the start.
    assertThat(Double.parseDouble(ask("increase(n_total[20s])", 20_000).substring(3)))
        .isCloseTo(25 * 20 / 15.0, within(1e-9));
  }

  @Test
  void oneSampleMakesNoRate() {
    scrapes.add(labels("n_total"), 0, 5);
    assertThat(ask("rate(n_total[1m])", 1_000)).isEmpty();
  }

  /** Which share of the requests is slower than 40 ms decides what their P90 reads. */
  @ParameterizedTest
  @CsvSource({
    "0, .038",
    "0.05, .0389",
    "0.1, .04",
    "0.15, .0467",
    "0.2, .05",
    "0.3, .0533",
    "0.4, .055",
    "1, .058"
  })
  void bucketsBoundWhatAQuantileKnows(double slow, double p90) {
    double[] bounds = {.01, .02, .04, .06, .08, .1, Double.POSITIVE_INFINITY};
    double[] counts = {0, 0, 1000 * (1 - slow), 1000, 1000, 1000, 1000};
    assertThat(BucketQuantile.of(0.9, bounds, counts)).isCloseTo(p90, within(5e-5));
  }

  @Test
  void quantilesOfOddBuckets() {
    double inf = Double.POSITIVE_INFINITY;
    assertThat(BucketQuantile.of(0.9, new double[] {1, inf}, new double[] {0, 0})).isNaN();
    assertThat(BucketQuantile.of(0.9, new double[] {1, 2}, new double[] {1, 2})).isNaN();
    assertThat(BucketQuantile.of(0.9, new double[] {inf}, new double[] {3})).isNaN();
    assertThat(BucketQuantile.of(0.9, new double[] {1, 2, inf}, new double[] {0, 0, 5}))
        .isEqualTo(2);
    assertThat(BucketQuantile.of(0.5, new double[] {1, 2, inf}, new double[] {4, 4, 4}))
        .isEqualTo(0.5);
    assertThat(BucketQuantile.of(2, new double[] {1, inf}, new double[] {1, 1})).isEqualTo(inf);
    assertThat(BucketQuantile.of(0.75, new double[] {1, 2, inf}, new double[] {2, 1, 4}))
        .isEqualTo(2);
  }

  /** A step from 0.3 to 2: three samples of 15 s are in 45 s, and the first crosses 0.55. */
  @Test
  void smoothingTakesThreeEvaluationsToFollow() {
    for (int i = 0; i < 10; i++) {
      scrapes.add(labels("s"), i * 15_000L, i < 5 ? 0.3 : 2);
    }
    double[] smoothed = {0.3, 0.8666666666666667, 1.4333333333333333, 2};
    for (int i = 0; i < smoothed.length; i++) {
      assertThat(Double.parseDouble(ask("avg_over_time(s[45s])", (4 + i) * 15_000L).substring(3)))
          .isCloseTo(smoothed[i], within(1e-9));
    }
  }

  @Test
  void theSloRulesFollowTheMeasuredWhereNothingIsPredicted() {
    Rules.Recorder rules = Rules.sloAware(Rules.Slo.DEFAULTS).start(scrapes);
    String[] les = {"1", "2", "3", "4", "+Inf"};
    for (int i = 0; i <= 12; i++) {
      long ms = i * 5_000L;
      for (String le : les) {
        // All between 3 and 4 s.
        boolean in = le.equals("4") || le.equals("+Inf");
        scrapes.add(labels("llm_d_epp_request_ttft_seconds_bucket", "le", le), ms, in ? 10 * i : 0);
        // A predictor that is there and dead.
        scrapes.add(labels("llm_d_epp_request_predicted_ttft_seconds_bucket", "le", le), ms, 0);
      }
      if (i % 3 == 0) {
        rules.record(ms);
      }
    }
    assertThat(ask("epp:latency_ttft_p90:seconds", 60_000))
        .isEqualTo("epp:latency_ttft_p90:seconds 3.9");
    assertThat(ask("epp:latency_tpot_p90:seconds", 60_000))
        .isEqualTo("epp:latency_tpot_p90:seconds 0.0");
    assertThat(ask("epp:saturation:clamped", 60_000)).isEqualTo("epp:saturation:clamped 1.3");
    assertThat(ask("epp:saturation:smoothed", 60_000)).startsWith("epp:saturation:smoothed 1.3");
  }

  @Test
  void theSloRulesReadZeroWithoutTraffic() {
    Rules.Recorder rules = Rules.sloAware(Rules.Slo.DEFAULTS).start(scrapes);
    rules.record(15_000);
    assertThat(ask("epp:saturation:smoothed", 15_000)).isEqualTo("epp:saturation:smoothed 0.0");
  }

  @Test
  void aRuleThatCannotBeEvaluatedIsNamed() {
    Rules rules = new Rules(List.of(Rules.Rule.of("a:b", "topk(1, kv)")));
    assertThat(rules.refusals()).containsOnlyKeys("a:b");
  }
}
