// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import javafx.animation.PauseTransition;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.util.Duration;

/** One sentence at the foot of the page that goes away by itself. */
final class Toast extends HBox {
  private static final Duration SHOWN = Duration.seconds(6);

  private final Label sentence = new Label();
  private final PauseTransition pause = new PauseTransition(SHOWN);

  Toast() {
    getStyleClass().add("toast");
    sentence.setWrapText(true);
    sentence.setId("toast");
    getChildren().add(sentence);
    setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
    setMouseTransparent(true);
    setVisible(false);
    pause.setOnFinished(e -> setVisible(false));
  }

  void say(String text) {
    sentence.setText(text);
    setVisible(true);
    pause.playFromStart();
  }
}
