// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import loopbench.signal.Expr;
import loopbench.signal.Shape;
import loopbench.signal.Signal;

/** What one unit of a metric adds to a query's answer: a token's seconds in a backlog, say. */
final class Weight {
  private Weight() {}

  /**
   * The weight of a metric in a query that adds it up over the pool and multiplies or divides by
   * numbers only. NaN for any other.
   */
  static double of(JudgedTrigger trigger, Signal signal) {
    boolean one = trigger.shape().elements() == Shape.Elements.ONE;
    return one ? weight(trigger.query().tree(), signal) : Double.NaN;
  }

  private static double weight(Expr expr, Signal signal) {
    Expr bare = expr.bare();
    if (bare instanceof Expr.Selector selector) {
      boolean now = selector.rangeMs().isEmpty() && !selector.pinned();
      return now && selector.signal().filter(s -> s == signal).isPresent() ? 1 : Double.NaN;
    }
    if (bare instanceof Expr.Aggregation sum) {
      return sum.operator().equals("sum") ? weight(sum.body(), signal) : Double.NaN;
    }
    if (bare instanceof Expr.Binary binary) {
      double left = number(binary.left());
      double right = number(binary.right());
      return switch (binary.operator()) {
        case "/" -> weight(binary.left(), signal) / right;
        case "*" ->
            Double.isNaN(left)
                ? weight(binary.left(), signal) * right
                : left * weight(binary.right(), signal);
        // What stands in for an absent series, or drops some of the elements, changes no weight.
        case "or", "and" -> weight(binary.left(), signal);
        default -> Double.NaN;
      };
    }
    return Double.NaN;
  }

  private static double number(Expr expr) {
    return expr.bare() instanceof Expr.NumberLiteral number && number.value() > 0
        ? number.value()
        : Double.NaN;
  }
}
