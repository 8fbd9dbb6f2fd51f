// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

/**
 * How much of a text is read at all.
 *
 * @param what the thing measured, as a sentence names it: "cell", "manifest"
 * @param maxBytes of UTF-8
 * @param maxDepth of collections inside each other; a mapping of scalars has depth 1
 */
public record Limits(String what, int maxBytes, int maxDepth) {
  /** A cell's source: 64 KiB, 16 levels. */
  public static final Limits CELL = new Limits("cell", 64 * 1024, 16);

  /** A manifest file: 1 MiB, 64 levels. */
  public static final Limits MANIFEST = new Limits("manifest", 1024 * 1024, 64);

  public Limits {
    if (what.isBlank() || maxBytes < 1 || maxDepth < 1) {
      throw new IllegalArgumentException(
          "what must have text, maxBytes and maxDepth must be >= 1, were \""
              + what
              + "\", "
              + maxBytes
              + ", "
              + maxDepth);
    }
  }
}
