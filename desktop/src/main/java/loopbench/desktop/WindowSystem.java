// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a window needs of the machine, looked for before JavaFX stumbles over it. */
final class WindowSystem {
  private static final List<Path> LIBRARY_FOLDERS =
      List.of(Path.of("/usr/lib"), Path.of("/usr/lib64"), Path.of("/lib"), Path.of("/lib64"));
  static final String ADVICE =
      "On Debian and Ubuntu: apt-get install libgtk-3-0 libxtst6, and run it in a desktop session"
          + " (or under xvfb-run).";

  private WindowSystem() {}

  /** What is missing on this machine, one sentence; empty when a window can open. */
  static Optional<String> missing() {
    return missing(System.getProperty("os.name"), System.getenv(), WindowSystem::present);
  }

  /**
   * @param present whether a shared library is there, by file name
   */
  static Optional<String> missing(
      String system, Map<String, String> environment, Predicate<String> present) {
    boolean replaced = !System.getProperty("glass.platform", "").isEmpty();
    if (!system.startsWith("Linux") || replaced) {
      return Optional.empty();
    }
    if (environment.getOrDefault("DISPLAY", "").isBlank()) {
      return Optional.of("There is no display (DISPLAY is not set), so no window can open.");
    }
    List<String> absent =
        Stream.of("libgtk-3.so.0", "libXtst.so.6").filter(present.negate()).toList();
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "A window needs GTK 3, and " + String.join(" and ", absent) + " cannot be found.");
  }

  private static boolean present(String library) {
    return LIBRARY_FOLDERS.stream()
        .flatMap(folder -> Stream.of(folder, folder.resolve(triplet())))
        .anyMatch(folder -> Files.exists(folder.resolve(library)));
  }

  private static String triplet() {
    String arch = System.getProperty("os.arch");
    return (arch.equals("amd64") ? "x86_64" : arch) + "-linux-gnu";
  }
}
