// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What one document came to. There is no root when there are problems, nor when the text holds
 * nothing but comments.
 *
 * @param problems in the order of the text, at most {@value Reading#MOST_PROBLEMS}
 */
public record Parsed(Optional<Node> root, List<YamlProblem> problems) {
  public Parsed {
    Objects.requireNonNull(root, "root");
    problems = List.copyOf(problems);
  }
}
