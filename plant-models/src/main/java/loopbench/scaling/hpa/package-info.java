// SPDX-License-Identifier: Apache-2.0
/**
 * The HorizontalPodAutoscaler (autoscaling/v2) with External metrics, as the controller manager
 * runs it, with the reason for each step.
 *
 * <p>Vocabulary: a metric <em>asks</em> for replicas ({@link loopbench.scaling.hpa.Proposal}); the
 * largest ask is D. Windows over earlier asks leave R of it ({@link
 * loopbench.scaling.hpa.Stabilization}), limits and bounds leave the result ({@link
 * loopbench.scaling.hpa.RateLimit}, {@link loopbench.scaling.hpa.PolicyLimit}). {@link
 * loopbench.scaling.hpa.HpaController} wires them and remembers; a {@link
 * loopbench.scaling.hpa.Decision} lists the {@link loopbench.scaling.hpa.Step}s. S is {@code
 * spec.replicas}, T is {@code status.replicas}.
 *
 * <p>Units: metric values and targets are <em>milli</em>, the quantity times 1000 as a signed
 * 64-bit integer, as Kubernetes' {@code MilliValue} returns it; ratios are doubles, as upstream
 * computes them; replica counts are 32-bit; times are milliseconds of a clock that does not go
 * back, windows and periods in rules are seconds.
 *
 * <p>Laws: what is set lies within the bounds; with policies that allow anything it never exceeds
 * the largest ask of the window; raising an AverageValue threshold never raises an ask; the listed
 * steps give the decision again from their own numbers.
 *
 * <p>Uses nothing. It does not know what scales (it asks; whether a pod comes is the plant's
 * business), reads no clock, and deliberately leaves out Resource and Pods metrics and the edit of
 * an HPA that goes on running: another spec is another controller.
 */
package loopbench.scaling.hpa;
