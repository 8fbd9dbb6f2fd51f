// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import loopbench.figure.Figure;

/** What a cell shows. */
public sealed interface Output {
  <R> R match(Cases<R> cases);

  /** One sentence that says the same, for a terminal and for a screen reader. */
  String sentence();

  /** One answer per case. */
  interface Cases<R> {
    R chart(Chart chart);

    R facts(Facts facts);

    R table(Table table);

    R verdicts(Verdicts verdicts);

    R document(Document document);

    R note(Note note);
  }

  /** A picture. */
  record Chart(Figure figure, String sentence) implements Output {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.chart(this);
    }
  }

  /** A row of numbers. */
  record Facts(List<Fact> facts, String sentence) implements Output {
    public Facts {
      facts = List.copyOf(facts);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.facts(this);
    }
  }

  /** Rows under headings; every row is as long as the headings. */
  record Table(List<String> headings, List<List<String>> rows, String sentence) implements Output {
    public Table {
      headings = List.copyOf(headings);
      rows = rows.stream().map(List::copyOf).toList();
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.table(this);
    }
  }

  /** What a check found. */
  record Verdicts(List<Verdict> verdicts, String sentence) implements Output {
    public Verdicts {
      verdicts = List.copyOf(verdicts);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.verdicts(this);
    }
  }

  /**
   * @param expression as written
   * @param measured what stood on its left
   * @param holds whether it holds
   */
  record Verdict(String expression, String measured, boolean holds) {}

  /**
   * A text to be saved.
   *
   * @param path where the cell says it goes, below the output folder
   * @param text the text
   * @param differences what it changes against a named manifest, one line each
   */
  record Document(
      String path, String mediaType, String text, List<String> differences, String sentence)
      implements Output {
    public Document {
      differences = List.copyOf(differences);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.document(this);
    }
  }

  /** A sentence alone. */
  record Note(String sentence) implements Output {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.note(this);
    }
  }
}
