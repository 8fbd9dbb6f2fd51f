// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import loopbench.scaling.keda.AuthenticationRef;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.Trigger;

/** ScaledObjects to look at, and what one rule finds in them. */
final class Given {
  static final String SERVER = "http://prometheus:9090";
  static final String QUEUE =
      "sum(llm_d_epp_flow_control_queue_size{namespace=\"n\",service=\"p-epp\"})";
  static final String RUNNING = "sum(llm_d_epp_request_running{namespace=\"n\",service=\"p-epp\"})";
  static final String SATURATION =
      "max(llm_d_epp_flow_control_pool_saturation{namespace=\"n\",inference_pool=\"p\"})";
  static final String KV = "vllm:kv_cache_usage_perc{namespace=\"n\",pod=~\"p-.*\"}";
  static final String REPLICAS =
      "max(kube_deployment_status_replicas{namespace=\"n\",deployment=\"d\"})";
  static final String READY =
      "max(kube_deployment_status_replicas_ready{namespace=\"n\",deployment=\"d\"})";
  static final String UNAVAILABLE =
      "max(kube_deployment_status_replicas_unavailable{namespace=\"n\",deployment=\"d\"})";

  private Given() {}

  /** A query with the words above filled in. */
  static String filled(String query) {
    return query
        .replace("'", "\"")
        .replace("UNAVAILABLE", UNAVAILABLE)
        .replace("READY", READY)
        .replace("REPLICAS", REPLICAS)
        .replace("RUNNING", RUNNING)
        .replace("SATURATION", SATURATION)
        .replace("QUEUE", QUEUE)
        .replace("KV", KV);
  }

  static Trigger trigger(String name, String query, String threshold) {
    return Trigger.prometheus(name, SERVER, filled(query), threshold);
  }

  static Trigger value(Trigger trigger) {
    return new Trigger(
        trigger.type(),
        trigger.name(),
        "Value",
        trigger.metadata(),
        trigger.useCachedMetrics(),
        trigger.authentication());
  }

  static Trigger cached(Trigger trigger) {
    return new Trigger(
        trigger.type(),
        trigger.name(),
        trigger.metricType(),
        trigger.metadata(),
        true,
        trigger.authentication());
  }

  static Trigger authenticated(Trigger trigger, String name) {
    return new Trigger(
        trigger.type(),
        trigger.name(),
        trigger.metricType(),
        trigger.metadata(),
        trigger.useCachedMetrics(),
        Optional.of(new AuthenticationRef(name, "")));
  }

  static ScaledObject scaler(int min, int max, Trigger... triggers) {
    return ScaledObject.of("s", "d", min, max, List.of(triggers));
  }

  static ScaledObject formula(ScaledObject scaler, String formula) {
    return modifiers(scaler, ScalingModifiers.of(formula, "1"));
  }

  static ScaledObject modifiers(ScaledObject scaler, ScalingModifiers modifiers) {
    return scaler.withAdvanced(scaler.advanced().withModifiers(modifiers));
  }

  static ScaledObject annotated(ScaledObject scaler, String... pairs) {
    Map<String, String> annotations = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      annotations.put("autoscaling.keda.sh/" + pairs[i], pairs[i + 1]);
    }
    ObjectMeta meta = scaler.metadata();
    return scaler.withMetadata(
        new ObjectMeta(meta.name(), meta.namespace(), meta.labels(), annotations));
  }

  static ScaledObject idle(ScaledObject scaler, int idle) {
    return scaler.withReplicas(
        new ReplicaCounts(scaler.replicas().min(), scaler.replicas().max(), OptionalInt.of(idle)));
  }

  static ScaledObject intervals(ScaledObject scaler, int polling, int cooldown) {
    return scaler.withIntervals(
        new Intervals(OptionalInt.of(polling), OptionalInt.of(cooldown), OptionalInt.empty()));
  }

  /** What one rule finds with nothing else known. */
  static List<Finding> found(String rule, ScaledObject scaler) {
    return found(rule, scaler, LintContext.NONE);
  }

  static List<Finding> found(String rule, ScaledObject scaler, LintContext context) {
    return Lint.of(scaler, context).stream().filter(f -> f.rule().equals(rule)).toList();
  }
}
