// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The metrics of the Endpoint Picker (llm-d-router, pkg/epp), of vLLM and of kube-state-metrics
 * that autoscaling reads, with what decides how they may be scaled on.
 */
public enum Signal {
  QUEUE_SIZE(
      epp("flow_control_queue_size", Kind.GAUGE, "requests held at the gateway", Scope.POOL_TOTAL)
          .labels(Names.FLOW)
          .pool("service", "inference_pool")
          .withoutPods(WithoutPods.RISES)
          .afterFirstRequest()
          .was("inference_extension_flow_control_queue_size")),
  QUEUE_BYTES(
      epp("flow_control_queue_bytes", Kind.GAUGE, "bytes held at the gateway", Scope.POOL_TOTAL)
          .labels(Names.FLOW)
          .pool("service", "inference_pool")
          .withoutPods(WithoutPods.RISES)
          .afterFirstRequest()
          .was("inference_extension_flow_control_queue_bytes")),
  /**
   * By default the mean over endpoints of max(waiting/5, kv/0.8). Not clamped: the gateway stops
   * dispatching at 1.0, so that it goes above by what was already on its way.
   */
  POOL_SATURATION(
      epp("flow_control_pool_saturation", Kind.GAUGE, "share of capacity", Scope.POOL_RATIO)
          .labels("inference_pool", "stage")
          .pool("service", "inference_pool")
          .withoutPods(WithoutPods.READS_ONE)
          .was("inference_extension_flow_control_pool_saturation")),
  STALE_ENDPOINTS(
      epp("flow_control_stale_endpoints", Kind.GAUGE, "endpoints", Scope.OTHER)
          .labels("detector")
          .pool("service")),
  CAPACITY_UTILIZATION_REQUESTS(
      epp(
              "flow_control_capacity_utilization_requests",
              Kind.GAUGE,
              "share of a priority band's cap",
              Scope.GATEWAY_RATIO)
          .labels("priority", "inference_pool")
          .pool("service", "inference_pool")
          .withoutPods(WithoutPods.RISES)
          .largest(1)),
  CAPACITY_UTILIZATION_BYTES(
      epp(
              "flow_control_capacity_utilization_bytes",
              Kind.GAUGE,
              "share of a priority band's cap",
              Scope.GATEWAY_RATIO)
          .labels("priority", "inference_pool")
          .pool("service", "inference_pool")
          .withoutPods(WithoutPods.RISES)
          .largest(1)),
  GLOBAL_CAPACITY_UTILIZATION_REQUESTS(
      epp(
              "flow_control_global_capacity_utilization_requests",
              Kind.GAUGE,
              "share of the gateway's cap",
              Scope.GATEWAY_RATIO)
          .labels("inference_pool")
          .pool("service", "inference_pool")
          .withoutPods(WithoutPods.RISES)
          .largest(1)),
  GLOBAL_CAPACITY_UTILIZATION_BYTES(
      epp(
              "flow_control_global_capacity_utilization_bytes",
              Kind.GAUGE,
              "share of the gateway's cap",
              Scope.GATEWAY_RATIO)
          .labels("inference_pool")
          .pool("service", "inference_pool")
          .withoutPods(WithoutPods.RISES)
          .largest(1)),
  FLOW_CONTROL_REQUESTS(
      epp("flow_control_requests_total", Kind.COUNTER, "requests", Scope.POOL_TOTAL)
          .labels("outcome", "priority", "inference_pool")
          .pool("service", "inference_pool")
          .afterFirstRequest()),
  QUEUE_DURATION(
      epp("flow_control_request_queue_duration_seconds", Kind.HISTOGRAM, "s", Scope.DISTRIBUTION)
          .labels(
              "fairness_id",
              "priority",
              "outcome",
              "inference_pool",
              "model_name",
              "target_model_name")
          .pool("service", "inference_pool")
          .afterFirstRequest()
          .largest(60)
          .was("inference_extension_flow_control_request_queue_duration_seconds")),
  REQUEST_RUNNING(
      epp("request_running", Kind.GAUGE, "requests in flight after dispatch", Scope.POOL_TOTAL)
          .labels(Names.REQUEST)
          .pool("service")
          .withoutPods(WithoutPods.SILENT)
          .afterFirstRequest()
          .was("inference_objective_running_requests")),
  REQUEST_TOTAL(
      epp("request_total", Kind.COUNTER, "requests", Scope.POOL_TOTAL)
          .labels(Names.REQUEST)
          .pool("service")
          .afterFirstRequest()
          .was("inference_objective_request_total")),
  REQUEST_ERROR_TOTAL(
      epp("request_error_total", Kind.COUNTER, "requests", Scope.POOL_TOTAL)
          .labels("model_name", "target_model_name", "fairness_id", "priority", "error_code")
          .pool("service")
          .afterFirstRequest()
          .was("inference_objective_request_error_total")),
  REQUEST_DURATION(
      epp("request_duration_seconds", Kind.HISTOGRAM, "s", Scope.DISTRIBUTION)
          .labels(Names.REQUEST)
          .pool("service")
          .afterFirstRequest()
          .largest(3600)
          .was("inference_objective_request_duration_seconds")),
  REQUEST_TTFT(
      epp("request_ttft_seconds", Kind.HISTOGRAM, "s", Scope.DISTRIBUTION)
          .labels("model_name", "target_model_name", "fairness_id", "priority", "streaming")
          .pool("service")
          .afterFirstRequest()
          .largest(120)
          .was("inference_objective_request_ttft_seconds")),
  REQUEST_STREAMING_TPOT(
      epp("request_streaming_tpot_seconds", Kind.HISTOGRAM, "s per token", Scope.DISTRIBUTION)
          .labels(Names.REQUEST)
          .pool("service")
          .afterFirstRequest()
          .largest(2)
          .was("inference_objective_request_tpot_seconds")),
  REQUEST_STREAMING_ITL(
      epp("request_streaming_itl_seconds", Kind.HISTOGRAM, "s", Scope.DISTRIBUTION)
          .labels(Names.REQUEST)
          .pool("service")
          .afterFirstRequest()
          .largest(2)),
  REQUEST_NTPOT(
      epp("request_ntpot_seconds", Kind.HISTOGRAM, "s per token", Scope.DISTRIBUTION)
          .labels(Names.REQUEST)
          .pool("service")
          .afterFirstRequest()
          .was("inference_objective_normalized_time_per_output_token_seconds")),
  REQUEST_INPUT_TOKENS(
      epp("request_input_tokens", Kind.HISTOGRAM, "tokens", Scope.DISTRIBUTION)
          .labels(Names.REQUEST)
          .pool("service")
          .afterFirstRequest()
          .was("inference_objective_input_tokens")),
  REQUEST_OUTPUT_TOKENS(
      epp("request_output_tokens", Kind.HISTOGRAM, "tokens", Scope.DISTRIBUTION)
          .labels(Names.REQUEST)
          .pool("service")
          .afterFirstRequest()
          .was("inference_objective_output_tokens")),
  REQUEST_CACHED_TOKENS(
      epp("request_cached_tokens", Kind.HISTOGRAM, "tokens", Scope.DISTRIBUTION)
          .labels(Names.REQUEST)
          .pool("service")
          .afterFirstRequest()
          .was("inference_objective_prompt_cached_tokens")),
  REQUEST_PREDICTED_TTFT(
      epp("request_predicted_ttft_seconds", Kind.HISTOGRAM, "s", Scope.DISTRIBUTION)
          .labels("plugin_name", "plugin_type", "model_name", "target_model_name")
          .pool("service")
          .afterFirstRequest()
          .largest(3600)
          .was("inference_objective_request_predicted_ttft_seconds")),
  REQUEST_PREDICTED_TPOT(
      epp("request_predicted_tpot_seconds", Kind.HISTOGRAM, "s per token", Scope.DISTRIBUTION)
          .labels("plugin_name", "plugin_type", "model_name", "target_model_name")
          .pool("service")
          .afterFirstRequest()
          .largest(360)
          .was("inference_objective_request_predicted_tpot_seconds")),
  REQUEST_SLO_VIOLATION(
      epp("request_slo_violation_total", Kind.COUNTER, "requests", Scope.POOL_TOTAL)
          .labels("plugin_name", "plugin_type", "model_name", "target_model_name", "type")
          .pool("service")
          .afterFirstRequest()
          .was("inference_objective_request_slo_violation_total")),
  INFERENCE_REQUEST_METRIC(
      epp("inference_request_metric", Kind.GAUGE, "last value of its type", Scope.OTHER)
          .labels("plugin_name", "plugin_type", "model_name", "target_model_name", "type")
          .pool("service")
          .afterFirstRequest()
          .was("inference_objective_inference_request_metric")),
  INFLIGHT_TOKENS(
      epp("inflight_tokens", Kind.GAUGE, "tokens dispatched, not yet answered", Scope.POD_AMOUNT)
          .labels(Names.INFLIGHT)
          .pool("service", "endpoint_name")
          .withoutPods(WithoutPods.SILENT)
          .afterFirstRequest()
          .keepsRemovedPods()),
  INFLIGHT_REQUESTS(
      epp(
              "inflight_requests",
              Kind.GAUGE,
              "requests dispatched, not yet answered",
              Scope.POD_AMOUNT)
          .labels(Names.INFLIGHT)
          .pool("service", "endpoint_name")
          .withoutPods(WithoutPods.SILENT)
          .afterFirstRequest()
          .keepsRemovedPods()),
  AVERAGE_KV_CACHE_UTILIZATION(
      epp("average_kv_cache_utilization", Kind.GAUGE, "share of the KV cache", Scope.POOL_RATIO)
          .labels("name")
          .pool("service", "name")
          .withoutPods(WithoutPods.FROZEN)
          .largest(1)
          .was("inference_pool_average_kv_cache_utilization")),
  AVERAGE_QUEUE_SIZE(
      epp("average_queue_size", Kind.GAUGE, "requests waiting per pod", Scope.POOL_RATIO)
          .labels("name")
          .pool("service", "name")
          .withoutPods(WithoutPods.FROZEN)
          .was("inference_pool_average_queue_size")),
  AVERAGE_RUNNING_REQUESTS(
      epp("average_running_requests", Kind.GAUGE, "requests running per pod", Scope.POOL_RATIO)
          .labels("name")
          .pool("service", "name")
          .withoutPods(WithoutPods.FROZEN)
          .was("inference_pool_average_running_requests")),
  STD_DEV_KV_CACHE_UTILIZATION(
      epp("std_dev_kv_cache_utilization", Kind.GAUGE, "share of the KV cache", Scope.POOL_RATIO)
          .labels("name")
          .pool("service", "name")),
  STD_DEV_QUEUE_SIZE(
      epp("std_dev_queue_size", Kind.GAUGE, "requests waiting", Scope.POOL_RATIO)
          .labels("name")
          .pool("service", "name")),
  STD_DEV_RUNNING_REQUESTS(
      epp("std_dev_running_requests", Kind.GAUGE, "requests running", Scope.POOL_RATIO)
          .labels("name")
          .pool("service", "name")),
  READY_ENDPOINTS(
      epp("ready_endpoints", Kind.GAUGE, "pods", Scope.POD_COUNT)
          .labels("name")
          .pool("service", "name")
          .withoutPods(WithoutPods.SILENT)
          .was("inference_pool_ready_pods")),
  PER_ENDPOINT_QUEUE_SIZE(
      epp("per_endpoint_queue_size", Kind.GAUGE, "requests waiting in a pod", Scope.POD_AMOUNT)
          .labels("name", "model_server_endpoint")
          .pool("service", "name", "model_server_endpoint")
          .withoutPods(WithoutPods.SILENT)
          .was("inference_pool_per_pod_queue_size")),
  SCHEDULER_E2E_DURATION(
      epp("scheduler_e2e_duration_seconds", Kind.HISTOGRAM, "s", Scope.DISTRIBUTION)
          .pool("service")
          .afterFirstRequest()
          .was("inference_extension_scheduler_e2e_duration_seconds")),
  PLUGIN_DURATION(
      epp("plugin_duration_seconds", Kind.HISTOGRAM, "s", Scope.DISTRIBUTION)
          .pool("service")
          .afterFirstRequest()
          .was("inference_extension_plugin_duration_seconds")),
  REQUEST_PROCESSING_DURATION(
      epp("request_processing_duration_seconds", Kind.HISTOGRAM, "s", Scope.DISTRIBUTION)
          .pool("service")
          .afterFirstRequest()),

  KV_CACHE_USAGE(
      vllm("vllm:kv_cache_usage_perc", "share of a pod's KV cache", Scope.POD_RATIO)
          .largest(1)
          .was("vllm:gpu_cache_usage_perc")),
  NUM_REQUESTS_WAITING(
      vllm("vllm:num_requests_waiting", "requests waiting in a pod", Scope.POD_AMOUNT)),
  NUM_REQUESTS_RUNNING(
      vllm("vllm:num_requests_running", "requests running in a pod", Scope.POD_AMOUNT)),

  SPEC_REPLICAS(deployment("kube_deployment_spec_replicas")),
  STATUS_REPLICAS(deployment("kube_deployment_status_replicas")),
  READY_REPLICAS(deployment("kube_deployment_status_replicas_ready")),
  AVAILABLE_REPLICAS(deployment("kube_deployment_status_replicas_available")),
  UNAVAILABLE_REPLICAS(deployment("kube_deployment_status_replicas_unavailable"));

  /** Who exposes a metric. */
  public enum Source {
    EPP,
    VLLM,
    KUBE_STATE_METRICS
  }

  /** What Prometheus takes a metric for. */
  public enum Kind {
    GAUGE,
    COUNTER,
    /** Its series are {@code _bucket}, {@code _sum} and {@code _count}. */
    HISTOGRAM
  }

  /** What one element measures, seen from the pool: what doubles when load and pods double. */
  public enum Scope {
    /** The whole pool's amount, split by labels other than the pod: an element grows with it. */
    POOL_TOTAL,
    /** One element per pod, an amount: the sum grows with the pool, an average does not. */
    POD_AMOUNT,
    /** One element per pod, a share of what the pod has: likewise. */
    POD_RATIO,
    /** A mean or share over all pods: does not grow with the pool, and adding elements is wrong. */
    POOL_RATIO,
    /** A share of a fixed cap at the gateway: grows with waiting load up to the cap. */
    GATEWAY_RATIO,
    /** How many pods there are. */
    POD_COUNT,
    /** Observations, one per request; a quantile of them does not grow with the pool. */
    DISTRIBUTION,
    /** None of these. */
    OTHER
  }

  /** What a metric does while the pool has no pod. */
  public enum WithoutPods {
    /** Rises with what arrives, so that it can start the first pod. */
    RISES,
    /** Stays 0 or absent, since nothing reaches a pod: cannot start one. */
    SILENT,
    /** Reads 1.0, the same as a pool at its limit. */
    READS_ONE,
    /** Keeps the last value it had. */
    FROZEN,
    /** Not known. */
    UNKNOWN
  }

  private static final Map<String, Signal> BY_NAME = byName();

  private final Facts facts;

  Signal(Facts facts) {
    this.facts = facts;
  }

  /** The signal a series' name belongs to, by its current or an older name. */
  public static Optional<Signal> named(String metric) {
    Signal whole = BY_NAME.get(metric);
    if (whole != null) {
      return Optional.of(whole);
    }
    return Optional.ofNullable(BY_NAME.get(withoutPart(metric)))
        .filter(signal -> signal.kind() == Kind.HISTOGRAM);
  }

  /** The metric's name; for a histogram without {@code _bucket}, {@code _sum}, {@code _count}. */
  public String metric() {
    return facts.metric;
  }

  /** The names it had before, some of which are still exposed beside the current one. */
  public List<String> oldNames() {
    return List.copyOf(facts.oldNames);
  }

  /**
   * What to write in place of an older name, with the same {@code _bucket}, {@code _sum} or {@code
   * _count}; empty when the name is the current one.
   */
  public Optional<String> currentNameOf(String written) {
    String whole = BY_NAME.get(written) == this ? written : withoutPart(written);
    return whole.equals(metric())
        ? Optional.empty()
        : Optional.of(metric() + written.substring(whole.length()));
  }

  public Source source() {
    return facts.source;
  }

  public Kind kind() {
    return facts.kind;
  }

  /** The unit in words, such as {@code requests held at the gateway}. */
  public String unit() {
    return facts.unit;
  }

  /** The labels the metric itself carries, beside those that scraping adds. */
  public List<String> labels() {
    return List.copyOf(facts.labels);
  }

  /**
   * The labels any one of which tells this pool's series from those of another pool in the same
   * namespace. Beside it the {@code namespace} is to be pinned.
   */
  public List<String> poolLabels() {
    return List.copyOf(facts.poolLabels);
  }

  public Scope scope() {
    return facts.scope;
  }

  public WithoutPods withoutPods() {
    return facts.withoutPods;
  }

  /** Whether there is no series before the first request since the EPP started. */
  public boolean absentUntilFirstRequest() {
    return facts.afterFirstRequest;
  }

  /** Whether an EPP up to v0.10.0 keeps the last value of pods that are gone (fixed after it). */
  public boolean keepsRemovedPods() {
    return facts.keepsRemovedPods;
  }

  /**
   * The largest value an element can take; of a histogram the largest finite bucket, which is the
   * largest value a quantile can give. Empty when there is none, or it is not known.
   */
  public OptionalDouble largest() {
    return facts.largest;
  }

  /** Whether there is one element for each pod. */
  public boolean onePerPod() {
    return scope() == Scope.POD_AMOUNT || scope() == Scope.POD_RATIO;
  }

  private static String withoutPart(String metric) {
    for (String part : List.of("_bucket", "_sum", "_count")) {
      if (metric.endsWith(part)) {
        return metric.substring(0, metric.length() - part.length());
      }
    }
    return metric;
  }

  private static Map<String, Signal> byName() {
    Map<String, Signal> byName = new HashMap<>();
    for (Signal signal : values()) {
      byName.put(signal.metric(), signal);
      signal.facts.oldNames.forEach(name -> byName.put(name, signal));
    }
    return byName;
  }

  private static Facts epp(String name, Kind kind, String unit, Scope scope) {
    Facts facts = new Facts(Source.EPP, "llm_d_epp_" + name, kind, unit, scope);
    // Prefixes of some releases before they were made one.
    return facts.was("llm_d_router_epp_" + name).was("llm_d_inference_scheduler_" + name);
  }

  private static Facts vllm(String name, String unit, Scope scope) {
    return new Facts(Source.VLLM, name, Kind.GAUGE, unit, scope)
        .labels("model_name", "engine")
        .pool("service", "job", "pod", "deployment")
        .withoutPods(WithoutPods.SILENT);
  }

  private static Facts deployment(String name) {
    return new Facts(Source.KUBE_STATE_METRICS, name, Kind.GAUGE, "pods", Scope.POD_COUNT)
        .labels("namespace", "deployment")
        .pool("deployment")
        .withoutPods(WithoutPods.SILENT);
  }

  /** Label sets that several metrics share. */
  private static final class Names {
    static final String[] FLOW = {
      "fairness_id", "priority", "inference_pool", "model_name", "target_model_name"
    };
    static final String[] REQUEST = {"model_name", "target_model_name", "fairness_id", "priority"};
    static final String[] INFLIGHT = {
      "endpoint_name", "namespace", "producer_name", "fairness_id", "priority"
    };
  }

  /** One row of the table above, filled while the enum is made. */
  private static final class Facts {
    private final Source source;
    private final String metric;
    private final Kind kind;
    private final String unit;
    private final Scope scope;
    private final List<String> oldNames = new ArrayList<>();
    private List<String> labels = List.of();
    private List<String> poolLabels = List.of();
    private WithoutPods withoutPods = WithoutPods.UNKNOWN;
    private boolean afterFirstRequest;
    private boolean keepsRemovedPods;
    private OptionalDouble largest = OptionalDouble.empty();

    Facts(Source source, String metric, Kind kind, String unit, Scope scope) {
      this.source = source;
      this.metric = metric;
      this.kind = kind;
      this.unit = unit;
      this.scope = scope;
    }

    Facts labels(String... names) {
      labels = List.of(names);
      return this;
    }

    Facts pool(String... names) {
      poolLabels = List.of(names);
      return this;
    }

    Facts withoutPods(WithoutPods what) {
      withoutPods = what;
      return this;
    }

    Facts afterFirstRequest() {
      afterFirstRequest = true;
      return this;
    }

    Facts keepsRemovedPods() {
      keepsRemovedPods = true;
      return this;
    }

    Facts largest(double value) {
      largest = OptionalDouble.of(value);
      return this;
    }

    Facts was(String name) {
      oldNames.add(name);
      return this;
    }
  }
}
