// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the file, the answer is a document or sentences. The timeout is against hanging. */
@Timeout(120)
class NotebookReaderTest {

  private static final String SMALL =
      NotebookWriter.write(
          Notebook.of(
              List.of(
                  Cell.of("intro", Cell.Type.MARKDOWN, "# é😀\n"),
                  Cell.of("kp", Cell.Type.CODE, "params:\n  kp: {value: 0.05}  # gain\n")
                      .withOutputs(
                          List.of(Bundles.plain("It settles.", java.util.Optional.empty())),
                          OptionalInt.of(1)))));

  private static NotebookProblem only(ReadResult read) {
    assertThat(read.problems()).hasSize(1);
    assertThat(read.problems().get(0).message()).matches("(?s)[A-Z].*\\.").doesNotContain("\n");
    return read.problems().get(0);
  }

  private static NotebookProblem refusal(String text) {
    ReadResult read = NotebookReader.read(text);
    assertThat(read.notebook()).isEmpty();
    assertThat(read.readOnly()).isTrue();
    assertThat(read.text()).isEqualTo(text);
    return only(read);
  }

  // ---- files of others

  @ParameterizedTest
  @ValueSource(
      strings = {
        "colab-4.0.ipynb",
        "editor-4.5.ipynb",
        "one-line-4.5.ipynb",
        "jupyter-4.2.ipynb",
        "windows-4.4.ipynb"
      })
  void aStrangersFileIsSavedAsItWas(String name) throws IOException {
    byte[] bytes = foreign(name);
    ReadResult read = NotebookReader.read(bytes);
    assertThat(read.problems()).isEmpty();
    assertThat(read.readOnly()).isFalse();
    Notebook notebook = read.notebook().orElseThrow();
    assertThat(notebook.cells()).hasSize(3);
    assertThat(read.textOf(notebook).getBytes(StandardCharsets.UTF_8)).isEqualTo(bytes);
    // Another reading gives the same ids, and undoing an edit gives the same file.
    assertThat(NotebookReader.read(bytes).notebook()).contains(notebook);
    String id = notebook.cells().get(1).id();
    Notebook edited = notebook.withSource(id, "x = 2");
    assertThat(
            read.textOf(edited.withSource(id, "x = 1\nprint(x)")).getBytes(StandardCharsets.UTF_8))
        .isEqualTo(bytes);
    // What was not touched stays, and what changes besides was announced.
    assertThat(read.notices()).hasSize(1);
    assertThat(read.notices().get(0))
        .contains(name.contains("4.5") ? "laid out" : "makes it nbformat 4.5");
    ReadResult again = NotebookReader.read(read.textOf(edited));
    assertThat(again.problems()).isEmpty();
    assertThat(again.notices()).isEmpty();
    for (int i = 0; i < 3; i++) {
      Cell now = again.notebook().orElseThrow().cells().get(i);
      Cell before = edited.cells().get(i).withMetadata("trusted", null);
      assertThat(now).isEqualTo(before);
    }
  }

  private static byte[] foreign(String name) throws IOException {
    try (InputStream in =
        NotebookReaderTest.class.getResourceAsStream("/notebook/foreign/" + name)) {
      return in.readAllBytes();
    }
  }

  @Test
  void piecesOfTextAreJoinedAndJsonIsLeftAlone() throws IOException {
    Notebook notebook = NotebookReader.read(foreign("jupyter-4.2.ipynb")).notebook().orElseThrow();
    assertThat(notebook.cells().get(0).source()).isEqualTo("# Título 😀\ntext");
    Map<?, ?> data = (Map<?, ?>) notebook.cells().get(1).outputs().get(1).get("data");
    assertThat(data.get("image/png")).isEqualTo("iVBORw0K\nabc\n");
    assertThat(((Map<?, ?>) data.get("application/vnd.plotly.v1+json")).get("b"))
        .isEqualTo(List.of(1.0, 1e-7, 2L));
  }

  @Test
  void nbformat3IsRead() {
    ReadResult read =
        NotebookReader.read(
            """
            {"metadata": {"name": "old", "signature": "x"}, "nbformat": 3, "nbformat_minor": 0,
             "worksheets": [{"cells": [
              {"cell_type": "heading", "level": 2, "metadata": {}, "source": ["A\\n", "B"]},
              {"cell_type": "code", "collapsed": true, "input": ["x\\n", "y"], "language": "python",
               "metadata": {}, "prompt_number": 4, "outputs": [
                {"output_type": "pyout", "prompt_number": 4, "text": ["7"], "json": ["{\\"a\\": 1}"]},
                {"output_type": "stream", "stream": "stderr", "text": ["e\\n"]},
                {"output_type": "display_data", "png": "iVBOR", "metadata": {"png": {"width": 3}}},
                {"output_type": "pyerr", "ename": "a", "evalue": "b", "traceback": ["c"]}]}]}]}
            """);
    assertThat(read.problems()).isEmpty();
    assertThat(read.notices()).singleElement().asString().contains("nbformat 3");
    Notebook notebook = read.notebook().orElseThrow();
    assertThat(NotebookValidator.validate(notebook)).isEmpty();
    assertThat(notebook.metadata()).isEmpty();
    assertThat(notebook.cells().get(0).source()).isEqualTo("## A B");
    Cell code = notebook.cells().get(1);
    assertThat(code.source()).isEqualTo("x\ny");
    assertThat(code.executionCount()).hasValue(4);
    assertThat(code.metadata()).isEqualTo(Map.of("collapsed", true));
    assertThat(code.outputs())
        .containsExactly(
            Map.of(
                "output_type",
                "execute_result",
                "execution_count",
                4L,
                "metadata",
                Map.of(),
                "data",
                Map.of("text/plain", "7", "application/json", Map.of("a", 1L))),
            Map.of("output_type", "stream", "name", "stderr", "text", "e\n"),
            Map.of(
                "output_type", "display_data",
                "metadata", Map.of("image/png", Map.of("width", 3L)),
                "data", Map.of("image/png", "iVBOR")),
            Map.of("output_type", "error", "ename", "a", "evalue", "b", "traceback", List.of("c")));
  }

  @ParameterizedTest
  @CsvSource({"4, 6", "4, 4000000000", "5, 0"})
  void aNewerFormatIsShownAndNotChanged(String major, String minor) {
    String text =
        SMALL
            .replace("\"nbformat\": 4", "\"nbformat\": " + major)
            .replace("\"nbformat_minor\": 5", "\"nbformat_minor\": " + minor)
            .replace("\"cell_type\": \"markdown\"", "\"cell_type\": \"loop\", \"new\": 1");
    ReadResult read = NotebookReader.read(text);
    assertThat(read.problems()).isEmpty();
    assertThat(read.readOnlyBecause().orElseThrow())
        .contains("nbformat " + major + "." + minor, "4.5");
    Notebook notebook = read.notebook().orElseThrow();
    assertThat(notebook.cells().get(0).source()).isEqualTo("# é😀\n");
    assertThat(read.textOf(notebook)).isEqualTo(text);
    Notebook changed = notebook.withSource("kp", "x");
    assertThatThrownBy(() -> read.textOf(changed)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> NotebookWriter.write(changed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nbformat_minor");
  }

  @Test
  void aTooOldFormatIsRefused() {
    assertThat(refusal("{\"nbformat\": 2, \"worksheets\": []}").message())
        .contains("nbformat 2", "too old", "Jupyter");
    assertThat(refusal("{\"nbformat\": 4, \"worksheets\": []}").message()).contains("laid out");
  }

  // ---- what third-party writers leave out or add

  @Test
  void missingAndDoubleIdsAreMendedOnce() {
    String text =
        SMALL
            .replace("   \"id\": \"intro\",\n", "")
            .replaceFirst(
                "(?s)\\A\\{\n \"cells\": \\[\n",
                "$0"
                    + "  {\"cell_type\": \"raw\", \"id\": \"kp\", \"metadata\": {}, \"source\": []},\n");
    ReadResult read = NotebookReader.read(text);
    assertThat(read.problems()).hasSize(2);
    assertThat(read.readOnly()).isFalse();
    Notebook notebook = read.notebook().orElseThrow();
    assertThat(notebook.cells().get(0).id()).isEqualTo("kp");
    Notebook edited = notebook.withSource("kp", "x");
    String saved = read.textOf(edited);
    ReadResult again = NotebookReader.read(saved);
    assertThat(again.problems()).isEmpty();
    assertThat(again.notebook()).contains(edited);
    assertThat(again.textOf(edited)).isEqualTo(saved);
    assertThat(NotebookReader.read(text).notebook()).contains(notebook);
  }

  @Test
  void aMissingCountAndEmptyExtrasAreMended() {
    ReadResult read =
        NotebookReader.read(
            """
            {"cells": [{"cell_type": "code", "id": "a", "source": "x"},
              {"cell_type": "markdown", "id": "b", "metadata": {}, "source": "y", "outputs": []}],
             "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
            """);
    assertThat(read.problems()).hasSize(4);
    assertThat(read.readOnly()).isFalse();
    String saved = read.textOf(read.notebook().orElseThrow().withSource("a", "z"));
    assertThat(NotebookReader.read(saved).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"foo\": 1",
        "\"outputs\": [{}]",
        "\"attachments\": 3",
        "\"metadata\": 3",
        "\"source\": 3",
        "\"cell_type\": \"loop\""
      })
  void whatWouldBeLostMakesItReadOnly(String field) {
    ReadResult read =
        NotebookReader.read(
            "{\"cells\": [{\"cell_type\": \"markdown\", \"id\": \"b\", "
                + (field.contains("metadata") ? "" : "\"metadata\": {}, ")
                + (field.contains("source") ? "" : "\"source\": \"y\", ")
                + field
                + "}], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}");
    assertThat(read.problems()).isNotEmpty();
    assertThat(read.readOnlyBecause().orElse("")).contains("lose", "cell 1").endsWith(".");
    assertThat(read.notebook()).isPresent();
  }

  @Test
  void unknownOutputsStay() {
    String text =
        SMALL.replace(
            "\"output_type\": \"display_data\"\n",
            "\"output_type\": \"hologram\",\n     \"z\": [1.50]\n");
    ReadResult read = NotebookReader.read(text);
    assertThat(only(read).message()).startsWith("Cell 2 (\"kp\") ").contains("hologram");
    Notebook notebook = read.notebook().orElseThrow();
    assertThat(read.textOf(notebook.withSource("intro", "y"))).contains("hologram", "1.5\n");
  }

  // ---- files that are broken

  @Test
  void aFileCutOffAnywhereIsRefusedInASentence() {
    for (int end = 0; end < SMALL.length() - 2; end++) {
      String message = refusal(SMALL.substring(0, end)).message();
      assertThat(message)
          .as("cut at %d", end)
          .containsAnyOf("The file is empty", "ends in the middle", "The JSON is broken");
    }
    assertThat(refusal(SMALL.substring(0, 300)).located())
        .matches("At line \\d+, column \\d+: The file ends in the middle of its JSON.*control.*");
  }

  @Test
  void bytesCutInsideACharacterAreRefusedInASentence() {
    byte[] bytes = SMALL.getBytes(StandardCharsets.UTF_8);
    for (int end = 1; end < bytes.length - 2; end++) {
      ReadResult read = NotebookReader.read(java.util.Arrays.copyOf(bytes, end));
      assertThat(read.notebook()).isEmpty();
      only(read);
    }
    ReadResult latin = NotebookReader.read("{\n\"a\": \"é\"".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(only(latin).located()).startsWith("At line 2, column 7: The file is not UTF-8");
  }

  @Test
  void mergeMarkersAreNamedAndOurSideIsShown() {
    String text =
        SMALL.replace(
            "    \"params:\\n\",\n",
            "<<<<<<< HEAD\n    \"params: # ours\\n\",\n||||||| base\n    \"x\",\n=======\n"
                + "    \"params: # theirs\\n\",\n>>>>>>> other\n");
    assertThat(text).contains("<<<<<<<");
    ReadResult read = NotebookReader.read(text);
    NotebookProblem problem = only(read);
    assertThat(problem.message())
        .contains(
            "merge conflict",
            "<<<<<<<",
            "loopbench repair",
            "git checkout --ours",
            "our side is shown");
    int line = (int) text.substring(0, text.indexOf("<<<<<<<")).lines().count() + 1;
    assertThat(problem.located()).startsWith("At line " + line + ", column 1: ");
    assertThat(problem.message()).contains("line " + (line + 6));
    assertThat(read.readOnly()).isTrue();
    Notebook notebook = read.notebook().orElseThrow();
    assertThat(notebook.cell("kp").orElseThrow().source()).startsWith("params: # ours\n");
    assertThat(read.textOf(notebook)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<<<<<<< HEAD\n{}\n", "{\n<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c\n}",
        "<<<<<<<\n=======\n>>>>>>>", "{\n<<<<<<< a\n\"x\"\n=======\n\"y\"\n>>>>>>> b\n}"
      })
  void mergeMarkersThatDoNotPairAreNamedToo(String text) {
    assertThat(refusal(text).message()).contains("merge conflict").doesNotContain("is shown");
  }

  @Test
  void markersInsideAStringAreNoConflict() {
    Notebook notebook =
        Notebook.of(List.of(Cell.of("a", Cell.Type.RAW, "<<<<<<< x\n=======\n>>>>>>> y\n")));
    assertThat(NotebookReader.read(NotebookWriter.write(notebook)).notebook()).contains(notebook);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1]            | JSON but not a notebook",
        "{}             | JSON but not a notebook",
        "{\"cells\":[]} | JSON but not a notebook",
        "5              | not a notebook",
        "%PDF-1.4       | not a notebook",
        "<html>         | not a notebook",
        "print(1)       | not a notebook",
        "' '            | The file is empty",
        "version https://git-lfs.github.com/spec/v1 | git lfs pull",
        "{\"a\": 1,}    | The JSON is broken here",
        "{\"a\" 1}      | The JSON is broken here",
        "{a: 1}         | The JSON is broken here",
        "{\"a\": 01}    | The JSON is broken here",
        "{\"a\": 'x'}   | The JSON is broken here",
        "{\"a\": 1} x   | The JSON is broken here",
        "{\"a\": 1} {}  | goes on after the end",
        "{\"a\": tru}   | The JSON is broken here",
        "{\"a\": \"\t\"}| The JSON is broken here"
      })
  void whatIsNoNotebookIsRefusedInASentence(String text, String says) {
    assertThat(refusal(text).message()).contains(says);
  }

  @Test
  void malformedJsonIsNamedWithItsPlace() {
    String text = "{\n \"cells\": [\n  {\"id\": \"a\" \"b\"}\n ]\n}";
    assertThat(refusal(text).located()).startsWith("At line 3, column 14: The JSON is broken here");
  }

  @Test
  void theLastOfTwoEqualKeysIsReadAndSaid() {
    String text =
        SMALL.replace("   \"id\": \"kp\",\n", "   \"id\": \"first\",\n   \"id\": \"kp\",\n");
    ReadResult read = NotebookReader.read(text);
    NotebookProblem problem = only(read);
    assertThat(problem.message()).contains("\"id\"", "second time");
    int line = (int) text.substring(0, text.indexOf("\"id\": \"kp\"")).lines().count();
    assertThat(problem.where().toString()).isEqualTo("line " + line + ", column 4");
    assertThat(read.notebook().orElseThrow().cell("kp")).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void deepNestingIsRefused(String step) {
    assertThat(refusal("{\"cells\": " + step.repeat(1_000_000)).message())
        .contains("nested deeper than 200 levels");
  }

  @Test
  void hugeNumbersAreReadAsPythonReadsThem() {
    String text =
        SMALL.replace("\"seed\": 42", "\"seed\": [1E400, -0, 1" + "0".repeat(999) + ", NaN]");
    Notebook notebook = NotebookReader.read(text).notebook().orElseThrow();
    assertThat(NotebookWriter.write(notebook))
        .contains("Infinity,", " 0,", " 1" + "0".repeat(999), " NaN\n");
    assertThat(refusal(SMALL.replace("42", "1" + "0".repeat(5000))).message()).contains("too long");
    assertThat(only(NotebookReader.read(SMALL.replace("42", "-INF"))).message()).contains("-INF");
  }

  @Test
  void aByteOrderMarkIsNoObstacle() {
    ReadResult read = NotebookReader.read("\uFEFF" + SMALL);
    assertThat(read.problems()).isEmpty();
    assertThat(read.textOf(read.notebook().orElseThrow())).startsWith("\uFEFF");
    assertThat(read.notices()).hasSize(1);
  }

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noiseInAFileIsADocumentOrSentences(long seed) {
    Random dice = new Random(seed);
    StringBuilder text = new StringBuilder(NotebookWriter.write(new RandomNotebooks(seed).next()));
    for (int i = 0; i < 3; i++) {
      int at = dice.nextInt(text.length());
      String noise = "{}[]\",:\\0e-.ntf\u0000\n<\uD800";
      text.setCharAt(at, noise.charAt(dice.nextInt(noise.length())));
    }
    ReadResult read = NotebookReader.read(text.toString());
    assertThat(read.problems())
        .as("seed %d", seed)
        .allSatisfy(p -> assertThat(p.message()).endsWith("."));
    read.notebook().ifPresent(n -> assertThat(read.textOf(n)).isEqualTo(text.toString()));
  }

  @Test
  void twentyThousandCellsWithoutIdsAreRead() {
    String cell = "{\"cell_type\": \"raw\", \"metadata\": {}, \"source\": \"\"}";
    String text =
        "{\"cells\": ["
            + (cell + ",").repeat(19_999)
            + cell
            + "], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 4}";
    assertThat(NotebookReader.read(text).notebook().orElseThrow().cells()).hasSize(20_000);
  }
}
