// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import loopbench.figure.BudgetFigure;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import loopbench.signal.Query;
import loopbench.signal.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How late an autoscaler acts, from its queries, its HPA and its pool. */
class BudgetChartTest {
  private static final String POOL =
      "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\nwarm-up: 100s\n";
  private static final String LOAD =
      "load: l\nrequests: 1/s\nprompt: {mean: 4000, sd: 300, min: 3500, max: 4500}\n"
          + "output: {mean: 500, sd: 40}\n";
  private static final String SLO = "scaler: slo\npreset: slo-aware\n";
  private static final String DEPTH = "scaler: depth\npreset: queue-depth\n";
  private static final String RUN = "run: r\nplant: pool\nload: l\nscaler: slo\nfor: 2m\n";

  @TempDir Path folder;

  private RunReport.CellReport chart(String... more) {
    List<String> sources = new java.util.ArrayList<>(List.of(POOL, LOAD, SLO, DEPTH, RUN));
    sources.addAll(List.of(more));
    return Notebooks.run(Notebooks.of(sources.toArray(String[]::new)), folder).cells().stream()
        .filter(c -> c.address().equals("chart.c"))
        .findFirst()
        .orElseThrow();
  }

  private static BudgetFigure figure(RunReport.CellReport cell) {
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    return (BudgetFigure) ((Output.Chart) outputs(cell).get(0)).figure();
  }

  private static List<Output> outputs(RunReport.CellReport cell) {
    return cell.result().orElseThrow().outputs();
  }

  @Test
  void aRunKnowsAllPartsOfTheGuidesSloLaw() {
    RunReport.CellReport cell = chart("chart: c\ndata: run.r\nview: budget\n");
    BudgetFigure.Bar bar = figure(cell).bars().get(0);
    assertThat(bar.name()).isEqualTo("saturation");
    assertThat(bar.parts().stream().map(BudgetFigure.Part::words))
        .containsExactly(
            "scrape 2.5 s",
            "rate window 30 s",
            "smoothing 22.5 s",
            "HPA sync 7.5 s",
            "stabilization 30 s",
            "warm-up 100 s");
    assertThat(bar.total()).isEqualTo("192.5 s");
    assertThat(cell.sentence())
        .isEqualTo(
            "192.5 s from a change to a served replica by saturation, the slowest of 3 triggers,"
                + " 100 s of it warm-up; a loop that adds more than 10.8 % of what is missing per"
                + " sync swings.");
    Output.Table table = (Output.Table) outputs(cell).get(1);
    assertThat(table.headings()).startsWith("trigger", "scrape [s]", "rate window [s]");
    assertThat(table.rows().get(0))
        .containsExactly("saturation", "2.5", "30", "22.5", "7.5", "30", "100", "192.5", "10.8 %");
    assertThat(table.rows()).hasSize(3);
  }

  @Test
  void aScalerAloneNamesWhatItDoesNotKnow() {
    RunReport.CellReport cell = chart("chart: c\ndata: scaler.slo\n");
    assertThat(figure(cell).bars().get(0).total()).isEqualTo("over 90 s");
    assertThat(figure(cell).bars().get(0).parts().get(0).unknown()).isTrue();
    assertThat(cell.sentence())
        .startsWith("At least 90 s from a change to a served replica")
        .endsWith(
            "Not known are scrape and warm-up. A run on a pool knows how often is scraped and how"
                + " long a pod warms up: write `data: run.<name>`.");
    assertThat(((Output.Table) outputs(cell).get(1)).rows().get(0))
        .contains("not known", "over 90");
  }

  @Test
  void whatIsSetOnTheScalerCounts() {
    RunReport.CellReport cell =
        chart(
            "scaler: own\npreset: queue-depth\nset:\n"
                + "  behavior.scaleUp.stabilizationWindowSeconds: 0\nhpa: {sync: 30s}\n",
            "run: o\nplant: pool\nload: l\nscaler: own\nfor: 2m\n",
            "chart: c\ndata: run.o\nview: budget\n");
    assertThat(figure(cell).bars().get(0).total()).isEqualTo("117.5 s");
    assertThat(cell.sentence()).contains("by any of the 2 triggers");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run: f\\nplant: pool\\nload: l\\nreplicas: 2\\nfor: 2m | data: run.f\\nview: budget | run.f has no autoscaler",
        "run: f\\nplant: pool\\nload: l\\nreplicas: 2\\nfor: 2m | data: run.f\\nview: budget | which a scaler alone does not.",
        "load: k\\nrequests: 1/s | data: scaler.slo\\nview: trace | a scaler is shown as a budget. Write `view: budget`, or take it out.",
        "load: k\\nrequests: 1/s | data: run.r\\nview: map | a run is shown as a trace or budget.",
        "load: k\\nrequests: 1/s | data: plant.pool\\nview: budget | scaler.name",
      })
  void whatHasNoBudgetIsTold(String cell, String chart, String sentence) {
    String told =
        chart(cell.replace("\\n", "\n"), "chart: c\n" + chart.replace("\\n", "\n")).sentence();
    assertThat(told).contains(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sum(queue) | 0 | 0",
        "sum(rate(requests[2m])) | 120 | 0",
        "avg_over_time(queue[5m]) | 0 | 300",
        "max_over_time(queue[5m]) | 0 | 0",
        "min_over_time(queue[5m]) | 0 | 600",
        "irate(requests[5m]) | 5 | 0",
        "sum(rate(a[1m])) / sum(rate(b[5m])) | 300 | 0",
        "sum(queue) or vector(0) | 0 | 0",
        "job:latency:p90 | NaN | NaN",
        "avg_over_time(sum(rate(a[1m]))[5m:15s]) | NaN | NaN",
        "sum(queue offset 5m) | NaN | NaN",
        "recorded:smooth | 60 | 45",
        "max(recorded:smooth) / 2 | 60 | 45",
        "loop:a | NaN | NaN",
      })
  void theWindowsOfAQuery(String query, double rateS, double smoothingS) {
    Rules rules =
        new Rules(
            List.of(
                Rules.Rule.of("recorded:rate", "sum(rate(requests[1m]))"),
                Rules.Rule.of("recorded:smooth", "avg_over_time(recorded:rate[45s])"),
                Rules.Rule.of("loop:a", "loop:b"),
                Rules.Rule.of("loop:b", "loop:a")));
    QueryAge age = QueryAge.of(Query.read(query), rules, 5);
    assertThat(age).isEqualTo(new QueryAge(rateS, smoothingS)); // NaN equals NaN
  }
}
