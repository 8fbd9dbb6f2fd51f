// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.List;

/**
 * Something that can be done by a key, and found by its words.
 *
 * @param words what it does, as a verb: {@code Insert a cell above}
 * @param where when its keys count
 * @param keys as {@link javafx.scene.input.KeyCombination} reads them; of keys on the page also two
 *     of one after the other, such as {@code D D}. The first is shown
 */
record Command(String words, Where where, List<String> keys, Runnable action) {
  /** When keys count. */
  enum Where {
    ANYWHERE,
    /** A text that is being typed has its own step first. */
    AFTER_TEXT,
    /** Only while the page itself has the keyboard: what stands in it keeps its own keys. */
    PAGE
  }

  Command {
    keys = List.copyOf(keys);
  }

  static Command anywhere(String words, Runnable action, String... keys) {
    return new Command(words, Where.ANYWHERE, List.of(keys), action);
  }

  static Command afterText(String words, Runnable action, String... keys) {
    return new Command(words, Where.AFTER_TEXT, List.of(keys), action);
  }

  static Command onPage(String words, Runnable action, String... keys) {
    return new Command(words, Where.PAGE, List.of(keys), action);
  }

  /** The keys for people: {@code Ctrl+Shift+Z}, {@code D, D}. */
  String keysInWords() {
    return keys.isEmpty()
        ? ""
        : keys.get(0)
            .replace("Shortcut", "Ctrl")
            .replace(" ", ", ")
            .replace("PERIOD", ".")
            .replace("UP", "Up")
            .replace("DOWN", "Down")
            .replace("ENTER", "Enter");
  }
}
