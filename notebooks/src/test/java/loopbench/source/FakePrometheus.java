// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** A server on a free loopback port that answers as it is told, and remembers what was asked. */
public final class FakePrometheus implements AutoCloseable {
  /** What to do with a request. */
  public interface Behaviour {
    void answer(HttpExchange exchange, Map<String, String> asked) throws IOException;
  }

  public final List<Map<String, String>> asked = Collections.synchronizedList(new ArrayList<>());
  final List<String> methods = Collections.synchronizedList(new ArrayList<>());
  final List<String> paths = Collections.synchronizedList(new ArrayList<>());
  final List<String> authorizations = Collections.synchronizedList(new ArrayList<>());

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  public FakePrometheus(Behaviour behaviour) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          Map<String, String> question = question(exchange);
          asked.add(question);
          methods.add(exchange.getRequestMethod());
          paths.add(exchange.getRequestURI().getPath());
          authorizations.add(
              String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          try (exchange) {
            behaviour.answer(exchange, question);
          }
        });
    server.start();
  }

  public static FakePrometheus answering(int status, String body) {
    return new FakePrometheus((exchange, asked) -> send(exchange, status, body));
  }

  public static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public Connection connection() {
    return Connection.of("prod", url());
  }

  private static Map<String, String> question(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getRawQuery();
    String form =
        query != null
            ? query
            : new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    return Arrays.stream(form.split("&"))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> pair.length == 2)
        .collect(
            Collectors.toMap(
                pair -> pair[0], pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
