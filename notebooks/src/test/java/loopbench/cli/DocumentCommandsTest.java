// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import loopbench.notebook.Beginning;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookFile;
import loopbench.notebook.NotebookWriter;
import loopbench.run.Notebooks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentCommandsTest extends Spoken {
  private static final String EXPORT =
      "export: options\nwhat: flow.ctl\nas: json\nrequires: [ok]\nwrite: out/options.json\n";

  @TempDir Path folder;

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private Notebook read(String name) throws IOException {
    return NotebookFile.read(folder.resolve(name)).notebook().orElseThrow();
  }

  private void example(String name) throws IOException {
    Files.writeString(
        folder.resolve(name),
        NotebookWriter.write(
            Notebooks.of(
                Notebooks.PARAMS,
                Notebooks.PLANT,
                Notebooks.FLOW,
                Notebooks.RUN,
                Notebooks.SWEEP,
                Notebooks.CHECK,
                EXPORT)));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile)
          .map(p -> folder.relativize(p).toString())
          .sorted()
          .toList();
    }
  }

  // ---- new ---------------------------------------------------------------------------------

  @ParameterizedTest
  @EnumSource(Beginning.class)
  void aNewNotebookIsSoundAndRunsAsItIs(Beginning about) {
    assertThat(say("new", at("n.ipynb"), "--about", about.name())).isEqualTo(Main.ALL_HOLD);
    assertThat(say("validate", at("n.ipynb"))).as(printed()).isEqualTo(Main.ALL_HOLD);
    assertThat(say("run", at("n.ipynb"), "-o", at("out/n.ipynb")))
        .as(printed())
        .isEqualTo(Main.ALL_HOLD);
    assertThat(say("new", at("n.loop.md"), "--about", about.name())).isEqualTo(Main.ALL_HOLD);
    assertThat(say("diff", at("n.loop.md"), at("n.ipynb"))).isEqualTo(Main.ALL_HOLD);
  }

  @Test
  void whatIsThereIsNotOverwritten() throws IOException {
    Files.writeString(folder.resolve("mine.ipynb"), "mine");
    assertThat(say("new", at("mine.ipynb"))).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).contains("mine.ipynb is there already. Give another name.");
    assertThat(folder.resolve("mine.ipynb")).hasContent("mine");
    assertThat(say("new", at("x.txt"))).isEqualTo(Main.BAD_INPUT);
  }

  // ---- check and export --------------------------------------------------------------------

  @Test
  void aCheckRunsWhatItNeedsAndWritesNothing() throws IOException {
    example("n.ipynb");
    assertThat(say("check", at("n.ipynb"))).isEqualTo(Main.ALL_HOLD);
    assertThat(printed().lines().filter(l -> !l.startsWith("ok      check"))).hasSize(1);
    assertThat(printed()).endsWith(" passed, 0 failed\n").doesNotContain("sweep.");
    assertThat(files()).containsExactly("n.ipynb");
    assertThat(say("check", at("n.ipynb"), "-p", "kp=4")).isEqualTo(Main.CHECK_FAILED);
    assertThat(printed()).startsWith("CHECK   check.ok");
    say("new", at("m.ipynb"), "--about", "manifest");
    assertThat(say("check", at("m.ipynb"))).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).contains("there is no check in it");
  }

  @Test
  void anExportIsPrintedOrWritten() throws IOException {
    example("n.ipynb");
    assertThat(say("export", at("n.ipynb"))).isEqualTo(Main.ALL_HOLD);
    assertThat(printed()).startsWith("{").endsWith("}\n").contains("\"kp\"");
    String text = printed();
    assertThat(say("export", at("n.ipynb"), "options", "-o", at("made"))).isEqualTo(Main.ALL_HOLD);
    assertThat(folder.resolve("made/out/options.json")).hasContent(text);
    assertThat(say("export", at("n.ipynb"), "else")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).contains("there is no cell export.else");
  }

  @Test
  void anExportWhoseChecksDoNotHoldIsNotMade() throws IOException {
    example("n.ipynb");
    assertThat(say("export", at("n.ipynb"), "-p", "kp=4")).isEqualTo(Main.CHECK_FAILED);
    assertThat(printed()).isEmpty();
    assertThat(complained()).contains("check.ok").contains("export.options");
    assertThat(say("export", at("n.ipynb"), "-p", "kp=4", "-o", at("made")))
        .isEqualTo(Main.CHECK_FAILED);
    assertThat(files()).containsExactly("n.ipynb");
  }

  // ---- strip, convert, diff ----------------------------------------------------------------

  @Test
  void strippedNotebooksAreWhatWasWritten() throws IOException {
    example("n.ipynb");
    byte[] before = Files.readAllBytes(folder.resolve("n.ipynb"));
    say("run", at("n.ipynb"), "-o", at("ran.ipynb"));
    assertThat(say("diff", at("n.ipynb"), at("ran.ipynb"))).isEqualTo(Main.CHECK_FAILED);
    assertThat(say("diff", "--sources", at("n.ipynb"), at("ran.ipynb"))).isEqualTo(Main.ALL_HOLD);
    assertThat(say("strip", at("ran.ipynb"), "-o", "-")).isEqualTo(Main.ALL_HOLD);
    String piped = printed();
    assertThat(say("strip", at("ran.ipynb"))).isEqualTo(Main.ALL_HOLD);
    assertThat(folder.resolve("ran.ipynb")).hasContent(piped);
    assertThat(read("ran.ipynb").withoutOutputs()).isEqualTo(read("ran.ipynb"));
    assertThat(say("diff", at("n.ipynb"), at("ran.ipynb"))).isEqualTo(Main.ALL_HOLD);
    say("strip", at("n.ipynb"));
    assertThat(Files.readAllBytes(folder.resolve("n.ipynb"))).isEqualTo(before);
  }

  @Test
  void theTwinGoesBothWaysAndKeepsWhatCellsShow() throws IOException {
    example("n.ipynb");
    say("run", at("n.ipynb"), "-o", at("ran.ipynb"));
    Notebook ran = read("ran.ipynb");
    assertThat(say("convert", at("ran.ipynb"), at("ran.loop.md"))).isEqualTo(Main.ALL_HOLD);
    assertThat(say("convert", at("ran.loop.md"), at("ran.ipynb"))).isEqualTo(Main.ALL_HOLD);
    assertThat(read("ran.ipynb")).isEqualTo(ran);
    assertThat(say("convert", at("ran.loop.md"), at("bare.ipynb"))).isEqualTo(Main.ALL_HOLD);
    assertThat(read("bare.ipynb")).isEqualTo(ran.withoutOutputs());
    assertThat(say("run", at("ran.loop.md"), "-o", at("again.ipynb"))).isEqualTo(Main.ALL_HOLD);
    assertThat(say("diff", at("again.ipynb"), at("ran.ipynb"))).isEqualTo(Main.ALL_HOLD);
    assertThat(say("convert", at("ran.loop.md"), at("x.loop.md"))).isEqualTo(Main.BAD_INPUT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"strip", "convert"})
  void aFileThatCannotBeReadStaysAsItIs(String command) throws IOException {
    Path broken = folder.resolve("broken.ipynb");
    Files.writeString(broken, "{\"cells\": [");
    Files.writeString(folder.resolve("x.loop.md"), "<!-- cell a -->\nx\n");
    int code =
        command.equals("strip")
            ? say("strip", broken.toString())
            : say("convert", at("x.loop.md"), broken.toString());
    assertThat(code).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).contains("ends in the middle of its JSON");
    assertThat(broken).hasContent("{\"cells\": [");
  }

  // ---- repair ------------------------------------------------------------------------------

  @Test
  void aMergeConflictIsSettledByCell() throws IOException {
    example("n.ipynb");
    Path file = folder.resolve("n.ipynb");
    String sound = Files.readString(file);
    String line =
        sound.lines().filter(l -> l.contains("\"dt: 1s")).findFirst().orElseThrow() + "\n";
    String conflict =
        sound.replace(
            line,
            "<<<<<<< HEAD\n"
                + line.replace("1s", "2s")
                + "=======\n"
                + line.replace("1s", "3s")
                + ">>>>>>> other\n");
    Files.writeString(file, conflict);
    assertThat(say("run", file.toString(), "-o", at("out.ipynb"))).isNotEqualTo(Main.BAD_INPUT);
    assertThat(say("strip", file.toString())).isEqualTo(Main.BAD_INPUT);
    assertThat(say("repair", file.toString())).isEqualTo(Main.CHECK_FAILED);
    assertThat(printed())
        .contains("flow.ctl was changed on both sides")
        .contains("Nothing was written");
    assertThat(file).hasContent(conflict);
    assertThat(say("repair", file.toString(), "--take", "theirs")).isEqualTo(Main.ALL_HOLD);
    assertThat(Files.readString(file)).isEqualTo(sound.replace("dt: 1s", "dt: 3s"));
    assertThat(say("repair", file.toString())).isEqualTo(Main.BAD_INPUT);
  }

  // ---- render ------------------------------------------------------------------------------

  @Test
  void aPageHoldsEverythingAndLoadsNothing() throws IOException {
    example("n.ipynb");
    say("run", at("n.ipynb"), "-o", at("ran.ipynb"));
    assertThat(say("render", at("ran.ipynb"), "-o", at("n.html"))).isEqualTo(Main.ALL_HOLD);
    String page = Files.readString(folder.resolve("n.html"));
    say("render", at("ran.ipynb"), "-o", at("again.html"));
    assertThat(folder.resolve("again.html")).hasContent(page);
    assertThat(page)
        .contains("<img alt=\"Settles in ")
        .contains("src=\"data:image/png;base64,")
        .contains("<table>")
        .contains("run: ")
        .doesNotContain("<script")
        .doesNotContain("src=\"http");
  }

  /** Whatever a stranger's notebook holds is data. */
  @Test
  void aStrangersNotebookIsInert() throws IOException {
    Cell text =
        Cell.of(
            "t",
            Cell.Type.MARKDOWN,
            "# <script>alert(1)</script>\n\n<img src=x onerror=alert(2)>\n\n"
                + "![spy](http://example.com/spy.png) [go](javascript:alert(3)) [ok](https://a.b)");
    Cell code =
        Cell.of("c", Cell.Type.CODE, "</pre><script>alert(4)</script>")
            .withOutputs(
                List.of(
                    Map.of(
                        "output_type",
                        "display_data",
                        "metadata",
                        Map.of(),
                        "data",
                        Map.of(
                            "text/html",
                            "<script>alert(5)</script>",
                            "image/svg+xml",
                            "<svg onload=alert(6)>",
                            "image/png",
                            "\" onerror=\"alert(7)",
                            "text/plain",
                            "<b>plain</b>")),
                    Map.of(
                        "output_type", "error",
                        "ename", "X",
                        "evalue", "<script>alert(8)</script>",
                        "traceback", List.of())),
                OptionalInt.of(1));
    Files.writeString(
        folder.resolve("s.ipynb"), NotebookWriter.write(Notebook.of(List.of(text, code))));
    assertThat(say("render", at("s.ipynb"), "-o", at("s.html"))).isEqualTo(Main.ALL_HOLD);
    String page = Files.readString(folder.resolve("s.html"));
    assertThat(page)
        .doesNotContain("<script")
        .doesNotContain("<svg")
        .doesNotContain("<img")
        .doesNotContain("javascript:")
        .doesNotContain("example.com/spy.png\"")
        .contains("[picture: spy]")
        .contains("<a rel=\"nofollow\" href=\"https://a.b\">ok</a>")
        .contains("&lt;b&gt;plain&lt;/b&gt;")
        .contains("default-src 'none'");
  }
}
