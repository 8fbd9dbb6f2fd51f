// SPDX-License-Identifier: Apache-2.0
/**
 * One sync of the HorizontalPodAutoscaler (autoscaling/v2), with the reason for each step.
 *
 * <p>Vocabulary: a metric <em>asks</em> for replicas ({@link loopbench.scaling.hpa.Proposal}); the
 * largest ask, held between the bounds, is the {@link loopbench.scaling.hpa.Decision}. S is {@code
 * spec.replicas}, T is {@code status.replicas}.
 *
 * <p>Units: metric values and targets are <em>milli</em>, the quantity times 1000 as a signed
 * 64-bit integer, as Kubernetes' {@code MilliValue} returns it; ratios are doubles, as upstream
 * computes them. Replica counts are 32-bit.
 *
 * <p>Laws: a computed decision lies within the bounds and never falls when a value rises; inside
 * the tolerance a metric asks for what runs.
 *
 * <p>Uses nothing. It does not know what scales (it asks; whether a pod comes is the plant's
 * business), reads no clock, and in this form applies neither stabilization windows nor policies
 * nor the limit of twice the replicas per sync.
 */
package loopbench.scaling.hpa;
