// SPDX-License-Identifier: Apache-2.0
/**
 * Whether and when a pod comes: Deployments, and the GPUs they share.
 *
 * <p>Vocabulary: a Deployment is asked for a number of pods (<em>spec</em>). A pod is
 * <em>gated</em> while its queue's budget does not admit it, <em>pending</em> while it is admitted
 * and no node has room for it, <em>warming</em> while it runs and is not ready, then
 * <em>ready</em>; one that was taken away is <em>ending</em> while it still serves what it had, and
 * holds its GPUs until then. A {@link loopbench.cluster.Cohort} is a Kueue cohort: each Deployment
 * has a {@link loopbench.cluster.Quota} of its own (its floor), may borrow what others leave idle,
 * and gets its floor back by preemption.
 *
 * <p>Units: milliseconds for time, GPUs for quotas.
 *
 * <p>Law: pods are as many as were asked for; GPUs in use never exceed the cohort's quotas; a queue
 * at or below its floor loses no pod to another; same calls, same pods.
 *
 * <p>Uses {@code plant} and {@code series}. Deliberately left out: priorities, fair sharing, pods
 * that fail, nodes with a shape (room is a number of GPUs), and that evictions take time to be
 * seen.
 */
package loopbench.cluster;
