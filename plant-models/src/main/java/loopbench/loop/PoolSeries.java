// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import loopbench.cluster.Deployment;
import loopbench.plant.pool.BucketCounts;
import loopbench.plant.pool.Fate;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.GatewayCounters;
import loopbench.plant.pool.PoolPlant;
import loopbench.series.Labels;
import loopbench.signal.Scrapes;
import loopbench.signal.Signal;

/**
 * A pool's metrics under their real names and labels, as a Prometheus scrapes them from the EPP,
 * from each pod and from kube-state-metrics.
 */
final class PoolSeries {
  /** What of a split pool this one is: the part the EPP lets requests into, or that behind it. */
  enum Part {
    WHOLE,
    FRONT,
    BACK
  }

  private static final int FORGET_EVERY = 64;
  private static final String[] REQUEST = {
    "target_model_name", "", "fairness_id", "default-flow", "priority", "0"
  };
  private static final String[] PREDICTOR = {
    "plugin_name",
    "predicted-latency-producer",
    "plugin_type",
    "predicted-latency-producer",
    "target_model_name",
    ""
  };

  private final PoolIdentity identity;
  private final Exposure exposure;
  private final Part part;
  private final PoolPlant plant;
  private final Deployment deployment;
  private final Scrapes scrapes;
  private final Predicate<String> wanted;
  private final Scrapes.Target epp;
  private final Scrapes.Target kube;
  private final Map<Integer, Scrapes.Target> pods = new LinkedHashMap<>();
  private final Map<String, Scrapes.Line[]> lines = new HashMap<>();
  private final Map<String, Scrapes.Line[][]> histograms = new HashMap<>();
  private final Map<Integer, double[]> inflight = new LinkedHashMap<>();
  private GatewayCounters process;
  private long scraped;
  private double[] averages; // null until the process has seen a pod

  /**
   * @param wanted which metrics, by name, anybody will ask for; others are not kept
   */
  PoolSeries(
      PoolIdentity identity,
      Exposure exposure,
      Part part,
      PoolPlant plant,
      Deployment deployment,
      Scrapes scrapes,
      Predicate<String> wanted) {
    this.identity = identity;
    this.exposure = exposure;
    this.part = part;
    this.plant = plant;
    this.deployment = deployment;
    this.scrapes = scrapes;
    this.wanted = wanted;
    this.epp = scrapes.target();
    this.kube = scrapes.target();
  }

  /** One scrape of everything. */
  void scrape(long nowMs) {
    if (process != plant.gateway()) { // a new process remembers nothing
      process = plant.gateway();
      inflight.clear();
      averages = null;
    }
    epp.begin(nowMs);
    if (part != Part.BACK) {
      flow();
      requests();
    }
    if (part != Part.FRONT) {
      latencies();
    }
    endpoints();
    epp.end();
    kube.begin(nowMs);
    if (exposure.kubeState()) {
      kubeState();
    }
    kube.end();
    modelServers(nowMs);
    if (++scraped % FORGET_EVERY == 0) { // pods come and go, and each has series of its own
      lines.values().removeIf(all -> Arrays.stream(all).anyMatch(line -> !line.isHeld()));
    }
  }

  /** How many series it keeps at hand. */
  int held() {
    return lines.values().stream().mapToInt(all -> all.length).sum();
  }

  private void flow() {
    GatewayCounters counters = plant.gateway();
    if (plant.model().gateway().detector() == Gateway.Detector.OFF) {
      return;
    }
    if (counters.arrived() > 0) { // the series begins with the first request that is enqueued
      set(Signal.QUEUE_SIZE, plant.queueSize(), poolRequest());
      set(
          Signal.CAPACITY_UTILIZATION_REQUESTS,
          (double) plant.queueSize() / plant.model().gateway().capacityRequests(),
          pool("priority", "0"));
    }
    double own = plant.saturation();
    double other = part == Part.FRONT ? plant.otherStage() : own;
    double effective = Math.max(own, other);
    if (exposure.stageLabel()) {
      set(Signal.POOL_SATURATION, own, pool("stage", "prefill"));
      set(Signal.POOL_SATURATION, other, pool("stage", "decode"));
      set(Signal.POOL_SATURATION, effective, pool("stage", "effective"));
    } else {
      set(Signal.POOL_SATURATION, effective, pool());
    }
    int stale = 0;
    for (int number : plant.endpoints()) {
      stale += plant.isStale(number) ? 1 : 0;
    }
    set(Signal.STALE_ENDPOINTS, stale, "detector", "utilization-detector");
    Map<String, Long> outcomes = new TreeMap<>();
    outcomes.put(Fate.SERVED.outcome(), counters.dispatched());
    for (Fate fate : Fate.values()) {
      if (!fate.dispatched()) {
        outcomes.put(fate.outcome(), counters.ended(fate));
      }
    }
    outcomes.forEach(
        (outcome, count) -> {
          if (count > 0) {
            set(Signal.FLOW_CONTROL_REQUESTS, count, pool("outcome", outcome, "priority", "0"));
          }
        });
    if (counters.dispatched() > 0) {
      histogram(
          Signal.QUEUE_DURATION,
          counters.dispatchedWait(),
          with(poolRequest(), "outcome", Fate.SERVED.outcome()));
    }
  }

  private void requests() {
    GatewayCounters counters = plant.gateway();
    if (counters.arrived() == 0) {
      return;
    }
    set(Signal.REQUEST_TOTAL, counters.arrived(), request());
    if (counters.dispatched() > 0) {
      set(Signal.REQUEST_RUNNING, plant.knownRunning(), request());
    }
    if (counters.lost() > 0) {
      set(Signal.REQUEST_ERROR_TOTAL, counters.lost(), with(request(), "error_code", "503"));
    }
    if (exposure.predictor() && counters.dispatched() > 0) {
      histogram(Signal.REQUEST_PREDICTED_TTFT, counters.predictedTtft(), predicted());
    }
  }

  private void latencies() {
    GatewayCounters counters = plant.gateway();
    if (exposure.predictor() && counters.dispatched() > 0) {
      histogram(Signal.REQUEST_PREDICTED_TPOT, counters.predictedTpot(), predicted());
    }
    if (counters.streamingTtft().count() > 0) {
      histogram(
          Signal.REQUEST_TTFT, counters.streamingTtft(), with(request(), "streaming", "true"));
    }
    if (counters.wholeTtft().count() > 0) {
      histogram(Signal.REQUEST_TTFT, counters.wholeTtft(), with(request(), "streaming", "false"));
    }
    if (counters.tpot().count() > 0) {
      histogram(Signal.REQUEST_STREAMING_TPOT, counters.tpot(), request());
    }
    if (counters.duration().count() > 0) {
      histogram(Signal.REQUEST_DURATION, counters.duration(), request());
    }
  }

  private void endpoints() {
    int[] numbers = plant.endpoints();
    int ready = numbers.length;
    if (part != Part.BACK || plant.model().gateway().detector() != Gateway.Detector.OFF) {
      set(Signal.READY_ENDPOINTS, ready, "name", identity.inferencePool());
    }
    if (ready > 0 && !exposure.stale()) {
      double kv = 0;
      double waiting = 0;
      double running = 0;
      for (int number : numbers) {
        kv += plant.kvUsage(number);
        waiting += plant.waiting(number);
        running += plant.running(number);
      }
      averages = new double[] {kv / ready, waiting / ready, running / ready};
    }
    if (averages != null) { // where no pod is fresh these stand still
      set(Signal.AVERAGE_KV_CACHE_UTILIZATION, averages[0], "name", identity.inferencePool());
      set(Signal.AVERAGE_QUEUE_SIZE, averages[1], "name", identity.inferencePool());
      set(Signal.AVERAGE_RUNNING_REQUESTS, averages[2], "name", identity.inferencePool());
    }
    for (int number : numbers) {
      set(
          Signal.PER_ENDPOINT_QUEUE_SIZE,
          plant.waiting(number),
          "name",
          identity.inferencePool(),
          "model_server_endpoint",
          podName(number));
    }
    inflight(numbers);
  }

  private void inflight(int[] endpoints) {
    if (plant.gateway().dispatched() == 0
        || !wantsAny(Signal.INFLIGHT_TOKENS, Signal.INFLIGHT_REQUESTS)) {
      return;
    }
    Set<Integer> present = new HashSet<>();
    for (int number : endpoints) {
      present.add(number);
    }
    present.addAll(plant.draining());
    for (int number : present) {
      inflight.put(
          number, new double[] {plant.inflightTokens(number), plant.inflightRequests(number)});
    }
    if (!exposure.frozenInflight()) {
      inflight.keySet().retainAll(present);
    }
    inflight.forEach(
        (number, values) -> {
          String[] labels = {
            "endpoint_name",
            podName(number),
            "producer_name",
            "inflight-load-producer",
            "fairness_id",
            "default-flow",
            "priority",
            "0"
          };
          set(Signal.INFLIGHT_TOKENS, values[0], labels);
          set(Signal.INFLIGHT_REQUESTS, values[1], labels);
        });
  }

  private void modelServers(long nowMs) {
    if (!wantsAny(
        Signal.KV_CACHE_USAGE, Signal.NUM_REQUESTS_WAITING, Signal.NUM_REQUESTS_RUNNING)) {
      return;
    }
    List<Integer> present = new ArrayList<>();
    for (int number : plant.endpoints()) {
      present.add(number);
    }
    present.addAll(plant.draining());
    pods.entrySet().removeIf(pod -> !present.contains(pod.getKey()) && pod.getValue().gone(nowMs));
    for (int number : present) {
      Scrapes.Target pod = pods.computeIfAbsent(number, n -> scrapes.target());
      String[] labels = {"model_name", identity.modelName(), "pod", podName(number), "engine", "0"};
      pod.begin(nowMs);
      put(pod, Signal.KV_CACHE_USAGE, plant.kvUsage(number), labels);
      put(pod, Signal.NUM_REQUESTS_WAITING, plant.waiting(number), labels);
      put(pod, Signal.NUM_REQUESTS_RUNNING, plant.running(number), labels);
      pod.end();
    }
  }

  private void kubeState() {
    String[] labels = {"deployment", identity.deployment()};
    int asked = deployment.asked();
    int ready = deployment.ready();
    put(kube, Signal.SPEC_REPLICAS, asked, labels);
    put(kube, Signal.STATUS_REPLICAS, asked, labels); // gated and pending pods are counted too
    put(kube, Signal.READY_REPLICAS, ready, labels);
    put(kube, Signal.AVAILABLE_REPLICAS, ready, labels);
    put(kube, Signal.UNAVAILABLE_REPLICAS, asked - ready, labels);
  }

  /** The name of a pod, by the number under which the pool knows it. */
  String podName(int number) {
    return identity.deployment() + "-" + number;
  }

  private String[] pool(String... more) {
    return with(more, "inference_pool", identity.inferencePool());
  }

  private String[] request() {
    return with(REQUEST, "model_name", identity.modelName());
  }

  private String[] poolRequest() {
    return with(request(), "inference_pool", identity.inferencePool());
  }

  private String[] predicted() {
    return with(PREDICTOR, "model_name", identity.modelName());
  }

  private static String[] with(String[] labels, String name, String value) {
    String[] more = new String[labels.length + 2];
    System.arraycopy(labels, 0, more, 0, labels.length);
    more[labels.length] = name;
    more[labels.length + 1] = value;
    return more;
  }

  private boolean wantsAny(Signal... signals) {
    for (Signal signal : signals) {
      if (!names(signal).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** The names a signal is exposed under and anybody asks for; a histogram's without its parts. */
  private List<String> names(Signal signal) {
    List<String> names = new ArrayList<>();
    List<String> all = new ArrayList<>();
    all.add(signal.metric());
    if (exposure.oldNames()) {
      signal.oldNames().stream().filter(old -> old.startsWith("inference_")).forEach(all::add);
    }
    for (String name : all) {
      if (signal.kind() == Signal.Kind.HISTOGRAM
          ? wanted.test(name + "_bucket")
              || wanted.test(name + "_sum")
              || wanted.test(name + "_count")
          : wanted.test(name)) {
        names.add(name);
      }
    }
    return names;
  }

  private void set(Signal signal, double value, String... labels) {
    put(epp, signal, value, labels);
  }

  private void put(Scrapes.Target target, Signal signal, double value, String... labels) {
    for (Scrapes.Line line :
        lines.computeIfAbsent(
            signal.name() + String.join("\n", labels),
            k ->
                names(signal).stream()
                    .map(name -> line(signal, name, labels))
                    .toArray(Scrapes.Line[]::new))) {
      target.sample(line, value);
    }
  }

  private Scrapes.Line line(Signal signal, String name, String... labels) {
    SortedMap<String, String> all = new TreeMap<>();
    all.put(Labels.METRIC, name);
    all.put("namespace", identity.namespace());
    if (signal.source() != Signal.Source.KUBE_STATE_METRICS) {
      all.put(
          "service",
          signal.source() == Signal.Source.EPP ? identity.service() : identity.deployment());
    }
    for (int i = 0; i < labels.length; i += 2) {
      if (!labels[i + 1].isEmpty()) { // an empty label is none
        all.put(labels[i], labels[i + 1]);
      }
    }
    return scrapes.line(new Labels(all));
  }

  private void histogram(Signal signal, BucketCounts counts, String... labels) {
    for (Scrapes.Line[] buckets :
        histograms.computeIfAbsent(
            signal.name() + String.join("\n", labels), k -> lines(signal, counts, labels))) {
      for (int i = 0; i <= counts.size(); i++) {
        epp.sample(buckets[i], counts.atMost(i));
      }
      epp.sample(buckets[counts.size() + 1], counts.sum());
      epp.sample(buckets[counts.size() + 2], counts.count());
    }
  }

  private Scrapes.Line[][] lines(Signal signal, BucketCounts counts, String[] labels) {
    List<Scrapes.Line[]> all = new ArrayList<>();
    for (String name : names(signal)) {
      Scrapes.Line[] buckets = new Scrapes.Line[counts.size() + 3];
      for (int i = 0; i <= counts.size(); i++) {
        String le =
            i == counts.size()
                ? "+Inf"
                : new BigDecimal(Double.toString(counts.bound(i)))
                    .stripTrailingZeros()
                    .toPlainString();
        buckets[i] = line(signal, name + "_bucket", with(labels, "le", le));
      }
      buckets[counts.size() + 1] = line(signal, name + "_sum", labels);
      buckets[counts.size() + 2] = line(signal, name + "_count", labels);
      all.add(buckets);
    }
    return all.toArray(Scrapes.Line[][]::new);
  }
}
