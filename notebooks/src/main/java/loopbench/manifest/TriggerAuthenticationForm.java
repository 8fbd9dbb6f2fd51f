// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.scaling.keda.EnvRef;
import loopbench.scaling.keda.KeptFeature;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.PodIdentity;
import loopbench.scaling.keda.SecretRef;
import loopbench.scaling.keda.SpecProblem;
import loopbench.scaling.keda.TriggerAuthentication;

/** A TriggerAuthentication, of a namespace or of the cluster, from and to plain values. */
final class TriggerAuthenticationForm implements Form<TriggerAuthentication> {
  static final String ONE = "TriggerAuthentication";
  static final String CLUSTER = "ClusterTriggerAuthentication";

  @Override
  public TriggerAuthentication read(String word, ObjectMeta metadata, Map<?, ?> spec) {
    return new TriggerAuthentication(
        metadata,
        word.equals(CLUSTER),
        Tree.list(spec, "secretTargetRef", TriggerAuthenticationForm::reference),
        Tree.list(spec, "configMapTargetRef", TriggerAuthenticationForm::reference),
        Tree.list(
            spec,
            "env",
            map ->
                new EnvRef(
                    Tree.text(map, "parameter"),
                    Tree.text(map, "name"),
                    Tree.text(map, "containerName"))),
        spec.get("podIdentity") instanceof Map<?, ?> map
            ? Optional.of(identity(map))
            : Optional.empty());
  }

  private static SecretRef reference(Map<?, ?> map) {
    return new SecretRef(
        Tree.text(map, "parameter"), Tree.text(map, "name"), Tree.text(map, "key"));
  }

  private static PodIdentity identity(Map<?, ?> map) {
    return new PodIdentity(
        Tree.text(map, "provider"),
        Tree.text(map, "identityId"),
        Tree.text(map, "identityTenantId"),
        Tree.text(map, "identityAuthorityHost"),
        Tree.text(map, "identityOwner"),
        Tree.text(map, "roleArn"),
        Tree.text(map, "externalID"));
  }

  @Override
  public String word(TriggerAuthentication authentication) {
    return authentication.kind();
  }

  @Override
  public ObjectMeta metadata(TriggerAuthentication authentication) {
    return authentication.metadata();
  }

  @Override
  public Map<String, Object> spec(TriggerAuthentication authentication) {
    Map<String, Object> spec = new LinkedHashMap<>();
    authentication.podIdentity().ifPresent(identity -> spec.put("podIdentity", identity(identity)));
    Tree.put(
        spec,
        "secretTargetRef",
        authentication.secrets().stream().map(TriggerAuthenticationForm::reference).toList());
    Tree.put(
        spec,
        "configMapTargetRef",
        authentication.configMaps().stream().map(TriggerAuthenticationForm::reference).toList());
    Tree.put(
        spec,
        "env",
        authentication.env().stream().map(TriggerAuthenticationForm::variable).toList());
    return spec;
  }

  private static Map<String, Object> identity(PodIdentity identity) {
    Map<String, Object> map = new LinkedHashMap<>();
    Tree.put(map, "provider", identity.provider());
    Tree.put(map, "identityId", identity.identityId());
    Tree.put(map, "identityTenantId", identity.identityTenantId());
    Tree.put(map, "identityAuthorityHost", identity.identityAuthorityHost());
    Tree.put(map, "identityOwner", identity.identityOwner());
    Tree.put(map, "roleArn", identity.roleArn());
    Tree.put(map, "externalID", identity.externalId());
    return map;
  }

  private static Map<String, Object> reference(SecretRef ref) {
    Map<String, Object> map = new LinkedHashMap<>();
    Tree.put(map, "parameter", ref.parameter());
    Tree.put(map, "name", ref.name());
    Tree.put(map, "key", ref.key());
    return map;
  }

  private static Map<String, Object> variable(EnvRef ref) {
    Map<String, Object> map = new LinkedHashMap<>();
    Tree.put(map, "parameter", ref.parameter());
    Tree.put(map, "name", ref.name());
    Tree.put(map, "containerName", ref.containerName());
    return map;
  }

  @Override
  public List<SpecProblem> problems(TriggerAuthentication authentication) {
    return authentication.problems();
  }

  @Override
  public List<KeptFeature> kept(TriggerAuthentication authentication) {
    return List.of();
  }
}
