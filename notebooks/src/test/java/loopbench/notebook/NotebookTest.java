// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NotebookTest {
  private static final Notebook ABC =
      Notebook.of(
          List.of(
              Cell.of("a", Cell.Type.CODE, "params:\n  kp: {value: 0.05} # gain\n"),
              Cell.of("b", Cell.Type.MARKDOWN, "b"),
              Cell.of("c", Cell.Type.RAW, "c")));

  private static List<String> ids(Notebook notebook) {
    return notebook.cells().stream().map(Cell::id).toList();
  }

  @Test
  void editsMakeTheNextDocument() {
    assertThat(ids(ABC.delete("b"))).containsExactly("a", "c");
    assertThat(ids(ABC.move("a", 2))).containsExactly("b", "c", "a");
    assertThat(ids(ABC.move("c", 0))).containsExactly("c", "a", "b");
    assertThat(ids(ABC.insert(1, Cell.of("d", Cell.Type.RAW, ""))))
        .containsExactly("a", "d", "b", "c");
    assertThat(ABC.withSource("b", "x").cell("b").orElseThrow().source()).isEqualTo("x");
    assertThat(ABC.withSource("b", "x").withSource("b", "b")).isEqualTo(ABC);
    assertThat(ids(ABC)).containsExactly("a", "b", "c");
    assertThat(ABC.cell("x")).isEmpty();
    assertThatThrownBy(() -> ABC.withSource("x", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"x\"");
  }

  @Test
  void oneNumberOfACellChanges() {
    assertThat(
            ABC.withScalar("a", "params.kp.value", "0.1")
                .orElseThrow()
                .cell("a")
                .orElseThrow()
                .source())
        .isEqualTo("params:\n  kp: {value: 0.1} # gain\n");
    assertThat(ABC.withScalar("a", "params.ki.value", "0.1")).isEmpty();
    assertThat(ABC.withSource("a", "{").withScalar("a", "params", "1")).isEmpty();
  }

  /** jupyter/notebook#6001: a cell copied keeps warning of its id. */
  @Test
  void pastingTwiceAndSavingThriceChangesNothingMore() {
    Cell copied = ABC.cells().get(0);
    Notebook pasted = ABC.insert(1, copied).insert(3, copied);
    assertThat(ids(pasted)).hasSize(5).doesNotHaveDuplicates().contains("a", "b", "c");
    assertThat(pasted.cells().get(0)).isEqualTo(copied);
    assertThat(ABC.insert(1, copied).insert(3, copied)).isEqualTo(pasted);
    String saved = NotebookWriter.write(pasted);
    for (int i = 0; i < 2; i++) {
      ReadResult read = NotebookReader.read(saved);
      assertThat(read.problems()).isEmpty();
      assertThat(read.textOf(read.notebook().orElseThrow())).isEqualTo(saved);
    }
    Notebook other = Notebook.of(List.of(Cell.of("z", Cell.Type.RAW, "")));
    assertThat(ids(other.insert(1, copied))).containsExactly("z", "a");
  }

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anyEditsLeaveAValidDocumentThatReadsBack(long seed) {
    Random dice = new Random(seed);
    Notebook notebook = new RandomNotebooks(seed).next();
    Notebook stranger = new RandomNotebooks(seed + 1000).next();
    List<Notebook> undo = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      undo.add(notebook);
      texts.add(NotebookWriter.write(notebook));
      int n = notebook.cells().size();
      String id = n == 0 ? "" : notebook.cells().get(dice.nextInt(n)).id();
      switch (n == 0 ? 4 : dice.nextInt(6)) {
        case 0 -> notebook = notebook.delete(id);
        case 1 -> notebook = notebook.move(id, dice.nextInt(n));
        case 2 -> notebook = notebook.withSource(id, "run: x" + i + "\n");
        case 3 -> notebook = notebook.insert(dice.nextInt(n + 1), notebook.cell(id).orElseThrow());
        case 4 -> {
          for (Cell cell : stranger.cells()) {
            notebook = notebook.insert(0, cell);
          }
        }
        default -> notebook = notebook.withoutOutputs();
      }
      assertThat(NotebookValidator.validate(notebook)).as("seed %d", seed).isEmpty();
      assertThat(NotebookReader.read(NotebookWriter.write(notebook)).notebook()).contains(notebook);
    }
    for (int i = 0; i < undo.size(); i++) {
      assertThat(NotebookWriter.write(undo.get(i))).as("seed %d", seed).isEqualTo(texts.get(i));
    }
  }

  @Test
  void nothingInsideCanBeChanged() {
    Map<String, Object> inner = new HashMap<>(Map.of("x", 1));
    Cell cell =
        Cell.of("a", Cell.Type.CODE, "")
            .withMetadata("m", inner)
            .withOutputs(List.of(new HashMap<>(Map.of("d", inner))), OptionalInt.empty());
    inner.put("x", 2);
    assertThat(cell.metadata().get("m")).isEqualTo(Map.of("x", 1L));
    assertThatThrownBy(() -> cell.metadata().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    Map<String, Object> output = cell.outputs().get(0);
    assertThatThrownBy(output::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> ((Map<?, ?>) output.get("d")).clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void nonsenseIsRefused() {
    assertThatThrownBy(() -> Cell.of("a.b", Cell.Type.RAW, "")).hasMessageContaining("a.b");
    assertThatThrownBy(() -> Cell.of("x".repeat(65), Cell.Type.RAW, ""))
        .hasMessageContaining("1 to 64");
    assertThatThrownBy(
            () ->
                Cell.of("a", Cell.Type.RAW, "").withOutputs(List.of(Map.of()), OptionalInt.empty()))
        .hasMessageContaining("only a code cell");
    assertThatThrownBy(() -> Cell.of("a", Cell.Type.RAW, "").withMetadata("x", BigDecimal.ONE))
        .hasMessageContaining("BigDecimal");
    Cell cell = Cell.of("a", Cell.Type.RAW, "");
    assertThatThrownBy(() -> Notebook.of(List.of(cell, cell))).hasMessageContaining("\"a\"");
  }

  @Test
  void aPictureStandsAloneAtHalfItsSize() {
    byte[] png = new byte[64];
    System.arraycopy(new byte[] {(byte) 0x89, 'P', 'N', 'G'}, 0, png, 0, 4);
    png[18] = 5; // 1280
    png[22] = 3; // 768, and one pixel
    png[23] = 1;
    Map<String, Object> output =
        Bundles.picture(
            png,
            Optional.empty(),
            "It settles in 12 ticks.",
            Optional.of(new Bundles.Data("run", Map.of("class", "settles"))));
    assertThat(output.get("metadata"))
        .isEqualTo(Map.of("image/png", Map.of("width", 640L, "height", 385L)));
    assertThat((Map<?, ?>) output.get("data"))
        .isEqualTo(
            Map.of(
                "image/png", Base64.getEncoder().encodeToString(png),
                "text/plain", "It settles in 12 ticks.",
                "application/vnd.loopbench.run.v1+json", Map.of("class", "settles")));
    assertThatThrownBy(() -> Bundles.picture(new byte[3], Optional.empty(), "x", Optional.empty()))
        .hasMessageContaining("PNG");
  }

  @Test
  void aTableIsATableAndEscaped() {
    Map<String, Object> output =
        Bundles.table(List.of("kp", "class"), List.of(List.of("0.05", "<b>&\"")), "One row.");
    assertThat(((Map<?, ?>) output.get("data")).get("text/html"))
        .isEqualTo(
            "<table>\n<thead>\n<tr><th>kp</th><th>class</th></tr>\n</thead>\n<tbody>\n"
                + "<tr><td>0.05</td><td>&lt;b&gt;&amp;&quot;</td></tr>\n</tbody>\n</table>\n");
    assertThatThrownBy(() -> Bundles.table(List.of("a"), List.of(List.of()), "x"))
        .hasMessageContaining("1 fields");
  }
}
