// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.List;
import java.util.Optional;
import loopbench.scaling.hpa.Behavior;

/**
 * An HPA as an object of the cluster (autoscaling/v2).
 *
 * @param metadata name, place, labels, annotations
 * @param target what it scales, with kind and version written out
 * @param minReplicas at least 1
 * @param maxReplicas at least {@code minReplicas}
 * @param behavior none leaves the controller's built-in limits
 * @param metrics in the order the controller reads them
 */
public record HorizontalPodAutoscaler(
    ObjectMeta metadata,
    ScaleTarget target,
    int minReplicas,
    int maxReplicas,
    Optional<Behavior> behavior,
    List<HpaMetric> metrics) {
  public HorizontalPodAutoscaler {
    metrics = List.copyOf(metrics);
  }
}
