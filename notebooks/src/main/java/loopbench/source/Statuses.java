// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** What an HTTP status other than 200 means to the one who asked. */
final class Statuses {
  private Statuses() {}

  static Refusal refusal(
      HttpResponse<byte[]> response, byte[] body, Connection connection, String where) {
    int status = response.statusCode();
    String said = said(body);
    String text = said.isEmpty() ? "" : ": " + said;
    String named = "connection `" + connection.name() + "`";
    return switch (status) {
      case 400 ->
          new Refusal("the server refused the query (HTTP 400)" + text, where, "mend the query");
      case 422 ->
          new Refusal(
              "the server could not evaluate the query (HTTP 422)" + text, where, "mend the query");
      case 401 ->
          new Refusal(
              connection.bearerToken().isPresent()
                  ? "the server does not accept the bearer token (HTTP 401)" + text
                  : "the server asks for credentials (HTTP 401)" + text,
              where,
              connection.bearerToken().isPresent()
                  ? "renew the bearer token of " + named
                  : "give " + named + " a bearer token");
      case 403 ->
          new Refusal(
              "the server does not allow this query (HTTP 403)" + text,
              where,
              "ask for the right to read metrics, or give " + named + " another bearer token");
      case 404 ->
          new Refusal(
              "there is no Prometheus API at this address (HTTP 404)" + text,
              where,
              "check the address of " + named + ", in particular its path");
      case 429, 502, 503, 504 ->
          new Refusal(
              "the server is overloaded or out of order (HTTP " + status + ")" + text,
              where,
              "try again later, or ask for a shorter range");
      default ->
          status >= 300 && status < 400
              ? new Refusal(
                  "the server sends on to %s (HTTP %d), which is not followed"
                      .formatted(
                          Told.quote(
                              connection.redact(
                                  response.headers().firstValue("Location").orElse("nowhere"))),
                          status),
                  where,
                  "if you trust that address, make it the address of " + named)
              : new Refusal(
                  "the server answered HTTP " + status + text,
                  where,
                  "check that the address is that of a Prometheus API");
    };
  }

  /** The server's own words: those of an API error, else the start of whatever text came. */
  private static String said(byte[] body) {
    try {
      return PrometheusAnswer.read(body, "", Limits.STANDARD)
          .error()
          .map(e -> Told.quote(e.text()))
          .orElse("");
    } catch (Refusal e) {
      return Told.quote(new String(body, StandardCharsets.UTF_8));
    }
  }
}
