// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.Optional;
import javafx.application.Application;
import loopbench.cli.WithoutWindow;

/**
 * The start of the program. Not an {@code Application} itself, since such a class cannot be started
 * from the class path.
 */
public final class Launcher {
  private Launcher() {}

  public static void main(String[] arguments) {
    // Pictures of saved notebooks are drawn by AWT, which shall not look for a display of its own.
    System.setProperty("java.awt.headless", "true");
    Optional<String> missing = WindowSystem.missing();
    if (missing.isEmpty()) {
      try {
        Application.launch(App.class, arguments);
        return;
      } catch (UnsupportedOperationException | UnsatisfiedLinkError e) {
        missing = Optional.of("No window can open: " + e.getMessage() + ".");
      }
    }
    System.exit(WithoutWindow.run(missing.get(), WindowSystem.ADVICE, Wiring.FIRST));
  }
}
