// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.yaml.Mapping;

/**
 * What two manifests differ in, apart from order, comments, quoting, blanks around text, ways to
 * write a number, spelled-out defaults, and what a cluster adds by itself. Entries of lists are
 * matched by their names.
 *
 * @param differences in the order of the first, then what only the second has
 * @param problems why the texts cannot be compared; then there are no differences either
 */
public record Comparison(List<Difference> differences, List<ManifestProblem> problems) {
  public Comparison {
    differences = List.copyOf(differences);
    problems = List.copyOf(problems);
  }

  /** Compares two texts, each with one ScaledObject. */
  public static Comparison of(String before, String after) {
    return of(ScaledObjectYaml.KIND, before, after);
  }

  /** Compares two texts, each with one TriggerAuthentication, of a namespace or of the cluster. */
  public static Comparison ofTriggerAuthentications(String before, String after) {
    return of(TriggerAuthenticationYaml.KIND, before, after);
  }

  /** Compares two texts, each with one HorizontalPodAutoscaler. */
  public static Comparison ofHpas(String before, String after) {
    return of(HpaYaml.KIND, before, after);
  }

  private static Comparison of(Kind<?> kind, String before, String after) {
    List<ManifestProblem> problems = new ArrayList<>();
    Optional<Mapping> first = root(kind, before, problems);
    Optional<Mapping> second = root(kind, after, problems);
    if (first.isEmpty() || second.isEmpty()) {
      return new Comparison(List.of(), problems);
    }
    return new Comparison(
        SideBySide.differences(kind, Values.of(first.get()).root(), Values.of(second.get()).root()),
        List.of());
  }

  private static Optional<Mapping> root(Kind<?> kind, String text, List<ManifestProblem> problems) {
    OneDocument found = OneDocument.find(kind, text);
    problems.addAll(found.problems());
    return found.root();
  }
}
