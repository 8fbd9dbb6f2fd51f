// SPDX-License-Identifier: Apache-2.0
package loopbench.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * A Deployment and its pods. Whoever drives it says how many it is asked for and how far time goes;
 * its {@link Cohort} says which pods may have GPUs, and must be settled after each change.
 *
 * <p>On the way down the ReplicaSet's order holds (pkg/controller, {@code ActivePods}): pods
 * without a node go first, then those that are not ready, then the youngest.
 */
public final class Deployment {

  /**
   * What a Deployment's pods are like.
   *
   * @param name the Deployment's name
   * @param gpusPerPod GPUs that each pod holds, 1 or more
   * @param warmUpMs from when a pod gets its GPUs until it is ready, ms
   * @param graceMs how long a pod that is taken away may finish what it has, ms; {@code
   *     terminationGracePeriodSeconds}. Negative for as long as it takes
   * @param preemptGraceMs the same for a preempted one
   */
  public record Spec(
      String name, int gpusPerPod, long warmUpMs, long graceMs, long preemptGraceMs) {
    public static final long DEFAULT_GRACE_MS = 30_000;

    public Spec {
      if (gpusPerPod < 1) {
        throw new IllegalArgumentException("gpus-per-replica must be 1 or more, was " + gpusPerPod);
      }
      if (warmUpMs < 0) {
        throw new IllegalArgumentException("warm-up must be 0 s or more, was " + warmUpMs + " ms");
      }
    }

    /** Pods that finish what they have when scaled down, and within 30 s when preempted. */
    public static Spec of(String name, double warmUpS) {
      return new Spec(name, 1, Math.round(warmUpS * 1000), -1, DEFAULT_GRACE_MS);
    }

    public Spec withGpusPerPod(int newGpus) {
      return new Spec(name, newGpus, warmUpMs, graceMs, preemptGraceMs);
    }
  }

  private enum State {
    GATED,
    PENDING,
    WARMING,
    READY,
    ENDING
  }

  private static final class Pod {
    final long createdMs;
    State state = State.GATED;
    long admittedMs;
    long admission;
    long readyMs;
    long cutMs = Long.MAX_VALUE;
    int number = -1;

    Pod(long createdMs) {
      this.createdMs = createdMs;
    }
  }

  private final Spec spec;
  private final Pods pods;

  /** Oldest first; those that are ending come apart. */
  private final List<Pod> running = new ArrayList<>();

  private final List<Pod> ending = new ArrayList<>();
  private final int[] counts = new int[State.values().length];
  private int asked;
  private long nowMs;
  private double readyMs;
  private double warmingMs;
  private double pendingMs;
  private double gatedMs;
  private double endingMs;
  private long preempted;
  private long askedWhileWarming;
  private long slowestToReadyMs = -1;
  private double toReadyMs;
  private long becameReady;

  /**
   * @param pods hears of pods that become ready and go
   */
  public Deployment(Spec spec, Pods pods) {
    this.spec = spec;
    this.pods = pods;
  }

  public Spec spec() {
    return spec;
  }

  /** Ready pods that were there before the start. */
  public void begin(int replicas) {
    asked = replicas;
    for (int i = 0; i < replicas; i++) {
      Pod pod = new Pod(nowMs);
      pod.state = State.READY;
      counts[State.READY.ordinal()]++;
      running.add(pod);
      pod.number = pods.ready();
    }
  }

  /** The next time at which something happens of itself, ms; {@code Long.MAX_VALUE} for never. */
  public long nextMs() {
    long next = Long.MAX_VALUE;
    for (Pod pod : running) {
      if (pod.state == State.WARMING) {
        next = Math.min(next, pod.readyMs);
      }
    }
    for (Pod pod : ending) {
      next = Math.min(next, pod.cutMs);
    }
    return next;
  }

  /**
   * Lets what is due happen; what it serves must have come as far.
   *
   * @param toMs not before the last call's; not beyond {@link #nextMs}
   */
  public void advance(long toMs) {
    pass(toMs);
    for (Pod pod : running) {
      if (pod.state == State.WARMING && pod.readyMs <= toMs) {
        move(pod, State.READY);
        pod.number = pods.ready();
        long tookMs = toMs - pod.createdMs;
        slowestToReadyMs = Math.max(slowestToReadyMs, tookMs);
        toReadyMs += tookMs;
        becameReady++;
      }
    }
    for (int i = ending.size() - 1; i >= 0; i--) {
      Pod pod = ending.get(i);
      if (pod.cutMs <= toMs && pods.isPresent(pod.number)) {
        pods.cut(pod.number);
      }
      if (!pods.isPresent(pod.number)) {
        ending.remove(i);
        counts[State.ENDING.ordinal()]--;
      }
    }
  }

  private void pass(long toMs) {
    if (toMs < nowMs) {
      throw new IllegalArgumentException(
          "time must not run backwards: " + toMs + " ms after " + nowMs + " ms");
    }
    double passed = toMs - nowMs;
    gatedMs += counts[0] * passed;
    pendingMs += counts[1] * passed;
    warmingMs += counts[2] * passed;
    readyMs += counts[3] * passed;
    endingMs += counts[4] * passed;
    nowMs = toMs;
  }

  private void move(Pod pod, State to) {
    counts[pod.state.ordinal()]--;
    counts[to.ordinal()]++;
    pod.state = to;
  }

  /** Asks for so many pods. New ones are gated until the cohort is settled. */
  public void scale(int replicas) {
    if (replicas < 0) {
      throw new IllegalArgumentException("replicas must be 0 or more, was " + replicas);
    }
    if (replicas > asked && ready() < asked) {
      askedWhileWarming += replicas - asked;
    }
    asked = replicas;
    while (running.size() > asked) {
      end(firstToGo(), spec.graceMs);
    }
    while (running.size() < asked) {
      create();
    }
  }

  private void create() {
    Pod pod = new Pod(nowMs);
    running.add(pod);
    counts[State.GATED.ordinal()]++;
  }

  private Pod firstToGo() {
    Pod first = running.get(0);
    for (Pod pod : running) { // of equals the later, which is the younger
      if (pod.state.compareTo(first.state) <= 0) {
        first = pod;
      }
    }
    return first;
  }

  private void end(Pod pod, long graceMs) {
    running.remove(pod);
    boolean served = pod.state == State.READY;
    counts[pod.state.ordinal()]--;
    if (!served) {
      return;
    }
    pod.state = State.ENDING;
    pods.remove(pod.number);
    if (pods.isPresent(pod.number)) {
      if (graceMs == 0) {
        pods.cut(pod.number);
        return;
      }
      pod.cutMs = graceMs < 0 ? Long.MAX_VALUE : nowMs + graceMs;
      ending.add(pod);
      counts[State.ENDING.ordinal()]++;
    }
  }

  // What its cohort does.

  /** When the pod that waits longest for its budget was created, ms; MAX_VALUE where none does. */
  long firstGatedMs() {
    for (Pod pod : running) {
      if (pod.state == State.GATED) {
        return pod.createdMs;
      }
    }
    return Long.MAX_VALUE;
  }

  /** Admits the pod that waits longest. */
  void admit(long admission) {
    for (Pod pod : running) {
      if (pod.state == State.GATED) {
        pod.admittedMs = nowMs;
        pod.admission = admission;
        move(pod, State.PENDING);
        return;
      }
    }
  }

  /** When the last of its admitted pods was admitted, by the cohort's count; -1 where none is. */
  long lastAdmission() {
    Pod last = lastAdmitted();
    return last == null ? -1 : last.admission;
  }

  private Pod lastAdmitted() {
    Pod last = null;
    for (Pod pod : running) {
      if (pod.state != State.GATED && (last == null || pod.admission >= last.admission)) {
        last = pod;
      }
    }
    return last;
  }

  /** Takes the pod that was admitted last; the ReplicaSet makes another in its place, gated. */
  void preempt() {
    end(lastAdmitted(), spec.preemptGraceMs);
    create();
    preempted++;
  }

  /** Gives a node to the pod that waits longest for one. */
  void bind() {
    for (Pod pod : running) {
      if (pod.state == State.PENDING) {
        move(pod, State.WARMING);
        pod.readyMs = nowMs + spec.warmUpMs;
        return;
      }
    }
  }

  /**
   * GPUs of its budget in use by pods that are admitted.
   *
   * @param withEnding whether those on their way out count too
   */
  int gpus(boolean withEnding) {
    return (running.size() - gated() + (withEnding ? ending.size() : 0)) * spec.gpusPerPod;
  }

  /** GPUs of nodes in use. */
  int boundGpus() {
    return (warming() + ready() + ending.size()) * spec.gpusPerPod;
  }

  // What can be seen.

  /** How many pods are asked for: {@code spec.replicas}, and as many are there. */
  public int asked() {
    return asked;
  }

  /** Pods that its budget admits: pending, warming and ready. */
  public int admitted() {
    return running.size() - gated();
  }

  public int gated() {
    return counts[State.GATED.ordinal()];
  }

  public int pending() {
    return counts[State.PENDING.ordinal()];
  }

  public int warming() {
    return counts[State.WARMING.ordinal()];
  }

  public int ready() {
    return counts[State.READY.ordinal()];
  }

  /** Pods taken away that still serve what they had. */
  public int ending() {
    return ending.size();
  }

  /** Ready pods summed over time, pod-seconds; all such sums up to the last advance. */
  public double readySeconds() {
    return readyMs / 1000;
  }

  public double warmingSeconds() {
    return warmingMs / 1000;
  }

  public double pendingSeconds() {
    return pendingMs / 1000;
  }

  public double gatedSeconds() {
    return gatedMs / 1000;
  }

  public double endingSeconds() {
    return endingMs / 1000;
  }

  /** Pods that lost their place to another queue's floor. */
  public long preempted() {
    return preempted;
  }

  /** Pods asked for while others were not ready yet. */
  public long askedWhileWarming() {
    return askedWhileWarming;
  }

  /** The longest time from a pod's creation until it was ready, seconds; NaN where none became. */
  public double slowestToReadyS() {
    return slowestToReadyMs < 0 ? Double.NaN : slowestToReadyMs / 1000.0;
  }

  /** That time on average. */
  public double meanToReadyS() {
    return becameReady == 0 ? Double.NaN : toReadyMs / becameReady / 1000;
  }
}
