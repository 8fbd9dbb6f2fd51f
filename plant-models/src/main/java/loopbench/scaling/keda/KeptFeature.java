// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/**
 * Something a manifest says that is kept and written again, but that the replay does not act upon.
 *
 * @param path where it stands, below {@code spec} (or below the object for what begins with {@code
 *     metadata.}); empty for what holds without being said
 * @param about what is not replayed, one sentence
 */
public record KeptFeature(String path, String about) {}
