// SPDX-License-Identifier: Apache-2.0
package loopbench.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * A Kueue cohort (v0.19) with a queue for each Deployment: {@code BestEffortFIFO}, {@code
 * reclaimWithinCohort: Any}, {@code borrowWithinCohort: Never}, each pod a workload of its own.
 *
 * <p>A queue may always have what it needs up to its floor, by preemption if others have borrowed
 * it; above its floor it takes only what is idle, first come first served. Of those that borrow,
 * the pod admitted last is preempted first.
 */
public final class Cohort {
  private static final class Queue {
    final Deployment deployment;
    final Quota quota;

    Queue(Deployment deployment, Quota quota) {
      this.deployment = deployment;
      this.quota = quota;
    }

    /** GPUs beyond its floor. */
    int borrowed(boolean ending) {
      return deployment.gpus(ending) - quota.nominalGpus();
    }

    int pod() {
      return deployment.spec().gpusPerPod();
    }

    /** Whether one more pod would take it beyond its floor. */
    boolean borrows() {
      return borrowed(true) + pod() > 0;
    }
  }

  private final List<Queue> queues = new ArrayList<>();
  private final int nodeGpus;
  private long admissions;

  /**
   * @param nodeGpus how many GPUs there really are; what is admitted beyond them stays pending
   */
  public Cohort(int nodeGpus) {
    if (nodeGpus < 0) {
      throw new IllegalArgumentException("nodes must have 0 GPUs or more, had " + nodeGpus);
    }
    this.nodeGpus = nodeGpus;
  }

  /** With as many GPUs as are admitted. */
  public Cohort() {
    this(Integer.MAX_VALUE);
  }

  /** A Deployment joins with its quota; the order of joining breaks ties. */
  public void join(Deployment deployment, Quota quota) {
    queues.add(new Queue(deployment, quota));
  }

  /** Admits, preempts and places pods until nothing more can be done. */
  public void settle() {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Queue queue : heads()) {
        if (!fits(queue, queue.pod(), true)) {
          reclaim(queue);
        }
        if (fits(queue, queue.pod(), true)) {
          queue.deployment.admit(admissions++);
          moved = true;
          break; // what fits has changed, and so may the order
        }
      }
    }
    place();
  }

  /** Queues with a pod that waits: those that stay within their floor first, then by its age. */
  private List<Queue> heads() {
    List<Queue> heads = new ArrayList<>();
    for (Queue queue : queues) {
      if (queue.deployment.gated() > 0) {
        heads.add(queue);
      }
    }
    heads.sort(
        (a, b) ->
            a.borrows() != b.borrows()
                ? a.borrows() ? 1 : -1
                : Long.compare(a.deployment.firstGatedMs(), b.deployment.firstGatedMs()));
    return heads;
  }

  /**
   * Whether so many GPUs more have room (Kueue, pkg/cache/scheduler, {@code available}): what the
   * queue keeps for itself and has not used, and what is left of all that is lent, up to what it
   * may borrow.
   *
   * @param ending whether pods that are on their way out still count
   */
  private boolean fits(Queue queue, int gpus, boolean ending) {
    long lent = 0;
    for (Queue other : queues) {
      int kept = other.quota.kept();
      int used = other.deployment.gpus(ending);
      lent += other.quota.nominalGpus() - kept - Math.max(0, used - kept);
    }
    int kept = queue.quota.kept();
    int used = queue.deployment.gpus(ending);
    if (queue.quota.borrowing().isPresent()) {
      long most =
          (long) queue.quota.nominalGpus()
              - kept
              - Math.max(0, used - kept)
              + queue.quota.borrowing().getAsInt();
      lent = Math.min(lent, most);
    }
    return Math.max(0, kept - used) + lent >= gpus;
  }

  /**
   * Preempts for all pods that wait and would stay within the queue's floor. (Kueue does so pod by
   * pod, as fast as its scheduler turns.)
   */
  private void reclaim(Queue queue) {
    int room = -queue.borrowed(true) / queue.pod();
    int wanted = Math.min(queue.deployment.gated(), Math.max(0, room)) * queue.pod();
    while (wanted > 0 && !fits(queue, wanted, false)) {
      Queue victim = null;
      for (Queue other : queues) {
        if (other != queue
            && other.borrowed(false) > 0
            && other.deployment.lastAdmission() >= 0
            && (victim == null
                || other.deployment.lastAdmission() > victim.deployment.lastAdmission())) {
          victim = other;
        }
      }
      if (victim == null) {
        return;
      }
      victim.deployment.preempt();
    }
  }

  private void place() {
    long used = 0;
    for (Queue queue : queues) {
      used += queue.deployment.boundGpus();
    }
    for (Queue queue : queues) {
      while (queue.deployment.pending() > 0 && used + queue.pod() <= nodeGpus) {
        queue.deployment.bind();
        used += queue.pod();
      }
    }
  }
}
