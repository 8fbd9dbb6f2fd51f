// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javafx.animation.AnimationTimer;
import javafx.stage.Stage;
import loopbench.desktop.export.OpenNotebook;
import loopbench.desktop.form.KnobViewModel;
import loopbench.desktop.notebook.NotebookViewModel;
import loopbench.run.CellState;

/**
 * How fast the window answers, at 1280 x 800 with the software renderer: from the slider to the
 * frame that shows the run's new chart, and opening the largest example. Percentiles of many,
 * printed; nothing is asserted. {@code mvn -q -Plook -pl desktop -am process-test-classes
 * -Dlook.main=loopbench.desktop.WindowBenchmark}.
 */
public final class WindowBenchmark {
  private static final int WARM = 60;
  private static final int TRIES = 300;
  private static final String FIRST = "/gallery/01-admission-loop.ipynb";
  private static final String LARGEST = "/gallery/05-gain-band.ipynb";

  private WindowBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    Path state = Files.createTempDirectory("loopbench-bench");
    Stage stage = FxThread.call(Stage::new);
    Desk desk = FxThread.call(() -> Screens.shown(stage, state));
    FxThread.run(
        () -> {
          stage.setWidth(1280);
          stage.setHeight(800);
          desk.open(OpenNotebook.packaged(FIRST).orElseThrow());
        });
    Screens.settled(desk);
    slider(desk);
    opening(desk);
    System.exit(0);
  }

  private static void print(String what, double[] ms) {
    double[] sorted = ms.clone();
    Arrays.sort(sorted);
    System.out.printf(
        Locale.ROOT,
        "%-44s n %d, p50 %.1f ms, p95 %.1f ms, longest %.1f ms%n",
        what,
        sorted.length,
        sorted[sorted.length / 2],
        sorted[(int) (0.95 * (sorted.length - 1))],
        sorted[sorted.length - 1]);
  }

  /** From the slider's event to the pulse after the one that laid the fresh chart out. */
  private static void slider(Desk desk) throws Exception {
    NotebookViewModel notebook = FxThread.call(() -> desk.notebook().orElseThrow());
    KnobViewModel knob =
        FxThread.call(
            () ->
                notebook.cells().stream()
                    .filter(c -> c.hasParams())
                    .flatMap(c -> c.params().knobs().stream())
                    .filter(k -> k.name().equals("kp"))
                    .findFirst()
                    .orElseThrow());
    FxThread.run(() -> desk.workbench().page().ifPresent(p -> p.reveal("run-baseline")));
    FxThread.frames(20);
    double[] ms = new double[TRIES];
    for (int i = -WARM; i < TRIES; i++) {
      CountDownLatch seen = new CountDownLatch(1);
      double at = 0.4 + 0.2 * Math.abs(Math.sin(i));
      long[] startNs = new long[1];
      FxThread.run(
          () -> {
            long before = generation(notebook);
            startNs[0] = System.nanoTime();
            knob.slide(at);
            new AnimationTimer() {
              private int fresh;

              @Override
              public void handle(long now) {
                boolean drawn =
                    generation(notebook) > before
                        && notebook
                            .cell("run-baseline")
                            .flatMap(c -> c.view())
                            .filter(v -> v.state() == CellState.FRESH)
                            .isPresent();
                if (drawn && ++fresh == 2) {
                  stop();
                  seen.countDown();
                }
              }
            }.start();
          });
      if (!seen.await(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the chart did not follow the slider");
      }
      if (i >= 0) {
        ms[i] = (System.nanoTime() - startNs[0]) / 1e6;
      }
      FxThread.frames(2);
    }
    FxThread.run(knob::release);
    Screens.settled(desk);
    print("slider event to repainted chart", ms);
  }

  private static long generation(NotebookViewModel notebook) {
    return notebook.snapshot().generation();
  }

  private static void opening(Desk desk) throws Exception {
    double[] ms = new double[20];
    for (int i = -5; i < ms.length; i++) {
      long startNs = System.nanoTime();
      FxThread.run(() -> desk.open(OpenNotebook.packaged(LARGEST).orElseThrow()));
      FxThread.frames(2);
      if (i >= 0) {
        ms[i] = (System.nanoTime() - startNs) / 1e6;
      }
      FxThread.run(() -> desk.notebook().ifPresent(NotebookViewModel::stop));
      Screens.settled(desk);
    }
    print("opening the largest example", ms);
  }
}
