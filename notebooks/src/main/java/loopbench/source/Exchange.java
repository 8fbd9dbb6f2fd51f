// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLException;

/**
 * One request and its bounded answer. The client's own timeout ends with the headers; here it holds
 * until the last byte, so that a server that stalls in the middle is noticed.
 */
final class Exchange {
  private static final long LOOK_EVERY_MS = 20;
  private static final int LONGEST_ERROR_BYTES = 64 << 10;

  private Exchange() {}

  static HttpResponse<byte[]> send(
      HttpClient client,
      HttpRequest request,
      Connection connection,
      String where,
      int mostBytes,
      BooleanSupplier cancelled)
      throws Refusal {
    if (cancelled.getAsBoolean()) {
      throw cancelled(where);
    }
    BoundedBody body = new BoundedBody();
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(
            request,
            info ->
                info.statusCode() == 200
                    ? body.upTo(mostBytes, false)
                    : body.upTo(LONGEST_ERROR_BYTES, true));
    long deadline = System.nanoTime() + connection.timeout().toNanos();
    try {
      while (true) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        try {
          return answer.get(Math.max(1, Math.min(left, LOOK_EVERY_MS)), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          if (cancelled.getAsBoolean()) {
            throw cancelled(where);
          }
          if (System.nanoTime() >= deadline) {
            throw late(connection, where, body);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(where);
    } catch (ExecutionException e) {
      throw failed(e.getCause(), connection, where, body, mostBytes);
    } finally {
      answer.cancel(true);
    }
  }

  private static Refusal cancelled(String where) {
    return new Refusal("stopped before the answer was complete", where, "run it again");
  }

  private static Refusal late(Connection connection, String where, BoundedBody body) {
    String within = " within " + Told.length(connection.timeout());
    return new Refusal(
        body.started()
            ? "the answer was not complete%s, %s bytes had come"
                .formatted(within, Told.count(body.received()))
            : "no answer" + within,
        where,
        "ask for less at once, or give connection `" + connection.name() + "` a longer timeout");
  }

  private static Refusal failed(
      Throwable cause, Connection connection, String where, BoundedBody body, int mostBytes) {
    if (body.tooLong()) {
      return new Refusal(
          "the answer is longer than " + Told.count(mostBytes) + " bytes",
          where,
          "ask for fewer series, a shorter range or a longer step");
    }
    if (body.started()) {
      return new Refusal(
          "the server stopped in the middle of its answer, after %s bytes"
              .formatted(Told.count(body.received())),
          where,
          "fetch it again; what came so far is not used");
    }
    for (Throwable t = cause; t != null; t = t.getCause()) {
      if (t instanceof UnresolvedAddressException) {
        return new Refusal(
            "the host " + connection.baseUrl().getHost() + " is not known",
            where,
            "check the address of connection `" + connection.name() + "`");
      }
      if (t instanceof SSLException) {
        return new Refusal(
            "no secure connection: " + Told.quote(String.valueOf(t.getMessage())),
            where,
            "check that the address is https and that this machine trusts the certificate");
      }
    }
    if (cause instanceof ConnectException) {
      return new Refusal(
          "the server cannot be reached at " + connection.baseUrl().getRawAuthority(),
          where,
          "start it or the port-forward to it, or check the address of connection `"
              + connection.name()
              + "`");
    }
    return new Refusal(
        "the connection broke before an answer came ("
            + Told.quote(String.valueOf(cause.getMessage()))
            + ")",
        where,
        "check that the address is that of a Prometheus API, then try again");
  }
}
