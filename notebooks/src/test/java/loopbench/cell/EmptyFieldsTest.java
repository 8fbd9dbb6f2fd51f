// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import loopbench.graph.Topology;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.yaml.Limits;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Yaml;
import org.junit.jupiter.api.Test;

/** A field that is there and says nothing is as if it were not there: a sentence, never a crash. */
class EmptyFieldsTest {
  private static final String EMPTY = "params:\n  nothing: {value: \"\"}\n";

  @Test
  void everyFieldOfEveryGalleryCellMayBeLeftEmpty() throws IOException {
    Set<String> seen = new HashSet<>();
    int tried = 0;
    for (Cell cell : cells()) {
      if (!seen.add(cell.source())) {
        continue;
      }
      for (Scalar scalar :
          Nodes.scalars(Yaml.parse(cell.source(), Limits.CELL).root().orElseThrow())) {
        int start = scalar.span().start().offset();
        int end = scalar.span().end().offset();
        for (String nothing : List.of("~", "\"\"", "$nothing", "{}", "[]")) {
          String text = cell.source().substring(0, start) + nothing + cell.source().substring(end);
          Notebook notebook =
              Notebook.of(
                  List.of(Cell.of("p", Cell.Type.CODE, EMPTY), Cell.of("c", Cell.Type.CODE, text)));
          tried++;
          try {
            Topology topology = Topology.of(notebook, CellKinds.standard());
            assertThat(topology.problems()).allSatisfy(p -> assertThat(p.sentence()).isNotBlank());
          } catch (RuntimeException thrown) {
            throw new AssertionError(text, thrown);
          }
        }
      }
    }
    assertThat(tried).isGreaterThan(1000);
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
