// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static loopbench.source.Answers.data;
import static loopbench.source.Answers.readings;
import static loopbench.source.Answers.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import loopbench.series.Clock;
import loopbench.series.Labels;
import loopbench.series.Series;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client against servers on loopback that behave, and that do not. */
@Timeout(60)
class PrometheusSeriesTest {
  private static final Instant FROM = Instant.parse("2026-08-21T10:00:00Z");
  private static final QueryRange FOUR =
      QueryRange.of(FROM, FROM.plusSeconds(45), Duration.ofSeconds(15));
  private static final String TOKEN = "s3cr3t-token.with-dots";

  private static SourceAnswer fetch(Connection connection, QueryRange range) {
    return PrometheusSeries.fetch(
        connection, new RangeQuery(Map.of("queue", "sum(q)"), range, Absent.KEEP), () -> false);
  }

  private static SourceAnswer fetch(FakePrometheus server) {
    return fetch(server.connection(), FOUR);
  }

  private static String matrix(String... series) {
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
        + String.join(",", series)
        + "]}}";
  }

  private static String one(String labels, String values) {
    return "{\"metric\":{" + labels + "},\"values\":[" + values + "]}";
  }

  /** Answers every instant asked for, refusing more than 11,000 points as Prometheus does. */
  private static FakePrometheus real() {
    return new FakePrometheus(
        (exchange, asked) -> {
          long start = Math.round(Double.parseDouble(asked.get("start")) * 1000);
          long end = Math.round(Double.parseDouble(asked.get("end")) * 1000);
          long step = Math.round(Double.parseDouble(asked.get("step")) * 1000);
          if ((end - start) / step > 11_000) {
            FakePrometheus.send(
                exchange,
                400,
                "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"exceeded maximum"
                    + " resolution of 11,000 points per timeseries. Try decreasing the query"
                    + " resolution (?step=XX)\"}");
            return;
          }
          StringBuilder points = new StringBuilder();
          for (long t = start; t <= end; t += step) {
            points.append(points.isEmpty() ? "" : ",");
            points.append("[" + t / 1000.0 + ",\"" + t / step + "\"]");
          }
          FakePrometheus.send(exchange, 200, matrix(one("", points.toString())));
        });
  }

  @Nested
  class Answered {
    @Test
    void aQueryIsAskedOnTheStepAndItsAnswerStandsOnThatClock() {
      String values = "[1787306400,\"3\"],[1787306415,\"NaN\"],[1787306445,\"0\"]";
      try (FakePrometheus server = FakePrometheus.answering(200, matrix(one("", values)))) {
        QueryRange askew =
            QueryRange.of(FROM.plusMillis(7_300), FROM.plusSeconds(59), Duration.ofSeconds(15));
        SourceAnswer.Data data = data(fetch(server.connection(), askew));
        assertThat(data.series().clock()).isEqualTo(Clock.regular(FROM.toEpochMilli(), 15_000, 4));
        assertThat(readings(data.series().named("queue").get())).isEqualTo("3 nan - 0");
        assertThat(server.asked.get(0))
            .isEqualTo(
                Map.of(
                    "query", "sum(q)", "start", "1787306400", "end", "1787306445", "step", "15"));
        assertThat(server.paths).containsExactly("/api/v1/query_range");
        assertThat(server.methods).containsExactly("GET");
        assertThat(server.authorizations).containsExactly("null");
        assertThat(data.provenance().origin()).isEqualTo("prod (" + server.url() + ")");
        assertThat(data.provenance().range()).contains(FOUR);
        assertThat(data.provenance().sha256()).isEqualTo(CanonicalHash.of(data.series()));
      }
    }

    /** However a moment later falls between two steps, what was read is read again. */
    @Test
    void refreshedTenTimesTheOldPointsAreTheSame() {
      try (FakePrometheus server = real()) {
        Map<Long, Double> seen = new HashMap<>();
        for (int refresh = 0; refresh < 10; refresh++) {
          QueryRange last =
              QueryRange.last(
                  Duration.ofMinutes(10),
                  Duration.ofSeconds(15),
                  FROM.plusMillis(7_003L * refresh));
          Series series = data(fetch(server.connection(), last)).series().series().get(0);
          assertThat(series.size()).isEqualTo(41);
          for (int i = 0; i < series.size(); i++) {
            Double before = seen.putIfAbsent(series.clock().timeMs(i), series.value(i));
            assertThat(before == null || before == series.value(i)).isTrue();
          }
        }
        // 63 s later there are 4 instants more, and none between those that were there.
        assertThat(seen).hasSize(45);
      }
    }

    @Test
    void severalQueriesKeepTheirOrder() {
      Map<String, String> queries = new LinkedHashMap<>();
      queries.put("z", "up");
      queries.put("a", "sum(rate(x{a=\"b+c&d\"}[1m]))");
      try (FakePrometheus server = real()) {
        SourceAnswer.Data data =
            data(
                PrometheusSeries.fetch(
                    server.connection(), new RangeQuery(queries, FOUR, Absent.KEEP), () -> false));
        assertThat(data.series().names()).containsExactly("z", "a");
        assertThat(server.asked.get(1)).containsEntry("query", queries.get("a"));
        assertThat(data.provenance().queries()).isEqualTo(queries);
      }
    }

    @Test
    void aStepBelowASecondIsAskedExactly() {
      try (FakePrometheus server = real()) {
        SourceAnswer answer = fetch(server.connection(), new QueryRange(1_000, 1_500, 250));
        assertThat(readings(data(answer).series().series().get(0))).isEqualTo("4 5 6");
        assertThat(server.asked.get(0))
            .containsEntry("start", "1")
            .containsEntry("end", "1.5")
            .containsEntry("step", "0.25");
      }
    }

    @Test
    void aLongQueryIsSentAsAForm() {
      String promql = "sum(q{pod=~\"" + "x|".repeat(3_000) + "y\"})";
      try (FakePrometheus server = real()) {
        data(
            PrometheusSeries.fetch(
                server.connection(),
                new RangeQuery(Map.of("queue", promql), FOUR, Absent.KEEP),
                () -> false));
        assertThat(server.methods).containsExactly("POST");
        assertThat(server.asked.get(0)).containsEntry("query", promql);
      }
    }

    @Test
    void aServerBelowAPathIsAskedThere() {
      try (FakePrometheus server = real()) {
        data(fetch(Connection.of("prod", server.url() + "/prom/"), FOUR));
        assertThat(server.paths).containsExactly("/prom/api/v1/query_range");
      }
    }

    @Test
    void sevenDaysComeInPartsWithoutDuplicateOrGap() {
      QueryRange week = QueryRange.of(FROM, FROM.plus(Duration.ofDays(7)), Duration.ofSeconds(15));
      try (FakePrometheus server = real()) {
        Series series = data(fetch(server.connection(), week)).series().series().get(0);
        assertThat(server.asked).hasSize(4);
        assertThat(series.size()).isEqualTo(40_321);
        assertThat(series.clock()).isEqualTo(week.clock());
        long first = FROM.getEpochSecond() / 15;
        assertThat(series.values())
            .isEqualTo(LongStream.rangeClosed(first, first + 40_320).asDoubleStream().toArray());
        assertThat(series.labels()).isEqualTo(Labels.NONE);
      }
    }

    @Test
    void warningsAreKeptOnce() {
      String body =
          matrix(one("", "[1787306400,\"3\"]"))
              .replaceFirst("\\{", "{\"warnings\":[\"partial response\"],");
      try (FakePrometheus server = FakePrometheus.answering(200, body)) {
        Map<String, String> two = new LinkedHashMap<>();
        two.put("a", "a");
        two.put("b", "b");
        SourceAnswer answer =
            PrometheusSeries.fetch(
                server.connection(), new RangeQuery(two, FOUR, Absent.ZERO), () -> false);
        assertThat(data(answer).provenance().warnings()).containsExactly("partial response");
        assertThat(readings(data(answer).series().series().get(0))).isEqualTo("3 0 0 0");
      }
    }

    @Test
    void theTokenIsSentAndShownNowhere() {
      try (FakePrometheus server = real()) {
        Connection connection = server.connection().withBearerToken(TOKEN + "\n");
        SourceAnswer answer = fetch(connection, FOUR);
        assertThat(server.authorizations).containsExactly("Bearer " + TOKEN);
        assertThat(answer + " " + connection).doesNotContain(TOKEN);
      }
    }
  }

  @Nested
  class Refused {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            400 | {"status":"error","errorType":"bad_data","error":"1:5: parse error: unclosed left parenthesis"} | the server refused the query (HTTP 400): 1:5: parse error: unclosed left parenthesis; mend the query.
            422 | {"status":"error","errorType":"execution","error":"found duplicate series"} | the server could not evaluate the query (HTTP 422): found duplicate series; mend the query.
            401 | Unauthorized | the server asks for credentials (HTTP 401): Unauthorized; give connection `prod` a bearer token.
            403 | '' | the server does not allow this query (HTTP 403); ask for the right to read metrics
            404 | 404 page not found | there is no Prometheus API at this address (HTTP 404): 404 page not found; check the address
            429 | '' | the server is overloaded or out of order (HTTP 429)
            503 | {"status":"error","errorType":"timeout","error":"query timed out"} | out of order (HTTP 503): query timed out; try again later
            500 | boom | the server answered HTTP 500: boom
            200 | {"status":"error","errorType":"internal","error":"boom"} | the server could not answer (internal): boom
            200 | {"status":"success","data":{"resultType":"vector","result":[]}} | the server answered a vector to a range query
            200 | {"status":"success","data":{"resultType":"matrix","result":[]}} | `queue` has no series between 2026-08-21T10:00:00Z and 2026-08-21T10:00:45Z; check the metric
            200 | <html>Sign in</html> | the answer is a web page, not JSON; check that the address
            200 | {"status":"success","data":{"resultType":"matrix","result":[{"met | the answer stops in the middle, at line 1, column 66
            200 | '' | the answer is empty; fetch it again
            200 | {"status":success} | the JSON is malformed at line 1, column
            """)
    void everyAnswerThatIsNoneGivesASentence(int status, String body, String expected) {
      try (FakePrometheus server = FakePrometheus.answering(status, body)) {
        assertThat(sentence(fetch(server)))
            .startsWith("prod (" + server.url() + "), series `queue`: ")
            .contains(expected)
            .endsWith(".");
      }
    }

    @Test
    void threeSeriesWhereOneIsNeeded() {
      String body =
          matrix(
              one("\"pod\":\"epp-1\",\"ns\":\"a\"", "[1787306400,\"3\"]"),
              one("\"pod\":\"epp-2\",\"ns\":\"a\"", "[1787306400,\"3\"]"),
              one("\"pod\":\"epp-3\",\"ns\":\"a\"", "[1787306400,\"3\"]"));
      try (FakePrometheus server = FakePrometheus.answering(200, body)) {
        assertThat(sentence(fetch(server)))
            .endsWith(
                "`queue` is 3 series where one is needed; they differ in pod (\"epp-1\","
                    + " \"epp-2\", \"epp-3\"); add sum() (or max, avg) around the query, or pin the"
                    + " label in it.");
      }
    }

    @Test
    void seriesThatFollowEachOtherAreSeveralToo() {
      Limits two = new Limits(1 << 20, 100, 100, 100, 100, 2);
      try (FakePrometheus server =
          new FakePrometheus(
              (exchange, asked) ->
                  FakePrometheus.send(
                      exchange,
                      200,
                      matrix(
                          one(
                              "\"pod\":\"" + asked.get("start") + "\"",
                              "[" + asked.get("start") + ",\"1\"]"))))) {
        SourceAnswer answer =
            PrometheusSeries.fetch(
                server.connection(),
                new RangeQuery(Map.of("queue", "q"), FOUR, Absent.KEEP),
                () -> false,
                two);
        assertThat(sentence(answer))
            .contains("`queue` is 2 series", "pod (\"1787306400\", \"1787306430\")");
      }
    }

    @Test
    void aChangedStepIsNoticed() {
      String body = matrix(one("", "[1787306400,\"3\"],[1787306410,\"3\"]"));
      try (FakePrometheus server = FakePrometheus.answering(200, body)) {
        assertThat(sentence(fetch(server)))
            .contains(
                "the server answered at 2026-08-21T10:00:10Z, which was not asked for: it changed"
                    + " the step of 15 s or the range");
      }
    }

    @Test
    void aServerThatStopsMidAnswer() {
      try (FakePrometheus server =
          new FakePrometheus(
              (exchange, asked) -> {
                exchange.sendResponseHeaders(200, 1_000);
                exchange.getResponseBody().write("{\"status\":\"success\"".getBytes());
                exchange.getResponseBody().flush();
              })) {
        assertThat(sentence(fetch(server)))
            .contains("the server stopped in the middle of its answer, after 19 bytes; fetch it")
            .contains("again; what came so far is not used.");
      }
    }

    @Test
    void aServerThatStopsInTheMiddleOfAChunk() throws Exception {
      String sent =
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n400\r\n{\"status\":\"success\"";
      try (RawServer server = new RawServer(sent)) {
        assertThat(sentence(fetch(server.connection(), FOUR)))
            .contains("the server stopped in the middle of its answer");
      }
    }

    @ParameterizedTest
    @CsvSource({
      "''",
      "'garbage\r\n\r\n'",
      "'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}'",
      "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'"
    })
    void aServerThatSpeaksNoHttp(String sent) throws Exception {
      try (RawServer server = new RawServer(sent)) {
        assertThat(sentence(fetch(server.connection(), FOUR)))
            .containsAnyOf("the connection broke before an answer came", "stopped in the middle");
      }
    }

    @Test
    void aSilentServerIsNotWaitedForLongerThanTheTimeout() {
      CountDownLatch reached = new CountDownLatch(1);
      try (FakePrometheus server = silent(reached)) {
        Connection impatient = server.connection().withTimeout(Duration.ofMillis(300));
        assertThat(sentence(fetch(impatient, FOUR)))
            .contains(
                "no answer within 300 ms; ask for less at once, or give connection `prod` a"
                    + " longer timeout.");
        assertThat(reached.getCount()).isZero();
      }
    }

    @Test
    void aServerThatStallsInTheMiddleIsNotWaitedForEither() {
      try (FakePrometheus server =
          new FakePrometheus(
              (exchange, asked) -> {
                exchange.sendResponseHeaders(200, 1_000);
                exchange.getResponseBody().write("{\"status\":".getBytes());
                exchange.getResponseBody().flush();
                hold();
              })) {
        Connection impatient = server.connection().withTimeout(Duration.ofMillis(500));
        assertThat(sentence(fetch(impatient, FOUR)))
            .contains("the answer was not complete within 500 ms, 10 bytes had come");
      }
    }

    @Test
    void cancellingEndsTheWait() {
      CountDownLatch reached = new CountDownLatch(1);
      try (FakePrometheus server = silent(reached)) {
        SourceAnswer answer =
            PrometheusSeries.fetch(
                server.connection(),
                new RangeQuery(Map.of("queue", "q"), FOUR, Absent.KEEP),
                () -> reached.getCount() == 0);
        assertThat(sentence(answer)).contains("stopped before the answer was complete");
      }
    }

    @Test
    void cancelledBeforeItBeginsAsksNothing() {
      try (FakePrometheus server = real()) {
        SourceAnswer answer =
            PrometheusSeries.fetch(
                server.connection(),
                new RangeQuery(Map.of("queue", "q"), FOUR, Absent.KEEP),
                () -> true);
        assertThat(sentence(answer)).contains("stopped before the answer was complete");
        assertThat(server.asked).isEmpty();
      }
    }

    @Test
    void anInterruptCountsAsCancelled() throws Exception {
      CountDownLatch reached = new CountDownLatch(1);
      AtomicBoolean flag = new AtomicBoolean();
      StringBuilder said = new StringBuilder();
      try (FakePrometheus server = silent(reached)) {
        Thread worker =
            new Thread(
                () -> {
                  said.append(sentence(fetch(server)));
                  flag.set(Thread.currentThread().isInterrupted());
                });
        worker.start();
        assertThat(reached.await(30, TimeUnit.SECONDS)).isTrue();
        worker.interrupt();
        worker.join(30_000);
        assertThat(said).contains("stopped before the answer was complete");
        assertThat(flag).isTrue();
      }
    }

    @Test
    void nobodyListens() throws IOException {
      int port;
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = free.getLocalPort();
      }
      assertThat(sentence(fetch(Connection.of("prod", "http://127.0.0.1:" + port), FOUR)))
          .isEqualTo(
              "prod (http://127.0.0.1:%d), series `queue`: the server cannot be reached at"
                      .formatted(port)
                  + " 127.0.0.1:%d; start it or the port-forward to it, or check the address of"
                      .formatted(port)
                  + " connection `prod`.");
    }

    @Test
    void plainHttpWhereHttpsWasExpected() throws Exception {
      try (RawServer server = new RawServer("HTTP/1.0 400 Bad Request\r\n\r\n")) {
        String https = server.connection().baseUrl().toString().replace("http:", "https:");
        assertThat(sentence(fetch(Connection.of("prod", https), FOUR)))
            .contains("no secure connection")
            .contains("check that the address is https");
      }
    }

    @Test
    void aRedirectIsNotFollowed() {
      try (FakePrometheus elsewhere = real();
          FakePrometheus server =
              new FakePrometheus(
                  (exchange, asked) -> {
                    exchange
                        .getResponseHeaders()
                        .set("Location", elsewhere.url() + "/api/v1/query_range");
                    exchange.sendResponseHeaders(302, -1);
                  })) {
        assertThat(sentence(fetch(server.connection().withBearerToken(TOKEN), FOUR)))
            .contains(
                "the server sends on to "
                    + elsewhere.url()
                    + "/api/v1/query_range (HTTP 302), which is not followed");
        assertThat(elsewhere.asked).isEmpty();
      }
    }

    @Test
    void anAnswerTooLargeIsCutOff() {
      AtomicBoolean brokeOff = new AtomicBoolean();
      CountDownLatch done = new CountDownLatch(1);
      try (FakePrometheus server =
          new FakePrometheus(
              (exchange, asked) -> {
                exchange.sendResponseHeaders(200, 0);
                byte[] blanks = " ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
                try (OutputStream out = exchange.getResponseBody()) {
                  for (int i = 0; i < 1_000_000; i++) {
                    out.write(blanks);
                  }
                } catch (IOException e) {
                  brokeOff.set(true);
                } finally {
                  done.countDown();
                }
              })) {
        SourceAnswer answer =
            PrometheusSeries.fetch(
                server.connection(),
                new RangeQuery(Map.of("queue", "q"), FOUR, Absent.KEEP),
                () -> false,
                new Limits(1 << 20, 100, 100, 100, 100, 100));
        assertThat(sentence(answer)).contains("the answer is longer than 1,048,576 bytes");
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(brokeOff).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Test
    void aRangeBeyondMemoryIsNotAskedFor() {
      try (FakePrometheus server = real()) {
        QueryRange years =
            QueryRange.of(FROM, FROM.plus(Duration.ofDays(3_650)), Duration.ofSeconds(1));
        assertThat(sentence(fetch(server.connection(), years)))
            .contains("1 series at 315,360,001 instants are more than the 5,000,000 values");
        assertThat(server.asked).isEmpty();
      }
    }

    @ParameterizedTest
    @CsvSource({"200", "302", "400", "401", "403", "500"})
    void aServerThatQuotesTheTokenIsNotBelieved(int status) {
      try (FakePrometheus server =
          new FakePrometheus(
              (exchange, asked) -> {
                String token = exchange.getRequestHeaders().getFirst("Authorization");
                exchange.getResponseHeaders().set("Location", "/login?token=" + token);
                FakePrometheus.send(exchange, status, token + " is wrong");
              })) {
        String sentence = sentence(fetch(server.connection().withBearerToken(TOKEN), FOUR));
        assertThat(sentence).doesNotContain(TOKEN).doesNotContain(TOKEN.substring(0, 8));
      }
    }

    @Test
    void aRefusedTokenSaysSo() {
      try (FakePrometheus server = FakePrometheus.answering(401, "")) {
        assertThat(sentence(fetch(server.connection().withBearerToken(TOKEN), FOUR)))
            .contains(
                "the server does not accept the bearer token (HTTP 401); renew the bearer token"
                    + " of connection `prod`.");
      }
    }

    @Test
    void aLongErrorPageIsCutToASentence() {
      try (FakePrometheus server =
          FakePrometheus.answering(500, "<p>oh\n no</p>".repeat(100_000))) {
        String sentence = sentence(fetch(server));
        assertThat(sentence).contains("<p>oh no</p>").hasSizeLessThan(700);
        assertThat(sentence.lines().count()).isEqualTo(1);
      }
    }
  }

  private static FakePrometheus silent(CountDownLatch reached) {
    return new FakePrometheus(
        (exchange, asked) -> {
          reached.countDown();
          hold();
        });
  }

  /** Keeps a request open until the server's threads are interrupted by its end. */
  private static void hold() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends the same bytes to whoever connects, then closes. */
  private static final class RawServer implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());

    RawServer(String sent) throws IOException {
      Thread thread =
          new Thread(
              () -> {
                while (!listening.isClosed()) {
                  try (Socket socket = listening.accept()) {
                    socket.getInputStream().read(new byte[4096]);
                    socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
                  } catch (IOException e) {
                    // The test is over, or the client gave up: both are fine.
                  }
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    Connection connection() {
      return Connection.of("prod", "http://127.0.0.1:" + listening.getLocalPort());
    }

    @Override
    public void close() throws IOException {
      listening.close();
    }
  }
}
