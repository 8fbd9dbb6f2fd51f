// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.Locale;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import loopbench.cell.RunControl;

/** How far long work is: bar, done of total, time left, best so far. */
final class ProgressRow extends HBox {
  private final ProgressBar bar = new ProgressBar(0);
  private final Label done = new Label();
  private final Label left = new Label();
  private final Label best = new Label();

  ProgressRow() {
    getStyleClass().add("progress-row");
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setMinWidth(80);
    HBox.setHgrow(bar, Priority.ALWAYS);
    best.getStyleClass().add("muted");
    for (Label label : new Label[] {done, left, best}) {
      label.setMinWidth(Region.USE_PREF_SIZE);
    }
    getChildren().addAll(bar, done, left, best);
  }

  /**
   * @param elapsedMs since the work began
   */
  void show(RunControl.Progress progress, double elapsedMs) {
    bar.setProgress(progress.total() == 0 ? 0 : progress.done() / (double) progress.total());
    done.setText(String.format(Locale.ROOT, "%,d of %,d", progress.done(), progress.total()));
    left.setText(Durations.left(progress.done(), progress.total(), elapsedMs).orElse(""));
    best.setText(progress.best().isEmpty() ? "" : "best so far  " + progress.best());
  }
}
