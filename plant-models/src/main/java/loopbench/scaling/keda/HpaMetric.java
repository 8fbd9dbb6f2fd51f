// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.Map;
import java.util.OptionalLong;
import loopbench.scaling.hpa.TargetType;

/** One metric of an HPA as KEDA writes it. */
public sealed interface HpaMetric {
  <R> R match(Cases<R> cases);

  /** A fold over the kinds of metric. */
  interface Cases<R> {
    R external(External external);

    R resource(Resource resource);
  }

  /** The word in {@code type}, by which KEDA sorts. */
  String type();

  /**
   * A metric that KEDA answers itself.
   *
   * @param name such as s0-prometheus, or composite-metric for a formula
   * @param selector the labels that tell KEDA which ScaledObject is asking
   * @param targetType what the target is compared with
   * @param targetMilli the target times 1000; empty for scalers whose target is not read here
   */
  record External(
      String name, Map<String, String> selector, TargetType targetType, OptionalLong targetMilli)
      implements HpaMetric {
    public External {
      selector = Map.copyOf(selector);
    }

    @Override
    public String type() {
      return "External";
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.external(this);
    }
  }

  /**
   * A cpu or memory trigger, which the HPA reads from the pods.
   *
   * @param name cpu or memory
   * @param container the one container that counts; empty for the whole pod
   * @param targetType Utilization or AverageValue
   * @param target percent of the request or a quantity, as written
   */
  record Resource(String name, String container, String targetType, String target)
      implements HpaMetric {
    @Override
    public String type() {
      return container.isEmpty() ? "Resource" : "ContainerResource";
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.resource(this);
    }
  }
}
