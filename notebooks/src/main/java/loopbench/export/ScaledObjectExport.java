// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import loopbench.manifest.IgnoredFeature;
import loopbench.manifest.ManifestProblem;
import loopbench.manifest.ReadScaledObject;
import loopbench.manifest.ScaledObjectYaml;
import loopbench.scaling.keda.ScaledObject;

/**
 * A ScaledObject's text with where it comes from as comments above it; the text itself stays to the
 * last blank. Comments of an earlier export are replaced. What KEDA or the API server would refuse
 * is refused here, with its line.
 *
 * <p>Laws: the text reads as the same ScaledObject with the comments as without; exporting an
 * exported text changes nothing but the comments.
 */
public final class ScaledObjectExport {
  private static final String FIRST = "# Tuned with Loopbench.";
  private static final List<String> KEYS =
      List.of("notebook", "cell", "inputs", "core", "evidence", "note");

  private ScaledObjectExport() {}

  /** A manifest as an operator wrote it, edits included. */
  public static Exported write(String manifest, Provenance provenance) {
    ReadScaledObject read = ScaledObjectYaml.read(manifest);
    if (read.scaler().isEmpty() || !read.problems().isEmpty()) {
      return new Exported.Refused(
          read.problems().stream()
              .map(ManifestProblem::located)
              .collect(Collectors.joining(" ", "The manifest would be refused. ", "")));
    }
    List<String> notes = notes(manifest, read.ignored());
    List<String> head = new ArrayList<>(List.of(FIRST));
    add(head, "notebook", provenance.notebook());
    add(head, "cell", provenance.cell());
    add(head, "inputs", provenance.inputsKey());
    add(head, "core", provenance.coreVersion());
    provenance.evidence().forEach(line -> add(head, "evidence", line));
    notes.forEach(line -> add(head, "note", line));
    String eol = manifest.contains("\r\n") ? "\r\n" : "\n";
    String body = withoutHead(manifest);
    String text =
        head.stream().map(line -> line + eol).collect(Collectors.joining())
            + eol
            + body
            + (body.endsWith("\n") ? "" : eol);
    return new Exported.Text("scaledobject.yaml", "application/yaml", text, notes);
  }

  /** A ScaledObject without a text of its own. */
  public static Exported write(ScaledObject scaler, Provenance provenance) {
    return write(ScaledObjectYaml.write(scaler), provenance);
  }

  private static void add(List<String> head, String key, String value) {
    String line = oneLine(value);
    if (!line.isEmpty()) {
      head.add("# " + key + ": " + line);
    }
  }

  private static List<String> notes(String manifest, List<IgnoredFeature> ignored) {
    List<String> notes = new ArrayList<>();
    for (IgnoredFeature feature : ignored) {
      notes.add(feature.path() + ": " + feature.about());
    }
    if (manifest.contains("${")) {
      notes.add(
          "Placeholders such as ${NAMESPACE} are as they were; fill them in before applying.");
    }
    return notes;
  }

  private static String withoutHead(String manifest) {
    String text = manifest.startsWith("\uFEFF") ? manifest.substring(1) : manifest;
    if (!text.startsWith(FIRST)) {
      return text;
    }
    int at = nextLine(text, 0);
    while (at < text.length() && isHead(text, at)) {
      at = nextLine(text, at);
    }
    // The blank line that parts the comments from the text.
    if (text.startsWith("\n", at)) {
      return text.substring(at + 1);
    }
    return text.startsWith("\r\n", at) ? text.substring(at + 2) : text.substring(at);
  }

  private static boolean isHead(String text, int at) {
    return KEYS.stream().anyMatch(key -> text.startsWith("# " + key + ": ", at));
  }

  private static int nextLine(String text, int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end + 1;
  }

  /** A comment ends with its line, so a name with a line end in it would become YAML. */
  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029\\uFEFF]+", " ").strip();
  }
}
