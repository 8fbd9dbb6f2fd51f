// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Jupyter's own nbformat and nbconvert, where this machine has them. Tests that ask for it are
 * skipped where they are not, unless LOOPBENCH_REQUIRE_NBFORMAT=true (environment or system
 * property): then they fail.
 */
public final class PythonNbformat {
  private static final String REQUIRED = "LOOPBENCH_REQUIRE_NBFORMAT";

  private PythonNbformat() {}

  /**
   * File name to {@code same} (valid, and written back byte for byte), {@code differs}, {@code
   * warned: ...} or {@code invalid: ...}.
   */
  public static Map<String, String> verdicts(Path folder) {
    return told("nbformat", "check_nbformat.py", folder);
  }

  /** File name to {@code n held, m shown}: pictures in outputs, and in nbconvert's HTML page. */
  public static Map<String, String> pictures(Path folder) {
    return told("nbconvert", "count_pictures.py", folder);
  }

  private static Map<String, String> told(String tool, String name, Path folder) {
    String python = find(tool);
    Path script = folder.resolve(name);
    try (InputStream in = PythonNbformat.class.getResourceAsStream("/notebook/" + name)) {
      Files.write(script, in.readAllBytes());
      String printed = run(List.of(python, script.toString(), folder.toString()));
      Map<String, String> verdicts = new TreeMap<>();
      for (String line : printed.lines().toList()) {
        String[] parts = line.split("\t", 2);
        if (parts.length < 2) {
          return fail(tool + " broke off:\n" + printed);
        }
        verdicts.put(parts[0], parts[1]);
      }
      return verdicts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String find(String tool) {
    for (String python : List.of("/usr/bin/python3", "python3", "python")) {
      try {
        if (run(List.of(python, "-c", "import " + tool + "; print('found')")).contains("found")) {
          return python;
        }
      } catch (IOException e) {
        // Not this one.
      }
    }
    boolean required =
        "true".equals(System.getenv(REQUIRED)) || "true".equals(System.getProperty(REQUIRED));
    return required
        ? fail("Python's " + tool + " is required here and was not found; install python3-" + tool)
        : abort("Python's " + tool + " is not installed (Debian: python3-" + tool + ")");
  }

  private static String run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      process.getOutputStream().close();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor(1, TimeUnit.MINUTES);
      return printed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      process.destroy();
    }
  }
}
