// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import loopbench.figure.LineFigure;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Autoscalers in cells: what they warn of, replay, sweep and export. */
class ScalerCellTest {
  private static final String SPEC =
      """
      scaler: keda
      spec:
        scaleTargetRef: {name: decode}
        minReplicaCount: 1
        maxReplicaCount: 8
        advanced:
          horizontalPodAutoscalerConfig:
            behavior:
              scaleUp:
                stabilizationWindowSeconds: 60
                policies:
                  - {type: Percent, value: 100, periodSeconds: 15}
        triggers:
          - type: prometheus
            name: queue
            metadata: {serverAddress: "http://p", query: "sum(q)", threshold: "1"}
      """;

  private static final String SOURCE = "source: csv\nfile: q.csv\nseries: {queue: queue}\n";
  private static final String RUN =
      "run: replay\nreplay: source.csv\nscaler: keda\nseries: {queue: queue}\n"
          + "need: {series: queue, per-replica: 2}\n";

  @TempDir Path folder;

  @BeforeEach
  void recording() throws Exception {
    StringBuilder csv = new StringBuilder("t_s,queue\n");
    for (int i = 0; i < 60; i++) {
      csv.append(i * 15).append(',').append(i < 10 || i > 30 ? 0 : 6).append('\n');
    }
    Files.writeString(folder.resolve("q.csv"), csv, StandardCharsets.UTF_8);
  }

  private RunReport.CellReport ran(String address, String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder).cells().stream()
        .filter(cell -> cell.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private static Output.Table table(RunReport.CellReport cell) {
    return cell.result().orElseThrow().outputs().stream()
        .filter(Output.Table.class::isInstance)
        .map(Output.Table.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aManifestSaysWhatItWillDo() {
    Output.Table found = table(ran("scaler.keda", SPEC));
    assertThat(found.headings()).containsExactly("", "where", "what it will do", "what to do");
    List<String> absent =
        found.rows().stream()
            .filter(row -> row.get(1).startsWith("triggers.queue.metadata.ignoreNullValues"))
            .findFirst()
            .orElseThrow();
    assertThat(absent.get(0)).isEqualTo("warning");
    assertThat(absent.get(2)).contains("reads as 0 without an error");
    assertThat(absent.get(3)).contains("Set ignoreNullValues to \"false\"");
    // The gravest come first.
    assertThat(found.rows().stream().map(row -> row.get(0)).distinct())
        .isSortedAccordingTo(
            (a, b) ->
                List.of("problem", "warning", "note").indexOf(a)
                    - List.of("problem", "warning", "note").indexOf(b));
  }

  @Test
  void aReplayHoldsWindowsAndSaysWhatHeld() {
    Output.Table changes = table(ran("run.replay", SOURCE, SPEC, RUN));
    assertThat(changes.headings()).containsExactly("UTC", "by", "replicas", "why");
    // The queue stands from 150 s; a window of 60 s lets it through at the first sync 60 s later.
    assertThat(changes.rows().get(0).get(1)).isEqualTo("HPA");
    assertThat(changes.rows().get(0).get(2)).isEqualTo("1 → 2");
    assertThat(changes.rows().get(0).get(3))
        .isEqualTo("queue asked 6 (ceil(6/1)); policy allowed 2 (100 % per 15 s)");
  }

  @Test
  void aFormulaReadsTheReplaysOwnCounts() {
    String formula =
        SPEC.replace(
                "  triggers:\n",
                "    scalingModifiers:\n"
                    + "      formula: \"queue > replicas ? replicas + 1 : queue\"\n"
                    + "      target: \"1\"\n"
                    + "  triggers:\n"
                    + "    - type: prometheus\n"
                    + "      name: replicas\n"
                    + "      metadata: {serverAddress: \"http://p\", query: \"max(r)\", threshold: \"1\"}\n")
            .replace("stabilizationWindowSeconds: 60", "stabilizationWindowSeconds: 0");
    Output.Table changes =
        table(
            ran(
                "run.replay",
                SOURCE,
                formula,
                RUN.replace("{queue: queue}", "{queue: queue, replicas: own.replicas}")));
    assertThat(changes.rows().stream().limit(3).map(row -> row.get(2)))
        .containsExactly("1 → 2", "2 → 3", "3 → 4");
    assertThat(changes.rows().get(0).get(3)).startsWith("the formula asked 2");
  }

  @Test
  void windowsAndPoliciesCanBeSwept() {
    RunReport.CellReport sweep =
        ran(
            "sweep.windows",
            SOURCE,
            SPEC,
            RUN,
            "sweep: windows\nrun: replay\naxes:\n"
                + "  scaler.behavior.scaleUp.stabilizationWindowSeconds: [0, 60, 300]\n"
                + "  scaler.behavior.scaleUp.policies.0.value: [100, 400]\n"
                + "minimise: unmet\n");
    assertThat(sweep.sentence())
        .startsWith(
            "Set scaleUp stabilizationWindowSeconds to 0 s and scaleUp policies 0 value to ");
  }

  /** Whoever points at a place of the chart reads why it was decided so there. */
  @Test
  void theChartKnowsWhyEachSyncDecided() {
    LineFigure figure =
        ran("run.replay", SOURCE, SPEC, RUN).result().orElseThrow().outputs().stream()
            .filter(Output.Chart.class::isInstance)
            .map(chart -> (LineFigure) ((Output.Chart) chart).figure())
            .findFirst()
            .orElseThrow();
    assertThat(figure.remarks()).as("one a sync").hasSize(59);
    assertThat(figure.remarkAt(150)).isEqualTo(figure.remarkAt(136)).isNotEmpty();
    assertThat(figure.remarkAt(136)).startsWith("The HPA stayed at 1: queue asked ");
    assertThat(figure.remarkAt(151)).contains("queue asked 6 (ceil(6/1))").endsWith(".");
    assertThat(figure.remarkAt(-1)).isEmpty();
    assertThat(figure.remarkAt(figure.remarks().get(9).x()))
        .isEqualTo(figure.remarks().get(9).text());
    assertThat(figure.remarks())
        .anySatisfy(r -> assertThat(r.text()).startsWith("The HPA went from "));
  }

  /** The figures that an HPA's status shows as 1667m: in all, each, target and wish. */
  @Test
  void theValueInAllAndEachReplicasStandSideBySide() throws Exception {
    Files.writeString(folder.resolve("five.csv"), "t_s,queue\n0,5\n15,5\n30,5\n");
    RunReport.CellReport run =
        ran(
            "run.replay",
            "source: csv\nfile: five.csv\nseries: {queue: queue}\n",
            SPEC.replace("threshold: \"1\"", "threshold: \"2\""),
            "run: replay\nreplay: source.csv\nscaler: keda\nseries: {queue: queue}\nreplicas: 3\n");
    Output.Table asks =
        run.result().orElseThrow().outputs().stream()
            .filter(Output.Table.class::isInstance)
            .map(Output.Table.class::cast)
            .filter(t -> t.headings().get(0).equals("trigger"))
            .findFirst()
            .orElseThrow();
    assertThat(asks.headings())
        .containsExactly("trigger", "in all", "each replica", "target", "wants");
    assertThat(asks.rows()).containsExactly(List.of("queue", "5", "1.67", "2", "3"));
    assertThat(asks.sentence())
        .isEqualTo(
            "Most was wanted at 00:00:00. queue: 5 in all, 1.67 each of 3, target 2: wants 3.");
  }

  @Test
  void theHpaThatKedaMakesIsWrittenAndCompared() throws Exception {
    Files.writeString(
        folder.resolve("live.yaml"),
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: keda-hpa-keda}
        spec:
          scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: decode}
          minReplicas: 1
          maxReplicas: 12
          metrics:
            - type: External
              external:
                metric: {name: s0-prometheus, selector: {matchLabels: {scaledobject.keda.sh/name: keda}}}
                target: {type: AverageValue, averageValue: "1"}
        """);
    RunReport.CellReport export =
        ran(
            "export.hpa",
            SPEC,
            "export: hpa\nwhat: scaler.keda\nas: hpa\nagainst: live.yaml\nwrite: out/hpa.yaml\n");
    Output.Document document =
        export.result().orElseThrow().outputs().stream()
            .filter(Output.Document.class::isInstance)
            .map(Output.Document.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(document.text())
        .contains("kind: HorizontalPodAutoscaler", "name: s0-prometheus", "maxReplicas: 8")
        .contains("# note: KEDA makes this HorizontalPodAutoscaler itself");
    assertThat(document.differences())
        .anyMatch(line -> line.startsWith("maxReplicas: 12 -> 8"))
        .anyMatch(line -> line.contains("behavior"));
  }
}
