// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import loopbench.source.SimulatedPool.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the files in {@code samples/series} anew. Not a test by its name, so that it runs only when
 * asked for; how, and how the recording relates to time, is told in {@code samples/README.md}.
 *
 * <p>For the incident it starts the simulated EPP, the one that replaces it, kube-state-metrics and
 * a real Prometheus that scrapes them, and asks its API for the whole.
 */
final class RecordSamples {
  static final Instant FROM = Instant.parse("2026-08-21T10:00:00Z");
  static final Instant TO = Instant.parse("2026-08-21T11:30:00Z");
  static final String QUERY = "{__name__=~\"llm_d_epp_.*|kube_deployment_.*\"}";
  static final long SEED = 8;

  /** The EPP is scraped 4.3 s after the step, kube-state-metrics 11.7 s. */
  static final int EPP_LATE_S = 4;

  static final int KUBE_LATE_S = 11;

  private static final int PAST_THE_SECOND_EPP_MS = 300;
  private static final int PAST_THE_SECOND_KUBE_MS = 700;
  private static final int LONGEST_SCRAPING_S = 600;

  /** Scrapes come much faster than the 15 s that they stand for. */
  private static final String CONFIG =
      """
      global: {scrape_interval: 500ms, scrape_timeout: 500ms}
      storage: {tsdb: {out_of_order_time_window: 36500d}}
      scrape_configs:
        - job_name: optimized-baseline-epp
          static_configs:
            - targets: ["127.0.0.1:%d"]
              labels: {namespace: %s, service: %s-epp, pod: %s-epp-6d5f7c9b48-x2k4p, instance: "10.4.2.17:9090"}
            - targets: ["127.0.0.1:%d"]
              labels: {namespace: %s, service: %s-epp, pod: %s-epp-6d5f7c9b48-9wq7t, instance: "10.4.3.8:9090"}
        - job_name: kube-state-metrics
          honor_labels: true
          static_configs:
            - targets: ["127.0.0.1:%d"]
              labels: {instance: "10.4.0.5:8080"}
      """;

  /** Seen from the module's folder, where its tests run. */
  private static final Path SAMPLES = Path.of("..", "samples", "series");

  @Test
  void queueIncident(@TempDir Path folder) throws Exception {
    Files.writeString(SAMPLES.resolve("queue-incident.json"), record(folder));
  }

  @Test
  void latencyStep() throws Exception {
    Files.writeString(SAMPLES.resolve("latency-step.csv"), LatencyStep.table());
  }

  @Test
  void latencyWalk() throws Exception {
    Files.writeString(SAMPLES.resolve("latency-walk.csv"), LatencyWalk.table());
  }

  /** The moments a target is scraped at: from the last before the range to the last in it. */
  static List<State> moments(int lateS) {
    int step = SimulatedEpp.SCRAPE_S;
    int length = (int) (TO.getEpochSecond() - FROM.getEpochSecond());
    return SimulatedPool.run(SEED, lateS - step, length).stream()
        .filter(s -> Math.floorMod(s.second() - lateS, step) == 0)
        .toList();
  }

  private static String record(Path folder) throws IOException, InterruptedException {
    long startMs = FROM.toEpochMilli();
    String pool = SimulatedEpp.POOL;
    String space = SimulatedEpp.NAMESPACE;
    List<State> epp = moments(EPP_LATE_S);
    List<State> kube = moments(KUBE_LATE_S);
    try (SimulatedEpp first = SimulatedEpp.epp(epp, startMs, PAST_THE_SECOND_EPP_MS, false);
        SimulatedEpp second = SimulatedEpp.epp(epp, startMs, PAST_THE_SECOND_EPP_MS, true);
        SimulatedEpp state = SimulatedEpp.kubeStateMetrics(kube, startMs, PAST_THE_SECOND_KUBE_MS);
        RealPrometheus prometheus =
            RealPrometheus.start(
                folder,
                CONFIG.formatted(
                    first.port(),
                    space,
                    pool,
                    pool,
                    second.port(),
                    space,
                    pool,
                    pool,
                    state.port()),
                // Samples with a time of their own get no staleness marker when their target is
                // gone; a lookback of one scrape ends a series where the marker would have.
                "--query.lookback-delta=15s")) {
      for (SimulatedEpp target : List.of(first, second, state)) {
        if (!target.done().await(LONGEST_SCRAPING_S, TimeUnit.SECONDS)) {
          throw new IllegalStateException("Prometheus did not scrape everything in time");
        }
      }
      return ask(prometheus);
    }
  }

  private static String ask(RealPrometheus prometheus) throws IOException, InterruptedException {
    URI uri =
        URI.create(
            prometheus.url()
                + "/api/v1/query_range?query="
                + URLEncoder.encode(QUERY, StandardCharsets.UTF_8)
                + "&start="
                + FROM
                + "&end="
                + TO
                + "&step=15s");
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(answer.body());
    }
    // The only change to the answer: each series begins on a line of its own.
    return answer.body().replace("{\"metric\":", "\n{\"metric\":") + "\n";
  }
}
