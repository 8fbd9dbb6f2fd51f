// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import loopbench.signal.Exposition;

/**
 * Answers {@code GET /metrics} with what a run exposed at its time now, so that a real Prometheus
 * scrapes the run as if it were a pool. When the run is over its last scrape stands.
 */
public final class MetricsServer implements AutoCloseable {
  private static final int BACKLOG = 16;

  private final HttpServer server;
  private final Exposition exposition;
  private final LongSupplier runMs;

  private MetricsServer(HttpServer server, Exposition exposition, LongSupplier runMs) {
    this.server = server;
    this.exposition = exposition;
    this.runMs = runMs;
  }

  /**
   * Starts to answer.
   *
   * @param address where; port 0 takes a free one
   * @param runMs how far the run is, milliseconds since its start
   * @throws IOException when the address cannot be taken
   */
  public static MetricsServer start(
      InetSocketAddress address, Exposition exposition, LongSupplier runMs) throws IOException {
    HttpServer http = HttpServer.create(address, BACKLOG);
    MetricsServer server = new MetricsServer(http, exposition, runMs);
    http.createContext("/", server::answer);
    http.start();
    return server;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals("/metrics")) {
        send(exchange, 404, "text/plain; charset=utf-8", "The metrics are at /metrics.\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        send(exchange, 405, "text/plain; charset=utf-8", "Only GET is answered.\n");
      } else {
        String text = OpenMetricsWriter.at(exposition, runMs.getAsLong());
        send(exchange, 200, OpenMetricsWriter.CONTENT_TYPE, text);
      }
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
