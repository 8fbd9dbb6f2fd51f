// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static loopbench.source.Answers.data;
import static loopbench.source.Answers.readings;
import static loopbench.source.Answers.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import loopbench.series.Reduction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client against a real server with history that {@code promtool} wrote. */
@Timeout(120)
class RealPrometheusTest {
  private static final Instant FROM = Instant.parse("2026-08-21T10:00:00Z");
  private static final Duration STEP = Duration.ofSeconds(15);
  private static final int DAYS = 2;
  private static final int SAMPLES = DAYS * 24 * 240 + 1;

  @TempDir static Path folder;
  private static RealPrometheus server;

  @BeforeAll
  static void start() throws Exception {
    RealPrometheus.backfill(folder, history());
    server = RealPrometheus.start(folder, "global: {}\n");
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** A long count; two pods, the second after a gap; and a series with NaN, zero and infinity. */
  private static String history() {
    long start = FROM.getEpochSecond();
    StringBuilder text = new StringBuilder("# TYPE long gauge\n");
    for (int i = 0; i < SAMPLES; i++) {
      text.append("long ").append(i).append(' ').append(start + 15L * i).append('\n');
    }
    text.append("# TYPE queue gauge\n");
    for (int i = 0; i < 4; i++) {
      text.append("queue{pod=\"epp-1\",namespace=\"a\"} %d %d\n".formatted(i, start + 15L * i));
    }
    for (int i = 60; i < 64; i++) {
      text.append("queue{pod=\"epp-2\",namespace=\"a\"} %d %d\n".formatted(i, start + 15L * i));
    }
    String[] odd = {"0", "NaN", "+Inf", "-Inf", "-0", "1e-300"};
    text.append("# TYPE odd gauge\n");
    for (int i = 0; i < odd.length; i++) {
      text.append("odd ").append(odd[i]).append(' ').append(start + 15L * i).append('\n');
    }
    return text.append("# EOF\n").toString();
  }

  private static QueryRange steps(int from, int to) {
    return QueryRange.of(
        FROM.plus(STEP.multipliedBy(from)), FROM.plus(STEP.multipliedBy(to)), STEP);
  }

  private static SourceAnswer fetch(String promql, QueryRange range) {
    return PrometheusSeries.fetch(
        server.connection(), new RangeQuery(Map.of("x", promql), range, Absent.KEEP), () -> false);
  }

  @Test
  void moreThanElevenThousandPointsComeWhole() {
    double[] values = data(fetch("long", steps(0, SAMPLES - 1))).series().series().get(0).values();
    assertThat(values).isEqualTo(IntStream.range(0, SAMPLES).asDoubleStream().toArray());
  }

  @Test
  void oneRequestMayAskForElevenThousandButNotForMuchMore() throws Exception {
    Limits more = new Limits(1 << 26, 100, 100, 100_000, 100_000, 11_002);
    SourceAnswer answer =
        PrometheusSeries.fetch(
            server.connection(),
            new RangeQuery(Map.of("x", "long"), steps(0, SAMPLES - 1), Absent.KEEP),
            () -> false,
            more);
    assertThat(sentence(answer)).contains("(HTTP 400)", "11,000 points");
  }

  @Test
  void absentNanAndZeroStayApart() {
    assertThat(readings(data(fetch("odd", steps(-2, 5))).series().series().get(0)))
        .isEqualTo("- - 0 nan Infinity -Infinity -0 1.0E-300");
    // A server repeats the last sample, of step 3, for its lookback of five minutes.
    QueryRange coarse =
        QueryRange.of(FROM.plusSeconds(330), FROM.plusSeconds(390), STEP.multipliedBy(2));
    assertThat(readings(data(fetch("sum(queue)", coarse)).series().series().get(0)))
        .isEqualTo("3 - -");
    assertThat(
            readings(
                data(fetch("queue{pod=\"none\"} or vector(0)", steps(0, 1)))
                    .series()
                    .series()
                    .get(0)))
        .isEqualTo("0 0");
  }

  @Test
  void severalQueriesShareOneClock() {
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("sum", "sum(queue)");
    queries.put("second", "queue{pod=\"epp-2\"}");
    SourceAnswer answer =
        PrometheusSeries.fetch(
            server.connection(), new RangeQuery(queries, steps(58, 62), Absent.ZERO), () -> false);
    assertThat(data(answer).series().series().stream().map(Answers::readings))
        .containsExactly("0 0 60 61 62", "0 0 60 61 62");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          sum(queue ~ the server refused the query (HTTP 400) ; 1:10: parse error: unclosed left parenthesis
          queue[5m] ~ the server refused the query (HTTP 400) ; invalid expression type "range vector"
          vector(1) + on() {__name__!=""} ~ (HTTP 422) ; found duplicate series for the match group
          queue ~ `x` is 2 series where one is needed; they differ in pod ("epp-1", "epp-2"); add sum()
          quue ~ `x` has no series between 2026-08-21T10:00:00Z and 2026-08-21T10:15:00Z
          """)
  void whatItRefusesIsToldInItsWords(String promql, String expected) {
    assertThat(sentence(fetch(promql, steps(0, 60)))).contains(expected.split(" ; "));
  }

  @Test
  void aWrongPathIsNoPrometheus() {
    Connection wrong = Connection.of("real", server.url() + "/elsewhere");
    assertThat(
            sentence(
                PrometheusSeries.fetch(
                    wrong,
                    new RangeQuery(Map.of("x", "long"), steps(0, 1), Absent.KEEP),
                    () -> false)))
        .contains("there is no Prometheus API at this address (HTTP 404)");
  }

  @Test
  void aSavedAnswerReadsAsTheServerAnswers() throws IOException, InterruptedException {
    QueryRange range = steps(0, 70);
    String saved =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            server.url()
                                + "/api/v1/query_range?query=queue&start=2026-08-21T10:00:00Z"
                                + "&end=2026-08-21T10:17:30Z&step=15s"))
                    .build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    SourceAnswer fromFile =
        FileSeries.read(
            saved.getBytes(),
            "saved.json",
            new FileQuery(
                Map.of("x", new Pick.Metric("queue", Map.of("namespace", "a"), Reduction.SUM)),
                Optional.of(range),
                Absent.KEEP));
    assertThat(readings(data(fromFile).series().series().get(0)))
        .isEqualTo(readings(data(fetch("sum(queue)", range)).series().series().get(0)));
  }
}
