// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import loopbench.cell.CellKinds;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;

/** Small notebooks for tests: one text a cell, its id made from its first line. */
public final class Notebooks {
  public static final String PARAMS =
      "params:\n  kp: {value: 0.05, range: [0.001, 5], scale: log}  # turned by hand\n"
          + "  ki: {value: 0.001, range: [1.0e-5, 0.1], scale: log, zero: true}\n"
          + "  target: {value: 30ms, range: [5ms, 200ms]}\n";
  public static final String PLANT =
      "plant: seed\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: {0s: 400/s, 30s: 150/s}\n";
  public static final String FLOW =
      "flow: ctl\nrate: 200/s\nminRate: 5/s\nmaxRate: 800/s\ntargetP99: $target\nkp: $kp\nki: $ki\ndt: 1s\n";
  public static final String RUN = "run: baseline\nplant: seed\nflow: ctl\nticks: 60\n";
  public static final String SWEEP =
      "sweep: band\nrun: baseline\naxes:\n  flow.kp: {log: [0.01, 1], n: 4}\n"
          + "  flow.ki: {log: [1.0e-4, 0.01], n: 4, zero: true}\n";
  public static final String CHART = "chart: map\ndata: sweep.band\n";
  public static final String CHECK = "check: ok\nthat:\n  - run.baseline.class == settles\n";

  private Notebooks() {}

  public static Notebook of(String... sources) {
    List<Cell> cells = new ArrayList<>();
    for (String source : sources) {
      String id = source.lines().findFirst().orElse("").replaceAll("[^a-z0-9]+", "-");
      cells.add(Cell.of(id.isEmpty() ? "empty" : id, Cell.Type.CODE, source));
    }
    return Notebook.of(cells);
  }

  /** The whole small example: parameters, plant, flow, run, sweep, chart, check. */
  public static Notebook example() {
    return of(PARAMS, PLANT, FLOW, RUN, SWEEP, CHART, CHECK);
  }

  public static FolderLibrary library(Path folder) {
    return new FolderLibrary(folder, List.of(), Map.of(), () -> 0);
  }

  public static RunReport run(Notebook notebook, Path folder) {
    return HeadlessRun.run(
        notebook,
        CellKinds.standard(),
        library(folder),
        new HeadlessRun.Limits(false, 2, () -> false),
        cell -> {});
  }
}
