// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import loopbench.run.Notebooks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DroppedFileTest {
  private static final String SCALER =
      """
      apiVersion: keda.sh/v1alpha1
      kind: ScaledObject
      metadata: {name: decode}
      spec:
        scaleTargetRef: {name: decode}
        triggers:
          - type: prometheus
            metadata: {serverAddress: "http://p", query: "sum(q)", threshold: "1"}
      """;

  @TempDir Path folder;

  private static DroppedFile.Made made(String path, String content, String... taken) {
    return DroppedFile.cell(path, content.getBytes(StandardCharsets.UTF_8), Set.of(taken));
  }

  /** What is made of a file runs as it is. */
  @Test
  void aTableAndAManifestBecomeCellsThatRun() throws Exception {
    String csv = "t_s,queue [1],running [1]\n0,5,3\n15,6,3\n";
    Files.writeString(folder.resolve("My Queue (2).csv"), csv);
    Files.writeString(folder.resolve("queue-depth.yaml"), SCALER);
    String source = made("My Queue (2).csv", csv).source().orElseThrow();
    String scaler = made("queue-depth.yaml", SCALER).source().orElseThrow();
    assertThat(source).startsWith("source: my-queue-2\nfile: ").contains("My Queue (2).csv");
    assertThat(scaler).isEqualTo("scaler: queue-depth\nmanifest: queue-depth.yaml");
    assertThat(Notebooks.run(Notebooks.of(source, scaler), folder).cells())
        .allSatisfy(cell -> assertThat(cell.problems()).as(cell.sentence()).isEmpty());
  }

  @Test
  void aNameIsUnlikeAllOthersOfItsKind() {
    assertThat(made("a/q.csv", "", "source.q", "scaler.q").source())
        .hasValueSatisfying(text -> assertThat(text).startsWith("source: q-2\n"));
    assertThat(made("2024-11.csv", "").source())
        .hasValueSatisfying(text -> assertThat(text).startsWith("source: dropped\n"));
  }

  @Test
  void whatCannotBeReadIsSaid() {
    assertThat(made("x.yaml", "kind: Deployment\n").why())
        .startsWith("x.yaml is no ScaledObject. ")
        .contains("Deployment");
    assertThat(made("x.exe", "").why())
        .isEqualTo(
            "x.exe cannot be read here. Drop a notebook, a CSV, a Prometheus answer or a manifest.");
    assertThat(made("x.exe", "").source()).isEmpty();
  }
}
