// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.cell.lang.Unit;
import loopbench.flow.FlowSettings;
import loopbench.flow.Gains;
import loopbench.flow.RateBounds;

/** {@code flow}: an admission controller, under the original's option names. */
final class FlowCell implements CellKind {
  static final String WORD = "flow";

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Cost cost() {
    return Cost.AUTO;
  }

  @Override
  public Recipe read(Fields fields) {
    double rate = fields.requiredQuantity("rate", Unit.PER_SECOND, "rate: 200/s");
    double minRate = fields.requiredQuantity("minRate", Unit.PER_SECOND, "minRate: 5/s");
    double maxRate =
        fields.text("maxRate").filter("unlimited"::equals).isPresent()
            ? Double.POSITIVE_INFINITY
            : fields.quantity("maxRate", Unit.PER_SECOND, Double.POSITIVE_INFINITY);
    double burst = fields.number("burst", 0);
    double target = fields.quantity("targetP99", Unit.MILLISECONDS, 50);
    double quantile = fields.quantity("quantile", Unit.PERCENT, 0.99);
    int queue = fields.count("queueCapacity", 1, FlowSettings.MAX_QUEUE_CAPACITY, 100);
    Optional<GainsFields> rule = fields.has("gains") ? GainsFields.read(fields) : Optional.empty();
    double kp = fields.number("kp", 0.05);
    double ki = fields.number("ki", 0.001);
    double kd = fields.number("kd", 0);
    double filter = fields.number("derivativeFilter", 0);
    OptionalDouble dt = fields.quantity("dt", Unit.MILLISECONDS);
    if (!fields.has("dt") || dt.isEmpty() && fields.sound()) {
      fields.wrong(
          "dt",
          "dt is missing.",
          "Write how often observe() is called, such as `dt: 1s`; without it the original counts 1 ms.");
    } else if (dt.isPresent() && !(dt.getAsDouble() > 0)) {
      fields.wrong("dt", "dt is not above 0.", "Write it like 1s.");
    }
    double accuracy = fields.quantity("relativeAccuracy", Unit.PERCENT, 0.01);
    boolean preload = fields.flag("preload", false);
    if (!fields.sound()) {
      return null;
    }
    try {
      FlowSettings settings =
          new FlowSettings(
              new RateBounds(rate, minRate, maxRate),
              burst,
              target,
              quantile,
              queue,
              new Gains(kp, ki, kd, filter),
              dt.getAsDouble(),
              accuracy,
              preload);
      String where = fields.where();
      if (rule.isPresent()) {
        return upstream -> rule.get().prepared(where, settings, upstream);
      }
      return upstream ->
          new Preparation.Ready(
              settings,
              settings.toString(),
              List.of(),
              (results, control) -> Result.of(settings, List.of()));
    } catch (IllegalArgumentException refused) {
      fields.wrong(fieldOf(refused.getMessage()), Sentences.ended(refused.getMessage()), "");
      return null;
    }
  }

  /** The core's messages begin with the option they refuse. */
  private static String fieldOf(String message) {
    int space = message.indexOf(' ');
    return space < 0 ? message : message.substring(0, space);
  }
}
