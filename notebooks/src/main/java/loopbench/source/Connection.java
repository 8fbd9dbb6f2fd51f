// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * A Prometheus server by the name the operator gave it. Compares by value; its text never shows the
 * token.
 *
 * @param name what notebooks call it
 * @param baseUrl http or https, with the path under which the server lives if it is not the root;
 *     without user, query or fragment
 * @param bearerToken sent as {@code Authorization: Bearer}; white space around it (a file's last
 *     newline) is dropped
 * @param timeout how long one request may take until its last byte; above 0, up to an hour
 */
public record Connection(String name, URI baseUrl, Optional<String> bearerToken, Duration timeout) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  public Connection {
    String scheme = baseUrl.getScheme();
    if (!("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
        || baseUrl.getHost() == null) {
      throw new IllegalArgumentException(
          "address of connection " + name + " must be http://host... or https://host...");
    }
    if (baseUrl.getRawUserInfo() != null
        || baseUrl.getRawQuery() != null
        || baseUrl.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "address of connection "
              + name
              + " must be without user, ? and #; a secret belongs into its bearer token");
    }
    bearerToken = bearerToken.map(String::strip).filter(t -> !t.isEmpty());
    if (bearerToken.isPresent() && !bearerToken.get().chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException(
          "bearer token of connection " + name + " must be visible ASCII without spaces");
    }
    if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "timeout of connection " + name + " must be in (0 s, 1 h], was " + Told.length(timeout));
    }
  }

  /** Without a token, with the default timeout. */
  public static Connection of(String name, String baseUrl) {
    return new Connection(name, URI.create(baseUrl), Optional.empty(), DEFAULT_TIMEOUT);
  }

  public Connection withBearerToken(String token) {
    return new Connection(name, baseUrl, Optional.of(token), timeout);
  }

  public Connection withTimeout(Duration newTimeout) {
    return new Connection(name, baseUrl, bearerToken, newTimeout);
  }

  /** A text without the token, should it contain it: servers like to quote what they refuse. */
  String redact(String text) {
    return bearerToken.map(token -> text.replace(token, "***")).orElse(text);
  }

  /** Name and address, for messages and provenance. */
  String shown() {
    return name + " (" + baseUrl + ")";
  }

  @Override
  public String toString() {
    return shown() + (bearerToken.isPresent() ? ", with a bearer token" : "");
  }
}
