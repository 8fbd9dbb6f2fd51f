// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import loopbench.source.SimulatedPool.State;

/**
 * Serves what a {@link SimulatedPool} shows under the names, types and labels that llm-d's EPP and
 * kube-state-metrics use. The n-th scrape answers the n-th moment of the incident, 15 s after the
 * one before, with that moment as the samples' explicit time; so the incident does not depend on
 * how fast it is scraped. A gauge with request labels appears with the first such request, as in
 * the EPP.
 */
final class SimulatedEpp implements AutoCloseable {
  static final String POOL = "optimized-baseline";
  static final String NAMESPACE = "llm-d-optimized-baseline";
  static final String MODEL = "Qwen/Qwen3-32B";
  static final int SCRAPE_S = 15;

  /** The first scrapes load classes and may come too late for Prometheus: they get nothing. */
  private static final int WARM_UP_SCRAPES = 20;

  /** What a scrape at a moment exposes; nothing where no EPP runs. */
  private interface Exposed {
    List<MetricSnapshot> at(State state, long timeMs);
  }

  private final HTTPServer server;
  private final CountDownLatch done = new CountDownLatch(1);

  private SimulatedEpp(List<State> moments, long startMs, int lateMs, Exposed exposed)
      throws IOException {
    AtomicInteger next = new AtomicInteger(-WARM_UP_SCRAPES);
    PrometheusRegistry registry = new PrometheusRegistry();
    registry.register(
        (MultiCollector)
            () -> {
              int n = next.getAndIncrement();
              if (n > moments.size()) {
                // One more scrape has come since the last moment's: that one is stored.
                done.countDown();
              }
              if (n < 0 || n >= moments.size()) {
                return MetricSnapshots.of();
              }
              State state = moments.get(n);
              return new MetricSnapshots(
                  exposed.at(state, startMs + state.second() * 1000L + lateMs));
            });
    server = HTTPServer.builder().hostname("127.0.0.1").port(0).registry(registry).buildAndStart();
  }

  /** The EPP that runs until it is lost, or the one that takes its place. */
  static SimulatedEpp epp(List<State> moments, long startMs, int lateMs, boolean second)
      throws IOException {
    return new SimulatedEpp(
        moments,
        startMs,
        lateMs,
        (state, timeMs) -> {
          boolean mine =
              second
                  ? state.second() >= SimulatedPool.EPP_BACK_S
                  : state.second() < SimulatedPool.EPP_LOST_S;
          return mine ? epp(state, timeMs) : List.of();
        });
  }

  static SimulatedEpp kubeStateMetrics(List<State> moments, long startMs, int lateMs)
      throws IOException {
    return new SimulatedEpp(moments, startMs, lateMs, SimulatedEpp::kubeStateMetrics);
  }

  int port() {
    return server.getPort();
  }

  /** Counted down when every moment was scraped and a scrape more. */
  CountDownLatch done() {
    return done;
  }

  private static List<MetricSnapshot> epp(State state, long timeMs) {
    List<MetricSnapshot> all = new ArrayList<>();
    GaugeSnapshot.Builder queue = gauge("llm_d_epp_flow_control_queue_size");
    GaugeSnapshot.Builder running = gauge("llm_d_epp_request_running");
    CounterSnapshot.Builder requests = CounterSnapshot.builder().name("llm_d_epp_request");
    for (int tenant = 0; tenant < SimulatedPool.TENANTS; tenant++) {
      if (state.requests()[tenant] == 0) {
        continue;
      }
      Labels request =
          Labels.of(
              "fairness_id",
              SimulatedPool.TENANT.get(tenant),
              "priority",
              "0",
              "model_name",
              MODEL,
              "target_model_name",
              MODEL);
      queue.dataPoint(
          point(state.queued()[tenant], request.merge(Labels.of("inference_pool", POOL)), timeMs));
      running.dataPoint(point(state.running()[tenant], request, timeMs));
      requests.dataPoint(
          CounterDataPointSnapshot.builder()
              .value(state.requests()[tenant])
              .labels(request)
              .scrapeTimestampMillis(timeMs)
              .build());
    }
    all.add(queue.build());
    all.add(running.build());
    all.add(requests.build());
    all.add(
        gauge("llm_d_epp_flow_control_pool_saturation")
            .dataPoint(point(state.saturation(), Labels.of("inference_pool", POOL), timeMs))
            .build());
    all.add(
        gauge("llm_d_epp_ready_endpoints")
            .dataPoint(point(state.ready(), Labels.of("name", POOL), timeMs))
            .build());
    return all;
  }

  private static List<MetricSnapshot> kubeStateMetrics(State state, long timeMs) {
    List<MetricSnapshot> all = new ArrayList<>();
    addDeployment(all, "status_replicas", State::replicas, state, timeMs);
    addDeployment(all, "status_replicas_ready", State::ready, state, timeMs);
    addDeployment(all, "status_replicas_unavailable", s -> s.replicas() - s.ready(), state, timeMs);
    return all;
  }

  private static void addDeployment(
      List<MetricSnapshot> all,
      String name,
      ToDoubleFunction<State> value,
      State state,
      long timeMs) {
    Labels deployment = Labels.of("namespace", NAMESPACE, "deployment", POOL + "-decode");
    all.add(
        gauge("kube_deployment_" + name)
            .dataPoint(point(value.applyAsDouble(state), deployment, timeMs))
            .build());
  }

  private static GaugeSnapshot.Builder gauge(String name) {
    return GaugeSnapshot.builder().name(name);
  }

  private static GaugeDataPointSnapshot point(double value, Labels labels, long timeMs) {
    return GaugeDataPointSnapshot.builder()
        .value(value)
        .labels(labels)
        .scrapeTimestampMillis(timeMs)
        .build();
  }

  @Override
  public void close() {
    server.close();
  }
}
