// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

/**
 * Something a manifest says that is read, kept and written unchanged, but not acted upon.
 *
 * @param path the field
 * @param line where in the text, from 1
 * @param about what is left out, one sentence
 */
public record IgnoredFeature(String path, int line, String about) {}
