// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.LinkedHashMap;
import java.util.Map;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;

/** The keys of the window. A text that is being typed has its own undo first. */
final class Keys {
  private final Map<KeyCombination, Runnable> keys = new LinkedHashMap<>();
  private final Map<KeyCombination, Runnable> afterText = new LinkedHashMap<>();
  private final Scene scene;

  private Keys(Scene scene) {
    this.scene = scene;
  }

  static void install(Scene scene, Actions actions) {
    Keys keys = new Keys(scene);
    keys.on(KeyCode.S, actions::save, KeyCombination.SHORTCUT_DOWN);
    keys.on(
        KeyCode.S, actions::saveElsewhere, KeyCombination.SHORTCUT_DOWN, KeyCombination.SHIFT_DOWN);
    keys.on(KeyCode.O, actions::open, KeyCombination.SHORTCUT_DOWN);
    keys.on(KeyCode.HOME, actions::home, KeyCombination.ALT_DOWN);
    keys.on(KeyCode.PERIOD, actions::stop, KeyCombination.SHORTCUT_DOWN);
    keys.on(KeyCode.ENTER, actions::runSelected, KeyCombination.SHORTCUT_DOWN);
    keys.on(KeyCode.ENTER, actions::runSelected, KeyCombination.SHIFT_DOWN);
    keys.on(KeyCode.R, actions::runStale, KeyCombination.SHORTCUT_DOWN, KeyCombination.SHIFT_DOWN);
    keys.afterText(KeyCode.Z, actions::undo, KeyCombination.SHORTCUT_DOWN);
    keys.afterText(
        KeyCode.Z, actions::redo, KeyCombination.SHORTCUT_DOWN, KeyCombination.SHIFT_DOWN);
    keys.afterText(KeyCode.Y, actions::redo, KeyCombination.SHORTCUT_DOWN);
    scene.addEventFilter(KeyEvent.KEY_PRESSED, keys::pressed);
  }

  private void on(KeyCode code, Runnable action, KeyCombination.Modifier... modifiers) {
    keys.put(new KeyCodeCombination(code, modifiers), action);
  }

  private void afterText(KeyCode code, Runnable action, KeyCombination.Modifier... modifiers) {
    afterText.put(new KeyCodeCombination(code, modifiers), action);
  }

  private void pressed(KeyEvent e) {
    find(keys, e);
    if (!e.isConsumed() && !(textHasSteps(e))) {
      find(afterText, e);
    }
  }

  private boolean textHasSteps(KeyEvent e) {
    return scene.getFocusOwner() instanceof TextInputControl text
        && text.isEditable()
        && (e.isShiftDown() || e.getCode() == KeyCode.Y ? text.isRedoable() : text.isUndoable());
  }

  private static void find(Map<KeyCombination, Runnable> among, KeyEvent e) {
    among.entrySet().stream()
        .filter(entry -> entry.getKey().match(e))
        .findFirst()
        .ifPresent(
            entry -> {
              e.consume();
              entry.getValue().run();
            });
  }
}
