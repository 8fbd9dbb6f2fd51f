// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.look;

import static org.assertj.core.api.Assertions.assertThat;

import javafx.scene.Scene;
import javafx.scene.control.ScrollPane;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import loopbench.desktop.FxThread;
import loopbench.desktop.notebook.StateMark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ThemeTest {
  @ParameterizedTest
  @EnumSource(Theme.class)
  void theDeskAndACardHaveTheirColours(Theme theme) throws Exception {
    WritableImage image =
        FxThread.call(
            () -> {
              BorderPane card = new BorderPane();
              card.getStyleClass().addAll("loop-cell", "state-fresh");
              card.setMinHeight(100);
              VBox page = new VBox(card);
              page.getStyleClass().add("page");
              ScrollPane desk = new ScrollPane(page);
              desk.setFitToWidth(true);
              desk.getStyleClass().add("desk");
              Scene scene = new Scene(new BorderPane(desk), 400, 400);
              theme.apply(scene);
              scene.getRoot().applyCss();
              scene.getRoot().layout();
              return scene.snapshot(null);
            });
    boolean light = theme == Theme.LIGHT;
    assertThat(image.getPixelReader().getColor(4, 390))
        .isEqualTo(Color.web(light ? "#F4F6F8" : "#0D1218"));
    assertThat(image.getPixelReader().getColor(200, 70))
        .isEqualTo(Color.web(light ? "#FFFFFF" : "#151B23"));
  }

  @Test
  void everyStateHasAWordOfItsOwn() {
    assertThat(StateMark.values()).extracting(StateMark::word).doesNotHaveDuplicates();
  }
}
