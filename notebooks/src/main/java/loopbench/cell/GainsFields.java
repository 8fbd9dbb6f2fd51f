// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.flow.FlowSettings;
import loopbench.plant.LinearPlant;
import loopbench.plant.PlantModel;
import loopbench.tune.StartPoint;
import loopbench.tune.TuningRule;

/**
 * {@code gains: {rule: lambda, lambda: 0.3, plant: seed}} in a flow: gains from a plant by a rule,
 * in place of numbers.
 *
 * @param rule the rule
 * @param lambda above 0 and at most 1
 * @param plant where the plant is described
 * @param line where the rule stands
 */
record GainsFields(TuningRule rule, double lambda, Reference plant, int line) {
  private static final List<String> RULES =
      Arrays.stream(TuningRule.values()).map(TuningRule::word).toList();

  /** What is written; empty where something is wrong, which is then said. */
  static Optional<GainsFields> read(Fields fields) {
    for (String number : List.of("kp", "ki", "kd", "derivativeFilter")) {
      if (fields.has(number)) {
        fields.wrong(
            number,
            number + " and gains are both given.",
            "Take out one: gains works " + number + " out of a plant.");
      }
    }
    Fields inner = fields.nested("gains").orElse(null);
    if (inner == null) {
      fields.wrong(
          "gains", "gains must say by which rule.", "Write `gains: {rule: lambda, plant: seed}`.");
      return Optional.empty();
    }
    String word = inner.word("rule", RULES, TuningRule.LAMBDA.word());
    double lambda = inner.number("lambda", TuningRule.LAMBDA_DEFAULT);
    if (!(lambda > 0 && lambda <= 1)) {
      inner.wrong(
          "lambda",
          "gains.lambda must be above 0 and at most 1, was " + Numbers.text(lambda) + ".",
          "0.3 is a sound start; more is faster, with less margin and more noise.");
    }
    Optional<Reference> plant = inner.requiredReference("plant", PlantCell.WORD);
    int line = inner.lineOf(inner.has("rule") ? "rule" : "plant");
    inner.finish();
    return fields.sound()
        ? Optional.of(new GainsFields(TuningRule.of(word).orElseThrow(), lambda, plant.get(), line))
        : Optional.empty();
  }

  /** The flow with the rule's gains, and what all rules would give. */
  Preparation prepared(String where, FlowSettings settings, Upstream upstream) {
    if (upstream.holds(plant.address(), PoolPart.class)) {
      return wrong(
          where,
          plant.address() + " is a pool of model servers, for which no rule knows the slope.",
          "Sweep kp and ki on it, or name a plant with a formula.");
    }
    PlantModel model = upstream.value(plant.address(), PlantModel.class);
    Optional<LinearPlant> linear =
        model.steepestAt(settings.targetP99Ms(), settings.dtMs(), Double.POSITIVE_INFINITY);
    if (linear.isEmpty()) {
      return wrong(
          where,
          plant.address() + " has no formula for its slope, which the rules start from.",
          "Name an affine-latency, knee-latency or first-order plant, or write kp and ki.");
    }
    StartPoint start = rule.start(linear.get(), settings.dtMs(), lambda);
    if (start.gains().isEmpty()) {
      return wrong(
          where,
          "the rule " + rule.word() + " gives no gains here: " + start.warnings().get(0),
          "Take another rule: "
              + String.join(
                  ", ",
                  Arrays.stream(TuningRule.values())
                      .filter(
                          r -> r.start(linear.get(), settings.dtMs(), lambda).gains().isPresent())
                      .map(TuningRule::word)
                      .toList())
              + ".");
    }
    FlowSettings tuned = settings.withGains(start.gains().get());
    return new Preparation.Ready(
        tuned,
        tuned + " " + model + " " + rule + " " + lambda,
        List.of(),
        (results, control) ->
            Result.of(tuned, List.of(StartPoints.table(tuned, model, linear.get(), rule, lambda))));
  }

  private Preparation wrong(String where, String what, String whatNow) {
    return Preparation.wrong(CellProblem.of(where, line, "gains", what, whatNow));
  }
}
