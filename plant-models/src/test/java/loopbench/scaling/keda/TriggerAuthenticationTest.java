// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TriggerAuthenticationTest {
  private static final SecretRef TOKEN = new SecretRef("bearerToken", "reader", "token");

  private static List<String> problems(PodIdentity identity) {
    return new TriggerAuthentication(
            ObjectMeta.of("a"), false, List.of(), List.of(), List.of(), Optional.of(identity))
        .problems().stream().map(SpecProblem::path).toList();
  }

  @Test
  void tellsWhatATriggerGets() {
    TriggerAuthentication authentication =
        new TriggerAuthentication(
            new ObjectMeta("a", "", Map.of(), Map.of()),
            true,
            List.of(TOKEN),
            List.of(new SecretRef("host", "config", "host")),
            List.of(new EnvRef("username", "USER", "")),
            Optional.empty());
    assertThat(authentication.parameters()).containsExactly("bearerToken", "host", "username");
    assertThat(authentication.kind()).isEqualTo("ClusterTriggerAuthentication");
    assertThat(authentication.problems()).isEmpty();
    assertThat(TriggerAuthentication.of("a", List.of(TOKEN)).kind())
        .isEqualTo("TriggerAuthentication");
  }

  @Test
  void namesWhatIsMissing() {
    TriggerAuthentication authentication =
        new TriggerAuthentication(
            ObjectMeta.of(""),
            false,
            List.of(TOKEN, new SecretRef("", "", "")),
            List.of(new SecretRef("host", "config", "")),
            List.of(new EnvRef("username", "", "")),
            Optional.empty());
    assertThat(authentication.problems())
        .extracting(SpecProblem::path)
        .containsExactly(
            "metadata.name",
            "secretTargetRef.1.parameter",
            "secretTargetRef.1.name",
            "secretTargetRef.1.key",
            "configMapTargetRef.host.key",
            "env.username.name");
  }

  @Test
  void identitiesAreHeldToTheirProvider() {
    assertThat(problems(PodIdentity.of("aws"))).isEmpty();
    assertThat(problems(PodIdentity.of("azure"))).containsExactly("podIdentity.provider");
    assertThat(problems(new PodIdentity("aws", "", "", "", "workload", "arn", "")))
        .containsExactly("podIdentity.roleArn");
    assertThat(problems(new PodIdentity("aws", "", "", "", "keda", "arn", ""))).isEmpty();
    assertThat(problems(new PodIdentity("gcp", "", "", "", "me", "", "")))
        .containsExactly("podIdentity.identityOwner");
    assertThat(problems(new PodIdentity("azure-workload", "id", "", "host", "", "", "")))
        .containsExactly("podIdentity.identityTenantId");
  }
}
