// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookValidator;
import loopbench.notebook.NotebookWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SideFilesTest {
  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  private static Notebook pictures(Random dice, int most) {
    List<Cell> cells = new ArrayList<>();
    for (int c = 0; c < 5; c++) {
      List<Map<String, Object>> outputs = new ArrayList<>();
      for (int k = dice.nextInt(3); k >= 0; k--) {
        byte[] png = new byte[1 + dice.nextInt(most)];
        dice.nextBytes(png);
        outputs.add(
            Map.of(
                "output_type",
                "display_data",
                "metadata",
                Map.of("image/png", Map.of("width", 10, "height", 5)),
                "data",
                Map.of(
                    "image/png",
                    Base64.getEncoder().encodeToString(png),
                    "text/plain",
                    "sentence " + c + k)));
      }
      cells.add(
          Cell.of("c" + c, Cell.Type.CODE, "run: r" + c).withOutputs(outputs, OptionalInt.of(c)));
    }
    return Notebook.of(cells);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatWasMovedComesBack(long seed) {
    Random dice = new Random(seed);
    Notebook notebook = pictures(dice, 20_000);
    long cap = 1 + dice.nextInt(200_000);
    SideFiles.Moved moved = SideFiles.out(notebook, "n.data", cap);
    assertThat(NotebookValidator.validate(moved.notebook())).isEmpty();
    assertThat(moved.bytes()).isEqualTo(NotebookWriter.write(moved.notebook()).length());
    assertThat(moved.files().keySet()).allMatch(f -> f.matches("n\\.data/[0-9a-f]{16}\\.png"));
    assertThat(SideFiles.back(moved.notebook(), f -> Optional.ofNullable(moved.files().get(f))))
        .isEqualTo(notebook);
    long before = NotebookWriter.write(notebook).length();
    if (before <= cap) {
      assertThat(moved.notebook()).isEqualTo(notebook);
    } else if (moved.bytes() <= cap) {
      int smallest = moved.files().values().stream().mapToInt(b -> b.length).min().orElseThrow();
      assertThat(moved.bytes() + smallest * 4L / 3 + 400)
          .as("no more than it takes were moved")
          .isGreaterThan(cap);
    }
  }

  @Test
  void aPictureThatIsNotThereLeavesItsSentence() {
    Notebook notebook = pictures(new Random(1), 20_000);
    SideFiles.Moved moved = SideFiles.out(notebook, "n.data", 1);
    assertThat(SideFiles.back(moved.notebook(), f -> Optional.empty())).isEqualTo(moved.notebook());
    assertThat(NotebookWriter.write(moved.notebook()))
        .contains("sentence 00")
        .doesNotContain("\"image/png\": \"");
  }
}
