// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import loopbench.series.Labels;
import loopbench.series.Reduction;

/**
 * Series from a live Prometheus, or a server that speaks its HTTP API, by {@code query_range}.
 *
 * <p>A range of more than 11,000 instants is fetched in consecutive parts and joined; an instant
 * belongs to exactly one part. The clock of the answer is every instant of the aligned range.
 * Redirects are not followed: they would carry the token to an address nobody named.
 */
public final class PrometheusSeries {
  private static final String PATH = "/api/v1/query_range";

  private static final String BUILD = "/api/v1/status/buildinfo";
  private static final int LONGEST_BUILD_INFO = 64 << 10;

  /** Longer questions are sent as a form, since servers and proxies limit the address line. */
  private static final int LONGEST_GET = 2_000;

  private PrometheusSeries() {}

  /**
   * Fetches each query in turn. Blocks until all is there, something failed or {@code cancelled}
   * says so; may be interrupted, which counts as cancelled.
   */
  public static SourceAnswer fetch(
      Connection connection, RangeQuery query, BooleanSupplier cancelled) {
    return fetch(connection, query, cancelled, Limits.STANDARD);
  }

  static SourceAnswer fetch(
      Connection connection, RangeQuery query, BooleanSupplier cancelled, Limits limits) {
    try {
      return new Fetch(connection, query, cancelled, limits).all();
    } catch (Refusal e) {
      SourceProblem problem = e.problem();
      return new SourceAnswer.Refused(
          new SourceProblem(
              connection.redact(problem.what()),
              connection.redact(problem.where()),
              connection.redact(problem.whatNow())));
    }
  }

  /**
   * What the server says of itself, such as {@code 2.42.0}; empty where it does not say. Asks once,
   * for the record of an answer that is kept.
   */
  public static String serverVersion(Connection connection, BooleanSupplier cancelled) {
    try {
      HttpResponse<byte[]> response =
          Exchange.send(
              Shared.CLIENT,
              request(connection, URI.create(base(connection) + BUILD)).GET().build(),
              connection,
              connection.shown(),
              LONGEST_BUILD_INFO,
              cancelled);
      return response.statusCode() == 200 ? PrometheusAnswer.version(response.body()) : "";
    } catch (Refusal e) {
      return "";
    }
  }

  private static String base(Connection connection) {
    return connection.baseUrl().toString().replaceAll("/+$", "");
  }

  private static HttpRequest.Builder request(Connection connection, URI address) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address).header("Accept", "application/json");
    connection.bearerToken().ifPresent(t -> request.header("Authorization", "Bearer " + t));
    return request;
  }

  /** One client for all: it owns a thread that JDK 17 gives no way to end. */
  private static final class Shared {
    static final HttpClient CLIENT =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  private static final class Fetch {
    private final Connection connection;
    private final RangeQuery query;
    private final QueryRange range;
    private final BooleanSupplier cancelled;
    private final Limits limits;
    private final Set<String> warnings = new LinkedHashSet<>();

    Fetch(Connection connection, RangeQuery query, BooleanSupplier cancelled, Limits limits) {
      this.connection = connection;
      this.query = query;
      this.range = query.range().aligned();
      this.cancelled = cancelled;
      this.limits = limits;
    }

    SourceAnswer all() throws Refusal {
      int count = query.promql().size();
      if (range.size() > limits.cells() / count) {
        throw new Refusal(
            "%s series at %s instants are more than the %s values that are kept"
                .formatted(count, Told.count(range.size()), Told.count(limits.cells())),
            connection.shown(),
            "ask for a shorter range or a longer step");
      }
      Joined joined = new Joined(range.clock());
      for (Map.Entry<String, String> one : query.promql().entrySet()) {
        String where = connection.shown() + ", series `" + one.getKey() + "`";
        Samples samples = series(one.getKey(), one.getValue(), where);
        joined.add(one.getKey(), List.of(samples), 1, Reduction.ONE, query.absent(), where);
      }
      return joined.answer(
          connection.shown(), query.promql(), Optional.of(range), List.copyOf(warnings));
    }

    /** One query over all parts of the range; the parts of a series meet by its labels. */
    private Samples series(String name, String promql, String where) throws Refusal {
      Map<Labels, Samples> byLabels = new LinkedHashMap<>();
      for (QueryRange part : range.parts(limits.perRequest())) {
        PrometheusAnswer.Answer answer = part(promql, part, where);
        warnings.addAll(answer.warnings());
        for (Samples samples : answer.series()) {
          requireOnGrid(samples, part, where);
          byLabels.computeIfAbsent(samples.labels(), Samples::new).addAll(samples);
        }
        if (byLabels.size() > limits.series()) {
          break; // far more than one already; told below
        }
      }
      List<Samples> found = new ArrayList<>(byLabels.values());
      if (found.isEmpty()) {
        throw new Refusal(
            "`%s` has no series between %s and %s"
                .formatted(name, Told.instant(range.fromMs()), Told.instant(range.toMs())),
            where,
            "check the metric, its labels and the range; where no series means zero, add"
                + " `or vector(0)`");
      }
      Several.refuse(
          name, found, where, "add sum() (or max, avg) around the query, or pin the label in it");
      return found.get(0);
    }

    private static void requireOnGrid(Samples samples, QueryRange part, String where)
        throws Refusal {
      for (int i = 0; i < samples.size(); i++) {
        if (!part.contains(samples.timeMs(i))) {
          throw new Refusal(
              "the server answered at %s, which was not asked for: it changed the step of %s s or"
                      .formatted(Told.instant(samples.timeMs(i)), seconds(part.stepMs()))
                  + " the range",
              where,
              "ask with a step that the server keeps, or ask Prometheus itself instead of the proxy"
                  + " before it");
        }
      }
    }

    private PrometheusAnswer.Answer part(String promql, QueryRange part, String where)
        throws Refusal {
      HttpResponse<byte[]> response =
          Exchange.send(
              Shared.CLIENT, request(promql, part), connection, where, limits.bytes(), cancelled);
      byte[] body = redacted(response.body());
      if (response.statusCode() != 200) {
        throw Statuses.refusal(response, body, connection, where);
      }
      PrometheusAnswer.Answer answer = PrometheusAnswer.read(body, where, limits);
      if (answer.error().isPresent()) {
        throw new Refusal(
            "the server could not answer (%s): %s"
                .formatted(
                    Told.quote(answer.error().get().type()),
                    Told.quote(answer.error().get().text())),
            where,
            "mend the query");
      }
      if (!answer.resultType().equals("matrix")) {
        throw new Refusal(
            "the server answered a " + answer.resultType() + " to a range query",
            where,
            "check that the address is that of a Prometheus API");
      }
      return answer;
    }

    /** Servers and proxies may quote what they were sent; a secret is gone before it is read. */
    private byte[] redacted(byte[] body) {
      if (connection.bearerToken().isEmpty()) {
        return body;
      }
      String text = new String(body, StandardCharsets.ISO_8859_1);
      return text.contains(connection.bearerToken().get())
          ? connection.redact(text).getBytes(StandardCharsets.ISO_8859_1)
          : body;
    }

    private HttpRequest request(String promql, QueryRange part) {
      String form =
          "query="
              + URLEncoder.encode(promql, StandardCharsets.UTF_8)
              + "&start="
              + seconds(part.fromMs())
              + "&end="
              + seconds(part.toMs())
              + "&step="
              + seconds(part.stepMs());
      String address = base(connection) + PATH;
      return form.length() <= LONGEST_GET
          ? PrometheusSeries.request(connection, URI.create(address + "?" + form)).GET().build()
          : PrometheusSeries.request(connection, URI.create(address))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(HttpRequest.BodyPublishers.ofString(form))
              .build();
    }

    /** Seconds with as many decimals as there are, never in exponent form. */
    private static String seconds(long ms) {
      BigDecimal seconds = BigDecimal.valueOf(ms, 3).stripTrailingZeros();
      return seconds.toPlainString();
    }
  }
}
