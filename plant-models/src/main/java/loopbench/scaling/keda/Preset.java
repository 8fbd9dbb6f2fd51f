// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.hpa.SelectPolicy;

/**
 * The autoscaling set-ups of llm-d's guides, each with its guide's constants; queries and formulas
 * in words of our own over the same metrics.
 */
public enum Preset {
  /** Requests held at the gateway and requests running, each per replica. */
  QUEUE_DEPTH("queue-depth", setting("queue", 1, ""), setting("running", 16, "")),
  /** The same, less the replicas that are already on their way. */
  QUEUE_DEPTH_GUARD("queue-depth-guard", setting("queue", 1, ""), setting("running", 16, "")),
  /** How full the gateway finds the pool, and requests running. */
  POOL_SATURATION("pool-saturation", setting("saturation", 0.7, ""), setting("running", 16, "")),
  /** Seconds of prefill work waiting, and KV caches in use, per replica. */
  TOKEN_BACKLOG(
      "token-backlog",
      setting("prefill", 15_928, "tokens/s"),
      setting("wait", 1.5, "s"),
      setting("kv", 0.8, "")),
  /** The prefill half of a split pool. */
  TOKEN_BACKLOG_PREFILL(
      "token-backlog-prefill", setting("prefill", 33_821, "tokens/s"), setting("wait", 1.5, "s")),
  /** The decode half of a split pool. */
  TOKEN_BACKLOG_DECODE("token-backlog-decode", setting("kv", 0.8, "")),
  /**
   * The worse of two latencies as a share of its objective, with a credit for replicas that warm
   * up. It needs recording rules, which have the settings beside {@code up} and {@code down}.
   */
  SLO_AWARE(
      "slo-aware",
      setting("up", 0.55, ""),
      setting("down", 0.4, ""),
      setting("ttft", 3, "s"),
      setting("tpot", 0.1, "s"),
      setting("clamp", 2, ""),
      setting("smoothing", 45, "s"),
      setting("quantile", 0.9, ""));

  private static final String SERVER = "http://prometheus.monitoring.svc.cluster.local:9090";

  /**
   * A number that sits in a formula, a query or a recording rule.
   *
   * @param name its word in a cell
   * @param value the guide's
   * @param unit empty for a bare number
   */
  public record Setting(String name, double value, String unit) {}

  /**
   * Where a set-up is used: what its queries select by.
   *
   * @param namespace of the pool
   * @param service of its EPP
   * @param modelName what is served
   * @param inferencePool the InferencePool
   * @param deployment what is scaled
   */
  public record Place(
      String namespace,
      String service,
      String modelName,
      String inferencePool,
      String deployment) {}

  private final String token;
  private final List<Setting> settings;

  Preset(String token, Setting... settings) {
    this.token = token;
    this.settings = List.of(settings);
  }

  private static Setting setting(String name, double value, String unit) {
    return new Setting(name, value, unit);
  }

  /** Its word in a cell. */
  public String token() {
    return token;
  }

  public static Optional<Preset> named(String token) {
    return Arrays.stream(values()).filter(preset -> preset.token.equals(token)).findFirst();
  }

  /** What may be set of it beside the fields of a ScaledObject. */
  public List<Setting> settings() {
    return settings;
  }

  /** With the guide's constants. */
  public ScaledObject at(Place place) {
    return at(place, Map.of());
  }

  /**
   * With constants of one's own.
   *
   * @param with by the name of a {@link Setting}
   * @throws IllegalArgumentException when there is no such setting, or it is not above 0
   */
  public ScaledObject at(Place place, Map<String, Double> with) {
    Map<String, Double> values = new LinkedHashMap<>();
    settings.forEach(setting -> values.put(setting.name(), setting.value()));
    with.forEach(
        (name, value) -> {
          if (values.replace(name, value) == null) {
            throw new IllegalArgumentException(
                token + " has no setting " + name + "; it has " + values.keySet() + ".");
          }
          if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(
                "with." + name + " must be above 0 and finite, was " + value);
          }
        });
    return switch (this) {
      case QUEUE_DEPTH -> {
        ScaledObject scaler =
            of(
                place,
                1,
                8,
                trigger("epp-queue-size", queue(place), values.get("queue")),
                trigger("epp-running-requests", running(place), values.get("running")));
        yield doubling(scaler, 300);
      }
      case QUEUE_DEPTH_GUARD -> {
        ScaledObject scaler =
            of(
                place,
                1,
                8,
                trigger("queue", queue(place), values.get("queue")),
                trigger("running", running(place), values.get("running")),
                trigger("unavailableReplicas", replicas(place, "_unavailable"), 1),
                trigger("replicas", replicas(place, ""), 1));
        String formula =
            "let wanted = max(queue / "
                + plain(values.get("queue"))
                + ", running / "
                + plain(values.get("running"))
                + "); wanted <= replicas ? wanted"
                + " : max(wanted - (unavailableReplicas ?? 0), replicas)";
        yield withFormula(doubling(scaler, 0), formula).withFallback(Fallback.of(3, 1));
      }
      case POOL_SATURATION -> {
        ScaledObject scaler =
            of(
                place,
                1,
                10,
                trigger(
                    "pool-saturation",
                    "max(llm_d_epp_flow_control_pool_saturation{namespace=\""
                        + place.namespace()
                        + "\",inference_pool=\""
                        + place.inferencePool()
                        + "\"})",
                    values.get("saturation")),
                trigger("epp-running-requests", running(place), values.get("running")));
        yield doubling(scaler, 300);
      }
      case TOKEN_BACKLOG ->
          onePod(of(place, 1, 10, backlog(place, "", values), kv(place, "", values)));
      case TOKEN_BACKLOG_PREFILL ->
          onePod(of(place, 1, 10, backlog(place, ",endpoint_name=~\".*prefill.*\"", values)));
      case TOKEN_BACKLOG_DECODE ->
          onePod(of(place, 1, 10, kv(place, ",pod=~\".*decode.*\"", values)));
      case SLO_AWARE -> {
        ScaledObject scaler =
            of(
                place,
                3,
                8,
                trigger("saturation", "epp:saturation:smoothed", 1),
                trigger("replicas", replicas(place, ""), 1),
                trigger("readyReplicas", replicas(place, "_ready"), 1));
        String up = plain(values.get("up"));
        String down = plain(values.get("down"));
        String formula =
            "let credit = readyReplicas > 0 && readyReplicas < replicas"
                + " ? readyReplicas / replicas : 1.0; "
                + "saturation > "
                + up
                + " ? replicas + ceil(replicas * (saturation * credit / "
                + up
                + " - 1)) : saturation < "
                + down
                + " ? replicas - floor(replicas * (1 - saturation / "
                + down
                + ")) : replicas";
        Behavior behavior =
            Behavior.EMPTY
                .withUp(
                    rules(
                        30,
                        new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 60),
                        new ScalingPolicy(ScalingPolicy.Type.PODS, 4, 60)))
                .withDown(rules(180, new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 120)));
        yield withFormula(scaler.withAdvanced(scaler.advanced().withBehavior(behavior)), formula);
      }
    };
  }

  private static ScaledObject of(Place place, int min, int max, Trigger... triggers) {
    return ScaledObject.of(
            place.deployment() + "-scaler", place.deployment(), min, max, List.of(triggers))
        .withMetadata(
            new ObjectMeta(place.deployment() + "-scaler", place.namespace(), Map.of(), Map.of()))
        .withIntervals(new Intervals(OptionalInt.of(15), OptionalInt.of(300), OptionalInt.empty()));
  }

  private static ScaledObject withFormula(ScaledObject scaler, String formula) {
    return scaler.withAdvanced(
        scaler.advanced().withModifiers(new ScalingModifiers(formula, "1", "", "AverageValue")));
  }

  /** Up to twice as many, or none, every 15 s; down after 300 s. */
  private static ScaledObject doubling(ScaledObject scaler, int upWindowS) {
    ScalingPolicy all = new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15);
    return scaler.withAdvanced(
        scaler
            .advanced()
            .withBehavior(Behavior.EMPTY.withUp(rules(upWindowS, all)).withDown(rules(300, all))));
  }

  /** One pod more in three minutes, one fewer in five. */
  private static ScaledObject onePod(ScaledObject scaler) {
    return scaler.withAdvanced(
        scaler
            .advanced()
            .withBehavior(
                Behavior.EMPTY
                    .withUp(rules(0, new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 180)))
                    .withDown(rules(300, new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 300)))));
  }

  private static ScalingRules rules(int windowS, ScalingPolicy... policies) {
    ScalingRules rules =
        ScalingRules.UNSET.withStabilizationWindowS(windowS).withPolicies(List.of(policies));
    return policies.length > 1 ? rules.withSelect(SelectPolicy.MAX) : rules;
  }

  private static Trigger trigger(String name, String query, double threshold) {
    return Trigger.prometheus(name, SERVER, query, plain(threshold));
  }

  private static String queue(Place place) {
    return "sum(llm_d_epp_flow_control_queue_size{" + epp(place) + "})";
  }

  private static String running(Place place) {
    return "sum(llm_d_epp_request_running{" + epp(place) + "})";
  }

  private static String epp(Place place) {
    return "namespace=\""
        + place.namespace()
        + "\",service=\""
        + place.service()
        + "\",model_name=\""
        + place.modelName()
        + "\"";
  }

  private static String replicas(Place place, String which) {
    return "max(kube_deployment_status_replicas"
        + which
        + "{namespace=\""
        + place.namespace()
        + "\",deployment=\""
        + place.deployment()
        + "\"})";
  }

  private static Trigger backlog(Place place, String more, Map<String, Double> values) {
    return trigger(
            "prefill-backlog-seconds",
            "sum(llm_d_epp_inflight_tokens{namespace=\""
                + place.namespace()
                + "\",producer_name=\"inflight-load-producer\""
                + more
                + "}) / "
                + plain(values.get("prefill"))
                + " or vector(0)",
            values.get("wait"))
        .withMetadata("activationThreshold", "0");
  }

  private static Trigger kv(Place place, String more, Map<String, Double> values) {
    return trigger(
            "decode-kv-utilization",
            "sum(vllm:kv_cache_usage_perc{namespace=\""
                + place.namespace()
                + "\""
                + more
                + "}) or vector(0)",
            values.get("kv"))
        .withMetadata("activationThreshold", "0");
  }

  private static String plain(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }
}
