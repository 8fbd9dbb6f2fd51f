// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import loopbench.cell.lang.Unit;
import loopbench.graph.Topology;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import org.junit.jupiter.api.Test;

/** A form is what a kind reads; what it writes is read again, and nothing else changes. */
class FieldFormTest {
  private static Plan plan(String source) {
    return Topology.of(
            Notebook.of(List.of(Cell.of("c", Cell.Type.CODE, source))), CellKinds.standard())
        .plans()
        .get("c");
  }

  private static Map<String, FieldForm> form(String source) {
    Map<String, FieldForm> forms = new LinkedHashMap<>();
    plan(source).form().forEach(f -> forms.put(f.path(), f));
    return forms;
  }

  @Test
  void aFormIsWhatTheKindReads() {
    Map<String, FieldForm> form =
        form(
            "plant: seed # the published one\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\n"
                + "capacity: 400/s\nsensor: {samples: 50}\n");
    assertThat(form.get("model").sort()).isEqualTo(FieldForm.Sort.CHOICE);
    assertThat(form.get("model").choices()).contains("affine-latency", "knee-latency");
    assertThat(form.get("floor").sort()).isEqualTo(FieldForm.Sort.QUANTITY);
    assertThat(form.get("floor").unit()).isEqualTo(Unit.MILLISECONDS);
    assertThat(form.get("floor").text()).isEqualTo("5ms");
    assertThat(form.get("sensor.samples").text()).isEqualTo("50");
    assertThat(form.get("sensor.tail").place()).as("may be added").isEmpty();
    assertThat(form).doesNotContainKey("sensor");
    FieldForm ticks = form("run: r\nplant: seed\nflow: ctl\nticks: 300\n").get("ticks");
    assertThat(ticks.sort()).isEqualTo(FieldForm.Sort.COUNT);
    assertThat(ticks.least()).isEqualTo(1);
    FieldForm plant = form("run: r\nplant: seed\n").get("plant");
    assertThat(plant.sort()).isEqualTo(FieldForm.Sort.NAME);
    assertThat(plant.choices()).containsExactly("plant");
  }

  @Test
  void aFieldThatIsNotThereIsAddedInItsPlace() {
    String source = "plant: seed\nmodel: affine-latency\nsensor: {samples: 50} # few\n# the end\n";
    assertThat(form(source).get("sensor.tail").written(source, "exponential"))
        .isEqualTo(
            "plant: seed\nmodel: affine-latency\nsensor: {samples: 50, tail: exponential} # few\n"
                + "# the end\n");
    String block = "plant: seed\nsensor:\n  samples: 50\nmodel: affine-latency\n";
    assertThat(form(block).get("sensor.tail").written(block, "none"))
        .isEqualTo("plant: seed\nsensor:\n  samples: 50\n  tail: none\nmodel: affine-latency\n");
    String windows = "run: r\r\nplant: seed";
    assertThat(form(windows).get("ticks").written(windows, "300"))
        .isEqualTo("run: r\r\nplant: seed\r\nticks: 300");
  }

  /** Over all cells of all examples: a value written again changes nothing, another one is read. */
  @Test
  void whatIsWrittenIsReadAndAllElseStays() throws IOException {
    int written = 0;
    for (Cell cell : cells()) {
      String source = cell.source();
      for (FieldForm field : plan(source).form()) {
        if (field.place().isPresent()) {
          assertThat(field.written(source, field.text())).as(field.path()).isEqualTo(source);
        }
        String other = field.written(source, "other-1");
        FieldForm read = FieldForm.find(plan(other).form(), field.path()).orElse(null);
        // Another model or way of a cell reads other fields: then the text alone can tell.
        assertThat(read == null ? "other-1" : read.text()).isEqualTo("other-1");
        assertThat(other).contains("other-1");
        List<String> before = new ArrayList<>(source.lines().toList());
        List<String> after = new ArrayList<>(other.lines().toList());
        after.removeIf(line -> line.contains("other-1"));
        if (field.place().isEmpty() && !field.around().flow()) {
          assertThat(after).as("one line more").isEqualTo(before);
        } else if (after.size() < before.size()) {
          assertThat(before).containsAll(after);
        }
        written++;
      }
    }
    assertThat(written).isGreaterThan(1000);
  }

  private static List<Cell> cells() throws IOException {
    List<Cell> cells = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("gallery"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".ipynb")).sorted().toList()) {
        NotebookReader.read(Files.readAllBytes(file)).notebook().orElseThrow().cells().stream()
            .filter(c -> c.type() == Cell.Type.CODE)
            .forEach(cells::add);
      }
    }
    return cells;
  }
}
