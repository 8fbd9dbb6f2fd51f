// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;

/**
 * How much of a run's trace is stored as rows: {@code keep: every 15s} keeps the first row of each
 * 15 seconds. Scores and pictures are of the whole run all the same.
 *
 * @param everyS seconds from one row to the next; 0 keeps all
 */
record Keep(double everyS) {
  static final Keep ALL = new Keep(0);
  private static final String EVERY = "every ";

  static Keep read(Fields fields) {
    Optional<String> text = fields.text("keep");
    if (text.isEmpty()) {
      return ALL;
    }
    Optional<Quantity> every =
        text.filter(t -> t.startsWith(EVERY))
            .flatMap(t -> Quantity.parse(t.substring(EVERY.length()).strip()))
            .filter(q -> q.unit().dimension() == Unit.Dimension.DURATION)
            .filter(q -> q.in(Unit.SECONDS) > 0);
    if (every.isEmpty()) {
      fields.wrong("keep", "keep is `" + text.get() + "`.", "Write it like `keep: every 15s`.");
    }
    return every.map(q -> new Keep(q.in(Unit.SECONDS))).orElse(ALL);
  }

  /** What it adds to a run's identity; nothing where all is kept. */
  String identity() {
    return everyS == 0 ? "" : " keep " + everyS;
  }

  /**
   * @param rows by time, whose first field is the time in seconds
   */
  List<List<String>> of(List<List<String>> rows) {
    if (everyS == 0) {
      return rows;
    }
    List<List<String>> kept = new ArrayList<>();
    double next = Double.NEGATIVE_INFINITY;
    for (List<String> row : rows) {
      double timeS = Double.parseDouble(row.get(0));
      if (timeS >= next) {
        kept.add(row);
        next = (Math.floor(timeS / everyS + 1e-9) + 1) * everyS;
      }
    }
    return kept;
  }
}
