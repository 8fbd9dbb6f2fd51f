// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import loopbench.loop.Pool;
import loopbench.loop.PoolLoop;
import loopbench.loop.PoolRun;
import loopbench.loop.PoolScenario;
import loopbench.loop.Scaling;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.scaling.keda.Preset;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import loopbench.series.Labels;
import loopbench.signal.Exposition;
import loopbench.signal.Scrapes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What a run exposes: as text, to whoever scrapes it, and to a real Prometheus. */
@Timeout(120)
class ExpositionTest {
  private static final long EPOCH_MS = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

  @TempDir Path folder;

  private static Labels labels(String... pairs) {
    Map<String, String> labels = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      labels.put(pairs[i], pairs[i + 1]);
    }
    return Labels.of(labels);
  }

  private static Exposition twoScrapes() {
    Scrapes scrapes = new Scrapes();
    Exposition exposition = new Exposition(1_000);
    Labels queue = labels("__name__", "llm_d_epp_flow_control_queue_size", "service", "a\"b\\c\nd");
    Labels total = labels("__name__", "llm_d_epp_request_total");
    Labels bucket = labels("__name__", "llm_d_epp_request_ttft_seconds_bucket", "le", "+Inf");
    scrapes.add(queue, 5_000, 3);
    scrapes.add(bucket, 5_000, 7);
    exposition.take(5_000, scrapes);
    scrapes.add(queue, 10_500, 0.25);
    scrapes.add(total, 10_500, 12);
    exposition.take(10_500, scrapes);
    return exposition;
  }

  private static String all(Exposition exposition) throws IOException {
    StringBuilder text = new StringBuilder();
    OpenMetricsWriter.all(exposition, EPOCH_MS, text);
    return text.toString();
  }

  @Test
  void aScrapeIsTextWithoutTimes() {
    assertThat(OpenMetricsWriter.at(twoScrapes(), 10_499))
        .isEqualTo(
            """
            # TYPE llm_d_epp_flow_control_queue_size gauge
            # HELP llm_d_epp_flow_control_queue_size requests held at the gateway
            llm_d_epp_flow_control_queue_size{service="a\\"b\\\\c\\nd"} 3
            # TYPE llm_d_epp_request_ttft_seconds histogram
            # UNIT llm_d_epp_request_ttft_seconds seconds
            llm_d_epp_request_ttft_seconds_bucket{le="+Inf"} 7
            # EOF
            """);
    assertThat(OpenMetricsWriter.at(twoScrapes(), 99_999))
        .as("what is not in the last scrape is absent, not zero")
        .contains("queue_size{service=\"a\\\"b\\\\c\\nd\"} 0.25\n")
        .contains("# TYPE llm_d_epp_request counter\n")
        .contains("llm_d_epp_request_total 12\n")
        .doesNotContain("ttft");
    assertThat(OpenMetricsWriter.at(twoScrapes(), 4_999)).isEqualTo("# EOF\n");
  }

  @Test
  void aRunIsTextWithTimes() throws IOException {
    assertThat(all(twoScrapes()))
        .contains(
            "queue_size{service=\"a\\\"b\\\\c\\nd\"} 3 1767225605\n"
                + "llm_d_epp_flow_control_queue_size{service=\"a\\\"b\\\\c\\nd\"} 0.25"
                + " 1767225610.500\n")
        .endsWith("llm_d_epp_request_total 12 1767225610.500\n# EOF\n");
  }

  private static PoolScenario scenario(ScaledObject scaler) {
    return scenario(scaler, Double.POSITIVE_INFINITY);
  }

  private static PoolScenario scenario(ScaledObject scaler, double restartS) {
    LoadModel load =
        LoadModel.open(
            Schedule.step(1, 120, 4),
            Spacing.POISSON,
            Lengths.normal(4_000, 300, 3_500, 4_500),
            Lengths.normal(300, 80, 100, 500));
    // One replica up to the end: text holds no marks of what has ended.
    PoolModel model =
        PoolModel.QWEN3_32B_2XH100.withGateway(Gateway.DEFAULTS.withRestartS(restartS));
    return PoolScenario.of(600, 7, Pool.of("", model, load, Scaling.Scaled.of(scaler)));
  }

  private static Exposition exposed(PoolScenario scenario) {
    Exposition exposition = new Exposition(10_000_000);
    assertThat(PoolLoop.expose(scenario, exposition, () -> false)).isTrue();
    return exposition;
  }

  /** Every number that is written is read back by the project's own reader. */
  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    Exposition exposition =
        exposed(scenario(Preset.QUEUE_DEPTH.at(new Preset.Place("ns", "epp", "m", "p", "d"))));
    assertThat(exposition.scrapes()).isEqualTo(121);
    assertThat(exposition.lines().size()).isGreaterThan(400);
    Raw read =
        OpenMetricsText.read(
            all(exposition),
            "x",
            new Limits(1 << 28, 100_000, 100, 10_000_000, 10_000_000, 1 << 20));
    assertThat(read.series()).hasSize(exposition.lines().size());
    Map<Labels, Samples> byLabels = new LinkedHashMap<>();
    read.series().forEach(samples -> byLabels.put(samples.labels(), samples));
    for (Exposition.Line line : exposition.lines()) {
      Samples samples = byLabels.get(line.labels());
      assertThat(samples.size()).as(line.labels().toString()).isEqualTo(line.size());
      double[] values = samples.series("x").values();
      for (int i = 0; i < line.size(); i++) {
        assertThat(samples.timeMs(i)).isEqualTo(EPOCH_MS + exposition.timeMs(line.scrape(i)));
        assertThat(values[i]).isEqualTo(line.value(i));
      }
    }
  }

  @Test
  void tooMuchEndsTheRunAndIsSaid() {
    Exposition small = new Exposition(1_000);
    PoolScenario scenario =
        scenario(Preset.QUEUE_DEPTH.at(new Preset.Place("ns", "epp", "m", "p", "d")));
    assertThat(PoolLoop.expose(scenario, small, () -> false)).isFalse();
    assertThat(small.samples()).isLessThanOrEqualTo(1_000);
  }

  @Test
  void aServerAnswersForTheRunsTime() throws Exception {
    AtomicLong runMs = new AtomicLong(6_000);
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (MetricsServer server = MetricsServer.start(free, twoScrapes(), runMs::get)) {
      assertThat(get(server, "/metrics").body()).contains("} 3\n").endsWith("# EOF\n");
      runMs.set(60_000);
      HttpResponse<String> later = get(server, "/metrics");
      assertThat(later.body()).contains("} 0.25\n");
      assertThat(later.headers().firstValue("Content-Type"))
          .contains(OpenMetricsWriter.CONTENT_TYPE);
      assertThat(get(server, "/").statusCode()).isEqualTo(404);
      HttpResponse<String> posted =
          HttpClient.newHttpClient()
              .send(
                  request(server, "/metrics").POST(HttpRequest.BodyPublishers.noBody()).build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(posted.statusCode()).isEqualTo(405);
    }
  }

  private static HttpRequest.Builder request(MetricsServer server, String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  private static HttpResponse<String> get(MetricsServer server, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(request(server, path).GET().build(), HttpResponse.BodyHandlers.ofString());
  }

  /** The one number that a query answers; empty where it answers nothing. */
  private static OptionalDouble asked(RealPrometheus server, String query, long timeMs)
      throws Exception {
    String url =
        server.url()
            + "/api/v1/query?time="
            + timeMs / 1000.0
            + "&query="
            + URLEncoder.encode(query, StandardCharsets.UTF_8);
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30)).build(),
                HttpResponse.BodyHandlers.ofString());
    JsonNode result = new ObjectMapper().readTree(answer.body()).get("data").get("result");
    if (result.isEmpty()) {
      return OptionalDouble.empty();
    }
    assertThat(result.size()).as(query).isEqualTo(1);
    return OptionalDouble.of(Double.parseDouble(result.get(0).get("value").get(1).asString()));
  }

  /** Every query of every preset of one pool, and forms that the guides' rules are made of. */
  private static List<String> queries() {
    Preset.Place place = new Preset.Place("ns", "epp", "m", "p", "d");
    Set<String> queries = new LinkedHashSet<>();
    for (Preset preset : Preset.values()) {
      for (Trigger trigger : preset.at(place).triggers()) {
        queries.add(trigger.metadata().get("query"));
      }
    }
    queries.addAll(
        List.of(
            "histogram_quantile(0.9, sum(rate(llm_d_epp_request_ttft_seconds_bucket[1m])) by (le))",
            "histogram_quantile(0.9, sum(rate(llm_d_epp_request_predicted_tpot_seconds_bucket[1m]))"
                + " by (le)) / 0.1",
            "sum(rate(llm_d_epp_request_total[1m]))",
            "sum(increase(llm_d_epp_flow_control_requests_total{outcome=\"Dispatched\"}[1m]))",
            "avg_over_time(llm_d_epp_flow_control_pool_saturation{stage=\"effective\"}[45s])"));
    return List.copyOf(queries);
  }

  /**
   * The guides' queries, answered by a real Prometheus from what the run exposed, and by the run
   * itself: the same numbers, sync by sync, with the gateway as it is and with it restarted on the
   * way, when all counters fall to 0.
   *
   * <p>Of what begins within a range, a Prometheus before 2.52 extrapolates further back than a
   * later one (prometheus/prometheus#13725); this project follows the later. Both say the same of
   * what fills the range, and only that is asked here, so that any Prometheus will do.
   */
  @ParameterizedTest(name = "gateway restarted at {0} s")
  @ValueSource(doubles = {Double.POSITIVE_INFINITY, 302})
  void aRealPrometheusReadsTheSame(double restartS) throws Exception {
    List<String> queries = queries();
    Trigger[] triggers = new Trigger[queries.size()];
    for (int i = 0; i < triggers.length; i++) {
      triggers[i] = Trigger.prometheus("q" + i, "http://p", queries.get(i), "1000000");
    }
    PoolScenario scenario = scenario(ScaledObject.of("s", "d", 1, 1, List.of(triggers)), restartS);
    PoolRun run = PoolLoop.run(scenario).first();
    RealPrometheus.backfill(folder, all(exposed(scenario)));
    int compared = 0;
    Set<String> answered = new LinkedHashSet<>();
    try (RealPrometheus server = RealPrometheus.start(folder, "global: {}\n")) {
      for (int q = 0; q < queries.size(); q++) {
        for (int i = 4; i < run.size(); i += 3) {
          double ours = run.value(q, i);
          long timeMs = EPOCH_MS + Math.round(run.timeS(i) * 1_000);
          OptionalDouble theirs = asked(server, queries.get(q), timeMs);
          String as = queries.get(q) + " at " + run.timeS(i) + " s";
          if (theirs.isEmpty()) {
            assertThat(ours).as(as).isNaN();
          } else {
            assertThat(ours).as(as).isCloseTo(theirs.getAsDouble(), within(1e-9));
            answered.add(queries.get(q));
            compared++;
          }
        }
      }
    }
    assertThat(compared).isGreaterThan(150);
    Set<String> unanswered = new LinkedHashSet<>(queries);
    unanswered.removeAll(answered);
    // What a rule records is not scraped, so it is not exposed: a Prometheus records it itself.
    assertThat(unanswered).allMatch(query -> query.contains("epp:"));
  }
}
