// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LoopMarkdownTest {
  private static final String[] PIECES = {
    "",
    "\n",
    "# A heading\n",
    "text",
    "```",
    "````\n",
    "```yaml loop x\n",
    "<!-- cell y -->\n",
    "<!-- cell y {} -->",
    "---\n",
    "`",
    "--> <!--",
    "\r\n",
    "\r",
    "flow: ctl\nkp: 0.05 # why\n",
    " ",
    "\t",
    "é😀",
    "```\n",
    "\n\n\n"
  };

  static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  /** A cell without what the text leaves out. */
  private static Cell bare(Cell cell) {
    Map<String, Object> metadata = new LinkedHashMap<>(cell.metadata());
    metadata.remove("loopbench");
    return Cell.of(cell.id(), cell.type(), cell.source()).withMetadata(metadata);
  }

  private static void returns(Notebook notebook) {
    String text = LoopMarkdown.write(notebook);
    ReadResult read = LoopMarkdown.read(text);
    assertThat(read.problems()).as(text).isEmpty();
    assertThat(read.notices()).isEmpty();
    Notebook back = read.notebook().orElseThrow();
    assertThat(back.cells())
        .as(text)
        .isEqualTo(notebook.cells().stream().map(LoopMarkdownTest::bare).toList());
    assertThat(back.metadata()).isEqualTo(notebook.metadata());
    assertThat(LoopMarkdown.write(back)).isEqualTo(text);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyDocumentReturns(long seed) {
    returns(new RandomNotebooks(seed).next());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void textsThatLookLikeTheFormReturn(long seed) {
    Random dice = new Random(seed);
    List<Cell> cells = new java.util.ArrayList<>();
    for (int i = 0; i < 4; i++) {
      StringBuilder source = new StringBuilder();
      for (int k = dice.nextInt(5); k > 0; k--) {
        source.append(PIECES[dice.nextInt(PIECES.length)]);
      }
      Cell cell = Cell.of("c" + i, Cell.Type.values()[dice.nextInt(3)], source.toString());
      cells.add(
          dice.nextBoolean()
              ? cell
              : cell.withMetadata("note", PIECES[dice.nextInt(PIECES.length)] + "-->`"));
    }
    returns(Notebook.of(cells));
  }

  /** As a system with other line ends stores it. */
  @Test
  void otherLineEndsMakeNoDifference() {
    Notebook notebook =
        Notebook.of(
            List.of(
                Cell.of("title", Cell.Type.MARKDOWN, "# One\n\ntwo"),
                Cell.of("flow-ctl", Cell.Type.CODE, "flow: ctl\nkp: 1")));
    String text = LoopMarkdown.write(notebook);
    assertThat(LoopMarkdown.read(text.replace("\n", "\r\n")).notebook()).contains(notebook);
    assertThat(text)
        .isEqualTo(
            """
            ---
            loopbench: 1
            ---

            <!-- cell title -->
            # One

            two

            ```yaml loop flow-ctl
            flow: ctl
            kp: 1
            ```
            """);
  }

  /** What a person writes by hand, without ids and head. */
  @Test
  void aTextByHandIsRead() {
    ReadResult read =
        LoopMarkdown.read("# By hand\n\nWhy.\n\n```yaml loop\nflow: ctl\n```\n\nAnd so on.\n");
    assertThat(read.problems()).isEmpty();
    assertThat(read.notices()).isEmpty();
    assertThat(read.notebook().orElseThrow().cells())
        .extracting(Cell::source)
        .containsExactly("# By hand\n\nWhy.", "flow: ctl", "And so on.");
    assertThat(read.notebook().orElseThrow().cells()).extracting(Cell::id).doesNotHaveDuplicates();
    assertThat(LoopMarkdown.read("").notebook().orElseThrow().cells()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "---\\nloopbench: 1\\n | The head of the file is opened by --- and not closed",
        "---\\nloopbench: 2\\n---\\n | The file says that it is of form 2",
        "<!-- cell a {x} -->\\n | The metadata here is not a JSON object",
        "```yaml loop a\\nflow: b | The fence that opens here is not closed",
      })
  void whatIsWrongIsSaid(String text, String sentence) {
    ReadResult read = LoopMarkdown.read(text.replace("\\n", "\n"));
    assertThat(read.problems().get(0).message()).startsWith(sentence);
    assertThat(read.readOnly()).isTrue();
  }

  @Test
  void twoCellsOfOneIdGetTwo() {
    ReadResult read = LoopMarkdown.read("<!-- cell a -->\none\n\n<!-- cell a -->\ntwo\n");
    assertThat(read.notices()).hasSize(1);
    assertThat(read.notices().get(0)).startsWith("Two cells have the id a; the cell got the id ");
    assertThat(read.notebook().orElseThrow().cells())
        .extracting(Cell::source)
        .containsExactly("one", "two");
  }
}
