// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import loopbench.cell.CellKinds;
import loopbench.cell.Library;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.NotebookWriter;
import loopbench.source.Connection;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A notebook of 500 cells and 20 MB of outputs: opening it, one edit, and making the bytes of a
 * save. Half of the cells are text; the others are runs of one loop, each with a picture.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class LargeNotebookBenchmark {
  private static final int CELLS = 500;
  private static final int OUTPUT_BYTES = 20_000_000;

  private static final Library NOTHING =
      new Library() {
        @Override
        public Found file(String path) {
          return Found.not("there are no files.");
        }

        @Override
        public Optional<Connection> connection(String name) {
          return Optional.empty();
        }

        @Override
        public String notebook() {
          return "large.ipynb";
        }

        @Override
        public long nowMs() {
          return 0;
        }
      };

  private byte[] bytes;
  private Session opened;
  private int edits;

  @Setup
  public void write() {
    List<Cell> cells = new ArrayList<>();
    cells.add(
        code(
            "plant",
            "plant: seed\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: 400/s\n"));
    cells.add(code("flow", "flow: ctl\nrate: 200/s\nminRate: 5/s\nkp: 0.05\ndt: 1s\n"));
    Random random = new Random(42);
    byte[] picture = new byte[OUTPUT_BYTES * 3 / 4 / ((CELLS - 2) / 2)];
    while (cells.size() < CELLS) {
      int n = cells.size();
      cells.add(
          Cell.of("text-" + n, Cell.Type.MARKDOWN, "## Part " + n + "\nWhat is seen here.\n"));
      random.nextBytes(picture);
      cells.add(
          code("run-" + n, "run: r" + n + "\nplant: seed\nflow: ctl\nticks: " + n + "\n")
              .withOutputs(
                  List.of(
                      Map.of(
                          "output_type", "display_data",
                          "metadata", Map.of(),
                          "data",
                              Map.of(
                                  "image/png",
                                  Base64.getEncoder().encodeToString(picture),
                                  "text/plain",
                                  "r" + n + " settles."))),
                  OptionalInt.of(n)));
    }
    bytes = NotebookWriter.write(Notebook.of(cells)).getBytes(StandardCharsets.UTF_8);
    opened = open();
  }

  private static Cell code(String id, String source) {
    return Cell.of(id, Cell.Type.CODE, source);
  }

  /** From the bytes of the file to the cells as a window shows them. */
  @Benchmark
  public Session open() {
    Notebook notebook = NotebookReader.read(bytes).notebook().orElseThrow();
    Session session =
        new Session(notebook, CellKinds.standard(), NOTHING, job -> {}, job -> {}, 1, () -> 0);
    session.snapshot();
    return session;
  }

  /** One number in the cell that all runs read, to the cells as a window shows them. */
  @Benchmark
  public Snapshot edit() {
    double kp = edits++ % 2 == 0 ? 0.1 : 0.05;
    opened.edit(
        "Turn kp", "kp", n -> n.withScalar("flow", "kp", Double.toString(kp)).orElseThrow());
    return opened.snapshot();
  }

  /** The bytes that a save writes. */
  @Benchmark
  public byte[] save() {
    return NotebookWriter.write(opened.document()).getBytes(StandardCharsets.UTF_8);
  }
}
