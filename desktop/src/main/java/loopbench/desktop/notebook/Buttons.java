// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;

/** The two forms of button there are. */
public final class Buttons {
  private Buttons() {}

  /** A shape alone; what it does is its tooltip and its name for a screen reader. */
  public static Button icon(Ikon shape, String does, Runnable action) {
    Button button = new Button();
    button.getStyleClass().add("icon-button");
    button.setOnAction(e -> action.run());
    dress(button, shape, does);
    return button;
  }

  /** Another shape and meaning for a button. */
  public static void dress(Button button, Ikon shape, String does) {
    button.setGraphic(new FontIcon(shape));
    button.setTooltip(new Tooltip(does));
    button.setAccessibleText(does);
  }

  /** A shape and words in a frame. */
  public static Button bar(Ikon shape, String words, Runnable action) {
    Button button = new Button(words, new FontIcon(shape));
    button.getStyleClass().add("bar-button");
    button.setOnAction(e -> action.run());
    return button;
  }
}
