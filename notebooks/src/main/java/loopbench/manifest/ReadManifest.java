// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Optional;

/**
 * What a text came to.
 *
 * @param object what it says; empty when the text is none of the kind, or a field is not of its
 *     type
 * @param problems what KEDA or the API server would refuse, in the order of the fields; the first
 *     {@value KindYaml#MOST_PROBLEMS} of them
 * @param ignored what is kept but not acted upon
 */
public record ReadManifest<T>(
    Optional<T> object, List<ManifestProblem> problems, List<IgnoredFeature> ignored) {
  public ReadManifest {
    problems = List.copyOf(problems);
    ignored = List.copyOf(ignored);
  }
}
