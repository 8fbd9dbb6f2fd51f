// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import static loopbench.scaling.lint.Given.found;
import static loopbench.scaling.lint.Given.scaler;
import static loopbench.scaling.lint.Given.trigger;
import static loopbench.scaling.lint.Given.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.scaling.keda.AuthenticationRef;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a trigger's target makes of its value, and its other fields. */
class TargetRulesTest {

  @ParameterizedTest(name = "{0} / {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "avg(KV) | 0.75 | 10 | 2",
        "avg(KV) | 0.8 | 10 | 2",
        "avg(KV) | 0.5 | 3 | 2",
        "avg(KV) | 0.1 | 11 | 10",
        "clamp_max(RUNNING, 5) | 2 | 10 | 3",
        "clamp_max(sum(my_own), 100) / 7 | 10 | 10 | 2",
        "RUNNING < 33 | 16 | 8 | 3",
        "max(llm_d_epp_average_kv_cache_utilization) * 100 | 60 | 8 | 2",
        "RUNNING > bool 5 | 0.25 | 8 | 4",
        "histogram_quantile(0.9, sum by (le) (rate(llm_d_epp_request_streaming_tpot_seconds_bucket[1m]))) | 0.5 | 8 | 4"
      })
  void largestAsk(String query, String threshold, int max, int most) {
    List<Finding> findings = found("largest-ask", scaler(1, max, trigger("t", query, threshold)));
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).severity()).isEqualTo(Severity.WARNING);
    assertThat(findings.get(0).path()).isEqualTo("triggers.t.metadata.threshold");
    assertThat(findings.get(0).what())
        .startsWith("t can never ask for more than " + most + " replicas,");
    assertThat(findings.get(0).numbers())
        .contains("/ " + threshold + ") = " + most)
        .endsWith("maxReplicaCount " + max);
  }

  @ParameterizedTest(name = "{0} / {1}, {2} to {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "avg(KV) | 0.1 | 1 | 10",
        "avg(KV) | 0.75 | 1 | 2",
        "sum(KV) | 0.75 | 1 | 100",
        "SATURATION | 0.7 | 1 | 10",
        "sum(my_own) | 1 | 1 | 10",
        "epp:saturation:smoothed | 1 | 1 | 10",
        "avg(my_own) | 1 | 1 | 10"
      })
  void largestAskIsEnoughOrNotKnown(String query, String threshold, int min, int max) {
    assertThat(found("largest-ask", scaler(min, max, trigger("t", query, threshold)))).isEmpty();
  }

  @Test
  void atOrBelowTheMinimumItNeverScales() {
    Finding finding = found("largest-ask", scaler(2, 10, trigger("t", "avg(KV)", "0.5"))).get(0);
    assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
    assertThat(finding.what()).contains("never scales up");
    assertThat(
            found("largest-ask", scaler(1, 10, trigger("t", "avg(KV)", "0.5"))).get(0).severity())
        .isEqualTo(Severity.WARNING);
  }

  @Test
  void aValueThatNeverPassesItsThreshold() {
    Trigger kv = value(trigger("t", "avg(KV)", "0.95"));
    assertThat(found("largest-ask", scaler(1, 10, kv)).get(0).what()).contains("never scale up");
    // 1 / 0.9 = 1.11 is outside the tolerance, 1 / 0.91 = 1.0989 inside.
    assertThat(found("largest-ask", scaler(1, 10, value(trigger("t", "avg(KV)", "0.9")))))
        .isEmpty();
    assertThat(found("largest-ask", scaler(1, 10, value(trigger("t", "avg(KV)", "0.91")))))
        .hasSize(1);
    assertThat(found("largest-ask", scaler(3, 3, kv))).isEmpty();
  }

  @Test
  void aPoolRatioUnderAverageValue() {
    Finding finding =
        found("pool-average", scaler(1, 10, trigger("pool-saturation", "SATURATION", "0.7")))
            .get(0);
    assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
    assertThat(finding.path()).isEqualTo("triggers.pool-saturation.metricType");
    assertThat(finding.numbers())
        .isEqualTo(
            "a full pool, where the gateway stops dispatching, reads 1 and asks for ceil(1 / 0.7) ="
                + " 2, as anything up to 1.4 does; for 10 replicas it would have to be above 6.3");
    assertThat(finding.advice()).contains("metricType to Value", "llm_d_epp_ready_endpoints");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "avg(KV) | average or a share",
        "max(KV) / 2 | average or a share",
        "sum(KV) / sum(KV) | average or a share",
        "avg_over_time(llm_d_epp_average_queue_size[1m]) | average or a share",
        "sum(llm_d_epp_flow_control_pool_saturation) | average or a share",
        "(max(llm_d_epp_flow_control_pool_saturation) or vector(0)) * 100 | average or a share",
        "histogram_quantile(0.9, sum by (le) (rate(llm_d_epp_request_ttft_seconds_bucket[1m]))) | latency"
      })
  void valuesThatDoNotGrow(String query, String says) {
    List<Finding> findings = found("pool-average", scaler(1, 10, trigger("t", query, "0.7")));
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).what()).contains(says);
    assertThat(found("pool-average", scaler(1, 10, value(trigger("t", query, "0.7"))))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(KV)",
        "QUEUE",
        "RUNNING / 16",
        "max(llm_d_epp_request_running)",
        "SATURATION * on() sum(llm_d_epp_ready_endpoints)",
        "sum(my_own)",
        "avg(my_own)",
        "epp:saturation:smoothed",
        "QUEUE / REPLICAS",
        "vector(1)",
        "REPLICAS"
      })
  void valuesThatGrowOrAreNotKnown(String query) {
    assertThat(found("pool-average", scaler(1, 10, trigger("t", query, "0.7")))).isEmpty();
  }

  @Test
  void aCeilingAtTheMaximumDoesNoHarm() {
    Trigger saturation = trigger("t", "SATURATION", "0.7");
    assertThat(found("pool-average", scaler(1, 2, saturation)).get(0).severity())
        .isEqualTo(Severity.NOTE);
    assertThat(found("pool-average", scaler(1, 3, saturation)).get(0).severity())
        .isEqualTo(Severity.PROBLEM);
    Trigger latency =
        trigger(
            "t",
            "histogram_quantile(0.9, sum by (le) (rate(llm_d_epp_request_ttft_seconds_bucket[1m])))",
            "3");
    assertThat(found("pool-average", scaler(1, 40, latency)).get(0).severity())
        .isEqualTo(Severity.PROBLEM);
  }

  @Test
  void aPoolOfOneCannotShrink() {
    assertThat(found("pool-average", scaler(1, 1, trigger("t", "SATURATION", "0.7")))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "QUEUE / REPLICAS | kube_deployment_status_replicas",
        "sum(x) / count(up{job='a'}) | count(up{job=\"a\"})",
        "(QUEUE / scalar(REPLICAS)) or vector(0) | scalar(max(",
        "sum(KV) / on() sum(llm_d_epp_ready_endpoints) | llm_d_epp_ready_endpoints",
        "avg(KV) / count(KV) | count("
      })
  void dividedTwice(String query, String divisor) {
    ScaledObject scaler = scaler(1, 10, trigger("t", query, "10"));
    Finding finding = found("divided-twice", scaler).get(0);
    assertThat(finding.numbers())
        .contains(
            divisor,
            "to keep 10 replicas the total must be above 9 x 10 x 10 = 900, not 9 x 10 = 90");
    // 27 on 2 pods: 13.5 each, above 10, and yet ceil(1.35) = 2.
    assertThat(found("divided-twice", scaler, LintContext.NONE.withReplicas(3)).get(0).numbers())
        .contains("2 x 3 x 10 = 60, not 2 x 10 = 20");
    assertThat(found("divided-twice", scaler.withTrigger(0, value(scaler.triggers().get(0)))))
        .isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "QUEUE / 10",
        "sum(x) / sum(y)",
        "avg(KV)",
        "REPLICAS / QUEUE",
        "QUEUE * QUEUE / REPLICAS"
      })
  void notDividedByPods(String query) {
    assertThat(found("divided-twice", scaler(1, 10, trigger("t", query, "10")))).isEmpty();
  }

  @Test
  void aTotalUnderValueRunsAway() {
    ScaledObject scaler = scaler(2, 8, value(trigger("t", "RUNNING", "16")));
    Finding finding = found("value-runs-away", scaler).get(0);
    assertThat(finding.path()).isEqualTo("triggers.t.metricType");
    assertThat(finding.numbers()).endsWith("2, 3, 5, 8");
    assertThat(
            found("value-runs-away", scaler(1, 100, value(trigger("t", "sum(KV)", "1"))))
                .get(0)
                .numbers())
        .endsWith("1, 2, 3, 5, 8, 12, 18 and on");
    assertThat(found("value-runs-away", scaler(1, 8, trigger("t", "RUNNING", "16")))).isEmpty();
    assertThat(found("value-runs-away", scaler(1, 8, value(trigger("t", "SATURATION", "1")))))
        .isEmpty();
    assertThat(found("value-runs-away", scaler(1, 8, value(trigger("t", "sum(my_own)", "1")))))
        .isEmpty();
    assertThat(found("value-runs-away", scaler(8, 8, value(trigger("t", "RUNNING", "1")))))
        .isEmpty();
  }

  @Test
  void targetsCountForNothingUnderAFormula() {
    ScaledObject scaler =
        Given.formula(
            scaler(1, 10, trigger("t", "avg(KV)", "0.7"), value(trigger("u", "RUNNING", "16"))),
            "max(t, u)");
    for (String rule :
        List.of(
            "largest-ask", "pool-average", "divided-twice", "value-runs-away", "absent-is-zero")) {
      assertThat(found(rule, scaler)).as(rule).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0} {1} under {2}")
  @CsvSource({
    "metricType, AverageValue, '', NOTE",
    "metricType, AverageValue, AverageValue, NOTE",
    "metricType, Value, '', PROBLEM",
    "metricType, Value, AverageValue, PROBLEM",
    "metricType, Value, Value, NOTE",
    "useCachedMetrics, true, '', WARNING",
    "pollingInterval, 5, '', WARNING"
  })
  void misplacedFields(String key, String text, String type, Severity severity) {
    Trigger plain = trigger("t", "QUEUE", "1");
    Trigger typed =
        new Trigger("prometheus", "t", type, plain.metadata(), false, Optional.empty())
            .withMetadata(key, text);
    List<Finding> findings = found("misplaced-field", scaler(1, 8, typed));
    assertThat(findings).extracting(Finding::severity).containsExactly(severity);
    assertThat(findings.get(0).path()).isEqualTo("triggers.t.metadata." + key);
    assertThat(findings.get(0).what()).contains("no effect");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"ignoreNullValues", "activationThreshold", "timeout", "foo", "metrictype"})
  void fieldsInTheirPlace(String key) {
    Trigger trigger = trigger("t", "QUEUE", "1").withMetadata(key, "1");
    assertThat(found("misplaced-field", scaler(1, 8, trigger))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "ignoreNullvalues, ignoreNullValues",
    "ignoreNullValue, ignoreNullValues",
    "authMode, authModes",
    "treshold, threshold",
    "activationTreshold, activationThreshold",
    "SERVERADDRESS, serverAddress",
    "timeouts, timeout"
  })
  void misspeltFields(String key, String meant) {
    Trigger trigger = trigger("t", "QUEUE", "1").withMetadata(key, "false");
    List<Finding> findings = found("misspelt-field", scaler(1, 8, trigger));
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).advice()).isEqualTo("Write " + meant + ".");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"ignoreNullValues", "metricType", "foo", "querie", "cortexOrgID", "s"})
  void otherFieldsAreNoSlips(String key) {
    Trigger trigger = trigger("t", "QUEUE", "1").withMetadata(key, "false");
    assertThat(found("misspelt-field", scaler(1, 8, trigger))).isEmpty();
  }

  private static Trigger https(Trigger trigger) {
    return trigger.withMetadata("serverAddress", "https://thanos:9091");
  }

  private static LintContext knowing(boolean identity, String... parameters) {
    return LintContext.NONE.withAuthentications(
        List.of(new LintContext.Authentication("", "auth", Set.of(parameters), identity)));
  }

  @Test
  void credentialsWithoutModesAreNotUsed() {
    Trigger trigger = Given.authenticated(https(trigger("t", "QUEUE", "1")), "auth");
    ScaledObject scaler = scaler(1, 8, trigger);
    Finding finding = found("auth-not-used", scaler).get(0);
    assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
    assertThat(finding.path()).isEqualTo("triggers.t.authenticationRef");
    assertThat(finding.what()).contains("x509", "401");
    Finding known = found("auth-not-used", scaler, knowing(false, "ca", "bearerToken")).get(0);
    assertThat(known.numbers()).contains("auth gives bearerToken, ca");
    assertThat(known.advice()).isEqualTo("Add authModes: \"bearer\" to the metadata.");
    assertThat(
            found("auth-not-used", scaler, knowing(false, "cert", "key", "username"))
                .get(0)
                .advice())
        .contains("\"basic,tls\"");
    ScaledObject http = scaler(1, 8, Given.authenticated(trigger("t", "QUEUE", "1"), "auth"));
    assertThat(found("auth-not-used", http).get(0).severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void credentialsWithModesAreUsed() {
    Trigger trigger = Given.authenticated(https(trigger("t", "QUEUE", "1")), "auth");
    ScaledObject scaler = scaler(1, 8, trigger);
    assertThat(found("auth-not-used", scaler(1, 8, trigger.withMetadata("authModes", "bearer"))))
        .isEmpty();
    assertThat(found("auth-not-used", scaler, knowing(false, "authModes", "bearerToken")))
        .isEmpty();
    assertThat(found("auth-not-used", scaler, knowing(true))).isEmpty();
    assertThat(found("auth-not-used", scaler(1, 8, https(trigger("t", "QUEUE", "1"))))).isEmpty();
    LintContext other =
        LintContext.NONE.withAuthentications(
            List.of(
                new LintContext.Authentication(
                    "ClusterTriggerAuthentication", "auth", Set.of("authModes"), false)));
    assertThat(found("auth-not-used", scaler, other)).hasSize(1);
  }

  @Test
  void modesWithoutCredentialsAreRefused() {
    Trigger bearer = trigger("t", "QUEUE", "1").withMetadata("authModes", "bearer");
    Finding none = found("auth-not-used", scaler(1, 8, bearer)).get(0);
    assertThat(none.path()).isEqualTo("triggers.t.metadata.authModes");
    assertThat(none.what()).contains("no authenticationRef");
    ScaledObject both =
        scaler(1, 8, Given.authenticated(bearer.withMetadata("authModes", "tls, bearer"), "auth"));
    assertThat(found("auth-not-used", both)).isEmpty();
    assertThat(found("auth-not-used", both, knowing(false, "bearerToken", "cert")).get(0).numbers())
        .endsWith("needs key");
    assertThat(found("auth-not-used", both, knowing(false, "bearerToken", "cert", "key")))
        .isEmpty();
  }

  @ParameterizedTest(name = "min {0}, idle {1}, activationThreshold {2}")
  @CsvSource({
    "1, -1, 5, 1",
    "3, -1, 0.5, 1",
    "1, -1, 0, 0",
    "1, -1, '', 0",
    "0, -1, 5, 0",
    "1, 0, 5, 0"
  })
  void activationThatDecidesNothing(int min, int idle, String activation, int count) {
    ScaledObject scaler =
        scaler(min, 8, trigger("t", "QUEUE", "1").withMetadata("activationThreshold", activation));
    scaler = idle < 0 ? scaler : Given.idle(scaler, idle);
    assertThat(found("activation-inert", scaler)).hasSize(count);
  }

  /** Fast-model-actuation's shape: everything that is odd about it, on both triggers. */
  @Test
  void aSaturationManifestWithItsFieldsInTheWrongPlace() {
    Trigger saturation =
        new Trigger(
                "prometheus",
                "pool-saturation",
                "",
                Map.of(),
                false,
                Optional.of(new AuthenticationRef("prometheus-auth", "")))
            .withMetadata("serverAddress", "https://prometheus:9090")
            .withMetadata(
                "query", "max(llm_d_epp_flow_control_pool_saturation{inference_pool=\"pool\"})\n")
            .withMetadata("threshold", "0.7")
            .withMetadata("activationThreshold", "0")
            .withMetadata("metricType", "AverageValue")
            .withMetadata("unsafeSsl", "false");
    Trigger running =
        new Trigger(
                "prometheus",
                "running-requests",
                "",
                saturation.metadata(),
                false,
                saturation.authentication())
            .withMetadata("query", "sum(llm_d_epp_request_running{model_name=\"m\"})\n")
            .withMetadata("threshold", "16");
    List<Finding> findings = Lint.of(scaler(1, 2, saturation, running), LintContext.NONE);
    assertThat(findings)
        .extracting(f -> f.path() + " " + f.rule())
        .contains(
            "triggers.pool-saturation.metadata.metricType misplaced-field",
            "triggers.pool-saturation.metricType pool-average",
            "triggers.pool-saturation.metadata.query namespace-unpinned",
            "triggers.pool-saturation.authenticationRef auth-not-used",
            "triggers.running-requests.metadata.metricType misplaced-field",
            "triggers.running-requests.metadata.query namespace-unpinned",
            "triggers.running-requests.metadata.query pool-unpinned",
            "triggers.running-requests.authenticationRef auth-not-used")
        .doesNotContain("triggers.running-requests.metricType pool-average");
    assertThat(findings)
        .filteredOn(f -> f.rule().equals("pool-average"))
        .singleElement()
        .satisfies(f -> assertThat(f.numbers()).contains("ceil(1 / 0.7) = 2"));
  }
}
