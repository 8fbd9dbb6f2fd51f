// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import loopbench.manifest.ReadScaledObject;
import loopbench.manifest.ScaledObjectYaml;
import loopbench.yaml.Yaml;

/** What a file that is dropped on a page becomes there. */
public final class DroppedFile {
  private DroppedFile() {}

  /**
   * @param source the text of a cell that reads the file; empty where there is none
   * @param why what is wrong with the file, one sentence; empty where there is a text
   */
  public record Made(Optional<String> source, String why) {
    private static Made text(String source) {
      return new Made(Optional.of(source), "");
    }

    private static Made not(String why) {
      return new Made(Optional.empty(), why);
    }
  }

  /**
   * A table or an answer of Prometheus becomes a source, a manifest a scaler, named after the file
   * and unlike all others of its kind.
   *
   * @param path as the cell will name it, below the notebook's folder
   * @param taken the addresses of the cells that are there, such as {@code source.csv}
   */
  public static Made cell(String path, byte[] content, Set<String> taken) {
    String lower = path.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".csv") || lower.endsWith(".json")) {
      return Made.text("source: " + name("source", path, taken) + "\nfile: " + Yaml.quote(path));
    }
    if (lower.endsWith(".yaml") || lower.endsWith(".yml")) {
      ReadScaledObject read = ScaledObjectYaml.read(new String(content, StandardCharsets.UTF_8));
      return read.scaler().isPresent()
          ? Made.text("scaler: " + name("scaler", path, taken) + "\nmanifest: " + Yaml.quote(path))
          : Made.not(
              path
                  + " is no ScaledObject. "
                  + read.problems().stream().findFirst().map(p -> p.located()).orElse(""));
    }
    return Made.not(
        path + " cannot be read here. Drop a notebook, a CSV, a Prometheus answer or a manifest.");
  }

  private static String name(String kind, String path, Set<String> taken) {
    String file = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    String stem = file.substring(0, file.lastIndexOf('.')).replaceAll("[^a-z0-9]+", "-");
    String plain = stem.replaceAll("^[^a-z]+|-+$", "");
    String wanted = plain.isEmpty() ? "dropped" : plain;
    String free = wanted;
    for (int i = 2; taken.contains(kind + "." + free); i++) {
      free = wanted + "-" + i;
    }
    return free;
  }
}
