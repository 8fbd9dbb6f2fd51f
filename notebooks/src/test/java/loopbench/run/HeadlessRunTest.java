// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import loopbench.cell.CellKinds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadlessRunTest {
  @TempDir Path folder;

  @Test
  void aSweepThatTheClockStoppedIsShownButNeitherBuiltOnNorFresh() {
    AtomicInteger asked = new AtomicInteger();
    RunReport ran =
        HeadlessRun.run(
            Notebooks.example(),
            CellKinds.standard(),
            Notebooks.library(folder),
            // The cells before the sweep ask a few times each; its 20 points ask at least once
            // each.
            new HeadlessRun.Limits(false, 1, () -> asked.incrementAndGet() > 25),
            cell -> {});
    RunReport.CellReport sweep =
        ran.cells().stream()
            .filter(c -> c.address().equals("sweep.band"))
            .findFirst()
            .orElseThrow();
    assertThat(sweep.ending()).isEqualTo(RunReport.Ending.STOPPED);
    assertThat(sweep.sentence()).startsWith("Stopped after ");
    assertThat(ran.timedOut()).isTrue();
    assertThat(ran.cells())
        .filteredOn(c -> c.address().equals("chart.map"))
        .singleElement()
        .satisfies(c -> assertThat(c.ending()).isEqualTo(RunReport.Ending.BLOCKED));
    assertThat(ran.notebook().cell("sweep-band").orElseThrow().outputs()).isNotEmpty();
    assertThat(OutputBundles.storedKey(ran.notebook().cell("sweep-band").orElseThrow())).isEmpty();
  }
}
