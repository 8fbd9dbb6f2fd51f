// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

/** PromQL's operators on two numbers (promql/engine.go, {@code scalarBinop}). */
final class Operators {
  private Operators() {}

  static double compute(String operator, double a, double b) {
    return switch (operator) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> a / b;
      case "%" -> a % b; // as Go's math.Mod: with the sign of the dividend
      case "^" -> StrictMath.pow(a, b);
      default -> throw new IllegalStateException(operator);
    };
  }

  /** A comparison with NaN is false, but for {@code !=}. */
  static boolean compare(String operator, double a, double b) {
    return switch (operator) {
      case "==" -> a == b;
      case "!=" -> a != b;
      case ">" -> a > b;
      case "<" -> a < b;
      case ">=" -> a >= b;
      case "<=" -> a <= b;
      default -> throw new IllegalStateException(operator);
    };
  }
}
