// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.Objects;
import java.util.Optional;
import loopbench.yaml.Mark;

/** What a problem is about: a place in the file's text, a cell, or the document as a whole. */
public sealed interface Where {

  <R> R match(Cases<R> cases);

  /** One answer for each kind of place. */
  interface Cases<R> {
    R inText(InText place);

    R inCell(InCell place);

    R inDocument(InDocument place);
  }

  /** A place in the text of the file. */
  record InText(Mark mark) implements Where {
    public InText {
      Objects.requireNonNull(mark, "mark");
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.inText(this);
    }

    @Override
    public String toString() {
      return mark.toString();
    }
  }

  /**
   * A cell.
   *
   * @param position from 1, in page order
   * @param id as the file has it; empty where it has none
   * @param path keys and positions from 0 inside the cell, joined by dots; empty for the cell
   */
  record InCell(int position, Optional<String> id, String path) implements Where {
    public InCell {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(path, "path");
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.inCell(this);
    }

    @Override
    public String toString() {
      return "cell "
          + position
          + id.map(text -> " (" + text + ")").orElse("")
          + (path.isEmpty() ? "" : ", " + path);
    }
  }

  /**
   * The document.
   *
   * @param path keys joined by dots; empty for the whole
   */
  record InDocument(String path) implements Where {
    public InDocument {
      Objects.requireNonNull(path, "path");
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.inDocument(this);
    }

    @Override
    public String toString() {
      return path.isEmpty() ? "notebook" : "notebook, " + path;
    }
  }
}
