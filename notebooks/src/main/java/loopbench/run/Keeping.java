// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import loopbench.notebook.Journal;
import loopbench.notebook.Merge;
import loopbench.notebook.Notebook;
import loopbench.notebook.RecentFiles;
import loopbench.notebook.Versions;

/**
 * What keeps a notebook's edits from being lost: a journal of what is not saved, the versions
 * before each save, and changes of other programs taken up cell by cell. Nothing is written for a
 * notebook that was only opened. Safe from any thread.
 */
public final class Keeping {
  private static final int MOST_VERSIONS = 20;
  private static final long MOST_BYTES = 200L << 20;

  private final Journal journal;
  private final Versions versions;
  private final RecentFiles recent;

  public Keeping(Journal journal, Versions versions, RecentFiles recent) {
    this.journal = journal;
    this.versions = versions;
    this.recent = recent;
  }

  /** In this user's folder for what programs remember. */
  public static Keeping ofUser() {
    String home = System.getenv("XDG_STATE_HOME");
    Path folder =
        (home == null || home.isBlank()
                ? Path.of(System.getProperty("user.home"), ".local", "state")
                : Path.of(home))
            .resolve("loopbench");
    return new Keeping(
        new Journal(folder.resolve("journal")),
        new Versions(folder.resolve("versions"), MOST_VERSIONS, MOST_BYTES),
        new RecentFiles(folder.resolve("recent")));
  }

  /** The copies of what a file held before each save. */
  public Versions versions() {
    return versions;
  }

  /** The notebooks that were opened last. */
  public RecentFiles recent() {
    return recent;
  }

  /** What was not saved of any notebook when the program ended. */
  public Journal journal() {
    return journal;
  }

  /**
   * Notes what is not saved of a document; forgets the note where nothing is.
   *
   * @throws IOException where that fails; the note is then as it was
   */
  public void note(Path file, Session session) throws IOException {
    Session.Unsaved now = session.unsaved();
    journal.keep(name(file), now.saved(), now.now());
  }

  /** Forgets the note: it is saved, or not wanted. */
  public void forget(Path file) throws IOException {
    journal.forget(name(file));
  }

  /**
   * Takes up what was not saved when the program ended, as an edit that can be undone.
   *
   * @return what was done, a sentence; empty where there was nothing
   */
  public Optional<String> recover(Path file, Session session) {
    return journal
        .pending(name(file))
        .flatMap(
            entry ->
                took(
                    session,
                    "Recover unsaved edits",
                    onDisk -> entry.recovered(onDisk),
                    " not saved when the program ended; undo takes that back"));
  }

  /**
   * Takes up what another program made of the file since it was read, as an edit that can be
   * undone.
   *
   * @param theirs the document as it is on disk, which is what is saved from now on
   * @return what was done, a sentence; empty where there was nothing
   */
  public static Optional<String> takeUp(Session session, Notebook theirs) {
    Notebook base = session.unsaved().saved();
    Optional<String> done =
        took(
            session,
            "Take up changes from outside",
            mine -> Merge.of(Optional.of(base), mine, theirs),
            " changed by another program");
    session.saved(theirs);
    return done;
  }

  private static Optional<String> took(
      Session session, String name, Function<Notebook, Merge> merging, String how) {
    List<String> sentences = new ArrayList<>();
    UnaryOperator<Notebook> change =
        document -> {
          Merge merge = merging.apply(document);
          long changed =
              merge.notebook().cells().stream()
                      .filter(c -> !document.cell(c.id()).equals(Optional.of(c)))
                      .count()
                  + document.cells().stream()
                      .filter(c -> merge.notebook().cell(c.id()).isEmpty())
                      .count();
          List<String> both = merge.conflicts().stream().map(Merge.Conflict::label).toList();
          Merge settled = merge;
          while (!settled.conflicts().isEmpty()) {
            settled = settled.settled(settled.conflicts().get(0), Merge.Side.BOTH);
          }
          sentences.clear();
          if (changed > 0) {
            sentences.add(changed + (changed == 1 ? " cell was" : " cells were") + how + ".");
          }
          if (!both.isEmpty()) {
            sentences.add(
                "Both sides changed "
                    + String.join(", ", both)
                    + ": both stand on the page, delete the one that is wrong.");
          }
          return settled.notebook();
        };
    session.edit(name, "", change);
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", sentences));
  }

  private static String name(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }
}
