// SPDX-License-Identifier: Apache-2.0
/**
 * YAML text to a tree that knows where it stands, and one-scalar edits of that text.
 *
 * <p>Vocabulary: a {@link loopbench.yaml.Node} is a scalar, a mapping or a sequence; a {@link
 * loopbench.yaml.Mark} is a place in the text (UTF-16 offset from 0, line and column from 1); a
 * {@link loopbench.yaml.YamlProblem} is a sentence with its mark.
 *
 * <p>The language is <em>cell YAML, version 1</em>: YAML 1.2 narrowed until its known accidents are
 * gone. Only {@code true}, {@code false}, {@code null} (also {@code ~} and nothing at all) and
 * decimal numbers are more than text; {@code yes}, {@code True}, {@code 0x1F}, {@code 017} and
 * {@code .inf} are text. Tags, anchors, aliases, merge keys, directives and duplicate keys are
 * refused where they stand.
 *
 * <p>Law: nothing a user wrote makes this package throw, recurse by the depth of the text, or read
 * more than the {@link loopbench.yaml.Limits} allow; an edit changes the characters of one scalar.
 *
 * <p>Uses the event parser of SnakeYAML Engine. It does not know cells, units or references, builds
 * no objects by name, and never prints a whole document anew.
 */
package loopbench.yaml;
