// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Unit;
import loopbench.identify.Relay;
import loopbench.plant.PlantModel;

/**
 * A run in which a relay drives a plant ({@code relay}): where it swings tells Ku and Pu. The rate
 * about which it switches and the target at which follow from each other where the plant has a
 * formula for that.
 */
final class RelayFields {
  static final String FIELD = "relay";

  private static final int MOST_TICKS = 100_000;
  private static final int USUAL_TICKS = 5_000;

  /** What is asked, with NaN for what the plant is to say; what a sweep finds in place of knobs. */
  record Asked(
      String plant,
      double rate,
      double step,
      double targetMs,
      double hysteresisMs,
      double dtS,
      int ticks,
      int periods,
      long seed) {

    /** The relay for a plant; refuses numbers that cannot be. */
    Relay relay(PlantModel model) {
      double centre = Double.isNaN(rate) ? model.equilibriumRate(targetMs, 0) : rate;
      double switchMs = Double.isNaN(targetMs) ? model.settledLatencyMs(rate, 0) : targetMs;
      return new Relay(
          centre,
          Double.isNaN(step) ? centre / 5 : step,
          switchMs,
          hysteresisMs,
          dtS,
          ticks,
          periods);
    }
  }

  private RelayFields() {}

  static Recipe read(Fields fields, long seed) {
    Fields relay = fields.nested(FIELD).orElse(null);
    if (relay == null) {
      if (fields.sound()) {
        fields.wrong(FIELD, "relay says nothing.", "Write `relay: {rate: 40/s, step: 10/s}`.");
      }
      fields.keys().forEach(fields::has);
      return null;
    }
    double rate = aboveZero(relay, "rate", Unit.PER_SECOND, "40/s");
    double step = aboveZero(relay, "step", Unit.PER_SECOND, "10/s");
    double target = aboveZero(relay, "target", Unit.MILLISECONDS, "30ms");
    double hysteresis = relay.quantity("hysteresis", Unit.MILLISECONDS, 0);
    int periods = relay.count("periods", Relay.LEAST_PERIODS, 1_000, Relay.LEAST_PERIODS);
    int ticks = relay.count("ticks", 20, MOST_TICKS, USUAL_TICKS);
    relay.finish();
    if (relay.sound() && Double.isNaN(rate) && Double.isNaN(target)) {
      fields.wrong(
          FIELD,
          "nothing says about which rate the relay switches.",
          "Write `relay: {rate: 40/s, step: 10/s}`, or name the target there: `target: 30ms`.");
    }
    if (hysteresis < 0) {
      relay.wrong("hysteresis", "relay.hysteresis is below 0 ms.", "Two or three times the noise.");
    }
    if (step >= rate) {
      relay.wrong(
          "step",
          "relay.step is not below relay.rate, so that the lower rate would be none.",
          "A fifth of the rate is a sound start.");
    }
    Optional<Reference> plant = fields.requiredReference("plant", PlantCell.WORD);
    double dtS = fields.requiredQuantity("dt", Unit.SECONDS, "dt: 1s");
    if (fields.sound() && !(dtS > 0)) {
      fields.wrong("dt", "dt is not above 0.", "Write it like `dt: 1s`.");
    }
    foreign(fields);
    if (!fields.sound()) {
      return null;
    }
    Asked asked =
        new Asked(
            plant.orElseThrow().address(),
            rate,
            step,
            target,
            hysteresis,
            dtS,
            ticks,
            periods,
            seed);
    String where = fields.where();
    int line = fields.lineOf(FIELD);
    return upstream -> prepared(where, line, plant.get(), asked, upstream);
  }

  private static double aboveZero(Fields relay, String field, Unit unit, String example) {
    OptionalDouble written = relay.quantity(field, unit);
    if (written.isPresent() && !(written.getAsDouble() > 0)) {
      relay.wrong(
          field,
          "relay." + field + " is not above 0.",
          "Write it like `" + field + ": " + example + "`.");
    }
    return written.orElse(Double.NaN);
  }

  private static void foreign(Fields fields) {
    List<String> others =
        List.of(
            "scaler",
            "flow",
            "load",
            "replay",
            "pools",
            "replicas",
            "rate",
            "ticks",
            "for",
            "target",
            "series",
            "need",
            "objectives",
            "keep",
            "at");
    for (String other : others) {
      if (fields.has(other)) {
        fields.wrong(
            other,
            "a relay test has no " + other + ": the relay alone drives the plant.",
            List.of("rate", "ticks", "target").contains(other)
                ? "Write it inside of `relay: {..}`."
                : "Take it out, or take `relay` out.");
      }
    }
  }

  // ---- preparing ---------------------------------------------------------------------------

  private static Preparation prepared(
      String where, int line, Reference plant, Asked asked, Upstream upstream) {
    if (upstream.holds(plant.address(), PoolPart.class)) {
      return Preparation.wrong(
          CellProblem.of(
              where,
              plant.line(),
              plant.field(),
              plant.address() + " is a pool of model servers, which a relay cannot drive.",
              "Name a plant with one latency, such as `model: first-order`."));
    }
    PlantModel model = upstream.value(plant.address(), PlantModel.class);
    Relay relay;
    try {
      relay = asked.relay(model);
    } catch (IllegalArgumentException refused) {
      return Preparation.wrong(CellProblem.of(where, line, FIELD, unfit(asked), whatNow(asked)));
    }
    return new Preparation.Ready(
        asked,
        asked + " " + model,
        List.of(),
        (results, control) -> {
          List<RelayRun.Window> windows = new ArrayList<>();
          var answer =
              relay.run(
                  model,
                  asked.seed(),
                  control::cancelled,
                  (tS, rate, latencyMs) -> windows.add(new RelayRun.Window(tS, rate, latencyMs)));
          control.check();
          CellFailure[] failure = new CellFailure[1];
          Result result =
              answer.match(
                  edge -> RelayFigures.shown(where, asked, new RelayRun(relay, edge, windows)),
                  refusal -> {
                    failure[0] =
                        new CellFailure(
                            CellProblem.of(
                                where,
                                line,
                                FIELD,
                                refusal.reason(),
                                Sentences.ended(refusal.whatNow())));
                    return null;
                  });
          if (failure[0] != null) {
            throw failure[0];
          }
          return result;
        });
  }

  /** Only what the plant was to say can still be wrong. */
  private static String unfit(Asked asked) {
    return Double.isNaN(asked.rate())
        ? asked.plant()
            + " has no rate "
            + (asked.step() > 0 ? "above the step " : "")
            + "at which its latency stays at "
            + Numbers.text(asked.targetMs())
            + " ms, or no formula for it."
        : asked.plant() + " has no formula for its latency at a rate.";
  }

  private static String whatNow(Asked asked) {
    return Double.isNaN(asked.rate())
        ? "Write the rate about which it is to switch: `rate: 40/s`."
        : "Write the latency at which it is to switch: `target: 30ms`.";
  }
}
