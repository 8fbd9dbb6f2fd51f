// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Files of the project, and of the folder of public material beside it where that is present. */
final class Beside {
  private Beside() {}

  static String sample(String name) {
    return text(up("samples").orElseThrow().resolve(name));
  }

  /** The ScaledObjects of the public guides; skips the test where the folder is not there. */
  static List<Path> publicManifests() {
    Path folder = shared("scaledobjects");
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith("scaledobject.yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path shared(String name) {
    Optional<Path> folder = up("shared").map(s -> s.resolve(name)).filter(Files::exists);
    assumeTrue(folder.isPresent(), "there is no folder shared beside the project");
    return folder.get();
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<Path> up(String folder) {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve(folder))) {
        return Optional.of(at.resolve(folder));
      }
    }
    return Optional.empty();
  }
}
