// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javafx.application.Platform;
import loopbench.cell.CellKinds;
import loopbench.cell.Library;
import loopbench.desktop.export.FileChoice;
import loopbench.desktop.export.Leaving;
import loopbench.desktop.export.OpenNotebook;
import loopbench.desktop.notebook.NotebookViewModel;
import loopbench.desktop.pace.Paced;
import loopbench.run.FolderLibrary;
import loopbench.run.Keeping;
import loopbench.run.Session;

/** Who knows whom. Read from top to bottom. */
final class Wiring {
  /** The notebook that is run where no window can open. */
  static final String FIRST = "/gallery/01-admission-loop.ipynb";

  /** A dragged slider is followed no more often than this. */
  private static final long PREVIEW_EVERY_MS = 33;

  /** Of a crash, at most the edits of so long are lost. */
  private static final long NOTE_EVERY_MS = 500;

  private static final LongSupplier CLOCK_MS = () -> System.nanoTime() / 1_000_000;

  private final Lanes lanes = Lanes.started();
  private final int sweepThreads = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
  private final NotebookViewModel.Threads threads =
      new NotebookViewModel.Threads(
          lanes.edits(),
          Paced.on(lanes.edits(), PREVIEW_EVERY_MS),
          Platform::runLater,
          CompletableFuture.delayedExecutor(
              NotebookViewModel.MOMENT_MS, TimeUnit.MILLISECONDS, Platform::runLater));
  private final Desk desk;

  Wiring(
      FileChoice files,
      Leaving leaving,
      Consumer<String> links,
      Consumer<String> title,
      Keeping keeping) {
    desk =
        new Desk(
            this::session,
            files,
            leaving,
            links,
            title,
            sweepThreads,
            keeping,
            lanes.notes(),
            Paced.on(lanes.notes(), NOTE_EVERY_MS));
  }

  Desk desk() {
    return desk;
  }

  /** A session for a notebook that was opened, as the window sees it. */
  private NotebookViewModel session(OpenNotebook file, Consumer<String> tell) {
    Library library =
        FolderLibrary.ofUser(file.folder().orElse(Path.of("")), System::currentTimeMillis, tell)
            .named(file.name());
    Session session =
        new Session(
            file.read().notebook().orElseThrow(),
            CellKinds.standard(),
            library,
            lanes.interactive(),
            lanes.longWork(),
            sweepThreads,
            CLOCK_MS);
    NotebookViewModel notebook =
        new NotebookViewModel(session, threads, () -> mayChange(file, tell), CLOCK_MS);
    if (file.file().isEmpty()) {
      // One of ours: nothing in it reaches out, so it is live at once. A stranger's notebook runs
      // nothing until the user does something with it.
      session.runAll();
    }
    return notebook;
  }

  private static boolean mayChange(OpenNotebook file, Consumer<String> tell) {
    file.read().readOnlyBecause().ifPresent(tell);
    return !file.read().readOnly();
  }

  /**
   * Opens what the window begins with.
   *
   * @param arguments the first is the file to open; without one the start page is shown
   */
  void openFirst(Optional<List<String>> arguments) {
    boolean shown = arguments.filter(names -> open(names.get(0))).isPresent();
    if (!shown) {
      desk.start();
    }
  }

  private boolean open(String name) {
    try {
      return desk.open(Path.of(name));
    } catch (InvalidPathException e) {
      desk.say("`" + name + "` cannot be a file name.");
      return false;
    }
  }
}
