// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Map;
import java.util.OptionalLong;
import loopbench.signal.Expr;
import loopbench.signal.Query;
import loopbench.signal.Rules;

/**
 * Over which windows a query looks, recorded series followed to their rules: of several series the
 * one with the longest.
 *
 * @param rateWindowS of the rates, seconds; 0 where there are none, NaN where that cannot be told
 * @param smoothingS of averages over time, seconds; 0 where there are none, NaN where that cannot
 *     be told
 */
record QueryAge(double rateWindowS, double smoothingS) {
  static final QueryAge NONE = new QueryAge(0, 0);
  static final QueryAge UNKNOWN = new QueryAge(Double.NaN, Double.NaN);

  private static final int DEEPEST = 30;

  /**
   * @param rules what is recorded; a series that a rule elsewhere records cannot be told
   * @param scrapeS between two scrapes, seconds, the window of an irate; may be NaN
   */
  static QueryAge of(Query query, Rules rules, double scrapeS) {
    Map<String, Query> recorded = new java.util.HashMap<>();
    rules.rules().forEach(rule -> recorded.put(rule.name(), rule.query()));
    return new Walk(recorded, scrapeS).of(query.tree(), 0);
  }

  private double total() {
    return rateWindowS + smoothingS;
  }

  private QueryAge plus(double rateS, double smoothS) {
    return new QueryAge(rateWindowS + rateS, smoothingS + smoothS);
  }

  /** What cannot be told may be the longest. */
  private static QueryAge longer(QueryAge a, QueryAge b) {
    return Double.isNaN(a.total()) || a.total() >= b.total() ? a : b;
  }

  private record Walk(Map<String, Query> recorded, double scrapeS) {

    QueryAge of(Expr expr, int depth) {
      if (depth > DEEPEST) {
        return UNKNOWN;
      }
      if (expr instanceof Expr.Unread) {
        return UNKNOWN;
      }
      if (expr instanceof Expr.Selector selector) {
        return selected(selector, depth);
      }
      QueryAge longest = NONE;
      for (Expr part : expr.parts()) {
        longest = longer(longest, of(part, depth + 1));
      }
      return expr instanceof Expr.Call call ? called(call, longest) : longest;
    }

    private QueryAge selected(Expr.Selector selector, int depth) {
      if (selector.pinned() || selector.offsetMs().orElse(0) != 0) {
        return UNKNOWN; // of another time altogether
      }
      Query rule = recorded.get(selector.metric());
      if (rule != null) {
        return of(rule.tree(), depth + 1);
      }
      // A colon is the mark of a recorded series; this one's rule is not here.
      return selector.metric().isEmpty() || selector.metric().contains(":") ? UNKNOWN : NONE;
    }

    private QueryAge called(Expr.Call call, QueryAge inner) {
      double rangeS = Double.NaN;
      boolean ranged = false;
      for (Expr argument : call.arguments()) {
        if (argument.bare() instanceof Expr.Selector selector) {
          OptionalLong range = selector.rangeMs();
          ranged |= range.isPresent();
          rangeS = range.isPresent() ? range.getAsLong() / 1000.0 : rangeS;
        }
      }
      if (!ranged) {
        return inner;
      }
      return switch (call.function()) {
        case "rate", "increase", "delta", "deriv" -> inner.plus(rangeS, 0);
        case "irate", "idelta" ->
            inner.plus(scrapeS, 0); // the last two scrapes, whatever the range
        case "max_over_time", "last_over_time", "present_over_time" ->
            inner; // a rise shows at once
        case "min_over_time", "first_over_time" -> inner.plus(0, 2 * rangeS); // at the window's end
        case "avg_over_time",
            "sum_over_time",
            "count_over_time",
            "quantile_over_time",
            "stddev_over_time",
            "stdvar_over_time",
            "mad_over_time",
            "changes",
            "resets" ->
            inner.plus(0, rangeS);
        default -> UNKNOWN;
      };
    }
  }
}
