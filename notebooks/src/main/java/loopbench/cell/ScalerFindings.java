// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import loopbench.loop.Feed;
import loopbench.loop.Pool;
import loopbench.loop.PoolScenario;
import loopbench.loop.ReplayScenario;
import loopbench.loop.Scaling;
import loopbench.manifest.HpaYaml;
import loopbench.manifest.ScaledObjectYaml;
import loopbench.manifest.TriggerAuthenticationYaml;
import loopbench.manifest.WrittenReplicas;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.SecretRef;
import loopbench.scaling.lint.Finding;
import loopbench.scaling.lint.Lint;
import loopbench.scaling.lint.LintContext;
import loopbench.scaling.lint.PoolFacts;
import loopbench.scaling.lint.Severity;

/** What an autoscaler will do that its author may not expect, as a table. */
final class ScalerFindings {
  private ScalerFindings() {}

  /** What the manifest alone tells, with the other documents of its text. */
  static List<Output> of(Scaler scaler) {
    return table(scaler, Lint.of(scaler.object(), context(scaler)));
  }

  /** What a recording adds to that. */
  static List<Output> of(Scaler scaler, ReplayScenario scenario) {
    Map<String, LintContext.Recording> recordings = new LinkedHashMap<>();
    scenario
        .feeds()
        .forEach(
            (trigger, feed) -> {
              if (feed instanceof Feed.Recorded recorded) {
                recordings.put(
                    trigger,
                    new LintContext.Recording(OptionalInt.empty(), Optional.of(recorded.series())));
              }
            });
    LintContext alone = context(scaler);
    Set<Finding> known = new HashSet<>(Lint.of(scenario.scaler(), alone));
    List<Finding> found =
        Lint.of(scenario.scaler(), alone.withRecordings(recordings)).stream()
            .filter(finding -> !known.contains(finding))
            .toList();
    return table(scaler, found);
  }

  /**
   * An autoscaler of a run.
   *
   * @param pool what its pool is called in the run; empty where there is only one
   * @param plant the address of the pool's plant
   */
  record OnPool(String pool, String plant, Scaler scaler) {}

  /** A run's result with what its plants and loads add to what the manifests alone tell. */
  static Result joined(Result result, PoolScenario scenario, List<OnPool> scaled) {
    List<Output> outputs = new ArrayList<>(result.outputs());
    for (Pool pool : scenario.pools()) {
      for (OnPool one : scaled) {
        if (one.pool().equals(pool.name()) && pool.scaling() instanceof Scaling.Scaled scaling) {
          outputs.addAll(of(one, scenario, pool, scaling.scaler()));
        }
      }
    }
    return new Result(
        result.value(), outputs, result.machine(), result.fingerprint(), result.standing());
  }

  private static List<Output> of(
      OnPool one, PoolScenario scenario, Pool pool, ScaledObject object) {
    LintContext alone = context(one.scaler());
    Set<Finding> known = new HashSet<>(Lint.of(object, alone));
    PoolFacts facts = KnownPool.of(scenario, pool, one.plant());
    List<Finding> found =
        Lint.of(object, alone.withPool(facts)).stream()
            .filter(finding -> !known.contains(finding))
            .toList();
    return table(
        one.scaler(),
        found,
        " of this plant and load" + (one.pool().isEmpty() ? "" : " in the pool " + one.pool()));
  }

  private static LintContext context(Scaler scaler) {
    LintContext context =
        LintContext.NONE
            .withHpa(scaler.hpa())
            .withOthers(autoscalers(scaler.text()))
            .withWorkloads(WrittenReplicas.in(scaler.text()))
            .withAuthentications(authentications(scaler.text()));
    return scaler.replicas().isPresent() && scaler.replicas().getAsInt() > 0
        ? context.withReplicas(scaler.replicas().getAsInt())
        : context;
  }

  /** An HPA in the same text. */
  private static List<LintContext.Autoscaler> autoscalers(String text) {
    return HpaYaml.read(text).object().stream()
        .map(
            hpa ->
                new LintContext.Autoscaler(
                    "HorizontalPodAutoscaler",
                    hpa.metadata().namespace(),
                    hpa.metadata().name(),
                    hpa.target().kind(),
                    hpa.target().name()))
        .toList();
  }

  /** A TriggerAuthentication in the same text. */
  private static List<LintContext.Authentication> authentications(String text) {
    return TriggerAuthenticationYaml.read(text).object().stream()
        .map(
            found -> {
              Set<String> parameters = new HashSet<>();
              found.secrets().stream().map(SecretRef::parameter).forEach(parameters::add);
              found.configMaps().stream().map(SecretRef::parameter).forEach(parameters::add);
              found.env().forEach(ref -> parameters.add(ref.parameter()));
              return new LintContext.Authentication(
                  found.cluster() ? "ClusterTriggerAuthentication" : "TriggerAuthentication",
                  found.metadata().name(),
                  parameters,
                  found.podIdentity().isPresent());
            })
        .toList();
  }

  private static String word(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }

  private static List<Output> table(Scaler scaler, List<Finding> findings) {
    return table(scaler, findings, " in the manifest");
  }

  /**
   * @param of what the findings are of, behind their count
   */
  private static List<Output> table(Scaler scaler, List<Finding> findings, String of) {
    if (findings.isEmpty()) {
      return List.of();
    }
    List<List<String>> rows = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      for (Finding finding : findings) {
        if (finding.severity() == severity) {
          rows.add(
              List.of(
                  word(severity),
                  finding.path() + place(scaler, finding.path()),
                  finding.what() + (finding.numbers().isEmpty() ? "" : " " + finding.numbers()),
                  finding.advice()));
        }
      }
    }
    return List.of(
        new Output.Table(
            List.of("", "where", "what it will do", "what to do"), rows, sentence(findings, of)));
  }

  private static String place(Scaler scaler, String path) {
    OptionalInt line = ScaledObjectYaml.line(scaler.text(), path);
    return line.isPresent() ? " (line " + line.getAsInt() + ")" : "";
  }

  private static String sentence(List<Finding> findings, String of) {
    List<String> counts = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      long count = findings.stream().filter(f -> f.severity() == severity).count();
      if (count > 0) {
        counts.add(count + " " + word(severity) + (count == 1 ? "" : "s"));
      }
    }
    Finding gravest = findings.stream().min(Comparator.comparing(Finding::severity)).orElseThrow();
    return String.join(", ", counts) + of + ". " + gravest.what();
  }
}
