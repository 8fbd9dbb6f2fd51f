// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class MergeTest {
  static LongStream seeds() {
    return LongStream.range(0, 500);
  }

  private static Notebook base(Random dice) {
    List<Cell> cells = new ArrayList<>();
    int n = dice.nextInt(7);
    for (int i = 0; i < n; i++) {
      cells.add(Cell.of("c" + i, Cell.Type.CODE, "run: r" + i + "\nticks: 1\n"));
    }
    return Notebook.of(cells);
  }

  /** Some edits, whose words begin with a name of their side. */
  private static Notebook edited(Notebook notebook, Random dice, String side) {
    Notebook next = notebook;
    for (int k = dice.nextInt(5); k > 0; k--) {
      int n = next.cells().size();
      Cell some = n == 0 ? null : next.cells().get(dice.nextInt(n));
      switch (n == 0 ? 0 : dice.nextInt(6)) {
        case 0 ->
            next =
                next.insert(
                    dice.nextInt(n + 1), Cell.of(side + k, Cell.Type.MARKDOWN, side + " new " + k));
        case 1 -> next = next.withSource(some.id(), side + " text " + dice.nextInt(100));
        case 2 -> next = next.delete(some.id());
        case 3 -> next = next.move(some.id(), dice.nextInt(n));
        case 4 ->
            next =
                some.type() == Cell.Type.CODE
                    ? next.withOutputs(
                        some.id(),
                        List.of(
                            Map.of(
                                "output_type", "stream", "name", "stdout", "text", side + " says")),
                        OptionalInt.of(dice.nextInt(9)))
                    : next;
        default -> next = next.withCell(some.withMetadata("tags", List.of(side)));
      }
    }
    return next;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void oneSideAloneIsTheAnswer(long seed) {
    Random dice = new Random(seed);
    Notebook base = base(dice);
    Notebook other = edited(base, dice, "a");
    assertThat(Merge.of(Optional.of(base), base, other)).isEqualTo(new Merge(other, List.of()));
    assertThat(Merge.of(Optional.of(base), other, base)).isEqualTo(new Merge(other, List.of()));
    assertThat(Merge.of(Optional.of(base), other, other)).isEqualTo(new Merge(other, List.of()));
    assertThat(Merge.of(Optional.empty(), other, other)).isEqualTo(new Merge(other, List.of()));
  }

  /** Every source that a side wrote stands in the document or in a conflict. */
  @ParameterizedTest
  @MethodSource("seeds")
  void nothingThatWasWrittenIsLost(long seed) {
    Random dice = new Random(seed);
    Notebook base = base(dice);
    Notebook mine = edited(base, dice, "mine");
    Notebook theirs = edited(base, dice, "theirs");
    for (Optional<Notebook> known : List.of(Optional.of(base), Optional.<Notebook>empty())) {
      Merge merge = Merge.of(known, mine, theirs);
      List<String> held = new ArrayList<>();
      merge.notebook().cells().forEach(c -> held.add(c.id() + c.source()));
      for (Merge.Conflict conflict : merge.conflicts()) {
        conflict.mine().ifPresent(c -> held.add(c.id() + c.source()));
        conflict.theirs().ifPresent(c -> held.add(c.id() + c.source()));
        assertThat(merge.notebook().cell(conflict.id())).isPresent();
      }
      for (Notebook side : List.of(mine, theirs)) {
        for (Cell cell : side.cells()) {
          if (base.cell(cell.id()).filter(b -> b.source().equals(cell.source())).isEmpty()) {
            assertThat(held).contains(cell.id() + cell.source());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void settledByOneSideItIsThatSides(long seed) {
    Random dice = new Random(seed);
    Notebook base = base(dice);
    Notebook mine = edited(base, dice, "mine");
    Notebook theirs = edited(base, dice, "theirs");
    Merge merge = Merge.of(Optional.of(base), mine, theirs);
    while (!merge.conflicts().isEmpty()) {
      Merge.Conflict conflict = merge.conflicts().get(0);
      merge = merge.settled(conflict, Merge.Side.THEIRS);
      assertThat(merge.notebook().cell(conflict.id())).isEqualTo(theirs.cell(conflict.id()));
    }
  }

  @Test
  void editsOfDifferentCellsAreBothTaken() {
    Notebook base = Notebook.of(List.of(cell("a", "1"), cell("b", "2"), cell("c", "3")));
    Notebook mine = base.withSource("a", "mine").insert(1, cell("m", "new"));
    Notebook theirs = base.withSource("c", "theirs").insert(3, cell("t", "new")).delete("b");
    Merge merge = Merge.of(Optional.of(base), mine, theirs);
    assertThat(merge.conflicts()).isEmpty();
    assertThat(merge.notebook().cells())
        .extracting(c -> c.id() + "=" + c.source())
        .containsExactly("a=mine", "m=new", "c=theirs", "t=new");
  }

  @ParameterizedTest
  @EnumSource(Merge.Side.class)
  void aCellThatBothChangedIsAConflict(Merge.Side side) {
    Notebook base = Notebook.of(List.of(cell("a", "run: x\nticks: 1")));
    Merge merge =
        Merge.of(
            Optional.of(base),
            base.withSource("a", "run: x\nticks: 2"),
            base.withSource("a", "run: x\nticks: 3"));
    assertThat(merge.conflicts()).hasSize(1);
    assertThat(merge.conflicts().get(0).sentence())
        .isEqualTo("run.x was changed on both sides; what stands is this side's.");
    assertThat(merge.notebook().cells())
        .extracting(Cell::source)
        .containsExactly("run: x\nticks: 2");
    Merge settled = merge.settled(merge.conflicts().get(0), side);
    assertThat(settled.conflicts()).isEmpty();
    assertThat(settled.notebook().cells())
        .extracting(c -> c.source().substring(14))
        .containsExactlyElementsOf(
            switch (side) {
              case MINE -> List.of("2");
              case THEIRS -> List.of("3");
              case BOTH -> List.of("2", "3");
            });
  }

  @Test
  void aDeletionMeetsAChange() {
    Notebook base = Notebook.of(List.of(cell("a", "1"), cell("b", "2")));
    Merge merge = Merge.of(Optional.of(base), base.delete("a"), base.withSource("a", "new"));
    assertThat(merge.notebook().cells()).extracting(Cell::id).containsExactly("a", "b");
    assertThat(merge.conflicts().get(0).sentence()).contains("was deleted here and changed there");
    assertThat(merge.settled(merge.conflicts().get(0), Merge.Side.MINE).notebook())
        .isEqualTo(base.delete("a"));
  }

  /** A result of the other side goes with the text that it belongs to. */
  @Test
  void aRunThereAndAnEditElsewhereHereAreNoConflict() {
    Notebook base = Notebook.of(List.of(cell("a", "1"), cell("b", "2")));
    Notebook theirs =
        base.withOutputs(
            "a",
            List.of(Map.of("output_type", "stream", "name", "stdout", "text", "x")),
            OptionalInt.of(1));
    Merge merge = Merge.of(Optional.of(base), base.withSource("b", "3"), theirs);
    assertThat(merge.conflicts()).isEmpty();
    assertThat(merge.notebook()).isEqualTo(theirs.withSource("b", "3"));
  }

  private static Cell cell(String id, String source) {
    return Cell.of(id, Cell.Type.CODE, source);
  }

  // ---- what version control leaves ---------------------------------------------------------

  private static String conflicted(boolean withBase) {
    String before =
        NotebookWriter.write(
            Notebook.of(List.of(cell("a", "run: x\nticks: 1"), cell("b", "run: y"))));
    String line = "    \"ticks: 1\"\n";
    assertThat(before).contains(line);
    return before.replace(
        line,
        "<<<<<<< HEAD\n    \"ticks: 2\"\n"
            + (withBase ? "||||||| base\n" + line : "")
            + "=======\n    \"ticks: 3\"\n>>>>>>> branch\n");
  }

  @Test
  void markersAreRepairedCellByCell() {
    for (boolean withBase : new boolean[] {true, false}) {
      Repair repair = Repair.of(conflicted(withBase)).orElseThrow();
      assertThat(repair.places()).isEqualTo(1);
      assertThat(repair.merge().conflicts()).hasSize(1);
      Merge settled = repair.merge().settled(repair.merge().conflicts().get(0), Merge.Side.THEIRS);
      assertThat(settled.notebook().cells())
          .extracting(Cell::source)
          .containsExactly("run: x\nticks: 3", "run: y");
    }
  }

  /** Counts and pictures that differ are nothing to choose between. */
  @Test
  void aConflictOfResultsAloneIsNone() {
    String text =
        NotebookWriter.write(
                Notebook.of(List.of(cell("a", "run: x").withOutputs(List.of(), OptionalInt.of(1)))))
            .replace(
                "   \"execution_count\": 1,\n",
                "<<<<<<< HEAD\n   \"execution_count\": 1,\n=======\n   \"execution_count\": 2,\n>>>>>>> x\n");
    Repair repair = Repair.of(text).orElseThrow();
    assertThat(repair.merge().conflicts()).isEmpty();
  }

  @Test
  void whatCannotBeReadIsNoRepair() {
    assertThat(Repair.of("{}")).isEmpty();
    assertThat(Repair.of(conflicted(false).replace("=======\n", ""))).isEmpty();
    assertThat(Repair.of(conflicted(false).replace("\"ticks: 3\"", "\"ticks: 3"))).isEmpty();
  }
}
