// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookFile;
import loopbench.notebook.NotebookWriter;
import loopbench.run.Notebooks;
import loopbench.source.FakePrometheus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreezeCommandTest extends Spoken {
  private static final String SOURCE =
      "source: live # of today\nprometheus: prod\nseries:\n  queue: sum(queue_size)\n"
          + "range: {from: 2026-08-21T10:00:00Z, to: 2026-08-21T10:01:00Z, step: 15s}\n";
  private static final String CHART = "chart: shown\ndata: source.live\n";
  private static final String ANSWER =
      "{\"status\":\"success\",\"data\":{\"version\":\"2.42.0\",\"resultType\":\"matrix\",\"result\":["
          + "{\"metric\":{},\"values\":[[1787306400,\"0\"],[1787306415,\"7\"],[1787306430,\"NaN\"]]}]}}";

  @TempDir Path folder;

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private Notebook read(String name) throws IOException {
    return NotebookFile.read(folder.resolve(name)).notebook().orElseThrow();
  }

  private void write(String... sources) throws IOException {
    Files.writeString(folder.resolve("n.ipynb"), NotebookWriter.write(Notebooks.of(sources)));
  }

  /** Words with this server as the connection that the notebook names. */
  private int asking(FakePrometheus server, String... words) throws IOException {
    Path connections = folder.resolve("connections.properties");
    Files.writeString(connections, "prod.url = " + server.connection().baseUrl() + "\n");
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.addAll(List.of("--connections", connections.toString()));
    return say(all.toArray(String[]::new));
  }

  private int frozen(String... more) {
    return say(
        Stream.concat(
                Stream.of(
                    "run",
                    at("n.ipynb"),
                    "-o",
                    at("out/n.ipynb"),
                    "--frozen",
                    "--connections",
                    at("none.properties")),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void whatWasFrozenRunsAnywhereAndAsksNobody() throws IOException {
    write(SOURCE, CHART);
    Files.writeString(folder.resolve("none.properties"), "");
    assertThat(frozen()).isEqualTo(Main.CELL_FAILED);
    String text;
    try (FakePrometheus server = FakePrometheus.answering(200, ANSWER)) {
      asking(server, "run", at("n.ipynb"), "-o", at("live.ipynb"));
      assertThat(asking(server, "freeze", at("n.ipynb"))).as(complained()).isEqualTo(Main.ALL_HOLD);
      assertThat(printed()).startsWith("source.live: snapshots/").endsWith(" bytes.\n");
      text = Files.readString(folder.resolve(printed().split("[ ,]")[1]));
    }
    assertThat(text)
        .contains("\"server\":\"2.42.0\"", "\"origin\":\"prod\"", "sum(queue_size)")
        .doesNotContain("127.0.0.1");
    assertThat(frozen()).as(printed()).isEqualTo(Main.ALL_HOLD);
    assertThat(read("out/n.ipynb").cells().get(0).outputs())
        .isEqualTo(read("live.ipynb").cells().get(0).outputs());
    assertThat(read("n.ipynb").cells().get(0).source())
        .startsWith(SOURCE + "snapshot: sha256:")
        .endsWith("\n");
    assertThat(say("freeze", at("n.ipynb"))).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).contains("there is no source that asks a server and is not frozen.");
  }

  @Test
  void frozenAgainOneNumberOfTheNotebookChanges() throws IOException {
    write(SOURCE);
    try (FakePrometheus server = FakePrometheus.answering(200, ANSWER)) {
      asking(server, "freeze", at("n.ipynb"));
    }
    String before = read("n.ipynb").cells().get(0).source();
    try (FakePrometheus server = FakePrometheus.answering(200, ANSWER.replace("\"7\"", "\"8\""))) {
      assertThat(asking(server, "freeze", at("n.ipynb"), "live")).isEqualTo(Main.ALL_HOLD);
    }
    String after = read("n.ipynb").cells().get(0).source();
    assertThat(after).isNotEqualTo(before).hasSameSizeAs(before).startsWith(SOURCE + "snapshot: ");
  }

  @Test
  void aSnapshotOfAnotherQueryOrOneThatWasChangedIsRefused() throws IOException {
    write(SOURCE);
    Files.writeString(folder.resolve("none.properties"), "");
    Path snapshot;
    try (FakePrometheus server = FakePrometheus.answering(200, ANSWER)) {
      asking(server, "freeze", at("n.ipynb"));
      snapshot = folder.resolve(printed().split("[ ,]")[1]);
    }
    Notebook frozen = read("n.ipynb");
    String source = frozen.cells().get(0).source();
    Files.writeString(
        folder.resolve("n.ipynb"),
        NotebookWriter.write(
            frozen.withSource(
                frozen.cells().get(0).id(), source.replace("queue_size", "queue_bytes"))));
    assertThat(frozen()).isEqualTo(Main.CELL_FAILED);
    assertThat(printed()).contains("answers another query, range or step than this cell asks");
    Files.writeString(folder.resolve("n.ipynb"), NotebookWriter.write(frozen));
    Files.writeString(snapshot, Files.readString(snapshot).replace("7", "8"));
    assertThat(frozen()).isEqualTo(Main.CELL_FAILED);
    assertThat(printed()).contains("was changed since it was frozen");
    Files.delete(snapshot);
    assertThat(frozen()).isEqualTo(Main.CELL_FAILED);
    assertThat(printed()).contains("the snapshot is not here: there is no file");
  }

  @Test
  void aSourceThatFailsLeavesTheNotebookAsItIs() throws IOException {
    write(SOURCE);
    byte[] before = Files.readAllBytes(folder.resolve("n.ipynb"));
    try (FakePrometheus server = FakePrometheus.answering(500, "broken")) {
      assertThat(asking(server, "freeze", at("n.ipynb"))).isEqualTo(Main.CELL_FAILED);
    }
    assertThat(complained()).startsWith("FAILED  source.live");
    assertThat(Files.readAllBytes(folder.resolve("n.ipynb"))).isEqualTo(before);
    assertThat(folder.resolve("snapshots")).doesNotExist();
    assertThat(say("freeze", at("n.ipynb"), "other")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).contains("there is no source other that asks a server");
  }
}
