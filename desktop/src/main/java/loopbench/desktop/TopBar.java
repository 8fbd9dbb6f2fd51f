// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.Separator;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import loopbench.desktop.look.Theme;
import loopbench.desktop.notebook.Buttons;
import loopbench.desktop.notebook.PageMode;
import loopbench.run.CellState;
import loopbench.run.Snapshot;
import org.kordamp.ikonli.feather.Feather;

/** File, undo, run: what concerns the whole notebook. */
final class TopBar extends HBox {
  private final Button save;
  private final Button undo;
  private final Button redo;
  private final Button runAll;
  private final Button runStale;
  private final Button stop;
  private final Label staleCount = new Label();
  private final Button theme;
  private final Map<PageMode, ToggleButton> modes = new EnumMap<>(PageMode.class);
  private long stale = -1;

  TopBar(Actions actions) {
    getStyleClass().add("top-bar");
    save = Buttons.bar(Feather.SAVE, "Save", actions::save);
    undo = Buttons.icon(Feather.CORNER_UP_LEFT, "Undo", actions::undo);
    redo = Buttons.icon(Feather.CORNER_UP_RIGHT, "Redo", actions::redo);
    runStale = Buttons.bar(Feather.REFRESH_CW, "Run stale", actions::runStale);
    runStale.getStyleClass().add("primary");
    staleCount.getStyleClass().add("count");
    HBox words = new HBox(6, runStale.getGraphic(), new Label("Run stale"), staleCount);
    words.setAlignment(Pos.CENTER_LEFT);
    runStale.setGraphic(words);
    runStale.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    stop = Buttons.bar(Feather.SQUARE, "Stop", actions::stop);
    theme = Buttons.icon(Feather.MOON, "Dark theme", actions::switchTheme);
    Button home = Buttons.icon(Feather.HOME, "Start page (Alt+Home)", actions::home);
    Button open = Buttons.bar(Feather.FOLDER, "Open…", actions::open);
    runAll = Buttons.bar(Feather.PLAY, "Run all", actions::runAll);
    hint(open, "Ctrl+O");
    hint(save, "Ctrl+S");
    hint(stop, "Ctrl+.");
    home.setId("home");
    open.setId("open");
    save.setId("save");
    undo.setId("undo");
    redo.setId("redo");
    runAll.setId("run-all");
    runStale.setId("run-stale");
    stop.setId("stop");
    theme.setId("theme");
    HBox views = views(actions);
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    getChildren()
        .addAll(
            home,
            open,
            save,
            undo,
            redo,
            new Separator(Orientation.VERTICAL),
            runAll,
            runStale,
            stop,
            space,
            views,
            theme);
  }

  /** The ways to look at the page. */
  private HBox views(Actions actions) {
    HBox segments = new HBox();
    segments.getStyleClass().add("segments");
    segments.setMinWidth(Region.USE_PREF_SIZE);
    for (PageMode mode : PageMode.values()) {
      ToggleButton button = new ToggleButton(mode.word());
      button.setId("view-" + mode.name().toLowerCase(Locale.ROOT));
      button.setTooltip(new Tooltip(mode.word() + " view (Alt+" + (mode.ordinal() + 1) + ")"));
      button.setSelected(mode == PageMode.SOURCE);
      button.setOnAction(e -> actions.look(mode));
      if (mode.ordinal() == 0) {
        button.getStyleClass().add("first");
      } else if (mode.ordinal() == PageMode.values().length - 1) {
        button.getStyleClass().add("last");
      }
      modes.put(mode, button);
      segments.getChildren().add(button);
    }
    return segments;
  }

  void show(PageMode now) {
    modes.forEach((mode, button) -> button.setSelected(mode == now));
  }

  private static void hint(Button button, String keys) {
    button.setTooltip(new Tooltip(button.getText() + " (" + keys + ")"));
  }

  void show(Snapshot now) {
    save.setDisable(false);
    runAll.setDisable(false);
    named(undo, "Undo", now.undo().orElse(""), "Ctrl+Z");
    named(redo, "Redo", now.redo().orElse(""), "Ctrl+Shift+Z");
    showStale(now.count(CellState.STALE) + now.count(CellState.CANCELLED));
    stop.setDisable(now.count(CellState.RUNNING) + now.count(CellState.QUEUED) == 0);
  }

  /** No notebook is open. */
  void showNothing() {
    named(undo, "Undo", "", "Ctrl+Z");
    named(redo, "Redo", "", "Ctrl+Shift+Z");
    showStale(0);
    stop.setDisable(true);
    save.setDisable(true);
    runAll.setDisable(true);
  }

  private void showStale(long count) {
    if (count == stale) {
      return;
    }
    stale = count;
    runStale.setDisable(count == 0);
    staleCount.setText(Long.toString(count));
    staleCount.setVisible(count > 0);
    staleCount.setManaged(count > 0);
  }

  private static void named(Button button, String verb, String what, String keys) {
    button.setDisable(what.isEmpty());
    String text = what.isEmpty() ? verb : verb + ": " + what;
    button.getTooltip().setText(text + " (" + keys + ")");
    button.setAccessibleText(text);
  }

  void show(Theme now) {
    Buttons.dress(
        theme,
        now == Theme.LIGHT ? Feather.MOON : Feather.SUN,
        now == Theme.LIGHT ? "Dark theme" : "Light theme");
  }
}
