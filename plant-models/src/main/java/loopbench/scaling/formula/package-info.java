// SPDX-License-Identifier: Apache-2.0
/**
 * The formula of KEDA's scalingModifiers: read as KEDA reads it, refused where KEDA refuses it, and
 * computed to the same last bit.
 *
 * <p>Vocabulary: a <em>trigger</em> is a variable, a double or nil (a trigger that keeps failing);
 * a <em>predicate</em> is the body that count, filter and their like run per element. {@link
 * loopbench.scaling.formula.Formula#read} is the only way in, {@link
 * loopbench.scaling.formula.Formula#evaluate} the only way out. The language is expr-lang/expr
 * 1.17.8, the grammar stands at {@link loopbench.scaling.formula.Parser}.
 *
 * <p>Units: none; a formula computes in those of its triggers. Positions are UTF-16 offsets in the
 * user's text, not in the text KEDA wraps around it.
 *
 * <p>Laws: what a user wrote is never an exception but a problem with a position inside the text;
 * reading and evaluating take bounded time and memory whatever the text; a {@code Formula} is
 * immutable and shared freely between threads.
 *
 * <p>May use {@code knob} (did you mean). Knows no manifest, no fallback and no quantities: what
 * nil becomes and how a result turns into milli is {@code scaling.keda}'s business. Of the language
 * it leaves out what no autoscaler needs: maps, dates, regular expressions, text functions and
 * JSON; a formula that uses them is refused with a sentence that says so.
 */
package loopbench.scaling.formula;
