// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import loopbench.cell.CellKinds;
import loopbench.notebook.Cell;
import loopbench.notebook.Journal;
import loopbench.notebook.Notebook;
import loopbench.notebook.RecentFiles;
import loopbench.notebook.Versions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeepingTest {
  @TempDir Path folder;

  private Keeping keeping() {
    return new Keeping(
        new Journal(folder.resolve("state/journal")),
        new Versions(folder.resolve("state/versions"), 3, 1_000_000),
        new RecentFiles(folder.resolve("state/recent")));
  }

  private Path file() {
    return folder.resolve("n.ipynb");
  }

  private Session session(Notebook notebook) {
    return new Session(
        notebook,
        CellKinds.standard(),
        new FolderLibrary(folder, List.of(), Map.of(), () -> 0),
        Runnable::run,
        Runnable::run,
        1,
        () -> 0);
  }

  private static String flowId(Notebook notebook) {
    return notebook.cells().stream()
        .filter(c -> c.source().startsWith("flow:"))
        .map(Cell::id)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatWasNotSavedIsHereAgainAndCanBeTakenBack() throws IOException {
    Notebook onDisk = Notebooks.example();
    String flow = flowId(onDisk);
    Session before = session(onDisk);
    before.setSource(flow, Notebooks.FLOW.replace("dt: 1s", "dt: 2s"));
    keeping().note(file(), before);
    Session after = session(onDisk);
    assertThat(keeping().recover(file(), after))
        .contains("1 cell was not saved when the program ended; undo takes that back.");
    assertThat(after.snapshot().notebook()).isEqualTo(before.snapshot().notebook());
    assertThat(after.snapshot().dirty()).isTrue();
    assertThat(after.undo()).contains("Recover unsaved edits");
    assertThat(after.snapshot().notebook()).isEqualTo(onDisk);
  }

  @Test
  void savedOrNotWantedItIsForgotten() throws IOException {
    Session session = session(Notebooks.example());
    session.setSource(flowId(Notebooks.example()), "flow: other\n");
    keeping().note(file(), session);
    session.saved(session.snapshot().notebook());
    keeping().note(file(), session);
    assertThat(keeping().recover(file(), session(Notebooks.example()))).isEmpty();
    session.setSource(flowId(Notebooks.example()), "flow: third\n");
    keeping().note(file(), session);
    keeping().forget(file());
    assertThat(keeping().recover(file(), session(Notebooks.example()))).isEmpty();
  }

  @Test
  void anotherProgramsChangesAreTakenUpBesideMine() {
    Notebook base = Notebooks.example();
    String flow = flowId(base);
    Session session = session(base);
    session.setSource(flow, "flow: ctl\nkp: 9\n");
    Notebook theirs = base.insert(0, Cell.of("new", Cell.Type.MARKDOWN, "# Theirs"));
    assertThat(Keeping.takeUp(session, theirs)).contains("1 cell was changed by another program.");
    assertThat(session.snapshot().notebook())
        .isEqualTo(theirs.withSource(flow, "flow: ctl\nkp: 9\n"));
    assertThat(session.snapshot().undo()).contains("Take up changes from outside");
    assertThat(session.unsaved().saved()).isEqualTo(theirs);
  }

  /** Nothing is chosen for the user: both cells stand, and their clash is shown on the page. */
  @Test
  void aCellThatBothChangedStandsTwice() {
    Notebook base = Notebooks.example();
    String flow = flowId(base);
    Session session = session(base);
    session.setSource(flow, "flow: ctl\nkp: 9\n");
    String said =
        Keeping.takeUp(session, base.withSource(flow, "flow: ctl\nkp: 8\n")).orElseThrow();
    assertThat(said)
        .isEqualTo(
            "Both sides changed flow.ctl: both stand on the page, delete the one that is wrong.");
    assertThat(session.snapshot().notebook().cells())
        .extracting(Cell::source)
        .containsSubsequence("flow: ctl\nkp: 9\n", "flow: ctl\nkp: 8\n");
  }
}
