// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import loopbench.signal.Expr;
import loopbench.signal.Signal;

/** What a trigger reads while its pool has no pod. */
final class EmptyPool {
  private EmptyPool() {}

  /**
   * The reading of a query on a metric that is 1 without pods. NaN for any other, and where it
   * cannot be told what the query makes of it.
   */
  static double reading(JudgedTrigger trigger) {
    return trigger.readsKnownOnly() && readsOne(trigger)
        ? value(trigger.query().tree())
        : Double.NaN;
  }

  /** Whether a metric that is 1 without pods is among what it reads. */
  static boolean readsOne(JudgedTrigger trigger) {
    return trigger.signals().stream()
        .anyMatch(s -> s.withoutPods() == Signal.WithoutPods.READS_ONE);
  }

  private static double value(Expr expr) {
    Expr bare = expr.bare();
    if (bare instanceof Expr.Selector selector) {
      return switch (selector.signal().orElseThrow().withoutPods()) {
        case READS_ONE -> 1;
        case SILENT -> 0;
        default -> Double.NaN;
      };
    }
    if (bare instanceof Expr.NumberLiteral number) {
      return number.value();
    }
    if (bare instanceof Expr.Aggregation a) {
      double body = value(a.body());
      boolean kept = List.of("max", "min", "avg").contains(a.operator());
      return kept || a.operator().equals("sum") && body == 0 ? body : Double.NaN;
    }
    if (bare instanceof Expr.Binary b) {
      double left = value(b.left());
      double right = value(b.right());
      // A product with 0 or with nothing at all both read as 0; anything else would differ.
      return switch (b.operator()) {
        case "*" -> left * right;
        case "+" -> silent(b) ? Double.NaN : left + right;
        case "-" -> silent(b) ? Double.NaN : left - right;
        case "/" -> silent(b) ? Double.NaN : left / right;
        case "or" -> silent(b) ? Double.NaN : left;
        default -> Double.NaN;
      };
    }
    return Double.NaN;
  }

  /** Whether something below may be absent rather than 0. */
  private static boolean silent(Expr expr) {
    return expr instanceof Expr.Selector selector
            && selector.signal().orElseThrow().withoutPods() == Signal.WithoutPods.SILENT
        || expr.parts().stream().anyMatch(EmptyPool::silent);
  }
}
