// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loopbench.manifest.Comparison;
import loopbench.manifest.ScaledObjectYaml;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import org.junit.jupiter.api.Test;

class ScaledObjectExportTest {
  private static final Provenance FROM =
      new Provenance(
          "02-queue-thresholds.ipynb",
          "scaler.keda",
          "5d0c",
          "1.0.0",
          List.of("run.tuned.unmet <= 0.2 (0.13 replica·h)", "two\nlines"));

  private static String sample() throws Exception {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(at.resolve("samples"))) {
      at = at.getParent();
    }
    return Files.readString(at.resolve("samples/scaledobjects/queue-depth.yaml"));
  }

  private static Exported.Text text(Exported exported) {
    return exported.match(
        new Exported.Cases<>() {
          @Override
          public Exported.Text text(Exported.Text text) {
            return text;
          }

          @Override
          public Exported.Text refused(Exported.Refused refused) {
            throw new AssertionError(refused.reason());
          }
        });
  }

  @Test
  void theTextStaysAndItsOriginStandsAboveIt() throws Exception {
    Exported.Text exported = text(ScaledObjectExport.write(sample(), FROM));
    assertThat(exported.text())
        .isEqualTo(
            """
            # Tuned with Loopbench.
            # notebook: 02-queue-thresholds.ipynb
            # cell: scaler.keda
            # inputs: 5d0c
            # core: 1.0.0
            # evidence: run.tuned.unmet <= 0.2 (0.13 replica·h)
            # evidence: two lines

            """
                + sample());
    assertThat(exported.notes()).isEmpty();
    assertThat(ScaledObjectYaml.read(exported.text()).scaler())
        .isEqualTo(ScaledObjectYaml.read(sample()).scaler());
    assertThat(Comparison.of(sample(), exported.text()).differences()).isEmpty();
  }

  @Test
  void aSecondExportReplacesTheCommentsOfTheFirst() throws Exception {
    for (String manifest : List.of(sample(), sample().replace("\n", "\r\n"))) {
      String once = text(ScaledObjectExport.write(manifest, FROM)).text();
      assertThat(text(ScaledObjectExport.write(once, FROM)).text()).isEqualTo(once);
      Provenance unnamed = new Provenance("", "scaler.keda", "5d0c", "1.0.0", List.of(" "));
      String other = text(ScaledObjectExport.write(once, unnamed)).text();
      assertThat(other).doesNotContain("# notebook:").doesNotContain("# evidence:");
      assertThat(text(ScaledObjectExport.write(other, FROM)).text()).isEqualTo(once);
      assertThat(once).endsWith(manifest);
    }
  }

  @Test
  void whatTheReplayLeftOutIsNoted() throws Exception {
    String manifest =
        ScaledObjectYaml.with(
                sample().replace("namespace: llm-d-optimized-baseline", "namespace: ${NAMESPACE}"),
                "behavior.scaleDown.stabilizationWindowSeconds",
                120)
            .text()
            .orElseThrow();
    Exported.Text exported = text(ScaledObjectExport.write(manifest, FROM));
    assertThat(exported.notes())
        .containsExactly(
            "Placeholders such as ${NAMESPACE} are as they were; fill them in before applying.");
    assertThat(exported.text()).contains("# note: " + exported.notes().get(0) + "\n");
  }

  /** Whoever applies both would undo what the autoscaler set. */
  @Test
  void aDeploymentBesideItThatSetsReplicasIsNoted() throws Exception {
    String deployment =
        """
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: decode}
        spec: {replicas: 3}
        """;
    String target = ScaledObjectYaml.read(sample()).scaler().orElseThrow().target().name();
    String both = sample() + deployment.replace("decode", target);
    assertThat(text(ScaledObjectExport.write(both, FROM)).notes())
        .singleElement()
        .asString()
        .startsWith("The Deployment " + target + " in this text sets replicas:")
        .endsWith("Leave replicas out of it.");
    for (String fine :
        List.of(
            both.replace("spec: {replicas: 3}", "spec: {}"),
            both.replace("replicas: 3", "replicas: three"),
            both.replace("replicas: 3", "replicas: -3"),
            both.replace("kind: Deployment\nmetadata", "kind: StatefulSet\nmetadata"))) {
      assertThat(text(ScaledObjectExport.write(fine, FROM)).notes()).as(fine).isEmpty();
    }
    String list =
        sample()
            + "---\nkind: List\nitems:\n- kind: Deployment\n  metadata: {name: "
            + target
            + "}\n  spec: {replicas: 3}\n";
    assertThat(text(ScaledObjectExport.write(list, FROM)).notes()).hasSize(1);
  }

  @Test
  void whatWouldBeRefusedIsRefusedHere() throws Exception {
    Exported refused =
        ScaledObjectExport.write(sample().replace("threshold: \"24\"", "threshold: \"24m\""), FROM);
    assertThat(refused)
        .isInstanceOfSatisfying(
            Exported.Refused.class,
            r ->
                assertThat(r.reason())
                    .startsWith("The manifest would be refused. Line ")
                    .contains("triggers.epp-running-requests.metadata.threshold"));
  }

  @Test
  void aScaledObjectWithoutATextBecomesOne() {
    ScaledObject scaler =
        ScaledObject.of(
            "pool",
            "decode",
            1,
            8,
            List.of(Trigger.prometheus("queue", "http://p", "sum(q)", "2")));
    Exported.Text exported = text(ScaledObjectExport.write(scaler, FROM));
    assertThat(ScaledObjectYaml.read(exported.text()).scaler()).contains(scaler);
    assertThat(exported.text())
        .endsWith(
            """

            apiVersion: keda.sh/v1alpha1
            kind: ScaledObject
            metadata:
              name: pool
            spec:
              scaleTargetRef:
                name: decode
              minReplicaCount: 1
              maxReplicaCount: 8
              triggers:
                - type: prometheus
                  name: queue
                  metricType: AverageValue
                  metadata:
                    serverAddress: http://p
                    query: sum(q)
                    threshold: "2"
            """);
  }
}
