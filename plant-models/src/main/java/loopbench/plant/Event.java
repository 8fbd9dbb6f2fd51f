// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/**
 * Something that happened to a plant, to be marked on a chart and to be judged from.
 *
 * @param timeS seconds since the start
 * @param what a short phrase, such as {@code capacity 400 -> 150 /s}
 */
public record Event(double timeS, String what) {}
