// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.List;
import loopbench.manifest.HpaYaml;
import loopbench.scaling.keda.GeneratedHpa;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SpecProblem;

/** The HorizontalPodAutoscaler that KEDA makes of a ScaledObject, to be read and compared. */
public final class HpaExport {
  private static final String NOTE =
      "KEDA makes this HorizontalPodAutoscaler itself; applied beside it, the two would fight over"
          + " one target.";

  private HpaExport() {}

  public static Exported write(ScaledObject scaler, Provenance provenance) {
    List<SpecProblem> problems = scaler.problems();
    if (!problems.isEmpty()) {
      return new Exported.Refused(
          "KEDA would refuse the ScaledObject. "
              + problems.get(0).path()
              + ": "
              + problems.get(0).message());
    }
    List<String> notes = List.of(NOTE);
    return new Exported.Text(
        "hpa.yaml",
        "application/yaml",
        Head.on(HpaYaml.write(GeneratedHpa.of(scaler)), provenance, notes),
        notes);
  }
}
