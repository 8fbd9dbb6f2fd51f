// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sweep found, used further: {@code at: sweep.band.best}. */
class WinnerTest {
  private static final String SWEEP =
      "sweep: band\nrun: baseline\naxes:\n  flow.kp: [0.2, 0.4]\n  flow.ki: [0.0005]\n"
          + "minimise: iae\nwhere:\n  - class == settles\n";

  @TempDir Path folder;

  private RunReport run(String sweep, String... more) {
    String[] sources = new String[5 + more.length];
    System.arraycopy(
        new String[] {Notebooks.PARAMS, Notebooks.PLANT, Notebooks.FLOW, Notebooks.RUN, sweep},
        0,
        sources,
        0,
        5);
    System.arraycopy(more, 0, sources, 5, more.length);
    return Notebooks.run(Notebooks.of(sources), folder);
  }

  private static Object value(RunReport ran, String address) {
    return ran.cells().stream()
        .filter(c -> c.address().equals(address))
        .findFirst()
        .flatMap(RunReport.CellReport::result)
        .orElseThrow()
        .value();
  }

  @Test
  void runsWithTheWinnersValues() throws CellFailure {
    RunReport ran =
        run(SWEEP, "run: best\nplant: seed\nflow: ctl\nticks: 60\nat: sweep.band.best\n");
    assertThat(ran.failed()).isZero();
    double kp = ((SweepRun) value(ran, "sweep.band")).best()[0];
    FlowRun best = (FlowRun) value(ran, "run.best");
    assertThat(best.scenario().knob("flow.kp").orElseThrow().get(best.scenario())).isEqualTo(kp);
    assertThat(kp).isIn(0.2, 0.4);
  }

  @Test
  void exportsTheWinnersValues() throws CellFailure {
    RunReport ran = run(SWEEP, "export: o\nwhat: flow.ctl\nat: sweep.band.best\nas: json\n");
    double kp = ((SweepRun) value(ran, "sweep.band")).best()[0];
    String text =
        ((Output.Document)
                ran.cells().stream()
                    .filter(c -> c.address().equals("export.o"))
                    .findFirst()
                    .orElseThrow()
                    .result()
                    .orElseThrow()
                    .outputs()
                    .get(0))
            .text();
    assertThat(text).contains("\"kp\": " + kp).contains("\"ki\": 0.0005");
  }

  @Test
  void aSweepWithoutAWinnerFailsWhatWantsOne() {
    RunReport ran =
        run(
            SWEEP.replace("class == settles", "gain_margin >= 1000"),
            "export: o\nwhat: flow.ctl\nat: sweep.band.best\nas: json\n");
    assertThat(ran.cells())
        .filteredOn(c -> c.address().equals("export.o"))
        .singleElement()
        .satisfies(
            c -> {
              assertThat(c.ending()).isEqualTo(RunReport.Ending.FAILED);
              assertThat(c.sentence())
                  .startsWith("sweep.band: the sweep has no best point.")
                  .contains("gain_margin >= 1000 holds at none of the 2 points.");
            });
  }
}
