// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/**
 * A Prometheus of this machine, started on a port the system picks and ended by its own handle. Its
 * log says when it is ready and where it listens, so nobody has to poll or guess a free port.
 */
final class RealPrometheus implements AutoCloseable {
  /** Set to true where the server must be there: its absence then fails instead of skipping. */
  static final String REQUIRE = "LOOPBENCH_REQUIRE_PROMETHEUS";

  private static final Pattern LISTENING =
      Pattern.compile("address=(?:\\[::\\]|127\\.0\\.0\\.1):(\\d+)");
  private static final long LONGEST_START_S = 60;

  private final Process process;
  private final int port;

  private RealPrometheus(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Skips the test where a program is missing, or fails it where {@link #REQUIRE} says so. */
  static Path program(String name) {
    Optional<Path> found =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .findFirst();
    if (found.isEmpty() && required()) {
      fail(name + " is not installed, but " + REQUIRE + " asks for it");
    }
    Assumptions.assumeTrue(found.isPresent(), name + " is not installed");
    return found.get();
  }

  private static boolean required() {
    return Boolean.parseBoolean(
        System.getProperty(REQUIRE, String.valueOf(System.getenv(REQUIRE))));
  }

  /** Writes samples in OpenMetrics text into a server's folder, before it starts. */
  static void backfill(Path folder, String openMetrics) throws IOException, InterruptedException {
    Path text = Files.writeString(folder.resolve("history.om"), openMetrics);
    Path log = folder.resolve("promtool.log");
    Process promtool =
        new ProcessBuilder(
                program("promtool").toString(),
                "tsdb",
                "create-blocks-from",
                "openmetrics",
                text.toString(),
                folder.resolve("data").toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(promtool.waitFor(60, TimeUnit.SECONDS)).as("promtool ends").isTrue();
    assertThat(promtool.exitValue()).as(() -> read(log)).isZero();
  }

  /**
   * Starts a server on the data in a folder and waits until it is ready.
   *
   * @param config the text of its configuration file
   */
  static RealPrometheus start(Path folder, String config, String... flags) throws IOException {
    Path configFile = Files.writeString(folder.resolve("prometheus.yml"), config);
    List<String> command =
        new ArrayList<>(
            List.of(
                program("prometheus").toString(),
                "--config.file=" + configFile,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--storage.tsdb.retention.time=100y",
                "--web.listen-address=127.0.0.1:0",
                "--log.level=info"));
    command.addAll(List.of(flags));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      return new RealPrometheus(process, ready(process));
    } catch (IOException | RuntimeException | Error e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Reads the log until the server is ready; a watchdog ends one that never is. */
  private static int ready(Process process) throws IOException {
    Thread watchdog =
        new Thread(
            () -> {
              try {
                if (!process.waitFor(LONGEST_START_S, TimeUnit.SECONDS)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException e) {
                // The server is ready: nothing to watch any more.
              }
            });
    watchdog.setDaemon(true);
    watchdog.start();
    StringBuilder log = new StringBuilder();
    int port = 0;
    boolean ready = false;
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      log.append(line).append('\n');
      Matcher listening = LISTENING.matcher(line);
      if (line.contains("Listening on") && listening.find()) {
        port = Integer.parseInt(listening.group(1));
      }
      ready |= line.contains("Server is ready to receive web requests");
      if (ready && port > 0) {
        watchdog.interrupt();
        drain(lines);
        return port;
      }
    }
    throw new AssertionError("Prometheus did not become ready:\n" + log);
  }

  /** Keeps reading the log, or the server would block on a full pipe. */
  private static void drain(BufferedReader lines) {
    Thread drain =
        new Thread(
            () -> {
              try {
                while (lines.readLine() != null) {
                  // nobody wants to know
                }
              } catch (IOException e) {
                // The server is ended, and its log with it.
              }
            });
    drain.setDaemon(true);
    drain.start();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  Connection connection() {
    return Connection.of("real", url());
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
