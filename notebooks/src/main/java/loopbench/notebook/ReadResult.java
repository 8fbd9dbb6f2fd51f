// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What opening a file came to.
 *
 * @param notebook empty where nothing can be shown; then a problem says why
 * @param text the file as it was
 * @param problems what is wrong with the file, each with what to do about it
 * @param notices what the first save of a change will change besides, a sentence each
 * @param readOnlyBecause the sentence that tells why this cannot be changed and saved, if so
 */
public record ReadResult(
    Optional<Notebook> notebook,
    String text,
    List<NotebookProblem> problems,
    List<String> notices,
    Optional<String> readOnlyBecause) {
  public ReadResult {
    Objects.requireNonNull(notebook, "notebook");
    Objects.requireNonNull(text, "text");
    problems = List.copyOf(problems);
    notices = List.copyOf(notices);
    Objects.requireNonNull(readOnlyBecause, "readOnlyBecause");
    if (notebook.isEmpty() && problems.isEmpty()) {
      throw new IllegalArgumentException("problems must say why there is no notebook, were none");
    }
  }

  public boolean readOnly() {
    return notebook.isEmpty() || readOnlyBecause.isPresent();
  }

  /**
   * The text to save for what became of the document: the very text it was read from while nothing
   * was changed, so that opening and saving a stranger's file leaves it as it is.
   *
   * @throws IllegalStateException for a change to a read-only document
   */
  public String textOf(Notebook now) {
    if (notebook.isPresent() && notebook.get().equals(now)) {
      return text;
    }
    if (readOnly()) {
      throw new IllegalStateException(
          "a read-only document must not be changed: " + readOnlyBecause.orElse("it was not read"));
    }
    return NotebookWriter.write(now);
  }
}
