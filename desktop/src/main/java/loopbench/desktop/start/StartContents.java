// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.start;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.notebook.Differences;
import loopbench.notebook.Journal;
import loopbench.notebook.RecentFiles;
import loopbench.run.Keeping;

/**
 * What the start page has to show.
 *
 * @param unsaved what was not saved when the program ended, by file
 * @param recent what was opened last, newest first
 * @param examples the packaged examples
 */
public record StartContents(
    List<Unsaved> unsaved, List<RecentFiles.Recent> recent, List<GalleryCard> examples) {
  /** Of a notebook, so many differences are told before the rest is counted. */
  private static final int MOST_TOLD = 3;

  /**
   * Edits of a notebook that were not saved.
   *
   * @param at when they were noted last; empty where that is not known
   * @param differs how the edits differ from what was saved, a line each
   */
  public record Unsaved(Path file, Optional<Instant> at, List<String> differs) {
    static Unsaved of(Journal.Entry entry, Optional<Instant> at) {
      List<String> all =
          Differences.between(entry.saved(), entry.now()).cells().stream()
              .map(c -> c.label() + " " + c.what().word() + told(c.sentences()))
              .toList();
      List<String> differs = new ArrayList<>(all.stream().limit(MOST_TOLD).toList());
      if (all.size() > MOST_TOLD) {
        differs.add("and " + (all.size() - MOST_TOLD) + " more");
      }
      return new Unsaved(Path.of(entry.name()), at, differs);
    }

    private static String told(List<String> sentences) {
      return sentences.isEmpty() ? "" : ": " + String.join("; ", sentences);
    }
  }

  /** Reads it all; not for the window's thread. */
  public static StartContents read(Keeping keeping) {
    List<Unsaved> unsaved =
        keeping.journal().pending().stream()
            .map(entry -> Unsaved.of(entry, keeping.journal().keptAt(entry.name())))
            .toList();
    return new StartContents(unsaved, keeping.recent().list(), Gallery.cards());
  }
}
