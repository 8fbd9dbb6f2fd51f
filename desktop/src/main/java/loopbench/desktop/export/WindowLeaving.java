// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.export;

import javafx.scene.control.Alert;
import javafx.scene.control.ButtonBar;
import javafx.scene.control.ButtonType;
import javafx.stage.Window;

/** Asks in a dialog: this question must not be overlooked. */
public final class WindowLeaving implements Leaving {
  private static final ButtonType SAVE = new ButtonType("Save", ButtonBar.ButtonData.YES);
  private static final ButtonType DISCARD = new ButtonType("Discard", ButtonBar.ButtonData.NO);

  private final Window owner;

  public WindowLeaving(Window owner) {
    this.owner = owner;
  }

  @Override
  public Answer ask(String name) {
    Alert alert =
        new Alert(
            Alert.AlertType.CONFIRMATION,
            "Its edits are lost unless they are saved.",
            SAVE,
            DISCARD,
            ButtonType.CANCEL);
    alert.initOwner(owner);
    alert.setTitle("Loopbench");
    alert.setHeaderText(name + " has edits that are not saved.");
    ButtonType pressed = alert.showAndWait().orElse(ButtonType.CANCEL);
    return pressed == SAVE ? Answer.SAVE : pressed == DISCARD ? Answer.DISCARD : Answer.STAY;
  }
}
