// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import loopbench.signal.LabelMatcher;
import loopbench.signal.Query;

/**
 * Under which labels a pool's series are found.
 *
 * @param namespace of the EPP, the pods and the Deployment
 * @param service the label that scraping gives the EPP's series
 * @param modelName what is served
 * @param inferencePool the InferencePool's name
 * @param deployment the Deployment's name, with which the names of its pods begin
 */
public record PoolIdentity(
    String namespace, String service, String modelName, String inferencePool, String deployment) {

  /** Labels made of one name. */
  public static PoolIdentity of(String name) {
    return new PoolIdentity("llm-d", name + "-epp", "model", name, name);
  }

  /**
   * The labels that a ScaledObject's queries ask for, placeholders as they are written, so that a
   * pool in a scenario is the one that its manifest means; what they leave open comes from {@code
   * otherwise}.
   */
  public static PoolIdentity askedBy(ScaledObject scaler, PoolIdentity otherwise) {
    Map<String, String> asked = new HashMap<>();
    for (Trigger trigger : scaler.triggers()) {
      if (trigger.isPrometheus()) {
        Query.read(trigger.metadata().getOrDefault("query", "")).selectors().stream()
            .flatMap(selector -> selector.matchers().stream())
            .filter(LabelMatcher::exact)
            .filter(m -> NAMES.contains(m.label()))
            .forEach(m -> asked.putIfAbsent(m.label(), m.value()));
      }
    }
    return new PoolIdentity(
        asked.getOrDefault(
            "namespace",
            Optional.of(scaler.metadata().namespace())
                .filter(n -> !n.isEmpty())
                .orElse(otherwise.namespace)),
        asked.getOrDefault("service", otherwise.service),
        asked.getOrDefault("model_name", otherwise.modelName),
        asked.getOrDefault("inference_pool", otherwise.inferencePool),
        asked.getOrDefault(
            "deployment",
            scaler.target().name().isEmpty() ? otherwise.deployment : scaler.target().name()));
  }

  private static final Set<String> NAMES =
      Set.of("namespace", "service", "model_name", "inference_pool", "deployment");
}
