// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.Optional;

/**
 * A file in which version control left a merge conflict, read as the documents of its two sides:
 * what both can agree on is merged, and what is left is chosen cell by cell, not line by line.
 *
 * @param places how many conflicts the markers show
 * @param merge mine is the side that the markers call ours
 */
public record Repair(int places, Merge merge) {

  /** The repair of a file's text; empty where it has no markers, or a side of it cannot be read. */
  public static Optional<Repair> of(String text) {
    return MergeConflict.in(text)
        .flatMap(
            conflict ->
                conflict
                    .sides()
                    .flatMap(
                        sides -> {
                          Optional<Notebook> ours = sound(sides.ours());
                          Optional<Notebook> theirs = sound(sides.theirs());
                          Optional<Notebook> base = sides.base().flatMap(Repair::sound);
                          return ours.flatMap(
                              o ->
                                  theirs.map(
                                      t -> new Repair(conflict.count(), Merge.of(base, o, t))));
                        }));
  }

  /** A side, if nothing of it would be lost by writing it again. */
  private static Optional<Notebook> sound(String side) {
    ReadResult read = NotebookReader.read(side);
    return read.readOnly() ? Optional.empty() : read.notebook();
  }
}
