// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.Optional;
import javafx.application.Application;
import javafx.stage.Stage;
import loopbench.desktop.export.WindowFileChoice;
import loopbench.desktop.export.WindowLeaving;
import loopbench.run.Keeping;

/** The window of the program. */
public final class App extends Application {
  @Override
  public void start(Stage stage) {
    Wiring wiring =
        new Wiring(
            new WindowFileChoice(stage),
            new WindowLeaving(stage),
            getHostServices()::showDocument,
            stage::setTitle,
            Keeping.ofUser());
    Desk desk = wiring.desk();
    stage.setScene(desk.scene());
    stage.setMinWidth(960);
    stage.setMinHeight(600);
    stage.setOnCloseRequest(
        e -> {
          e.consume();
          desk.leave(stage::close);
        });
    wiring.openFirst(Optional.of(getParameters().getUnnamed()).filter(a -> !a.isEmpty()));
    stage.show();
    desk.scene().getRoot().requestFocus();
  }
}
