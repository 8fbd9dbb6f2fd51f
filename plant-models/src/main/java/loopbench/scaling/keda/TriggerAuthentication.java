// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * KEDA's TriggerAuthentication or ClusterTriggerAuthentication: where a trigger's credentials come
 * from. Holds whatever a manifest says of these four sources; vaults and the managers of clouds are
 * not told here.
 *
 * @param metadata name, place, labels
 * @param cluster whether it serves every namespace
 * @param secrets {@code secretTargetRef}
 * @param configMaps {@code configMapTargetRef}
 * @param env environment variables of the scaled workload
 * @param podIdentity an identity of the cloud
 */
public record TriggerAuthentication(
    ObjectMeta metadata,
    boolean cluster,
    List<SecretRef> secrets,
    List<SecretRef> configMaps,
    List<EnvRef> env,
    Optional<PodIdentity> podIdentity) {
  private static final List<String> PROVIDERS =
      List.of("azure-workload", "gcp", "aws", "aws-eks", "none");
  private static final List<String> OWNERS = List.of("", "keda", "workload");

  public TriggerAuthentication {
    secrets = List.copyOf(secrets);
    configMaps = List.copyOf(configMaps);
    env = List.copyOf(env);
  }

  /** One that takes everything from Secrets. */
  public static TriggerAuthentication of(String name, List<SecretRef> secrets) {
    return new TriggerAuthentication(
        ObjectMeta.of(name), false, secrets, List.of(), List.of(), Optional.empty());
  }

  /** What an {@code authenticationRef} calls its kind. */
  public String kind() {
    return cluster ? "ClusterTriggerAuthentication" : "TriggerAuthentication";
  }

  /** The parameters that a trigger gets from it, as far as they are told here. */
  public Set<String> parameters() {
    Set<String> parameters = new LinkedHashSet<>();
    secrets.forEach(ref -> parameters.add(ref.parameter()));
    configMaps.forEach(ref -> parameters.add(ref.parameter()));
    env.forEach(ref -> parameters.add(ref.parameter()));
    return parameters;
  }

  /**
   * What the API server or KEDA would refuse, in the order of the fields (CRD keda.sh/v1alpha1;
   * {@code validateSpec} in KEDA's triggerauthentication_webhook.go).
   */
  public List<SpecProblem> problems() {
    List<SpecProblem> problems = new ArrayList<>();
    if (metadata.name().isEmpty()) {
      problems.add(new SpecProblem("metadata.name", "A " + kind() + " needs a name."));
    }
    references(problems, "secretTargetRef", secrets, "Secret");
    references(problems, "configMapTargetRef", configMaps, "ConfigMap");
    for (int i = 0; i < env.size(); i++) {
      String path = "env." + (env.get(i).parameter().isEmpty() ? i : env.get(i).parameter());
      required(problems, path, "parameter", env.get(i).parameter(), "what the trigger calls it");
      required(problems, path, "name", env.get(i).name(), "the name of the variable");
    }
    podIdentity.ifPresent(identity -> identity(problems, identity));
    return problems;
  }

  private static void references(
      List<SpecProblem> problems, String field, List<SecretRef> references, String source) {
    for (int i = 0; i < references.size(); i++) {
      SecretRef ref = references.get(i);
      String path = field + "." + (ref.parameter().isEmpty() ? i : ref.parameter());
      required(problems, path, "parameter", ref.parameter(), "what the trigger calls it");
      required(problems, path, "name", ref.name(), "the name of the " + source);
      required(problems, path, "key", ref.key(), "the entry of the " + source);
    }
  }

  private static void required(
      List<SpecProblem> problems, String path, String field, String value, String meaning) {
    if (value.isEmpty()) {
      problems.add(
          new SpecProblem(
              path + "." + field,
              "Each entry of "
                  + path.substring(0, path.indexOf('.'))
                  + " needs "
                  + field
                  + ", "
                  + meaning
                  + "."));
    }
  }

  private static void identity(List<SpecProblem> problems, PodIdentity identity) {
    if (!PROVIDERS.contains(identity.provider())) {
      problems.add(
          new SpecProblem(
              "podIdentity.provider",
              "provider must be azure-workload, gcp, aws, aws-eks or none, was \""
                  + identity.provider()
                  + "\"."));
    }
    if (!OWNERS.contains(identity.identityOwner())) {
      problems.add(
          new SpecProblem(
              "podIdentity.identityOwner",
              "identityOwner must be keda or workload, was \"" + identity.identityOwner() + "\"."));
    }
    if (identity.provider().equals("azure-workload")
        && !identity.identityAuthorityHost().isEmpty()
        && identity.identityTenantId().isEmpty()) {
      problems.add(
          new SpecProblem(
              "podIdentity.identityTenantId",
              "identityTenantId is needed where identityAuthorityHost is set."));
    }
    if (identity.provider().equals("aws")
        && !identity.roleArn().isEmpty()
        && identity.identityOwner().equals("workload")) {
      problems.add(
          new SpecProblem(
              "podIdentity.roleArn",
              "roleArn goes only with identityOwner keda; remove one of the two."));
    }
  }

  public TriggerAuthentication withMetadata(ObjectMeta newMetadata) {
    return new TriggerAuthentication(newMetadata, cluster, secrets, configMaps, env, podIdentity);
  }
}
