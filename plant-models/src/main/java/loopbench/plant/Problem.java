// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/**
 * Something written for a plant or a load that cannot be.
 *
 * @param field the cell's field, nested ones with dots
 * @param message what is wrong and what would be right, a full sentence
 */
public record Problem(String field, String message) {}
