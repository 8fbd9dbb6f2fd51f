// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loopbench.manifest.Shape.Fields;
import loopbench.manifest.Shape.Items;
import loopbench.manifest.Shape.Leaf;
import loopbench.manifest.Shape.Texts;
import loopbench.manifest.Shape.Unread;
import loopbench.manifest.Shape.Words;

/**
 * Which fields the kinds have and of which type: KEDA's CRDs (keda.sh/v1alpha1) and Kubernetes'
 * autoscaling/v2, in one place.
 */
final class Shapes {
  private static final List<List<String>> BY_NAME = List.of(List.of("name"));
  private static final List<List<String>> BY_PARAMETER = List.of(List.of("parameter"));
  private static final List<List<String>> BY_POSITION = List.of();

  /** Below an object's {@code metadata}, as far as anything here reads it. */
  static final Fields META =
      fields(
          "name",
          Leaf.TEXT,
          "namespace",
          Leaf.TEXT,
          "labels",
          new Texts(),
          "annotations",
          new Texts());

  private static final Fields RULES =
      fields(
          "stabilizationWindowSeconds",
          Leaf.SECONDS,
          "selectPolicy",
          words("Max", "Min", "Disabled"),
          "tolerance",
          Leaf.QUANTITY,
          "policies",
          new Items(
              fields(
                  "type", words("Pods", "Percent"),
                  "value", Leaf.WHOLE,
                  "periodSeconds", Leaf.SECONDS),
              BY_POSITION));

  private static final Fields BEHAVIOR = fields("scaleUp", RULES, "scaleDown", RULES);

  static final Fields SCALED_OBJECT =
      fields(
          "scaleTargetRef",
          fields(
              "apiVersion", Leaf.TEXT,
              "kind", Leaf.TEXT,
              "name", Leaf.TEXT,
              "envSourceContainerName", Leaf.TEXT),
          "pollingInterval",
          Leaf.SECONDS,
          "cooldownPeriod",
          Leaf.SECONDS,
          "initialCooldownPeriod",
          Leaf.SECONDS,
          "idleReplicaCount",
          Leaf.WHOLE,
          "minReplicaCount",
          Leaf.WHOLE,
          "maxReplicaCount",
          Leaf.WHOLE,
          "fallback",
          fields("failureThreshold", Leaf.WHOLE, "replicas", Leaf.WHOLE, "behavior", Leaf.TEXT),
          "advanced",
          fields(
              "restoreToOriginalReplicaCount",
              Leaf.TRUTH,
              "horizontalPodAutoscalerConfig",
              fields("name", Leaf.TEXT, "behavior", BEHAVIOR),
              "scalingModifiers",
              fields(
                  "formula", Leaf.TEXT,
                  "target", Leaf.TEXT,
                  "activationTarget", Leaf.TEXT,
                  "metricType", Leaf.TEXT)),
          "triggers",
          new Items(
              new Fields(
                  fields(
                          "type", Leaf.TEXT,
                          "name", Leaf.TEXT,
                          "metricType", Leaf.TEXT,
                          "useCachedMetrics", Leaf.TRUTH,
                          "metadata", new Texts(),
                          "authenticationRef", fields("name", Leaf.TEXT, "kind", Leaf.TEXT))
                      .known(),
                  "metadata"),
              BY_NAME));

  static final Fields TRIGGER_AUTHENTICATION = triggerAuthentication();

  static final Fields HPA =
      fields(
          "scaleTargetRef",
          fields("apiVersion", Leaf.TEXT, "kind", Leaf.TEXT, "name", Leaf.TEXT),
          "minReplicas",
          Leaf.WHOLE,
          "maxReplicas",
          Leaf.WHOLE,
          "metrics",
          new Items(metric(), metricNames()),
          "behavior",
          BEHAVIOR);

  private Shapes() {}

  private static Fields triggerAuthentication() {
    Items entries =
        new Items(
            fields("parameter", Leaf.TEXT, "name", Leaf.TEXT, "key", Leaf.TEXT), BY_PARAMETER);
    Fields all =
        fields(
            "secretTargetRef",
            entries,
            "configMapTargetRef",
            entries,
            "env",
            new Items(
                fields("parameter", Leaf.TEXT, "name", Leaf.TEXT, "containerName", Leaf.TEXT),
                BY_PARAMETER),
            "podIdentity",
            fields(
                "provider", Leaf.TEXT,
                "identityId", Leaf.TEXT,
                "identityTenantId", Leaf.TEXT,
                "identityAuthorityHost", Leaf.TEXT,
                "identityOwner", Leaf.TEXT,
                "roleArn", Leaf.TEXT,
                "externalID", Leaf.TEXT));
    Map<String, Shape> known = new LinkedHashMap<>(all.known());
    for (String source :
        List.of(
            "hashiCorpVault",
            "azureKeyVault",
            "gcpSecretManager",
            "awsSecretManager",
            "boundServiceAccountToken",
            "oauth2",
            "filePath")) {
      known.put(
          source,
          new Unread("What comes from " + source + " is kept as it is written, and not read."));
    }
    return new Fields(known, "");
  }

  private static Fields metric() {
    Map<String, Shape> known = new LinkedHashMap<>();
    List<String> types = new ArrayList<>();
    Fields target =
        fields(
            "type", words("AverageValue", "Value", "Utilization"),
            "value", Leaf.QUANTITY,
            "averageValue", Leaf.QUANTITY,
            "averageUtilization", Leaf.WHOLE);
    Fields identifier =
        fields(
            "name",
            Leaf.TEXT,
            "selector",
            fields(
                "matchLabels",
                new Texts(),
                "matchExpressions",
                new Unread("matchExpressions are kept as they are written, and not read.")));
    for (WrittenMetric.Source source : WrittenMetric.Source.values()) {
      types.add(source.word());
      Map<String, Shape> block = new LinkedHashMap<>();
      if (source.isNamedByMetric()) {
        block.put("metric", identifier);
      } else {
        block.put("name", Leaf.TEXT);
      }
      if (source == WrittenMetric.Source.CONTAINER_RESOURCE) {
        block.put("container", Leaf.TEXT);
      }
      block.put("target", target);
      source
          .unread()
          .forEach(
              field ->
                  block.put(field, new Unread(field + " is kept as it is written, and not read.")));
      known.put(source.field(), new Fields(block, ""));
    }
    known.put("type", new Words(types));
    return new Fields(known, "");
  }

  private static List<List<String>> metricNames() {
    return Stream.of(WrittenMetric.Source.values())
        .map(
            source ->
                source.isNamedByMetric()
                    ? List.of(source.field(), "metric", "name")
                    : List.of(source.field(), "name"))
        .toList();
  }

  private static Words words(String... words) {
    return new Words(List.of(words));
  }

  private static Fields fields(Object... pairs) {
    Map<String, Shape> fields = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      fields.put((String) pairs[i], (Shape) pairs[i + 1]);
    }
    return new Fields(fields, "");
  }
}
