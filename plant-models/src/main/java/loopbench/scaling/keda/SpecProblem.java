// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/**
 * Something in a ScaledObject that KEDA or the API server would refuse.
 *
 * @param path the field, below {@code spec} (or below the object for what begins with {@code
 *     metadata.}); triggers by name, or by position where they have none
 * @param message what is wrong and what would be right, one sentence
 */
public record SpecProblem(String path, String message) {}
