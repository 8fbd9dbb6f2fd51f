// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DifferencesTest {
  private static final Cell TITLE = Cell.of("t", Cell.Type.MARKDOWN, "# The band\n\nOne.\nTwo.");
  private static final Cell FLOW =
      Cell.of("f", Cell.Type.CODE, "flow: ctl\nkp: 0.05  # why\nlist: [1, 2]\n");
  private static final Cell RUN = Cell.of("r", Cell.Type.CODE, "run: base\nflow: ctl\n");
  private static final Cell CHART = Cell.of("c", Cell.Type.CODE, "chart: ~\ndata: run.base\n");

  private static List<String> said(List<Cell> before, List<Cell> after) {
    return Differences.between(Notebook.of(before), Notebook.of(after)).cells().stream()
        .map(d -> d.what().word() + " " + d.label() + " " + String.join("; ", d.sentences()))
        .map(String::strip)
        .toList();
  }

  private static Cell saying(Cell cell, String sentence) {
    return cell.withOutputs(
        List.of(
            Map.of(
                "output_type", "display_data",
                "metadata", Map.of(),
                "data", Map.of("text/plain", sentence, "image/png", "x" + sentence.length()))),
        OptionalInt.of(1));
  }

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingDiffersFromItselfAndWhatDiffersIsFound(long seed) {
    RandomNotebooks notebooks = new RandomNotebooks(seed);
    Notebook one = notebooks.next();
    Notebook other = notebooks.next();
    assertThat(Differences.between(one, one).none()).isTrue();
    assertThat(Differences.between(one, other).none()).isEqualTo(one.equals(other));
  }

  /** However cells were moved, those that kept their order are not called moved. */
  @ParameterizedTest
  @MethodSource("seeds")
  void asFewAsCanBeAreCalledMoved(long seed) {
    Random dice = new Random(seed);
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      cells.add(Cell.of("c" + i, Cell.Type.MARKDOWN, "text " + i));
    }
    List<Cell> after = new ArrayList<>(cells);
    Collections.swap(after, dice.nextInt(8), dice.nextInt(8));
    List<String> said = said(cells, after);
    assertThat(said).hasSizeLessThanOrEqualTo(2).allMatch(s -> s.startsWith("moved"));
    assertThat(said.isEmpty()).isEqualTo(after.equals(cells));
  }

  @Test
  void aNumberIsNamedByItsField() {
    assertThat(
            said(
                List.of(FLOW),
                List.of(FLOW.withSource("flow: ctl\nkp: 0.1  # why\nlist: [1, 3]\n"))))
        .containsExactly("changed flow.ctl kp: 0.05 -> 0.1; list.1: 2 -> 3");
    assertThat(said(List.of(FLOW), List.of(FLOW.withSource("flow: ctl\nkp: 0.05\nlist: [1, 2]\n"))))
        .containsExactly("changed flow.ctl its comments, order or spacing differ");
    assertThat(said(List.of(FLOW), List.of(FLOW.withSource("flow: ctl\nki: 1\nlist: []\n"))))
        .containsExactly(
            "changed flow.ctl kp: 0.05 is gone; list.0: 1 is gone; list.1: 2 is gone; ki: 1, which"
                + " was not there; list: [], which was not there");
  }

  @Test
  void textsAreComparedByLines() {
    assertThat(
            said(List.of(TITLE), List.of(TITLE.withSource("# The band\n\nOne.\nTwo, and three."))))
        .containsExactly("changed text \"The band\" - Two.; + Two, and three.");
  }

  @Test
  void cellsComeGoAndMove() {
    assertThat(said(List.of(TITLE, FLOW, RUN), List.of(TITLE, RUN, CHART)))
        .containsExactly("removed flow.ctl", "added chart now after run.base");
    assertThat(said(List.of(TITLE, FLOW, RUN, CHART), List.of(CHART, TITLE, FLOW, RUN)))
        .containsExactly("moved chart now first");
  }

  /** What editors do that give each cell another id with every save. */
  @Test
  void anotherIdIsSaidAndNothingElse() {
    assertThat(said(List.of(TITLE, FLOW), List.of(TITLE.withId("x"), FLOW.withId("y"))))
        .containsExactly("changed text \"The band\" id: t -> x", "changed flow.ctl id: f -> y");
  }

  @Test
  void whatACellSaysIsQuoted() {
    List<Cell> before = List.of(saying(RUN, "Settles in 12 ticks."));
    assertThat(said(before, List.of(saying(RUN, "Never settles."))))
        .containsExactly("changed run.base it said: Settles in 12 ticks.; it says: Never settles.");
    Differences only =
        Differences.between(Notebook.of(before), Notebook.of(List.of(saying(RUN, "Never."))));
    assertThat(only.cells().get(0).onlyOutputs()).isTrue();
    assertThat(said(before, List.of(RUN)))
        .containsExactly("changed run.base it shows nothing any more");
  }

  @Test
  void metadataAreNamed() {
    Notebook one = Notebook.of(List.of(FLOW));
    Notebook other =
        Notebook.of(List.of(FLOW.withMetadata("tags", List.of("x"))))
            .withMetadata(Map.of("title", "T"));
    Differences differences = Differences.between(one, other);
    assertThat(differences.cells().get(0).sentences())
        .containsExactly("metadata.tags: none -> [x]");
    assertThat(differences.metadata())
        .contains("metadata.title: none -> T")
        .anyMatch(s -> s.startsWith("metadata.kernelspec: {"));
  }
}
