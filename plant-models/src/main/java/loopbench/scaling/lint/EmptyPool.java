// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import loopbench.signal.Expr;
import loopbench.signal.Signal;

/** What a trigger reads while its pool has no pod. */
final class EmptyPool {
  private EmptyPool() {}

  /**
   * The reading of a query on a metric that is 1 without pods. NaN for any other, and where the
   * query makes more of it than choosing the largest and arithmetic with numbers.
   */
  static double reading(JudgedTrigger trigger) {
    boolean one =
        trigger.readsKnownOnly()
            && trigger.signals().stream()
                .allMatch(s -> s.withoutPods() == Signal.WithoutPods.READS_ONE);
    return one ? value(trigger.query().tree()) : Double.NaN;
  }

  private static double value(Expr expr) {
    Expr bare = expr.bare();
    if (bare instanceof Expr.Selector) {
      return 1;
    }
    if (bare instanceof Expr.NumberLiteral number) {
      return number.value();
    }
    if (bare instanceof Expr.Aggregation a && List.of("max", "min", "avg").contains(a.operator())) {
      return value(a.body());
    }
    if (bare instanceof Expr.Binary b) {
      double left = value(b.left());
      double right = value(b.right());
      return switch (b.operator()) {
        case "+" -> left + right;
        case "-" -> left - right;
        case "*" -> left * right;
        case "/" -> left / right;
        case "or" -> left;
        default -> Double.NaN;
      };
    }
    return Double.NaN;
  }
}
