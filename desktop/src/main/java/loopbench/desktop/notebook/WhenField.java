// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.List;
import java.util.Optional;
import loopbench.cell.Cost;
import loopbench.notebook.CellText;
import loopbench.yaml.Insertion;
import loopbench.yaml.Limits;
import loopbench.yaml.Nodes;
import loopbench.yaml.Yaml;

/** The {@code when:} of a cell's text. */
final class WhenField {
  private WhenField() {}

  /** The text with another {@code when}; empty where the text has no place for one. */
  static Optional<String> with(String source, Cost cost) {
    Optional<String> replaced = CellText.withScalar(source, "when", cost.word());
    if (replaced.isPresent()) {
      return replaced;
    }
    return Yaml.parse(source, Limits.CELL)
        .root()
        .flatMap(Nodes::asMapping)
        .filter(mapping -> !mapping.flow() && mapping.get("when").isEmpty())
        .map(mapping -> Insertion.into(source, mapping, List.of("when"), cost.word()));
  }
}
