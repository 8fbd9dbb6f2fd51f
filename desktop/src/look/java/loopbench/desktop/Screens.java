// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.scene.image.WritableImage;
import javafx.stage.Stage;
import loopbench.desktop.export.FileChoice;
import loopbench.desktop.export.Leaving;
import loopbench.desktop.export.OpenNotebook;
import loopbench.notebook.Journal;
import loopbench.notebook.Versions;
import loopbench.run.CellState;
import loopbench.run.Keeping;

/**
 * Pictures of the window with every example, in both themes and two sizes, to be looked at one by
 * one: {@code mvn -q -Plook -pl desktop -am process-test-classes}.
 */
public final class Screens {
  private static final int[][] SIZES = {{1280, 800}, {1920, 1080}};
  private static final double[] PLACES = {0, 0.35, 0.7, 1};
  private static final int FRAMES = 8;

  private Screens() {}

  /**
   * @param arguments the folder with the examples, and the one for the pictures
   */
  public static void main(String[] arguments) throws Exception {
    Path examples = Path.of(arguments[0]);
    Path pictures = Files.createDirectories(Path.of(arguments[1]));
    Path state = Files.createTempDirectory("loopbench-screens");
    Stage stage = FxThread.call(Stage::new);
    Desk desk = FxThread.call(() -> shown(stage, state));
    boolean dark = false;
    for (int theme = 0; theme < 2; theme++) {
      for (int[] size : SIZES) {
        FxThread.run(
            () -> {
              stage.setWidth(size[0]);
              stage.setHeight(size[1]);
            });
        for (Path notebook : notebooks(examples)) {
          FxThread.run(() -> open(desk, notebook));
          settled(desk);
          for (double place : PLACES) {
            FxThread.run(() -> desk.workbench().page().ifPresent(page -> page.setVvalue(place)));
            FxThread.frames(FRAMES);
            String name =
                notebook.getFileName().toString().replace(".ipynb", "")
                    + (dark ? "-dark-" : "-light-")
                    + size[0]
                    + "-"
                    + Math.round(100 * place);
            WritableImage image = FxThread.call(() -> stage.getScene().snapshot(null));
            FxThread.keep(image, pictures, name);
          }
        }
      }
      FxThread.run(desk::switchTheme);
      dark = true;
    }
    System.exit(0);
  }

  static Desk shown(Stage stage, Path state) {
    FileChoice none =
        new FileChoice() {
          @Override
          public Optional<Path> toOpen() {
            return Optional.empty();
          }

          @Override
          public Optional<Path> toSave(String name, Optional<Path> in) {
            return Optional.empty();
          }
        };
    Wiring wiring =
        new Wiring(
            none,
            name -> Leaving.Answer.DISCARD,
            link -> {},
            stage::setTitle,
            new Keeping(
                new Journal(state.resolve("journal")),
                new Versions(state.resolve("versions"), 20, 1_000_000_000)));
    stage.setScene(wiring.desk().scene());
    stage.show();
    return wiring.desk();
  }

  private static void open(Desk desk, Path notebook) {
    desk.open(OpenNotebook.packaged("/gallery/" + notebook.getFileName()).orElseThrow());
  }

  private static List<Path> notebooks(Path examples) throws IOException {
    try (Stream<Path> files = Files.list(examples)) {
      return files.filter(f -> f.toString().endsWith(".ipynb")).sorted().toList();
    }
  }

  /** Until nothing runs any more; what is slow is not run by itself. */
  static void settled(Desk desk) throws Exception {
    boolean busy = true;
    while (busy) {
      FxThread.frames(FRAMES);
      busy =
          FxThread.call(
              () ->
                  desk.notebook()
                      .map(n -> n.snapshot().count(CellState.RUNNING) > 0)
                      .orElse(false));
    }
  }
}
