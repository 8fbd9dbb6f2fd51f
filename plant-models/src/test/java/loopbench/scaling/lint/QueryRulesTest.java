// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import static loopbench.scaling.lint.Given.found;
import static loopbench.scaling.lint.Given.scaler;
import static loopbench.scaling.lint.Given.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a query answers. */
class QueryRulesTest {
  private static List<Finding> finds(String rule, String query) {
    return found(rule, scaler(1, 8, trigger("t", query, "1")));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "query-not-read | sum(QUEUE | line 1, column 7",
        "query-not-read | max_over_time(QUEUE[5m:1m]) | A subquery is not read.",
        "query-not-read | RUNNING / ${V_P} | ${V_P}",
        "scalar-answer | scalar(QUEUE) | scalar(sum(",
        "scalar-answer | 5 | 5 is a scalar",
        "scalar-answer | time() | time() is a scalar",
        "never-matches | QUEUE * llm_d_epp_ready_endpoints{name='p'} | keeps its labels",
        "never-matches | KV / QUEUE | It reads as 0.",
        "or-vector-adds | KV or vector(0) | returned multiple elements",
        "or-vector-adds | (KV / 0.8) or vector(1) | vector(1)",
        "or-vector-adds | sum(KV) by (pod) or vector(0) | two elements",
        "several-elements | KV | pod",
        "several-elements | llm_d_epp_request_running{service='x',namespace='n'} | fairness_id, priority",
        "several-elements | sum(KV) by (pod) | model_name, engine, pod",
        "several-elements | llm_d_epp_flow_control_pool_saturation{inference_pool='p'} | stage",
        "old-name | sum(inference_extension_flow_control_queue_size{namespace='n'}) | is now llm_d_epp_flow_control_queue_size",
        "old-name | sum(rate(inference_objective_request_ttft_seconds_sum[1m])) | llm_d_epp_request_ttft_seconds_sum",
        "old-name | max(vllm:gpu_cache_usage_perc) | vllm:kv_cache_usage_perc",
        "name-pattern | sum({__name__=~'.*running.*',namespace='n'}) | thing twice",
        "stage-summed | sum(llm_d_epp_flow_control_pool_saturation{inference_pool='p'}) | max(...)",
        "stage-summed | avg(sum(llm_d_epp_flow_control_pool_saturation) by (namespace)) | 0.2 + decode 0.7",
        "frozen-average | max(llm_d_epp_average_queue_size{name='p',namespace='n'}) | keeps its last value",
        "frozen-average | avg(inference_pool_average_kv_cache_utilization) | llm_d_epp_average_kv_cache_utilization",
        "removed-pods-count | sum(llm_d_epp_inflight_tokens{namespace='n'}) / 15928 | v0.10.0",
        "removed-pods-count | sum(llm_d_epp_inflight_requests) | llm_d_epp_inflight_requests",
        "namespace-unpinned | sum(llm_d_epp_request_running{model_name='m'}) | has no namespace",
        "namespace-unpinned | sum(KV) + sum(vllm:num_requests_waiting) | vllm:num_requests_waiting has no",
        "namespace-unpinned | max(kube_deployment_status_replicas{namespace=~'.+',deployment='d'}) | other tenants",
        "pool-unpinned | sum(llm_d_epp_request_running{model_name='m'}) | picks a model but no pool",
        "pool-unpinned | sum(vllm:kv_cache_usage_perc{namespace='n'}) | one of service, job, pod",
        "pool-unpinned | max(kube_deployment_status_replicas{namespace='n'}) | deployment=",
        "pool-unpinned | max(llm_d_epp_ready_endpoints{name=~'.*'}) | picks no pool"
      })
  void sees(String rule, String query, String says) {
    List<Finding> findings = finds(rule, query);
    assertThat(findings).hasSize(1);
    Finding finding = findings.get(0);
    assertThat(finding.path()).isEqualTo("triggers.t.metadata.query");
    assertThat(finding.what() + " | " + finding.numbers() + " | " + finding.advice())
        .contains(says);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "query-not-read | QUEUE",
        "query-not-read | ''",
        "scalar-answer | vector(5)",
        "scalar-answer | QUEUE / scalar(REPLICAS)",
        "never-matches | QUEUE * on() llm_d_epp_ready_endpoints{name='p'}",
        "never-matches | QUEUE / REPLICAS",
        "never-matches | epp:a / epp:b",
        "or-vector-adds | QUEUE or vector(0)",
        "or-vector-adds | sum(KV or vector(0))",
        "or-vector-adds | KV or on() vector(0)",
        "or-vector-adds | epp:saturation:smoothed or vector(0)",
        "several-elements | QUEUE",
        "several-elements | epp:saturation:smoothed",
        "several-elements | KV or vector(0)",
        "several-elements | topk(1, KV)",
        "several-elements | kube_deployment_status_replicas{namespace='n',deployment='d'}",
        "several-elements | llm_d_epp_flow_control_pool_saturation{inference_pool='p',stage='decode'}",
        "old-name | QUEUE",
        "old-name | sum(some_other_name)",
        "name-pattern | sum({__name__='llm_d_epp_request_running'})",
        "name-pattern | sum(x{y=~'.*'})",
        "stage-summed | SATURATION",
        "stage-summed | sum(llm_d_epp_flow_control_pool_saturation{stage='effective'})",
        "stage-summed | sum(KV)",
        "frozen-average | max(llm_d_epp_ready_endpoints)",
        "frozen-average | QUEUE",
        "removed-pods-count | QUEUE",
        "removed-pods-count | sum(llm_d_epp_inflight_tokens and on(endpoint_name) llm_d_epp_per_endpoint_queue_size)",
        "namespace-unpinned | QUEUE",
        "namespace-unpinned | sum(x)",
        "namespace-unpinned | sum(llm_d_epp_request_running{namespace=~'a|b'})",
        "pool-unpinned | QUEUE",
        "pool-unpinned | SATURATION",
        "pool-unpinned | sum(llm_d_epp_inflight_tokens{endpoint_name=~'.*prefill.*'})",
        "pool-unpinned | sum(x)"
      })
  void notFound(String rule, String query) {
    assertThat(finds(rule, query)).isEmpty();
  }

  @Test
  void thanosMayPinTheNamespace() {
    Trigger trigger = trigger("t", "sum(llm_d_epp_request_running{model_name='m'})", "1");
    assertThat(found("namespace-unpinned", scaler(1, 8, trigger))).hasSize(1);
    ScaledObject pinned = scaler(1, 8, trigger.withMetadata("namespace", "n"));
    assertThat(found("namespace-unpinned", pinned)).isEmpty();
    assertThat(found("pool-unpinned", scaler(1, 8, trigger)).get(0).severity())
        .isEqualTo(Severity.WARNING);
    assertThat(found("pool-unpinned", pinned).get(0).severity()).isEqualTo(Severity.NOTE);
  }

  @ParameterizedTest(name = "{0} elements seen: {1}")
  @CsvSource({
    "KV, 3, PROBLEM",
    "KV, 1, WARNING",
    "sum(x) by (y), 2, PROBLEM",
    "my:rule, 2, PROBLEM"
  })
  void elementsThatWereSeen(String query, int seen, Severity severity) {
    LintContext context =
        LintContext.NONE.withRecordings(
            Map.of("t", new LintContext.Recording(OptionalInt.of(seen), Optional.empty())));
    List<Finding> findings =
        found("several-elements", scaler(1, 8, trigger("t", query, "1")), context);
    assertThat(findings).extracting(Finding::severity).containsExactly(severity);
    assertThat(findings.get(0).numbers()).contains(String.valueOf(seen));
  }

  @Test
  void oneElementSeenOfARecordedSeriesIsNothing() {
    LintContext context =
        LintContext.NONE.withRecordings(
            Map.of("t", new LintContext.Recording(OptionalInt.of(1), Optional.empty())));
    assertThat(found("several-elements", scaler(1, 8, trigger("t", "my:rule", "1")), context))
        .isEmpty();
  }

  @Test
  void theSameUnderAFormula() {
    ScaledObject scaler = Given.formula(scaler(1, 8, trigger("t", "KV or vector(0)", "1")), "t");
    assertThat(found("or-vector-adds", scaler)).hasSize(1);
    assertThat(found("absent-is-zero", scaler)).isEmpty();
  }

  @ParameterizedTest(name = "{0} ignoreNullValues {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "(sum(x) / 15928) or vector(0) | false | PROBLEM",
        "(sum(x) / 15928) or vector(0) | true | NOTE",
        "(sum(x) / 15928) or vector(0) | '' | NOTE",
        "QUEUE or vector(0) | F | PROBLEM",
        "sum(KV or vector(0)) | false | PROBLEM",
        "(sum(x) or vector(0)) > bool 3 | false | PROBLEM",
        "KV or on() vector(0) | false | PROBLEM"
      })
  void vectorHidesAnOutage(String query, String ignore, Severity severity) {
    Trigger trigger = trigger("t", query, "1").withMetadata("ignoreNullValues", ignore);
    List<Finding> findings = found("or-vector-hides", scaler(1, 8, trigger));
    assertThat(findings).extracting(Finding::severity).containsExactly(severity);
    assertThat(findings.get(0).what()).contains("always has an answer");
    assertThat(found("absent-is-zero", scaler(1, 8, trigger))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "QUEUE",
        "(QUEUE or vector(0)) > 3",
        "KV or vector(0)",
        "vector(5)",
        "scalar(QUEUE)",
        "(QUEUE or vector(0)) / RUNNING"
      })
  void nothingIsHidden(String query) {
    assertThat(finds("or-vector-hides", query)).isEmpty();
  }

  @Test
  void absenceReadAsZero() {
    ScaledObject scaler = scaler(3, 30, trigger("t", "sum(my_metric)", "100"));
    Finding finding = found("absent-is-zero", scaler).get(0);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.path()).isEqualTo("triggers.t.metadata.ignoreNullValues");
    assertThat(finding.numbers())
        .isEqualTo(
            "ignoreNullValues is unset, so true; 0 / 100 asks for 0, which becomes 3 after the"
                + " scale-down window of 300 s");
    assertThat(found("absent-is-zero", scaler.withFallback(Fallback.of(3, 10)))).isEmpty();
    Trigger strict = scaler.triggers().get(0).withMetadata("ignoreNullValues", "false");
    assertThat(found("absent-is-zero", scaler.withTrigger(0, strict))).isEmpty();
    Trigger said = scaler.triggers().get(0).withMetadata("ignoreNullValues", "true");
    assertThat(found("absent-is-zero", scaler.withTrigger(0, said)).get(0).numbers())
        .startsWith("ignoreNullValues is true;");
  }

  @Test
  void absenceBeforeTheFirstRequestIsNeededForZero() {
    assertThat(found("absent-is-zero", scaler(0, 8, trigger("t", "QUEUE", "1"))).get(0).severity())
        .isEqualTo(Severity.NOTE);
    Finding atOne = found("absent-is-zero", scaler(1, 8, trigger("t", "QUEUE", "1"))).get(0);
    assertThat(atOne.severity()).isEqualTo(Severity.WARNING);
    assertThat(atOne.advice()).contains("Before the first request");
    assertThat(
            found("absent-is-zero", scaler(0, 8, trigger("t", "SATURATION", "1")))
                .get(0)
                .severity())
        .isEqualTo(Severity.WARNING);
  }
}
