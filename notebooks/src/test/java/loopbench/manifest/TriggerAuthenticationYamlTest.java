// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.scaling.keda.EnvRef;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.PodIdentity;
import loopbench.scaling.keda.SecretRef;
import loopbench.scaling.keda.TriggerAuthentication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TriggerAuthenticationYamlTest {
  private static final String TEXT =
      """
      # who may ask Prometheus
      apiVersion: keda.sh/v1alpha1
      kind: TriggerAuthentication
      metadata:
        name: prometheus-auth
        namespace: ${NAMESPACE}   # filled in later
      spec:
        secretTargetRef:
          - parameter: bearerToken
            name: reader          # the Secret
            key: token
          - {parameter: ca, name: reader, key: 'ca.crt'}
        hashiCorpVault:
          address: http://vault
          authentication: token
          secrets: [{key: k, parameter: password, path: p}]
        podIdentity:
          provider: azure-workload
          identityId: 00000000-0000-0000-0000-000000000000
      """;

  @Test
  void readsWhereCredentialsLie() {
    ReadManifest<TriggerAuthentication> read = TriggerAuthenticationYaml.read(TEXT);
    assertThat(read.problems()).isEmpty();
    TriggerAuthentication authentication = read.object().orElseThrow();
    assertThat(authentication.metadata().namespace()).isEqualTo("${NAMESPACE}");
    assertThat(authentication.cluster()).isFalse();
    assertThat(authentication.parameters()).containsExactly("bearerToken", "ca");
    assertThat(authentication.secrets())
        .containsExactly(
            new SecretRef("bearerToken", "reader", "token"),
            new SecretRef("ca", "reader", "ca.crt"));
    assertThat(authentication.podIdentity())
        .contains(
            new PodIdentity(
                "azure-workload", "00000000-0000-0000-0000-000000000000", "", "", "", "", ""));
    assertThat(read.ignored())
        .containsExactly(
            new IgnoredFeature(
                "hashiCorpVault",
                13,
                "What comes from hashiCorpVault is kept as it is written, and not read."));
    TriggerAuthentication cluster =
        TriggerAuthenticationYaml.read(
                TEXT.replace("kind: Trigger", "kind: ClusterTrigger")
                    .replace("namespace", "xspace"))
            .object()
            .orElseThrow();
    assertThat(cluster.cluster()).isTrue();
    assertThat(TriggerAuthenticationYaml.write(cluster))
        .contains("kind: ClusterTriggerAuthentication\n");
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "secretTargetRef.bearerToken.name | writer | 'name: reader     ' | 'name: writer     '",
        "secretTargetRef.ca.key | x.crt | '''ca.crt''' | '''x.crt'''",
        "secretTargetRef.0.key | jwt | 'key: token' | 'key: jwt'",
        "podIdentity.provider | aws | azure-workload | aws",
        "metadata.namespace | ns | ${NAMESPACE} | ns",
        "metadata.name | on | prometheus-auth | '''on'''",
      })
  void anEditChangesOneScalar(String path, String value, String before, String after) {
    assertThat(TEXT).contains(before);
    assertThat(TriggerAuthenticationYaml.with(TEXT, path, value).text())
        .contains(TEXT.replace(before, after));
    String windows = TEXT.replace("\n", "\r\n");
    assertThat(TriggerAuthenticationYaml.with(windows, path, value).text())
        .contains(windows.replace(before, after));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "secretTargetRef.bearerTokn.key | 8 | There is no entry of secretTargetRef bearerTokn; the"
            + " manifest has bearerToken, ca. Did you mean bearerToken?",
        "hashiCorpVault.address | 14 | hashiCorpVault.address is kept as it is written; change it in the"
            + " manifest by hand.",
        "podIdentity.providr | 17 | There is no field podIdentity.providr. Did you mean provider?",
        "env.username.name | 7 | There is no entry of env username.",
      })
  void anEditThatCannotBeMadeSaysWhy(String path, int line, String message) {
    assertThat(TriggerAuthenticationYaml.with(TEXT, path, "x").problems())
        .containsExactly(new ManifestProblem(path, line, message));
  }

  @Test
  void problemsNameEntryAndLine() {
    assertThat(
            TriggerAuthenticationYaml.read(
                    TEXT.replace("      name: reader          # the Secret\n", "")
                        .replace("provider: azure-workload", "provider: azure")
                        .replace("name: prometheus-auth", "labels: {}"))
                .problems()
                .stream()
                .map(ManifestProblem::located))
        .containsExactly(
            "Line 4, metadata.name: A TriggerAuthentication needs a name.",
            "Line 9, secretTargetRef.bearerToken.name: Each entry of secretTargetRef needs name, the"
                + " name of the Secret.",
            "Line 17, podIdentity.provider: provider must be azure-workload, gcp, aws, aws-eks or"
                + " none, was \"azure\".");
    assertThat(TriggerAuthenticationYaml.read(TEXT.replace("key: token", "key: yes")).problems())
        .containsExactly(
            new ManifestProblem(
                "secretTargetRef.bearerToken.key",
                11,
                "key must be text, was yes, which YAML takes for a truth value; write \"yes\"."));
  }

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readingWhatWasWrittenGivesItBack(long seed) {
    TriggerAuthentication authentication = random(new Random(seed));
    String text = TriggerAuthenticationYaml.write(authentication);
    assertThat(TriggerAuthenticationYaml.read(text).object()).as(text).contains(authentication);
    assertThat(TriggerAuthenticationYaml.with(text, authentication).text()).contains(text);
    assertThat(Comparison.ofTriggerAuthentications(text, text).differences()).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aTextIsBroughtToAnotherNameByOneScalar(long seed) {
    Random random = new Random(seed);
    TriggerAuthentication now = random(random);
    String text = TriggerAuthenticationYaml.write(now);
    TriggerAuthentication wanted =
        now.withMetadata(
            new ObjectMeta(
                "n" + random.nextInt(9),
                now.metadata().namespace(),
                now.metadata().labels(),
                now.metadata().annotations()));
    String edited = TriggerAuthenticationYaml.with(text, wanted).text().orElseThrow();
    assertThat(TriggerAuthenticationYaml.read(edited).object()).contains(wanted);
    assertThat(Comparison.ofTriggerAuthentications(text, edited).differences())
        .extracting(Difference::path)
        .containsExactly("metadata.name");
  }

  private static TriggerAuthentication random(Random random) {
    List<EnvRef> env = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      env.add(new EnvRef("p" + i, RandomFields.word(random), RandomFields.word(random)));
    }
    return new TriggerAuthentication(
        RandomFields.metadata(random),
        random.nextBoolean(),
        references(random),
        references(random),
        env,
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(
                new PodIdentity(
                    RandomFields.word(random),
                    RandomFields.word(random),
                    RandomFields.word(random),
                    "",
                    RandomFields.word(random),
                    "",
                    RandomFields.word(random))));
  }

  private static List<SecretRef> references(Random random) {
    List<SecretRef> references = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      references.add(
          new SecretRef("p" + i, RandomFields.word(random), RandomFields.nonEmpty(random)));
    }
    return references;
  }

  @Test
  void whatIsWrittenPassesKedasOwnSchema() {
    TriggerAuthentication full =
        new TriggerAuthentication(
            new ObjectMeta("a", "ns", Map.of("x", "1"), Map.of()),
            false,
            List.of(new SecretRef("bearerToken", "reader", "token")),
            List.of(new SecretRef("host", "config", "host")),
            List.of(new EnvRef("username", "USER", "main")),
            Optional.of(new PodIdentity("aws", "", "", "", "keda", "arn:aws:iam::1:role/r", "id")));
    assertThat(full.problems()).isEmpty();
    assertThat(KedaCrd.authenticationErrors(TriggerAuthenticationYaml.write(full))).isEmpty();
    assertThat(KedaCrd.authenticationErrors(TEXT)).isEmpty();
    // The schema can tell: a bare truth value is not what it wants.
    assertThat(KedaCrd.authenticationErrors(TEXT.replace("key: token", "key: true"))).isNotEmpty();
  }
}
