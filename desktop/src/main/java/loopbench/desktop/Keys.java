// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.List;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;

/**
 * Hands keys to commands. Single letters act on the page alone: while a field, a chart or a table
 * has the keyboard, they are its.
 */
final class Keys {
  private final Scene scene;
  private final Supplier<List<Command>> commands;
  private final Supplier<Node> page;
  private KeyCode before;

  private Keys(Scene scene, Supplier<List<Command>> commands, Supplier<Node> page) {
    this.scene = scene;
    this.commands = commands;
    this.page = page;
  }

  /**
   * @param page what has the keyboard in command mode; null where no page is open
   */
  static void install(Scene scene, Supplier<List<Command>> commands, Supplier<Node> page) {
    Keys keys = new Keys(scene, commands, page);
    scene.addEventFilter(KeyEvent.KEY_PRESSED, keys::pressed);
  }

  private void pressed(KeyEvent e) {
    if (e.getCode().isModifierKey()) {
      return;
    }
    KeyCode last = before;
    before = e.getCode();
    for (Command command : commands.get()) {
      if (counts(command.where(), e) && command.keys().stream().anyMatch(k -> fits(k, last, e))) {
        if (command.keys().stream().anyMatch(k -> k.contains(" "))) {
          before = null; // a third press begins anew
        }
        e.consume();
        command.action().run();
        return;
      }
    }
  }

  private boolean counts(Command.Where where, KeyEvent e) {
    return switch (where) {
      case ANYWHERE -> true;
      case AFTER_TEXT -> !textHasSteps(e);
      case PAGE -> page.get() != null && scene.getFocusOwner() == page.get();
    };
  }

  private static boolean fits(String keys, KeyCode last, KeyEvent e) {
    String[] parts = keys.split(" ");
    return parts.length == 1
        ? KeyCombination.valueOf(keys).match(e)
        : KeyCombination.valueOf(parts[1]).match(e)
            && last != null
            && last == KeyCode.getKeyCode(parts[0]);
  }

  private boolean textHasSteps(KeyEvent e) {
    return scene.getFocusOwner() instanceof TextInputControl text
        && text.isEditable()
        && (e.isShiftDown() || e.getCode() == KeyCode.Y ? text.isRedoable() : text.isUndoable());
  }
}
