// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Unit;
import loopbench.plant.Problem;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.Removal;
import loopbench.plant.pool.Role;
import loopbench.plant.pool.Serving;

/** The fields of a {@code model-server-pool}: a preset, and single fields over it. */
final class PoolFields {
  /** What a pool without a preset must say; nothing else tells one model from another. */
  private static final List<String> REQUIRED = List.of("prefill", "decode", "kv", "warm-up");

  private static final double SCRAPE_S = 5;
  private static final double RULES_S = 15;
  private static final double LONGEST_INTERVAL_S = 3_600;
  private static final int MOST_GPUS = 1_000_000;

  private PoolFields() {}

  static Optional<PoolPart> read(Fields fields) {
    PoolModel base = base(fields);
    Serving serving = serving(fields, base.serving());
    Gateway gateway =
        fields.nested("gateway").map(g -> gateway(g, base.gateway())).orElse(base.gateway());
    Role role =
        switch (fields.word("role", List.of("both", "prefill", "decode"), "")) {
          case "both" -> Role.BOTH;
          case "prefill" -> Role.PREFILL;
          case "decode" -> Role.DECODE;
          default -> base.role();
        };
    Removal removal =
        switch (fields.word("removal", List.of("drain", "cut"), "")) {
          case "drain" -> Removal.DRAIN;
          case "cut" -> Removal.CUT;
          default -> base.removal();
        };
    PoolModel pool =
        new PoolModel(
            serving,
            gateway,
            role,
            removal,
            fields.quantity("warm-up", Unit.SECONDS, base.warmUpS()));
    double scrapeS = interval(fields, "scrape", SCRAPE_S);
    double rulesS = interval(fields, "rules", RULES_S);
    Optional<PoolPart.BudgetPart> budget = fields.nested("budget").map(PoolFields::budget);
    if (!fields.sound()) {
      return Optional.empty();
    }
    for (Problem problem : pool.problems()) {
      fields.wrongAt(problem.field(), Sentences.ended(problem.message()), "");
    }
    return fields.sound()
        ? Optional.of(new PoolPart(pool, scrapeS, rulesS, budget))
        : Optional.empty();
  }

  private static PoolModel base(Fields fields) {
    List<String> presets = List.copyOf(PoolModel.presets().keySet());
    String preset = fields.word("preset", presets, "");
    if (!fields.has("preset")) {
      List<String> missing = new ArrayList<>(REQUIRED);
      missing.removeIf(fields::has);
      if (!missing.isEmpty()) {
        fields.wrong(
            missing.get(0),
            "the pool has no preset, and " + Sentences.joined(missing) + " must be given then.",
            "Write `preset: "
                + presets.get(0)
                + "`, or all of `prefill: 15928 tokens/s`, `decode: {base: 20ms, per-request:"
                + " 0.35ms}`, `kv: 350000 tokens` and `warm-up: 100s`.");
      }
    }
    return PoolModel.presets().getOrDefault(preset, PoolModel.QWEN3_32B_2XH100);
  }

  private static Serving serving(Fields fields, Serving base) {
    Serving serving =
        base.withPrefillPerSecond(
                fields.quantity("prefill", Unit.TOKENS_PER_SECOND, base.prefillPerSecond()))
            .withKvTokens(tokens(fields, "kv", base.kvTokens()))
            .withKvReserve(fields.share("kv-reserve", 0, 50, base.kvReserve()))
            .withMaxRunning(fields.count("max-running", 1, 100_000, base.maxRunning()));
    return fields
        .nested("decode")
        .map(
            decode -> {
              boolean own = !fields.has("preset");
              double alone =
                  own
                      ? decode.requiredQuantity("base", Unit.MILLISECONDS, "base: 20ms")
                      : decode.quantity("base", Unit.MILLISECONDS, base.decodeBaseMs());
              double each =
                  own
                      ? decode.requiredQuantity(
                          "per-request", Unit.MILLISECONDS, "per-request: 0.35ms")
                      : decode.quantity(
                          "per-request", Unit.MILLISECONDS, base.decodePerRequestMs());
              decode.finish();
              return serving.withDecodeBaseMs(alone).withDecodePerRequestMs(each);
            })
        .orElse(serving);
  }

  private static int tokens(Fields fields, String field, int otherwise) {
    OptionalDouble tokens = fields.quantity(field, Unit.TOKENS);
    if (tokens.isEmpty()) {
      return otherwise;
    }
    double value = tokens.getAsDouble();
    if (value != Math.rint(value) || !(Math.abs(value) <= Integer.MAX_VALUE)) {
      fields.wrong(
          field,
          field + " is " + Numbers.text(value) + " tokens.",
          "Write a whole number, such as `" + field + ": 350000 tokens`.");
      return otherwise;
    }
    return (int) value;
  }

  private static Gateway gateway(Fields fields, Gateway base) {
    Gateway.Detector detector =
        switch (fields.word("detector", List.of("utilization", "concurrency", "off"), "")) {
          case "utilization" -> Gateway.Detector.UTILIZATION;
          case "concurrency" -> Gateway.Detector.CONCURRENCY;
          case "off" -> Gateway.Detector.OFF;
          default -> base.detector();
        };
    double ttlS = fields.quantity("ttl", Unit.SECONDS, base.ttlS());
    Gateway gateway =
        base.withDetector(detector)
            .withTtlS(ttlS)
            // The router waits as long without endpoints as with them unless it is told otherwise.
            .withNoEndpointTtlS(fields.quantity("no-endpoint-ttl", Unit.SECONDS, ttlS))
            .withCapacityRequests(fields.count("capacity", 1, 1_000_000, base.capacityRequests()))
            .withThresholds(
                fields.count("queue-threshold", 1, 1_000_000, base.queueThreshold()),
                fields.share("kv-threshold", 0.1, 100, base.kvThreshold()),
                fields.count("concurrency", 1, 1_000_000, base.concurrency()))
            .withRestartS(fields.quantity("restart", Unit.SECONDS, base.restartS()));
    fields.finish();
    return gateway;
  }

  private static double interval(Fields fields, String field, double otherwise) {
    double seconds = fields.quantity(field, Unit.SECONDS, otherwise);
    if (!(seconds > 0 && seconds <= LONGEST_INTERVAL_S)) {
      fields.wrong(
          field,
          field + " is " + Numbers.text(seconds) + " s.",
          "Write a time above 0 and of at most an hour, such as `" + field + ": 15s`.");
      return otherwise;
    }
    return seconds;
  }

  private static PoolPart.BudgetPart budget(Fields fields) {
    String cohort = fields.requiredText("cohort", "cohort: gpus");
    if (!fields.has("floor")) {
      fields.wrong("floor", "budget.floor is missing.", "Write `floor: 5`, in accelerators.");
    }
    PoolPart.BudgetPart budget =
        new PoolPart.BudgetPart(
            cohort,
            fields.count("floor", 0, MOST_GPUS, 0),
            limit(fields, "borrow"),
            limit(fields, "lend"),
            fields.count("gpus-per-replica", 1, 10_000, 1));
    fields.finish();
    return budget;
  }

  private static OptionalInt limit(Fields fields, String field) {
    return fields.text(field).filter("unlimited"::equals).isPresent()
        ? OptionalInt.empty()
        : fields.count(field, 0, MOST_GPUS);
  }
}
