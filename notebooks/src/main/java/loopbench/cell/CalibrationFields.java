// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Unit;
import loopbench.identify.LoneRequests;
import loopbench.identify.PrefillCalibration;
import loopbench.identify.PrefillRate;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.Role;
import loopbench.series.Reading;
import loopbench.series.Series;
import loopbench.tune.TokenThreshold;

/**
 * A run that calibrates V_P ({@code calibrate}): lone requests on a pool ({@code plant}), or times
 * to the first token that were recorded on an idle stack ({@code calibrate.samples}). With {@code
 * prompt} and {@code objective} it gives the threshold of a token backlog.
 */
final class CalibrationFields {
  static final String FIELD = "calibrate";

  private static final int MOST_TOKENS = 1_000_000;
  private static final int MOST_MEASURED = 10_000;

  /** A recorded series of times to the first token. */
  private record Recorded(Reference source, String series, int line) {}

  /** What the times must do, in words of the cell. */
  private record Objective(double ttftS, double share) {}

  private CalibrationFields() {}

  static Recipe read(Fields fields) {
    Fields calibrate = fields.nested(FIELD).orElse(null);
    if (calibrate == null) {
      if (fields.sound()) {
        fields.wrong(FIELD, "calibrate says nothing.", "Write `calibrate: {chunk: 8192 tokens}`.");
      }
      fields.keys().forEach(fields::has);
      return null;
    }
    Optional<Recorded> recorded = recorded(calibrate);
    PrefillCalibration plan = plan(calibrate, calibrate.has("samples"));
    calibrate.finish();
    Optional<Reference> plant = fields.reference("plant", PlantCell.WORD);
    if (fields.has("plant") == calibrate.has("samples")) {
      fields.wrong(
          fields.has("plant") ? "plant" : FIELD,
          fields.has("plant")
              ? "a plant and recorded samples are both given."
              : "nothing says what is calibrated.",
          "Write either `plant: <name of a pool>` or, for times that were recorded, `calibrate:"
              + " {samples: source.idle.ttft}`.");
    }
    List<Double> prompts = prompts(fields);
    Optional<Objective> objective =
        fields.nested("objective").flatMap(CalibrationFields::objective);
    if (fields.has("prompt") != fields.has("objective")) {
      fields.wrong(
          fields.has("prompt") ? "prompt" : "objective",
          "a threshold follows from a prompt and an objective, and only one of them is given.",
          fields.has("prompt")
              ? "Write `objective: {ttft: 3s, share: 65%}`, or take the prompt out."
              : "Write `prompt: 2048 tokens`, or take the objective out.");
    }
    foreign(fields);
    if (!fields.sound()) {
      return null;
    }
    String where = fields.where();
    String asked = plan + " " + prompts + " " + objective;
    return recorded.isPresent()
        ? ofRecording(where, recorded.get(), plan, prompts, objective, asked)
        : ofPlant(where, plant.orElseThrow(), plan, prompts, objective, asked);
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
            "dt",
            "series",
            "need",
            "objectives",
            "at");
    for (String other : others) {
      if (fields.has(other)) {
        fields.wrong(
            other,
            "a calibration has no " + other + ": one request at a time, and nothing else runs.",
            other.equals("objectives")
                ? "Write `objective: {ttft: 3s, share: 65%}`."
                : "Take it out, or take `calibrate` out.");
      }
    }
  }

  // ---- reading -----------------------------------------------------------------------------

  private static Optional<Recorded> recorded(Fields calibrate) {
    Optional<String> text = calibrate.text("samples");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    String[] parts = text.get().split("\\.", 3);
    if (parts.length != 3 || !parts[0].equals(SourceCell.WORD)) {
      calibrate.wrong(
          "samples",
          "calibrate.samples is `" + text.get() + "`.",
          "Write the source and the series, like `samples: source.idle.ttft`.");
      return Optional.empty();
    }
    return Optional.of(
        new Recorded(
            calibrate.refer("samples", SourceCell.WORD, parts[1]),
            parts[2],
            calibrate.lineOf("samples")));
  }

  private static PrefillCalibration plan(Fields calibrate, boolean recorded) {
    PrefillCalibration usual = PrefillCalibration.DEFAULTS;
    int chunk = usual.chunkTokens();
    OptionalDouble written = calibrate.quantity("chunk", Unit.TOKENS);
    if (written.isPresent()) {
      chunk = whole(calibrate, "chunk", "calibrate.chunk", written.getAsDouble());
    }
    // Who recorded measurements has most often left the warm-ups out.
    int warmUps = calibrate.count("warm-ups", 0, MOST_MEASURED, recorded ? 0 : usual.warmUps());
    int measurements =
        calibrate.count(
            "measurements", PrefillCalibration.FEWEST, MOST_MEASURED, usual.measurements());
    return new PrefillCalibration(Math.max(1, chunk), warmUps, measurements);
  }

  /** A whole number of tokens; 0 where it is none. */
  private static int whole(Fields fields, String field, String name, double tokens) {
    if (tokens != Math.rint(tokens) || !(tokens >= 1 && tokens <= MOST_TOKENS)) {
      fields.wrong(
          field,
          name + " is " + Numbers.text(tokens) + " tokens.",
          "Write a whole number of tokens from 1 to " + MOST_TOKENS + ".");
      return 0;
    }
    return (int) tokens;
  }

  private static List<Double> prompts(Fields fields) {
    List<Double> prompts = new ArrayList<>();
    for (String text : fields.texts("prompt")) {
      OptionalDouble tokens = fields.quantity("prompt", text, Unit.TOKENS);
      if (tokens.isPresent()) {
        prompts.add((double) whole(fields, "prompt", "prompt", tokens.getAsDouble()));
      }
    }
    return prompts;
  }

  private static Optional<Objective> objective(Fields fields) {
    double ttftS = fields.requiredQuantity("ttft", Unit.SECONDS, "ttft: 3s");
    double share = fields.share("share", 1, 100, TokenThreshold.FOR_A_TAIL);
    fields.finish();
    if (fields.has("ttft") && fields.sound() && !(ttftS > 0)) {
      fields.wrong("ttft", "objective.ttft is not above 0.", "Write it like `ttft: 3s`.");
    }
    return fields.sound() ? Optional.of(new Objective(ttftS, share)) : Optional.empty();
  }

  // ---- the two ways ------------------------------------------------------------------------

  /** A plant answers at once, so that a scaler can be set to what it gives. */
  private static Recipe ofPlant(
      String where,
      Reference plant,
      PrefillCalibration plan,
      List<Double> prompts,
      Optional<Objective> objective,
      String asked) {
    return upstream -> {
      if (!upstream.holds(plant.address(), PoolPart.class)) {
        return Preparation.wrong(
            CellProblem.of(
                where,
                plant.line(),
                plant.field(),
                plant.address() + " is no pool, and V_P is a model server's.",
                "Name a plant with `model: model-server-pool`."));
      }
      PoolModel pool = upstream.value(plant.address(), PoolPart.class).pool();
      if (pool.role() == Role.DECODE) {
        return Preparation.wrong(
            CellProblem.of(
                where,
                plant.line(),
                plant.field(),
                plant.address() + " only decodes, and has no V_P.",
                "Name the pool that computes the prompts."));
      }
      double[] ttftS =
          LoneRequests.ttftS(pool, plan.chunkTokens(), plan.warmUps() + plan.measurements());
      if (ttftS.length == 0) {
        return Preparation.wrong(
            CellProblem.of(
                where,
                plant.line(),
                plant.field(),
                "a prompt of "
                    + plan.chunkTokens()
                    + " tokens does not fit the KV cache of "
                    + plant.address()
                    + ", which holds "
                    + pool.serving().kvTokens()
                    + ".",
                "Write a smaller chunk: `calibrate: {chunk: 2048 tokens}`."));
      }
      return plan.of(ttftS)
          .match(
              new PrefillCalibration.Answer.Cases<Preparation>() {
                @Override
                public Preparation measured(PrefillRate rate) {
                  CalibrationRun run = run(plan, rate, ttftS, prompts, objective);
                  return new Preparation.Ready(
                      new CalibrationRecipe(where, Optional.of(run)),
                      asked + " " + pool,
                      List.of(),
                      (results, control) ->
                          CalibrationFigures.shown(
                              where, "One replica of " + plant.address(), run, Optional.empty()));
                }

                @Override
                public Preparation refused(String why, String whatNow) {
                  return Preparation.wrong(
                      CellProblem.of(where, plant.line(), plant.field(), why, whatNow));
                }
              });
    };
  }

  private static Recipe ofRecording(
      String where,
      Recorded recorded,
      PrefillCalibration plan,
      List<Double> prompts,
      Optional<Objective> objective,
      String asked) {
    String source = recorded.source().address();
    return upstream ->
        new Preparation.Ready(
            new CalibrationRecipe(where, Optional.empty()),
            asked + " " + recorded.series(),
            List.of(source),
            (results, control) -> {
              Series series =
                  SourceCell.named(
                      results.value(source, SourceCell.Loaded.class),
                      recorded.series(),
                      where,
                      recorded.line(),
                      "calibrate.samples");
              double[] ttftS = values(series);
              PrefillRate rate = rate(where, recorded, plan.of(ttftS));
              return CalibrationFigures.shown(
                  where,
                  "By " + source + "." + recorded.series() + " one replica",
                  run(plan, rate, ttftS, prompts, objective),
                  Optional.of(series));
            });
  }

  private static PrefillRate rate(String where, Recorded recorded, PrefillCalibration.Answer answer)
      throws CellFailure {
    CellFailure[] failure = new CellFailure[1];
    PrefillRate rate =
        answer.match(
            new PrefillCalibration.Answer.Cases<PrefillRate>() {
              @Override
              public PrefillRate measured(PrefillRate found) {
                return found;
              }

              @Override
              public PrefillRate refused(String why, String whatNow) {
                failure[0] =
                    new CellFailure(
                        CellProblem.of(
                            where,
                            recorded.line(),
                            "calibrate.samples",
                            recorded.source().address() + "." + recorded.series() + ": " + why,
                            whatNow));
                return null;
              }
            });
    if (failure[0] != null) {
      throw failure[0];
    }
    return rate;
  }

  /** What a series holds, without its gaps. */
  private static double[] values(Series series) {
    double[] values = new double[(int) series.count(Reading.VALUE)];
    int next = 0;
    for (int i = 0; i < series.size(); i++) {
      if (series.reading(i) == Reading.VALUE) {
        values[next++] = series.value(i);
      }
    }
    return values;
  }

  private static CalibrationRun run(
      PrefillCalibration plan,
      PrefillRate rate,
      double[] ttftS,
      List<Double> prompts,
      Optional<Objective> objective) {
    List<TokenThreshold> thresholds =
        prompts.stream()
            .map(
                tokens ->
                    new TokenThreshold(
                        rate.perSecond(),
                        tokens,
                        objective.orElseThrow().ttftS(),
                        objective.orElseThrow().share()))
            .toList();
    return new CalibrationRun(plan, rate, Arrays.stream(ttftS).boxed().toList(), thresholds);
  }
}
