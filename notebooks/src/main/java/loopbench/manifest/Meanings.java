// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.keda.KedaNumbers;

/**
 * What each field of a kind means when it changes, and what unset stands for. A path's entries of
 * lists, and keys that are free, are {@code *}. What is not in the table is said plainly.
 *
 * @param table by path, below {@code spec} unless the path begins with {@code metadata} or is one
 *     of the document's own fields
 */
record Meanings(Map<String, Meaning> table) {
  static final Meanings SCALED_OBJECT = new Meanings(scaledObject());
  static final Meanings TRIGGER_AUTHENTICATION = new Meanings(triggerAuthentication());
  static final Meanings HPA = new Meanings(hpa());

  private static final String NEVER_FEWER = "never fewer than {after:replicas} instead of {before}";
  private static final String NEVER_MORE = "never more than {after:replicas} instead of {before}";

  /**
   * The meaning of a field, if the table knows it.
   *
   * @param around the path without its last part
   */
  Optional<Meaning> at(String path, String around) {
    Meaning exact = table.get(path);
    return Optional.ofNullable(exact != null ? exact : table.get(around + ".*"));
  }

  /** For a field that the table does not know: its path and its values. */
  static Meaning plain(Shape shape) {
    Sort sort = Sort.TEXT;
    if (shape instanceof Shape.Leaf leaf) {
      sort =
          switch (leaf) {
            case TEXT -> Sort.TEXT;
            case WHOLE -> Sort.COUNT;
            case SECONDS -> Sort.SECONDS;
            case TRUTH -> Sort.TRUTH;
            case QUANTITY -> Sort.QUANTITY;
          };
    }
    return Meaning.of(sort, null, "{key} is {after} instead of {before}");
  }

  private static Map<String, Meaning> objects() {
    Map<String, Meaning> table = new LinkedHashMap<>();
    table.put(
        "metadata.name",
        Meaning.of(
            Sort.TEXT,
            "it is called {after} instead of {before}, which makes it another object",
            "it is called {after} now, and had no name",
            "it has no name any more; it was called {before}"));
    table.put(
        "metadata.namespace",
        Meaning.of(
            Sort.TEXT,
            "it lies in namespace {after} instead of {before}",
            "it lies in namespace {after} now, and named none",
            "it names no namespace any more; it was {before}"));
    for (String texts : new String[] {"label", "annotation"}) {
      table.put(
          "metadata." + texts + "s.*",
          Meaning.of(
              Sort.TEXT,
              "the " + texts + " {key} is {after} instead of {before}",
              "the " + texts + " {key} is {after} now, and was not there",
              "the " + texts + " {key} is gone; it was {before}"));
    }
    return table;
  }

  private static void target(Map<String, Meaning> table, boolean defaults) {
    table.put(
        "scaleTargetRef.name",
        Meaning.of(
            Sort.TEXT,
            "{after} is scaled instead of {before}",
            "{after} is scaled now, and nothing was",
            "nothing is scaled any more; it was {before}"));
    table.put(
        "scaleTargetRef.kind",
        Meaning.of(
            Sort.TEXT,
            defaults ? "Deployment" : null,
            "what is scaled is of kind {after} instead of {before}"));
    table.put(
        "scaleTargetRef.apiVersion",
        Meaning.of(
            Sort.TEXT,
            defaults ? "apps/v1" : null,
            "what is scaled is of version {after} instead of {before}"));
  }

  private static Map<String, Meaning> scaledObject() {
    Map<String, Meaning> table = objects();
    pauses(table);
    target(table, true);
    table.put(
        "scaleTargetRef.envSourceContainerName",
        Meaning.of(
            Sort.TEXT,
            "variables are those of the container {after} instead of {before}",
            "variables are those of the container {after} now, were of the first",
            "variables are those of the first container now, were of {before}"));
    table.put(
        "pollingInterval",
        Meaning.of(Sort.SECONDS, 30L, "KEDA polls every {after} instead of every {before}"));
    table.put(
        "cooldownPeriod",
        Meaning.of(
            Sort.SECONDS,
            300L,
            "KEDA waits {after} after the last activity, instead of {before}, before it scales to"
                + " zero"));
    table.put(
        "initialCooldownPeriod",
        Meaning.of(
            Sort.SECONDS,
            0L,
            "KEDA waits {after} after the creation, instead of {before}, before it first scales to"
                + " zero"));
    table.put(
        "idleReplicaCount",
        Meaning.of(
            Sort.COUNT,
            "{after:replicas} instead of {before} stay while no trigger is active",
            "{after:replicas} stay while no trigger is active; before, the minimum stayed",
            "the minimum stays while no trigger is active; before, {before:replicas} stayed"));
    table.put(
        "minReplicaCount",
        Meaning.of(
            Sort.COUNT,
            0L,
            change ->
                change.fill(
                    isZero(change.after())
                        ? "scaling to zero is allowed now, was never fewer than {before:replicas}"
                        : isZero(change.before())
                            ? "never fewer than {after:replicas}, was down to zero"
                            : NEVER_FEWER)));
    table.put("maxReplicaCount", Meaning.of(Sort.COUNT, 100L, NEVER_MORE));
    fallback(table);
    table.put(
        "advanced.restoreToOriginalReplicaCount",
        Meaning.of(
            Sort.TRUTH,
            false,
            change ->
                Boolean.TRUE.equals(change.after().effective())
                    ? "deleting the ScaledObject brings back the replicas from before it now; they"
                        + " stayed as they were"
                    : "deleting the ScaledObject leaves the replicas as they are now; the number"
                        + " from before it was brought back"));
    table.put(
        "advanced.horizontalPodAutoscalerConfig.name",
        Meaning.of(
            Sort.TEXT,
            "the HPA is called {after} instead of {before}",
            "the HPA is called {after}, and no longer after the ScaledObject",
            "the HPA is called after the ScaledObject again, and no longer {before}"));
    table.putAll(BehaviorWords.table("advanced.horizontalPodAutoscalerConfig.behavior"));
    modifiers(table);
    triggers(table);
    return table;
  }

  private static boolean isZero(Change.Side side) {
    return side.effective() instanceof Number number && number.doubleValue() == 0;
  }

  private static void pauses(Map<String, Meaning> table) {
    String prefix = "metadata.annotations.autoscaling.keda.sh/";
    table.put(
        prefix + "paused",
        pause(
            "scaling is paused now: KEDA deletes the HPA and leaves the replicas as they are",
            "scaling is not paused any more: KEDA makes the HPA anew"));
    table.put(
        prefix + "paused-replicas",
        Meaning.of(
            Sort.TEXT,
            "scaling is paused at {after:replicas} instead of {before}",
            "scaling is paused at {after:replicas} now: KEDA deletes the HPA",
            "scaling is not paused at {before:replicas} any more: KEDA makes the HPA anew"));
    table.put(
        prefix + "paused-scale-in",
        pause(
            "scaling down is paused now; scaling up goes on",
            "scaling down is not paused any more"));
    table.put(
        prefix + "paused-scale-out",
        pause(
            "scaling up is paused now; scaling down goes on", "scaling up is not paused any more"));
    table.put(
        prefix + "force-activation",
        pause(
            "it counts as active now, whatever the triggers say",
            "whether it is active is up to the triggers again"));
  }

  private static Meaning pause(String on, String off) {
    return Meaning.of(
        Sort.PAUSE,
        "false",
        change -> Boolean.TRUE.equals(Sort.PAUSE.meaning(change.after().effective())) ? on : off);
  }

  private static void fallback(Map<String, Meaning> table) {
    table.put(
        "fallback",
        Meaning.of(
            Sort.PRESENCE,
            null,
            change ->
                change.isSet()
                    ? "a fallback was added: after more than "
                        + part(change.after(), "failureThreshold")
                        + " failures in a row a metric stands for a replica count of "
                        + part(change.after(), "replicas")
                        + "; before, a failing metric kept the HPA from scaling down"
                    : "the fallback is gone: a metric that fails keeps the HPA from scaling down;"
                        + " before, it stood for a replica count of "
                        + part(change.before(), "replicas")
                        + " after more than "
                        + part(change.before(), "failureThreshold")
                        + " failures in a row"));
    table.put(
        "fallback.failureThreshold",
        Meaning.of(
            Sort.COUNT,
            null,
            "the fallback engages after more than {after} failures in a row instead of {before}"));
    table.put(
        "fallback.replicas",
        Meaning.of(
            Sort.COUNT, null, "the fallback stands for {after:replicas} instead of {before}"));
    table.put(
        "fallback.behavior",
        Meaning.of(
            Sort.TEXT,
            "static",
            change ->
                "a metric that keeps failing counts as "
                    + fallbackWords(change.after())
                    + ", was "
                    + fallbackWords(change.before())));
  }

  private static String fallbackWords(Change.Side side) {
    String word = String.valueOf(side.effective());
    return switch (word) {
      case "static" -> "the fallback's replicas";
      case "currentReplicas" -> "the replicas there are";
      case "currentReplicasIfHigher" -> "the larger of the fallback's replicas and those there are";
      case "currentReplicasIfLower" -> "the smaller of the fallback's replicas and those there are";
      case "scalingModifiers" -> "nil in the formula";
      default -> Shortened.text(word);
    };
  }

  private static void modifiers(Map<String, Meaning> table) {
    String prefix = "advanced.scalingModifiers";
    table.put(
        prefix,
        Meaning.of(
            Sort.PRESENCE,
            null,
            change ->
                change.isSet()
                    ? "a formula takes the place of the triggers' own thresholds: "
                        + part(change.after(), "formula")
                        + ", with a target of "
                        + part(change.after(), "target")
                    : "the formula is gone: each trigger asks by its own threshold again, and the"
                        + " largest answer counts"));
    table.put(
        prefix + ".formula",
        Meaning.of(Sort.TEXT, null, "the formula is {after} instead of {before}"));
    table.put(
        prefix + ".target",
        Meaning.of(
            Sort.NUMBER,
            null,
            change ->
                asks(
                    change,
                    "the formula",
                    String.valueOf(
                        Tree.map(Tree.map(change.specs().after(), "advanced"), "scalingModifiers")
                            .get("metricType")))));
    table.put(
        prefix + ".activationTarget",
        Meaning.of(
            Sort.NUMBER, "0", "the formula counts as active above {after} instead of {before}"));
    table.put(
        prefix + ".metricType",
        Meaning.of(
            Sort.TEXT, "AverageValue", change -> "the formula's target is " + compared(change)));
  }

  private static void triggers(Map<String, Meaning> table) {
    table.put("triggers.*", Meaning.of(Sort.PRESENCE, null, Meanings::trigger));
    table.put(
        "triggers.*.name",
        Meaning.of(
            Sort.TEXT,
            "{item} is called {after} now",
            "{item} is called {after} now, and had no name",
            "{item} has no name any more"));
    table.put(
        "triggers.*.type",
        Meaning.of(Sort.TEXT, null, "{item} is of type {after} instead of {before}"));
    table.put(
        "triggers.*.metricType",
        Meaning.of(
            Sort.TEXT,
            "AverageValue",
            change -> change.item() + "'s target is " + compared(change)));
    table.put(
        "triggers.*.useCachedMetrics",
        Meaning.of(
            Sort.TRUTH,
            false,
            change ->
                Boolean.TRUE.equals(change.after().effective())
                    ? "the HPA gets the last poll's value of "
                        + change.item()
                        + " now, was a fresh one at every sync"
                    : "the HPA gets a fresh value of "
                        + change.item()
                        + " at every sync now, was the last poll's"));
    table.put(
        "triggers.*.authenticationRef",
        Meaning.of(
            Sort.PRESENCE,
            null,
            change ->
                change.item()
                    + (change.isSet()
                        ? " takes credentials from "
                            + part(change.after(), "name")
                            + " now, and took none"
                        : " takes no credentials any more; they came from "
                            + part(change.before(), "name"))));
    table.put(
        "triggers.*.authenticationRef.name",
        Meaning.of(Sort.TEXT, null, "{item} takes credentials from {after} instead of {before}"));
    table.put(
        "triggers.*.authenticationRef.kind",
        Meaning.of(
            Sort.TEXT,
            "TriggerAuthentication",
            "{item} takes credentials from a {after} instead of a {before}"));
    prometheus(table, "triggers.*.metadata.");
  }

  private static void prometheus(Map<String, Meaning> table, String prefix) {
    table.put(
        prefix + "serverAddress",
        Meaning.of(Sort.TEXT, null, "{item} asks {after} instead of {before}"));
    table.put(
        prefix + "query",
        Meaning.of(Sort.QUERY, null, "{item} asks another query: {after}; it was {before}"));
    table.put(prefix + "threshold", Meaning.of(Sort.NUMBER, null, Meanings::threshold));
    table.put(
        prefix + "activationThreshold",
        Meaning.of(Sort.NUMBER, "0", "{item} counts as active above {after} instead of {before}"));
    table.put(
        prefix + "ignoreNullValues",
        Meaning.of(
            Sort.TRUTH_TEXT,
            "true",
            change ->
                "absent values of "
                    + change.item()
                    + (Boolean.TRUE.equals(Sort.TRUTH_TEXT.meaning(change.after().effective()))
                        ? " are read as 0 now, were errors"
                        : " are errors now, were read as 0")));
    table.put(
        prefix + "unsafeSsl",
        Meaning.of(
            Sort.TRUTH_TEXT,
            "false",
            change ->
                Boolean.TRUE.equals(Sort.TRUTH_TEXT.meaning(change.after().effective()))
                    ? change.item() + " trusts any certificate now, and checked it"
                    : change.item() + " checks the certificate now, and trusted any"));
    table.put(
        prefix + "timeout",
        Meaning.of(
            Sort.TIMEOUT,
            "{item} waits up to {after} for an answer instead of {before}",
            "{item} waits up to {after} for an answer now, was the operator's own limit (3 s unless"
                + " it is set otherwise)",
            "{item} waits for an answer as long as the operator's own limit (3 s unless it is set"
                + " otherwise) now, was {before}"));
    table.put(
        prefix + "*",
        Meaning.of(
            Sort.TEXT,
            "the {key} of {item} is {after} instead of {before}",
            "the {key} of {item} is {after} now, and was not set",
            "the {key} of {item} is not set any more; it was {before}"));
  }

  private static String trigger(Change change) {
    Change.Side side = change.isSet() ? change.after() : change.before();
    String asks = asked(side.value() instanceof Map<?, ?> map ? map : Map.of());
    return change.isSet()
        ? change.item() + " was added: it asks for " + asks
        : change.item() + " is gone; it asked for " + asks;
  }

  private static String asked(Map<?, ?> trigger) {
    Map<?, ?> metadata = Tree.map(trigger, "metadata");
    Object threshold = metadata.get("threshold");
    if (threshold == null) {
      return "what a trigger of type " + trigger.get("type") + " does";
    }
    String number = Shortened.text(threshold.toString().strip());
    Object query = metadata.get("query");
    return ("Value".equals(trigger.get("metricType"))
            ? number + " in all"
            : "one replica per " + number)
        + (query == null ? "" : " of " + Shortened.text(query.toString().strip()));
  }

  private static String threshold(Change change) {
    if (Tree.map(Tree.map(change.specs().after(), "advanced"), "scalingModifiers").get("formula")
        != null) {
      return change.fill(
          "{item} has a threshold of {after} instead of {before}, which changes nothing while the"
              + " formula decides");
    }
    return asks(change, change.item(), String.valueOf(change.items().after().get("metricType")));
  }

  /** What a target of a number asks for, and how many replicas more or fewer that is. */
  private static String asks(Change change, String who, String metricType) {
    if (!change.wasSet() || !change.isSet()) {
      return change.isSet()
          ? change.fill(who + " has a target of {after} now, and had none")
          : change.fill(who + " has no target any more; it was {before}");
    }
    if (metricType.equals("Value")) {
      return who + change.fill(" is held at {after} in all instead of {before}");
    }
    return who
        + change.fill(" asks for one replica per {after} instead of per {before}")
        + share(
            KedaNumbers.number(String.valueOf(change.before().value())).orElse(Double.NaN),
            KedaNumbers.number(String.valueOf(change.after().value())).orElse(Double.NaN));
  }

  private static String share(double before, double after) {
    String replicas = Share.replicas(before, after);
    return replicas.isEmpty() ? "" : ": " + replicas + " at the same value";
  }

  private static String compared(Change change) {
    return "for " + ofWhat(change.after()) + " now, was for " + ofWhat(change.before());
  }

  private static String ofWhat(Change.Side side) {
    String word = String.valueOf(side.effective());
    return switch (word) {
      case "AverageValue" -> "each replica (AverageValue)";
      case "Value" -> "all replicas together (Value)";
      case "Utilization" -> "a share of what the pods request (Utilization)";
      default -> Shortened.text(word);
    };
  }

  private static String part(Change.Side side, String key) {
    Object value = side.value() instanceof Map<?, ?> map ? map.get(key) : null;
    return value == null ? "(unset)" : Shortened.text(String.valueOf(value).strip());
  }

  private static Map<String, Meaning> triggerAuthentication() {
    Map<String, Meaning> table = objects();
    table.put(
        "kind",
        Meaning.of(
            Sort.TEXT,
            null,
            change ->
                TriggerAuthenticationForm.CLUSTER.equals(change.after().value())
                    ? "it serves every namespace now, was one"
                    : "it serves one namespace now, was every"));
    sources(table, "secretTargetRef", "secret");
    sources(table, "configMapTargetRef", "config map");
    table.put(
        "env.*",
        Meaning.of(
            Sort.PRESENCE,
            null,
            change ->
                change.isSet()
                    ? "the parameter "
                        + part(change.after(), "parameter")
                        + " comes from the variable "
                        + part(change.after(), "name")
                        + " now"
                    : "the parameter "
                        + part(change.before(), "parameter")
                        + " does not come from the variable "
                        + part(change.before(), "name")
                        + " any more"));
    table.put(
        "env.*.parameter", Meaning.of(Sort.TEXT, null, "the trigger calls {item} {after} now"));
    table.put(
        "env.*.name",
        Meaning.of(Sort.TEXT, null, "{item} is the variable {after} instead of {before}"));
    table.put(
        "env.*.containerName",
        Meaning.of(
            Sort.TEXT,
            "{item} is a variable of the container {after} instead of {before}",
            "{item} is a variable of the container {after} now, was of the first",
            "{item} is a variable of the first container now, was of {before}"));
    table.put(
        "podIdentity",
        Meaning.of(
            Sort.PRESENCE,
            null,
            change ->
                change.isSet()
                    ? "the identity of " + part(change.after(), "provider") + " is used now"
                    : "the identity of "
                        + part(change.before(), "provider")
                        + " is not used any more"));
    table.put(
        "podIdentity.*",
        Meaning.of(
            Sort.TEXT,
            "the identity's {key} is {after} instead of {before}",
            "the identity's {key} is {after} now, and was not set",
            "the identity's {key} is not set any more; it was {before}"));
    return table;
  }

  private static void sources(Map<String, Meaning> table, String field, String source) {
    table.put(
        field + ".*",
        Meaning.of(
            Sort.PRESENCE,
            null,
            change -> {
              Change.Side side = change.isSet() ? change.after() : change.before();
              return "the parameter "
                  + part(side, "parameter")
                  + (change.isSet() ? " comes" : " does not come")
                  + " from "
                  + part(side, "key")
                  + " of the "
                  + source
                  + " "
                  + part(side, "name")
                  + (change.isSet() ? " now" : " any more");
            }));
    table.put(
        field + ".*.parameter",
        Meaning.of(Sort.TEXT, null, "the trigger calls {item} {after} now"));
    table.put(
        field + ".*.name",
        Meaning.of(
            Sort.TEXT, null, "{item} comes from the " + source + " {after} instead of {before}"));
    table.put(
        field + ".*.key",
        Meaning.of(
            Sort.TEXT,
            null,
            "{item} is the entry {after} of its " + source + " instead of {before}"));
  }

  private static Map<String, Meaning> hpa() {
    Map<String, Meaning> table = objects();
    target(table, false);
    table.put("minReplicas", Meaning.of(Sort.COUNT, 1L, NEVER_FEWER));
    table.put("maxReplicas", Meaning.of(Sort.COUNT, null, NEVER_MORE));
    table.putAll(BehaviorWords.table("behavior"));
    table.put(
        "metrics.*",
        Meaning.of(
            Sort.PRESENCE,
            null,
            change ->
                change.item() + (change.isSet() ? " was added" : " is gone") + metric(change)));
    table.put(
        "metrics.*.type",
        Meaning.of(Sort.TEXT, null, "{item} is of type {after} instead of {before}"));
    for (WrittenMetric.Source source : WrittenMetric.Source.values()) {
      String block = "metrics.*." + source.field();
      table.put(
          block + (source.isNamedByMetric() ? ".metric.name" : ".name"),
          Meaning.of(Sort.TEXT, null, "{item} reads {after} now, was {before}"));
      if (source == WrittenMetric.Source.CONTAINER_RESOURCE) {
        table.put(
            block + ".container",
            Meaning.of(Sort.TEXT, null, "{item} is of the container {after} now, was of {before}"));
      }
      table.put(block + ".target", Meaning.of(Sort.TARGET, null, Meanings::hpaTarget));
      table.put(
          block + ".metric.selector.matchLabels.*",
          Meaning.of(
              Sort.TEXT,
              "{item} is taken where {key} is {after} instead of {before}",
              "{item} is taken only where {key} is {after} now",
              "{item} is taken whatever {key} is now, was only {before}"));
    }
    return table;
  }

  private static String metric(Change change) {
    Change.Side side = change.isSet() ? change.after() : change.before();
    Map<?, ?> map = side.value() instanceof Map<?, ?> fields ? fields : Map.of();
    for (WrittenMetric.Source source : WrittenMetric.Source.values()) {
      if (map.get(source.field()) instanceof Map<?, ?> block) {
        String target = HpaForm.target(Tree.map(block, "target")).text();
        return change.isSet() ? ": " + target : "; it asked for " + target;
      }
    }
    return "";
  }

  private static String hpaTarget(Change change) {
    WrittenMetric.Target before = target(change.before());
    WrittenMetric.Target after = target(change.after());
    if (before.averageValue().isPresent() && after.averageValue().isPresent()) {
      return change.item()
          + " asks for "
          + after.text()
          + " instead of per "
          + WrittenMetric.plain(before.averageValue().get())
          + share(number(before.averageValue()), number(after.averageValue()));
    }
    return change.item() + " asks for " + after.text() + ", was " + before.text();
  }

  private static WrittenMetric.Target target(Change.Side side) {
    return side.value() instanceof Map<?, ?> map ? HpaForm.target(map) : WrittenMetric.Target.UNSET;
  }

  private static double number(Optional<Quantity> quantity) {
    return quantity.orElseThrow().value().doubleValue();
  }
}
