// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.List;
import java.util.OptionalDouble;
import loopbench.scaling.formula.Formula;
import loopbench.scaling.formula.Outcome;

/**
 * The one metric that a formula makes of all external triggers ({@code HandleScalingModifiers} and
 * {@code calculateScalingModifiersFormula} of pkg/scaling/modifiers/formula.go).
 *
 * <p>The result is cut to thousandths and not held at 0: a negative one sends an HPA with an
 * AverageValue target to its maximum, and one with a Value target to its minimum.
 */
final class Composite {

  /**
   * What came of it.
   *
   * @param milli the metric, where there is no error
   * @param error why there is none, else empty
   */
  record Answer(long milli, String error) {
    boolean failed() {
      return !error.isEmpty();
    }
  }

  private final Formula formula;
  private final int[] inputs;
  private final double[] values;
  private final boolean[] nils;
  private final OptionalDouble target;
  private final Fallback fallback;

  /**
   * @param names what the external metrics are called, in order; empty for the unnamed ones, which
   *     no formula can use
   */
  Composite(ScaledObject scaler, List<String> names) {
    this.formula = scaler.formula().formula().orElseThrow();
    this.inputs = new int[scaler.formulaNames().size()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = names.indexOf(scaler.formulaNames().get(i));
    }
    this.values = new double[inputs.length];
    this.nils = new boolean[inputs.length];
    this.target = scaler.advanced().modifiers().targetNumber();
    this.fallback = scaler.fallback().orElse(null);
  }

  /** After the reader has asked: the first fallback, an error of any trigger, or the formula. */
  Answer answer(MetricReader reader) {
    boolean anyFailed = false;
    for (int m = 0; m < reader.size(); m++) {
      if (reader.fallenBack[m]) {
        return new Answer(reader.milli[m], "");
      }
      anyFailed |= reader.failed[m];
    }
    return anyFailed ? new Answer(0, "a trigger failed") : evaluate(reader.milli, reader.health());
  }

  /** The formula over the metrics. */
  Answer evaluate(long[] milli, FallbackHealth health) {
    for (int i = 0; i < inputs.length; i++) {
      nils[i] = health.isNil(inputs[i]);
      values[i] = nils[i] ? Double.NaN : KedaNumbers.fromMilli(milli[inputs[i]]);
    }
    Outcome outcome = formula.evaluate(values, nils);
    return switch (outcome.kind()) {
      case FLOAT -> new Answer(KedaNumbers.truncatedMilli(outcome.value()), "");
      case NIL ->
          fallback == null
              ? new Answer(0, "the formula gave nil, and there is no fallback")
              : new Answer(
                  KedaNumbers.truncatedMilli(
                      fallback.replicas().orElseThrow() * target.orElseThrow()),
                  "");
      case NOT_FLOAT, RUN_ERROR -> new Answer(0, "the formula failed: " + outcome.message());
    };
  }
}
