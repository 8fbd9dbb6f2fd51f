// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import loopbench.cell.Core;
import loopbench.run.CellState;
import loopbench.run.CellView;
import loopbench.run.Snapshot;

/** The file, whether it is saved, the core, and what runs. */
final class StatusBar extends HBox {
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm");

  private final Label file = new Label();
  private final Label saved = new Label();
  private final Label running = new Label();

  /**
   * @param threads how many a sweep takes
   */
  StatusBar(int threads) {
    getStyleClass().add("status");
    file.getStyleClass().add("strong");
    file.setId("status-file");
    saved.setId("status-saved");
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    Label core = new Label("core " + Core.VERSION);
    Label sweepThreads = new Label(threads == 1 ? "1 thread" : threads + " threads");
    getChildren().addAll(file, saved, space, running, core, sweepThreads);
  }

  /** No notebook is open, but there is a file. */
  void showNothing(String name) {
    file.setText(name);
    saved.setText("");
    running.setText("");
  }

  /**
   * @param name what the notebook is called
   * @param savedAt when it was written last, empty while it was not
   */
  void show(String name, Snapshot now, Optional<LocalTime> savedAt) {
    file.setText(name);
    saved.setText(
        now.dirty() ? "edited" : savedAt.map(at -> "saved " + CLOCK.format(at)).orElse(""));
    String work =
        now.cells().values().stream()
            .filter(v -> v.state() == CellState.RUNNING)
            .map(CellView::address)
            .map(a -> a.replaceFirst(" #.*", ""))
            .collect(Collectors.joining(", "));
    running.setText(work.isEmpty() ? "idle" : "running " + work);
  }
}
