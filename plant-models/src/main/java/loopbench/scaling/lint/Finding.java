// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

/**
 * One thing that a configuration will do.
 *
 * @param rule the id of the rule that saw it
 * @param severity how much it matters
 * @param path where in the manifest, below {@code spec} (or below the object for what begins with
 *     {@code metadata.}); triggers by name, or by position where they have none
 * @param what what will happen, in full sentences
 * @param numbers the numbers it comes from; may be empty
 * @param advice what to do, in full sentences
 */
public record Finding(
    String rule, Severity severity, String path, String what, String numbers, String advice) {}
