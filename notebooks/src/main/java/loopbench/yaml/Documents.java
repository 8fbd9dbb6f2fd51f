// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import java.util.List;

/**
 * What a text of several documents came to; no documents when there are problems. A document of
 * nothing is a {@link Tag#NULL} scalar.
 *
 * @param problems in the order of the text
 */
public record Documents(List<Node> documents, List<YamlProblem> problems) {
  public Documents {
    documents = List.copyOf(documents);
    problems = List.copyOf(problems);
  }
}
