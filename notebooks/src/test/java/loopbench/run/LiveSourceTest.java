// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loopbench.cell.CellKinds;
import loopbench.notebook.Notebook;
import loopbench.source.FakePrometheus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A live source in a notebook: what it asks, what comes of bad answers, and when it is asked again.
 */
class LiveSourceTest {
  private static final String SOURCE =
      "source: live\nprometheus: prod\nseries:\n  queue: sum(queue_size)\n"
          + "range: {from: 2026-08-21T10:00:07Z, to: 2026-08-21T10:01:00Z, step: 15s}\n";
  private static final String CHART = "chart: shown\ndata: source.live\n";

  @TempDir Path folder;

  private static String answer(String... values) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < values.length; i++) {
      points.append(i == 0 ? "" : ",").append("[").append(1787306400 + 15 * i).append(",\"");
      points.append(values[i]).append("\"]");
    }
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
        + "{\"metric\":{},\"values\":["
        + points
        + "]}]}}";
  }

  private RunReport run(FakePrometheus server) {
    return HeadlessRun.run(
        Notebooks.of(SOURCE, CHART),
        CellKinds.standard(),
        library(server),
        new HeadlessRun.Limits(true, 1, () -> false),
        cell -> {});
  }

  private FolderLibrary library(FakePrometheus server) {
    return new FolderLibrary(folder, List.of(), Map.of("prod", server.connection()), () -> 0);
  }

  @Test
  void asksForTheAlignedRangeAndFeedsWhatReadsIt() {
    try (FakePrometheus server = FakePrometheus.answering(200, answer("0", "7", "NaN", "0"))) {
      RunReport ran = run(server);
      assertThat(ran.failed()).isZero();
      assertThat(ran.cells().get(0).sentence())
          .isEqualTo(
              "source.live holds queue: 5 instants from 2026-08-21T10:00:00Z to 2026-08-21T10:01:00Z.");
      assertThat(server.asked.get(0)).containsEntry("query", "sum(queue_size)");
      assertThat(server.asked.get(0).get("step")).startsWith("15");
    }
  }

  @Test
  void aBadAnswerIsOneSentenceAndBlocksOnlyWhatReadsIt() {
    try (FakePrometheus three =
        FakePrometheus.answering(
            200,
            "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":["
                + "{\"metric\":{\"pool\":\"a\"},\"values\":[[1787306400,\"1\"]]},"
                + "{\"metric\":{\"pool\":\"b\"},\"values\":[[1787306400,\"1\"]]},"
                + "{\"metric\":{\"pool\":\"c\"},\"values\":[[1787306400,\"1\"]]}]}}")) {
      RunReport ran = run(three);
      assertThat(ran.cells().get(0).sentence())
          .startsWith("source.live: ")
          .contains("3 series")
          .contains("pool")
          .contains("\"a\", \"b\", \"c\"")
          .contains("sum");
      assertThat(ran.cells().get(1).ending()).isEqualTo(RunReport.Ending.BLOCKED);
    }
    try (FakePrometheus cut =
        new FakePrometheus(
            (exchange, asked) -> {
              byte[] half = answer("0", "7").substring(0, 60).getBytes(StandardCharsets.UTF_8);
              exchange.sendResponseHeaders(200, half.length + 100L);
              exchange.getResponseBody().write(half);
            })) {
      assertThat(run(cut).cells().get(0).sentence())
          .startsWith("source.live: ")
          .doesNotContain("Exception");
    }
    try (FakePrometheus refusing =
        FakePrometheus.answering(
            422,
            "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"too many samples\"}")) {
      assertThat(run(refusing).cells().get(0).sentence())
          .contains("422")
          .contains("too many samples");
    }
  }

  @Test
  void openingAndEditingElsewhereAsksNobodyAgain() {
    try (FakePrometheus server = FakePrometheus.answering(200, answer("0", "7", "1", "0", "2"))) {
      Notebook notebook = Notebooks.of(SOURCE, CHART, Notebooks.PLANT);
      Session session =
          new Session(
              notebook,
              CellKinds.standard(),
              library(server),
              Runnable::run,
              Runnable::run,
              1,
              () -> 0);
      assertThat(server.asked).isEmpty();
      session.start();
      assertThat(server.asked).as("a live query waits to be asked for").isEmpty();
      assertThat(session.snapshot().cells().get("source-live").state()).isEqualTo(CellState.STALE);
      session.run("source-live");
      assertThat(server.asked).hasSize(1);
      assertThat(session.snapshot().cells().get("chart-shown").state()).isEqualTo(CellState.FRESH);
      session.setSource("plant-seed", Notebooks.PLANT.replace("90ms", "80ms"));
      session.runAll();
      assertThat(server.asked).hasSize(1);
      session.run("source-live");
      assertThat(server.asked).as("asked for again").hasSize(2);
    }
  }
}
