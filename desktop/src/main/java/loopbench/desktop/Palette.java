// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.List;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** All commands with their keys, to be read, or found by a few letters and run. */
final class Palette extends VBox {
  private final List<Command> commands;
  private final Runnable close;
  private final TextField wanted = new TextField();
  private final ListView<Command> list = new ListView<>();

  /**
   * @param close takes it away and gives the keyboard back
   */
  Palette(List<Command> commands, Runnable close) {
    this.commands = commands.stream().filter(c -> !c.keys().isEmpty()).toList();
    this.close = close;
    getStyleClass().add("palette");
    setMaxSize(520, 480);
    wanted.setId("palette");
    wanted.setPromptText("What do you want to do?");
    wanted.setAccessibleText("Find a command");
    list.setId("palette-list");
    list.setFocusTraversable(false);
    list.setCellFactory(view -> new Row());
    VBox.setVgrow(list, Priority.ALWAYS);
    getChildren().addAll(wanted, list);
    wanted.textProperty().addListener((p, was, is) -> filter());
    list.setOnMouseClicked(e -> run());
    addEventFilter(KeyEvent.KEY_PRESSED, this::keyed);
    filter();
  }

  void begin() {
    wanted.requestFocus();
  }

  private void filter() {
    String[] letters = wanted.getText().toLowerCase(Locale.ROOT).strip().split("\\s+");
    list.getItems()
        .setAll(
            commands.stream()
                .filter(
                    c -> {
                      String words = c.words().toLowerCase(Locale.ROOT);
                      return List.of(letters).stream().allMatch(words::contains);
                    })
                .toList());
    list.getSelectionModel().selectFirst();
  }

  private void keyed(KeyEvent e) {
    int at = list.getSelectionModel().getSelectedIndex();
    switch (e.getCode()) {
      case ESCAPE -> close.run();
      case ENTER -> run();
      case DOWN -> select(at + 1);
      case UP -> select(at - 1);
      default -> {
        return;
      }
    }
    e.consume();
  }

  private void select(int index) {
    int to = Math.max(0, Math.min(list.getItems().size() - 1, index));
    list.getSelectionModel().select(to);
    list.scrollTo(to);
  }

  private void run() {
    Command chosen = list.getSelectionModel().getSelectedItem();
    if (chosen != null) {
      close.run();
      chosen.action().run();
    }
  }

  /** What it does, and its keys at the right. */
  private static final class Row extends ListCell<Command> {
    @Override
    protected void updateItem(Command command, boolean empty) {
      super.updateItem(command, empty);
      setText(null);
      if (empty) {
        setGraphic(null);
        return;
      }
      Label keys = new Label(command.keysInWords());
      keys.getStyleClass().add("keys");
      Region space = new Region();
      HBox.setHgrow(space, Priority.ALWAYS);
      HBox row = new HBox(8, new Label(command.words()), space, keys);
      row.setAlignment(Pos.CENTER_LEFT);
      setGraphic(row);
      setAccessibleText(command.words() + ", " + command.keysInWords());
    }
  }
}
