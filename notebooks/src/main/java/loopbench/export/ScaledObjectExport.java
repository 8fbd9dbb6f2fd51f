// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import loopbench.manifest.IgnoredFeature;
import loopbench.manifest.ManifestProblem;
import loopbench.manifest.ReadScaledObject;
import loopbench.manifest.ScaledObjectYaml;
import loopbench.manifest.WrittenReplicas;
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
    List<String> notes = notes(manifest, read);
    return new Exported.Text(
        "scaledobject.yaml", "application/yaml", Head.on(manifest, provenance, notes), notes);
  }

  /** A ScaledObject without a text of its own. */
  public static Exported write(ScaledObject scaler, Provenance provenance) {
    return write(ScaledObjectYaml.write(scaler), provenance);
  }

  private static List<String> notes(String manifest, ReadScaledObject read) {
    List<String> notes = new ArrayList<>();
    read.scaler().stream()
        .flatMap(scaler -> WrittenReplicas.scaledBy(scaler, manifest).stream())
        .forEach(
            workload ->
                notes.add(
                    "The "
                        + workload
                        + " in this text sets replicas: each time it is applied, what the autoscaler"
                        + " had set is undone. Leave replicas out of it."));
    for (IgnoredFeature feature : read.ignored()) {
      notes.add(feature.path() + ": " + feature.about());
    }
    if (manifest.contains("${")) {
      notes.add(
          "Placeholders such as ${NAMESPACE} are as they were; fill them in before applying.");
    }
    return notes;
  }
}
