// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.export;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/** The file dialogs of the platform. */
public final class WindowFileChoice implements FileChoice {
  private final Window owner;
  private Optional<Path> last = Optional.empty();

  public WindowFileChoice(Window owner) {
    this.owner = owner;
  }

  @Override
  public Optional<Path> toOpen() {
    FileChooser chooser = chooser(last);
    chooser
        .getExtensionFilters()
        .addAll(
            new FileChooser.ExtensionFilter("Notebooks", "*.ipynb"),
            new FileChooser.ExtensionFilter("All files", "*"));
    return chosen(chooser.showOpenDialog(owner));
  }

  @Override
  public Optional<Path> toSave(String name, Optional<Path> folder) {
    FileChooser chooser = chooser(folder.or(() -> last));
    chooser.setInitialFileName(name);
    return chosen(chooser.showSaveDialog(owner));
  }

  private static FileChooser chooser(Optional<Path> folder) {
    FileChooser chooser = new FileChooser();
    folder.filter(Files::isDirectory).ifPresent(path -> chooser.setInitialDirectory(path.toFile()));
    return chooser;
  }

  private Optional<Path> chosen(File file) {
    Optional<Path> path = Optional.ofNullable(file).map(f -> f.toPath().toAbsolutePath());
    path.map(Path::getParent).ifPresent(folder -> last = Optional.of(folder));
    return path;
  }
}
