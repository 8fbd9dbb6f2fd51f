// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.LinkedHashMap;
import java.util.Map;
import loopbench.series.SeriesSet;
import loopbench.source.SourceAnswer;

/**
 * A recording that has to be known before anything runs, since what is fitted to it is part of a
 * recipe: so it is a file. What was fitted last is kept, so that a slider elsewhere does not fit
 * again.
 *
 * @param <T> what is fitted
 */
final class FileRecording<T> {
  /** What fits; asked only where nothing is kept. */
  interface Fitting<T> {
    T to(SourceCell.Loaded loaded) throws CellFailure;
  }

  private final String field;
  private final String fitted;
  private final Map<String, T> kept;

  /**
   * @param field the field that names the recording
   * @param fitted what is fitted to it, in a word: a plant, a load
   * @param most how many fits are kept
   */
  FileRecording(String field, String fitted, int most) {
    this.field = field;
    this.fitted = fitted;
    this.kept =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > most;
          }
        };
  }

  /** The file behind a source; a failure where it is a server. */
  SourceCell.OfFile file(Upstream upstream, Reference source, String where, int line)
      throws CellFailure {
    SourceCell.Named named = upstream.value(source.address(), SourceCell.Named.class);
    if (named.file().isEmpty()) {
      throw new CellFailure(
          CellProblem.of(
              where,
              line,
              field,
              source.address()
                  + " asks a server, whose answer is not known before it is asked, and a "
                  + fitted
                  + " must be.",
              "Freeze it with `loopbench freeze`, or save the answer as a file and name that with `file:`."));
    }
    return named.file().get();
  }

  /** What was fitted to a file; where the thread was interrupted meanwhile it is not kept. */
  T fitted(String identity, SourceCell.OfFile file, String where, int line, Fitting<T> fitting)
      throws CellFailure {
    synchronized (kept) {
      T before = kept.get(identity);
      if (before != null) {
        return before;
      }
      T made = fitting.to(new SourceCell.Loaded(series(where, line, file.read().get()), null));
      if (!stopped()) { // one that was stopped is no answer
        kept.put(identity, made);
      }
      return made;
    }
  }

  /** Whether whoever wanted the fit no longer does. */
  static boolean stopped() {
    return Thread.currentThread().isInterrupted();
  }

  private SeriesSet series(String where, int line, SourceAnswer answer) throws CellFailure {
    SeriesSet[] set = new SeriesSet[1];
    String why =
        answer.match(
            new SourceAnswer.Cases<String>() {
              @Override
              public String data(SourceAnswer.Data data) {
                set[0] = data.series();
                return "";
              }

              @Override
              public String refused(SourceAnswer.Refused refused) {
                return refused.problem().where() + ": " + Sentences.ended(refused.problem().what());
              }
            });
    if (set[0] == null) {
      throw new CellFailure(CellProblem.of(where, line, field, why, ""));
    }
    return set[0];
  }
}
