// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.io.File;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javafx.application.Platform;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.TransferMode;
import loopbench.cell.DroppedFile;
import loopbench.desktop.export.Dropping;
import loopbench.desktop.export.FileChoice;
import loopbench.desktop.export.Leaving;
import loopbench.desktop.export.OpenNotebook;
import loopbench.desktop.export.Saving;
import loopbench.desktop.look.Theme;
import loopbench.desktop.notebook.NotebookViewModel;
import loopbench.desktop.notebook.PageMode;
import loopbench.desktop.notebook.PageView;
import loopbench.desktop.notebook.Surroundings;
import loopbench.desktop.pace.LatestOnly;
import loopbench.desktop.start.StartChoices;
import loopbench.desktop.start.StartContents;
import loopbench.desktop.start.StartPage;
import loopbench.notebook.Beginning;
import loopbench.run.Keeping;

/** What the user does with the window as a whole: opens, saves, runs, switches the theme. */
final class Desk implements Actions, StartChoices {
  /** Makes the view-model of a notebook that was opened. */
  @FunctionalInterface
  interface Opener {
    NotebookViewModel open(OpenNotebook file, Consumer<String> tell);
  }

  /** The notebook on the desk. */
  private record Current(NotebookViewModel notebook, Saving saving) {}

  private final Opener opener;
  private final FileChoice files;
  private final Leaving leaving;
  private final Consumer<String> links;
  private final Consumer<String> title;
  private final Workbench workbench;
  private final Scene scene;
  private final ObjectProperty<Theme> theme = new SimpleObjectProperty<>(Theme.LIGHT);
  private final PageCommands pageCommands;
  private final List<Command> commands;
  private final Keeping keeping;
  private final Executor background;
  private final LatestOnly<Current> notes;
  private Optional<Current> current = Optional.empty();
  private Optional<LocalTime> savedAt = Optional.empty();

  /**
   * @param links opens the address of a link that was clicked
   * @param title takes the window's title
   * @param keeping keeps what is not saved
   * @param background reads and writes small files of the user's; not the window's thread
   * @param noting where that is written; not the window's thread
   */
  Desk(
      Opener opener,
      FileChoice files,
      Leaving leaving,
      Consumer<String> links,
      Consumer<String> title,
      int threads,
      Keeping keeping,
      Executor background,
      Executor noting) {
    this.background = background;
    this.keeping = keeping;
    this.notes = new LatestOnly<>(noting, (waiting, coming) -> coming, this::note);
    this.opener = opener;
    this.files = files;
    this.leaving = leaving;
    this.links = links;
    this.title = title;
    this.workbench = new Workbench(this, threads);
    this.scene = new Scene(workbench, 1280, 800);
    this.pageCommands = new PageCommands(this::notebook, workbench::page, this::say);
    this.commands = commands();
    Keys.install(scene, () -> commands, () -> workbench.page().orElse(null));
    scene.setOnDragOver(
        e -> {
          if (e.getDragboard().hasFiles()) {
            e.acceptTransferModes(TransferMode.COPY);
          }
        });
    scene.setOnDragDropped(
        e -> {
          List<File> dropped = e.getDragboard().getFiles();
          e.setDropCompleted(!dropped.isEmpty());
          dropped.forEach(file -> drop(file.toPath()));
        });
    theme.addListener((p, was, is) -> dress(is));
    dress(theme.get());
  }

  Scene scene() {
    return scene;
  }

  Workbench workbench() {
    return workbench;
  }

  private void dress(Theme now) {
    now.apply(scene);
    workbench.show(now);
  }

  // ---- commands ----------------------------------------------------------------------------

  /** All that can be done by a key; the palette lists the same. */
  private List<Command> commands() {
    List<Command> all = new ArrayList<>();
    all.add(Command.anywhere("Run the cell and go on", this::runAndGoOn, "Shift+ENTER"));
    all.add(Command.anywhere("Run the cell", this::runSelected, "Shortcut+ENTER"));
    all.add(Command.anywhere("Run the cell and insert below", this::runAndInsert, "Alt+ENTER"));
    all.add(Command.anywhere("Run all", this::runAll));
    all.add(Command.anywhere("Run what is stale", this::runStale, "Shortcut+Shift+R"));
    all.add(Command.anywhere("Stop", this::stop, "Shortcut+PERIOD"));
    all.add(Command.anywhere("Save", this::save, "Shortcut+S"));
    all.add(Command.anywhere("Save as another file", this::saveElsewhere, "Shortcut+Shift+S"));
    all.add(Command.anywhere("Open a notebook", this::open, "Shortcut+O"));
    all.add(Command.anywhere("Start page", this::home, "Alt+HOME"));
    all.add(Command.afterText("Undo", this::undo, "Shortcut+Z"));
    all.add(Command.afterText("Redo", this::redo, "Shortcut+Shift+Z", "Shortcut+Y"));
    all.add(Command.anywhere("Light or dark theme", this::switchTheme, "Shortcut+Shift+L"));
    for (PageMode mode : PageMode.values()) {
      all.add(
          Command.anywhere(mode.word() + " view", () -> look(mode), "Alt+" + (mode.ordinal() + 1)));
    }
    all.add(Command.anywhere("Commands and keys", this::palette, "F1", "Shortcut+Shift+P"));
    all.add(Command.onPage("All keys", this::palette, "H"));
    all.addAll(pageCommands.all());
    return List.copyOf(all);
  }

  /** All commands, for whoever looks at the window from outside. */
  List<Command> allCommands() {
    return commands;
  }

  private void palette() {
    Node before = scene.getFocusOwner();
    Palette palette =
        new Palette(
            commands,
            () -> {
              workbench.notOver();
              if (before != null && before.getScene() != null) {
                before.requestFocus();
              }
            });
    workbench.over(palette);
    palette.begin();
  }

  private void runAndGoOn() {
    runSelected();
    boolean last = notebook().map(n -> n.selectedProperty().get().equals(n.lastId())).orElse(false);
    if (last) {
      pageCommands.insert(false, "");
    } else {
      pageCommands.move(1);
    }
  }

  private void runAndInsert() {
    runSelected();
    pageCommands.insert(false, "");
  }

  // ---- the start page ----------------------------------------------------------------------

  @Override
  public void home() {
    leave(this::start);
  }

  /** Shows what there is to open. */
  void start() {
    current.ifPresent(c -> c.notebook().close());
    current = Optional.empty();
    savedAt = Optional.empty();
    title.accept("Loopbench");
    StartPage page = new StartPage(this);
    workbench.start(page);
    background.execute(
        () -> {
          StartContents contents = StartContents.read(keeping);
          Platform.runLater(() -> page.show(contents));
        });
  }

  @Override
  public void openRecent(Path file) {
    open(file);
  }

  @Override
  public void openExample(String resource) {
    OpenNotebook.packaged(resource).ifPresent(this::open);
  }

  @Override
  public void begin(Beginning about) {
    open(OpenNotebook.begun(about));
  }

  @Override
  public void discard(Path file) {
    background.execute(() -> forget(file));
    start();
  }

  /** The next start page offers a file that is shown now; a failure costs only that offer. */
  private void remember(Path file) {
    background.execute(
        () -> {
          try {
            keeping.recent().opened(file);
          } catch (IOException e) {
            say("The list of recent files cannot be written (" + e.getMessage() + ").");
          }
        });
  }

  // ---- opening -----------------------------------------------------------------------------

  @Override
  public void open() {
    leave(() -> files.toOpen().ifPresent(this::open));
  }

  /** A notebook is opened; of what else is read here a cell is made, below the selected one. */
  void drop(Path file) {
    if (file.toString().toLowerCase(Locale.ROOT).endsWith(".ipynb")) {
      leave(() -> open(file));
      return;
    }
    if (current.isEmpty()) {
      say("Open a notebook first, and drop " + file.getFileName() + " on it.");
      return;
    }
    Current now = current.get();
    DroppedFile.Made made =
        Dropping.cell(file, now.saving().open().folder(), now.notebook().addresses());
    made.source().ifPresent(text -> pageCommands.insert(false, text));
    if (made.source().isEmpty()) {
      say(made.why());
    }
  }

  /** Opens a file; what is wrong with it is said in the window. Answers whether it is shown. */
  boolean open(Path path) {
    try {
      open(OpenNotebook.at(path));
      return true;
    } catch (NoSuchFileException e) {
      workbench.say("There is no file " + path + ". Choose another one.");
    } catch (IOException e) {
      workbench.say(path + " cannot be read (" + e.getMessage() + "). Choose another file.");
    }
    return false;
  }

  void open(OpenNotebook file) {
    current.ifPresent(c -> c.notebook().close());
    savedAt = Optional.empty();
    title.accept(file.name() + " - Loopbench");
    if (file.read().notebook().isEmpty()) {
      current = Optional.empty();
      workbench.refuse(file);
      return;
    }
    NotebookViewModel notebook = opener.open(file, this::say);
    Saving saving = new Saving(file, files, this::say, keeping, notebook::takeUp);
    current = Optional.of(new Current(notebook, saving));
    Surroundings around =
        new Surroundings(theme.map(Theme::ink), links, saving::write, saving::write);
    workbench.open(notebook, around, file);
    Current now = current.get();
    notebook
        .snapshotProperty()
        .addListener(
            (p, was, is) -> {
              showStatus();
              if (is.notebook() != was.notebook() || is.dirty() != was.dirty()) {
                notes.offer(now);
              }
            });
    showStatus();
    file.file().ifPresent(this::remember);
    if (!file.read().readOnly()) {
      file.file().flatMap(path -> notebook.recover(keeping, path)).ifPresent(this::say);
    }
  }

  /** Notes what is not saved, for the case that the program ends before it is. */
  private void note(Current now) {
    if (now.saving().open().read().readOnly()) {
      return;
    }
    now.saving()
        .open()
        .file()
        .ifPresent(
            path -> {
              try {
                now.notebook().note(keeping, path);
              } catch (IOException e) {
                say(
                    "Unsaved edits cannot be kept for a crash ("
                        + e.getMessage()
                        + "). Save often.");
              }
            });
  }

  /** What was noted of a file is not wanted any more. */
  private void forget(Path file) {
    try {
      keeping.forget(file);
    } catch (IOException e) {
      say("What was noted of " + file + " cannot be deleted (" + e.getMessage() + ").");
    }
  }

  /** The notebook that is open, for whoever watches the window from outside. */
  Optional<NotebookViewModel> notebook() {
    return current.map(Current::notebook);
  }

  private void showStatus() {
    current.ifPresent(c -> workbench.status(c.saving().open().name(), c.notebook(), savedAt));
  }

  void say(String sentence) {
    if (Platform.isFxApplicationThread()) {
      workbench.say(sentence);
    } else {
      Platform.runLater(() -> workbench.say(sentence));
    }
  }

  /** Goes on once the notebook may be left; asks where edits would be lost. */
  void leave(Runnable then) {
    commit();
    if (current.isEmpty()) {
      then.run();
      return;
    }
    Current leaving = current.get();
    leaving
        .notebook()
        .afterEdits(
            () -> {
              if (!leaving.notebook().snapshot().dirty()) {
                then.run();
                return;
              }
              switch (this.leaving.ask(leaving.saving().open().name())) {
                case DISCARD -> {
                  leaving.saving().open().file().ifPresent(this::forget);
                  then.run();
                }
                case SAVE -> save(false, then);
                case STAY -> {}
              }
            });
  }

  // ---- saving ------------------------------------------------------------------------------

  @Override
  public void save() {
    save(false, () -> {});
  }

  @Override
  public void saveElsewhere() {
    save(true, () -> {});
  }

  /**
   * @param then what follows once it is written
   */
  private void save(boolean elsewhere, Runnable then) {
    commit();
    current.ifPresent(c -> c.saving().target(elsewhere).ifPresent(path -> save(c, path, then)));
  }

  private void save(Current now, Path path, Runnable then) {
    Optional<Path> before = now.saving().open().file();
    now.notebook()
        .save(
            document -> now.saving().write(document, path),
            () -> {
              savedAt = Optional.of(LocalTime.now());
              before.filter(b -> !b.equals(path.toAbsolutePath())).ifPresent(this::forget);
              remember(path);
              title.accept(now.saving().open().name() + " - Loopbench");
              showStatus();
              then.run();
            });
  }

  // ---- editing and running -----------------------------------------------------------------

  private void commit() {
    workbench.page().ifPresent(PageView::commit);
  }

  @Override
  public void undo() {
    current.ifPresent(c -> c.notebook().undo(what -> say("Undone: " + what + ".")));
  }

  @Override
  public void redo() {
    current.ifPresent(c -> c.notebook().redo());
  }

  @Override
  public void runAll() {
    commit();
    current.ifPresent(c -> c.notebook().runAll());
  }

  @Override
  public void runStale() {
    commit();
    current.ifPresent(c -> c.notebook().runStale());
  }

  @Override
  public void runSelected() {
    commit();
    current
        .map(Current::notebook)
        .ifPresent(
            n -> n.selected().filter(c -> c.view().isPresent()).ifPresent(c -> n.run(c.id())));
  }

  @Override
  public void stop() {
    current.ifPresent(c -> c.notebook().stop());
  }

  @Override
  public void look(PageMode mode) {
    workbench.look(mode);
  }

  @Override
  public void switchTheme() {
    theme.set(theme.get().other());
  }
}
