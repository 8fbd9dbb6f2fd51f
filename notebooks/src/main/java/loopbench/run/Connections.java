// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.source.Connection;

/**
 * The Prometheus connections of this machine: a properties file with {@code prod.url}, and if need
 * be {@code prod.token-file} and {@code prod.timeout}. Notebooks know only the names.
 */
public final class Connections {
  private Connections() {}

  /** Where a user's connections are kept. */
  public static Path ofUser() {
    String home = System.getenv("XDG_CONFIG_HOME");
    Path folder =
        home == null || home.isBlank()
            ? Path.of(System.getProperty("user.home"), ".config")
            : Path.of(home);
    return folder.resolve("loopbench").resolve("connections.properties");
  }

  /**
   * Reads a file of connections into a map. A file that is not there holds none.
   *
   * @return what is wrong with it, one sentence each
   */
  public static List<String> read(Path file, Map<String, Connection> into) {
    List<String> problems = new ArrayList<>();
    if (!Files.isRegularFile(file)) {
      return problems;
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      problems.add(file + ": cannot be read (" + e.getMessage() + ").");
      return problems;
    }
    for (String key : new TreeSet<>(properties.stringPropertyNames())) {
      if (!key.endsWith(".url")) {
        continue;
      }
      String name = key.substring(0, key.length() - ".url".length());
      try {
        into.put(name, connection(name, properties, file));
      } catch (IllegalArgumentException | IOException e) {
        problems.add(file + ", " + name + ": " + e.getMessage() + ".");
      }
    }
    return problems;
  }

  private static Connection connection(String name, Properties properties, Path file)
      throws IOException {
    String tokenFile = properties.getProperty(name + ".token-file");
    Optional<String> token =
        tokenFile == null
            ? Optional.empty()
            : Optional.of(Files.readString(file.toAbsolutePath().getParent().resolve(tokenFile)));
    String timeout = properties.getProperty(name + ".timeout", "30s");
    double timeoutMs =
        Quantity.parse(timeout)
            .filter(q -> q.unit().dimension() == Unit.Dimension.DURATION)
            .orElseThrow(
                () ->
                    new IllegalArgumentException("timeout is `" + timeout + "`; write it like 30s"))
            .in(Unit.MILLISECONDS);
    return new Connection(
        name,
        URI.create(properties.getProperty(name + ".url").strip()),
        token,
        Duration.ofMillis((long) timeoutMs));
  }
}
