// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.Optional;
import loopbench.yaml.Limits;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Yaml;

/** The source of a code cell as a small YAML document. */
public final class CellText {
  private CellText() {}

  /** The text of one scalar; empty where the path leads to none, or the source is not readable. */
  public static Optional<String> scalar(String source, String path) {
    return Yaml.parse(source, Limits.CELL)
        .root()
        .flatMap(root -> Nodes.scalarAt(root, path))
        .map(Scalar::text);
  }

  /**
   * The source with one scalar changed and every comment, blank and line end kept.
   *
   * @param path keys and positions joined by dots, as in {@code params.kp.value}
   * @return empty where the source is not readable or the path leads to no scalar
   */
  public static Optional<String> withScalar(String source, String path, String newText) {
    return Yaml.parse(source, Limits.CELL)
        .root()
        .flatMap(root -> Nodes.scalarAt(root, path))
        .map(scalar -> Yaml.replaceScalar(source, scalar, newText));
  }
}
