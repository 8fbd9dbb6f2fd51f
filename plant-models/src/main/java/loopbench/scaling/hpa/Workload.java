// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * What runs at a sync, as the HPA sees it.
 *
 * @param specReplicas S, what the scale subresource asks for, 0 or more
 * @param statusReplicas T, how many pods the controller of the target counts, 0 or more
 * @param readyPods pods that run and are ready, 0 or more
 * @param podCount pods the selector finds, at least {@code readyPods}
 */
public record Workload(int specReplicas, int statusReplicas, int readyPods, int podCount) {
  public Workload {
    if (specReplicas < 0 || statusReplicas < 0 || readyPods < 0 || podCount < readyPods) {
      throw new IllegalArgumentException(
          "replica counts must be 0 or more and pods at least the ready ones, were spec "
              + specReplicas
              + ", status "
              + statusReplicas
              + ", ready "
              + readyPods
              + ", pods "
              + podCount);
    }
  }

  /** Everything asked for runs and is ready. */
  public static Workload ready(int replicas) {
    return new Workload(replicas, replicas, replicas, replicas);
  }
}
