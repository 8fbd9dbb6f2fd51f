// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.keda.ScaledObject;
import loopbench.series.Series;

/**
 * What is known beside the manifest. All but the constants may be left out; less is then found.
 *
 * @param hpa what the cluster's controller manager is started with
 * @param others the other autoscalers of the cluster
 * @param recordings what the triggers' queries have answered, by the triggers' names
 * @param workloads workloads whose manifests set their replica counts
 * @param authentications the TriggerAuthentications that are known
 * @param replicas the replica count to judge at; empty leaves it to the rules, which take the
 *     bounds
 * @param pool what is known of the pool that is scaled, and of its load
 */
public record LintContext(
    HpaConstants hpa,
    List<Autoscaler> others,
    List<Workload> workloads,
    Map<String, Recording> recordings,
    List<Authentication> authentications,
    OptionalInt replicas,
    PoolFacts pool) {

  /** Nothing known but Kubernetes' defaults. */
  public static final LintContext NONE =
      new LintContext(
          HpaConstants.DEFAULTS,
          List.of(),
          List.of(),
          Map.of(),
          List.of(),
          OptionalInt.empty(),
          PoolFacts.NONE);

  /**
   * Something that scales.
   *
   * @param kind ScaledObject or HorizontalPodAutoscaler
   * @param namespace empty when not known
   * @param name its name
   * @param targetKind what it scales, such as Deployment
   * @param targetName the name of what it scales
   */
  public record Autoscaler(
      String kind, String namespace, String name, String targetKind, String targetName) {

    public static Autoscaler of(ScaledObject scaler) {
      return new Autoscaler(
          "ScaledObject",
          scaler.metadata().namespace(),
          scaler.metadata().name(),
          scaler.target().effectiveKind(),
          scaler.target().name());
    }
  }

  /**
   * Something with replicas, as its own manifest has it.
   *
   * @param kind such as Deployment
   * @param namespace empty when not known
   * @param name its name
   * @param replicas the count that its manifest sets
   */
  public record Workload(String kind, String namespace, String name, int replicas) {
    /** Whether this is what a ScaledObject scales; a namespace that is not known may be any. */
    public boolean scaledBy(ScaledObject scaler) {
      return kind.equals(scaler.target().effectiveKind())
          && name.equals(scaler.target().name())
          && together(namespace, scaler.metadata().namespace());
    }
  }

  /** Whether two namespaces may be the same; one that is not known may be any. */
  static boolean together(String one, String other) {
    return one.isEmpty() || other.isEmpty() || one.equals(other);
  }

  /**
   * What a trigger's query answered over a time.
   *
   * @param mostElements the most elements it answered at one instant
   * @param series its value, where it answered one element
   */
  public record Recording(OptionalInt mostElements, Optional<Series> series) {}

  /**
   * A TriggerAuthentication or ClusterTriggerAuthentication.
   *
   * @param kind which of them; empty means TriggerAuthentication
   * @param name its name
   * @param parameters what it gives, such as bearerToken and ca
   * @param podIdentity whether the pod's identity stands in for credentials
   */
  public record Authentication(
      String kind, String name, Set<String> parameters, boolean podIdentity) {
    public Authentication {
      parameters = Set.copyOf(parameters);
    }
  }

  public LintContext {
    others = List.copyOf(others);
    workloads = List.copyOf(workloads);
    recordings = Map.copyOf(recordings);
    authentications = List.copyOf(authentications);
    if (replicas.isPresent() && replicas.getAsInt() < 1) {
      throw new IllegalArgumentException(
          "the replica count to judge at must be 1 or more, was " + replicas.getAsInt());
    }
  }

  public LintContext withHpa(HpaConstants constants) {
    return new LintContext(
        constants, others, workloads, recordings, authentications, replicas, pool);
  }

  public LintContext withOthers(List<Autoscaler> autoscalers) {
    return new LintContext(
        hpa, autoscalers, workloads, recordings, authentications, replicas, pool);
  }

  public LintContext withWorkloads(List<Workload> known) {
    return new LintContext(hpa, others, known, recordings, authentications, replicas, pool);
  }

  public LintContext withRecordings(Map<String, Recording> answers) {
    return new LintContext(hpa, others, workloads, answers, authentications, replicas, pool);
  }

  public LintContext withAuthentications(List<Authentication> known) {
    return new LintContext(hpa, others, workloads, recordings, known, replicas, pool);
  }

  public LintContext withReplicas(int count) {
    return new LintContext(
        hpa, others, workloads, recordings, authentications, OptionalInt.of(count), pool);
  }

  public LintContext withPool(PoolFacts known) {
    return new LintContext(hpa, others, workloads, recordings, authentications, replicas, known);
  }
}
