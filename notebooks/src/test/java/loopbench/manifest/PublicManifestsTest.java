// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.SecretRef;
import loopbench.scaling.keda.TriggerAuthentication;
import org.junit.jupiter.api.Test;

/** The manifests of the public guides, each for what it is. */
class PublicManifestsTest {

  private static String text(String name) {
    return Beside.text(Beside.shared("scaledobjects").resolve(name));
  }

  @Test
  void theAuthenticationIsReadEditedAndWritten() {
    String text = text("keda-epp.ocp.triggerauthentication.yaml");
    ReadManifest<TriggerAuthentication> read = TriggerAuthenticationYaml.read(text);
    assertThat(read.problems()).isEmpty();
    assertThat(read.ignored()).isEmpty();
    String secret = "keda-epp-metrics-reader-token";
    TriggerAuthentication authentication = read.object().orElseThrow();
    assertThat(authentication)
        .isEqualTo(
            new TriggerAuthentication(
                new ObjectMeta("keda-prometheus-auth", "${NAMESPACE}", Map.of(), Map.of()),
                false,
                List.of(
                    new SecretRef("bearerToken", secret, "token"),
                    new SecretRef("ca", secret, "service-ca.crt")),
                List.of(),
                List.of(),
                Optional.empty()));
    String fresh = TriggerAuthenticationYaml.write(authentication);
    assertThat(TriggerAuthenticationYaml.read(fresh).object()).contains(authentication);
    assertThat(Comparison.ofTriggerAuthentications(text, fresh).differences()).isEmpty();
    assertThat(TriggerAuthenticationYaml.with(text, "secretTargetRef.ca.key", "ca.crt").text())
        .contains(text.replace("key: service-ca.crt", "key: ca.crt"));
    assertThat(KedaCrd.authenticationErrors(text)).isEmpty();
    assertThat(KedaCrd.authenticationErrors(fresh)).isEmpty();
  }

  @Test
  void otherKindsAreToldApart() {
    String end =
        "; a ScaledObject begins with apiVersion: keda.sh/v1alpha1 and kind: ScaledObject.";
    Map<String, String> said =
        Map.of(
            "kueue.localqueues.yaml", "2 LocalQueue documents (queueing by Kueue)",
            "kueue.clusterqueues.yaml", "2 ClusterQueue documents (quota for Kueue)",
            "slo-aware.prometheus-rule.yaml", "PrometheusRule (rules for Prometheus)",
            "slo-aware.decode-warmup-patch.yaml", "a document without a kind, such as a patch",
            "keda-epp.ocp.triggerauthentication.yaml", "TriggerAuthentication");
    said.forEach(
        (file, found) ->
            assertThat(ScaledObjectYaml.read(text(file)).problems())
                .extracting(ManifestProblem::message)
                .as(file)
                .containsExactly("There is no ScaledObject in this text, but " + found + end));
    assertThat(HpaYaml.read(text("slo-aware.scaledobject.yaml")).problems())
        .extracting(ManifestProblem::message)
        .containsExactly(
            "There is no HorizontalPodAutoscaler in this text, but ScaledObject; a"
                + " HorizontalPodAutoscaler begins with apiVersion: autoscaling/v2 and kind:"
                + " HorizontalPodAutoscaler.");
  }

  /** Every pair: nothing is thrown, and every difference has words. */
  @Test
  void anyTwoAreComparedInWords() {
    List<String> texts = new ArrayList<>();
    for (Path file : Beside.publicManifests()) {
      texts.add(Beside.text(file));
    }
    for (String before : texts) {
      for (String after : texts) {
        Comparison comparison = Comparison.of(before, after);
        assertThat(comparison.problems()).isEmpty();
        assertThat(comparison.differences())
            .allSatisfy(
                difference ->
                    assertThat(difference.words())
                        .isNotBlank()
                        .hasSizeLessThan(600)
                        .doesNotContain("null", "nothing instead", "\n"));
        assertThat(comparison.differences().isEmpty()).isEqualTo(before.equals(after));
      }
    }
  }
}
