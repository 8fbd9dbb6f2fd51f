// SPDX-License-Identifier: Apache-2.0
/**
 * What a ScaledObject will do that its author may not expect.
 *
 * <p>Vocabulary: a {@link loopbench.scaling.lint.Rule} looks at one thing; a {@link
 * loopbench.scaling.lint.Finding} is what it saw, with the numbers it comes from and what to do.
 * All rules stand in {@link loopbench.scaling.lint.Rules#standard}.
 *
 * <p>Units: seconds, replicas, and thresholds in the unit of their query.
 *
 * <p>Laws: a finding's path is a path of the manifest, as {@link
 * loopbench.scaling.keda.SpecProblem}'s; what cannot be told from the manifest and the context is
 * not found; the same input gives the same findings in the same order.
 *
 * <p>May use {@code scaling}, {@code signal} and {@code series}. It does not repeat what KEDA
 * refuses ({@link loopbench.scaling.keda.ScaledObject#problems}), and knows no plant: how long a
 * pod warms up or what one request weighs is told by whoever has one ({@link
 * loopbench.scaling.lint.PoolFacts}), and a rule that needs what was not told is silent.
 */
package loopbench.scaling.lint;
