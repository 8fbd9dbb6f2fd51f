// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Optional;
import loopbench.scaling.keda.ScaledObject;

/**
 * What a text came to.
 *
 * @param scaler the ScaledObject; empty when the text is none, or a field is not of its type
 * @param problems what KEDA or the API server would refuse, in the order of the fields
 * @param ignored what is kept but not acted upon
 */
public record ReadScaledObject(
    Optional<ScaledObject> scaler, List<ManifestProblem> problems, List<IgnoredFeature> ignored) {
  public ReadScaledObject {
    problems = List.copyOf(problems);
    ignored = List.copyOf(ignored);
  }

  static ReadScaledObject of(ReadManifest<ScaledObject> read) {
    return new ReadScaledObject(read.object(), read.problems(), read.ignored());
  }
}
