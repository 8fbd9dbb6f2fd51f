// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.cell.lang.Unit;
import loopbench.identify.Answer;
import loopbench.identify.Part;
import loopbench.identify.PoolRecording;
import loopbench.identify.Reconstructed;
import loopbench.identify.Reconstruction;
import loopbench.identify.Refusal;
import loopbench.identify.ServiceLaw;
import loopbench.plant.Problem;
import loopbench.plant.Schedule;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.Demand;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;

/**
 * {@code fit: source.incident} in a load: what must have been asked of a pool whose queue, running
 * requests and ready replicas were recorded, so that the incident can be run again in a closed
 * loop. The recording must be a file: a load has to be known before anything runs with it.
 */
final class ReconstructFields {
  static final String FIELD = "fit";

  private static final int MOST_KEPT = 4;
  private static final List<String> SERIES = List.of("queue", "running", "replicas", "counted");
  private static final List<String> OTHER_WAYS =
      List.of("requests", "shape", "clients", "trace", "otherwise", "think", "speed", "rate");

  /** What is asked of a recording; {@code named} holds the names of series by field. */
  private record Asked(
      Reference source,
      int line,
      Map<String, String> named,
      Map<String, Integer> lines,
      double fromS,
      double toS,
      Optional<ServiceLaw> law,
      double ttlS) {
    String identity() {
      return named + " " + fromS + " " + toS + " " + law + " " + ttlS;
    }
  }

  private final FileRecording<Answer<Reconstructed>> recordings =
      new FileRecording<>(FIELD, "load", MOST_KEPT);

  Recipe read(Fields fields) {
    int line = fields.lineOf(FIELD);
    Optional<Reference> source = fields.reference(FIELD, List.of(SourceCell.WORD));
    for (String other : OTHER_WAYS) {
      if (fields.has(other)) {
        fields.wrong(
            other,
            "a load that is fitted to a recording has no " + other + ".",
            other.equals("requests")
                ? "Take it out; a recorded counter of requests is named with `counted: total`."
                : "Take it out, or take `fit` out.");
      }
    }
    Map<String, String> named = new LinkedHashMap<>();
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (String field : SERIES) {
      Optional<String> name =
          field.equals("counted")
              ? fields.text(field)
              : Optional.of(fields.requiredText(field, field + ": " + field));
      name.ifPresent(n -> named.put(field, n));
      lines.put(field, fields.lineOf(field));
    }
    double[] use = use(fields);
    Optional<ServiceLaw> law = fields.nested("service").flatMap(ReconstructFields::law);
    double ttlS = fields.quantity("ttl", Unit.SECONDS, Double.POSITIVE_INFINITY);
    if (!(ttlS > 0)) {
      fields.wrong("ttl", "ttl is not above 0 s.", "Leave it out if nobody gives up waiting.");
    }
    // The demand holds the chance of its recording already; more on top would be twice.
    Optional<Spacing> spacing =
        fields.has("arrivals") ? LoadCell.spacing(fields) : Optional.of(Spacing.REGULAR);
    Optional<Lengths> prompt = LoadCell.lengths(fields, "prompt", "{mean: 4000, sd: 300}", false);
    Optional<Lengths> output = LoadCell.lengths(fields, "output", "{mean: 1000, sd: 80}", false);
    double prefixHit = fields.share("prefix-hit", 0, 100, 0);
    double streaming = fields.share("streaming", 0, 100, 1);
    if (!fields.sound() || source.isEmpty()) {
      return null;
    }
    LoadModel like =
        new LoadModel(
            new Arrivals.Open(new Demand.Steps(Schedule.constant(1)), spacing.orElseThrow()),
            prompt.orElseThrow(),
            output.orElseThrow(),
            prefixHit,
            streaming);
    for (Problem problem : like.problems()) {
      fields.wrongAt(problem.field(), Sentences.ended(problem.message()), "");
    }
    Asked asked = new Asked(source.get(), line, named, lines, use[0], use[1], law, ttlS);
    String where = fields.where();
    return upstream -> prepared(upstream, where, asked, like);
  }

  private static double[] use(Fields fields) {
    double[] ends = {0, Double.NaN};
    Optional<Fields> inner = fields.nested("use");
    if (inner.isPresent()) {
      ends[0] = inner.get().quantity("from", Unit.SECONDS, 0);
      ends[1] = inner.get().requiredQuantity("to", Unit.SECONDS, "to: 60m");
      inner.get().finish();
      if (!(ends[0] < ends[1])) {
        inner
            .get()
            .wrong("to", "use.to is not above use.from.", "Count from the recording's start.");
      }
    }
    return ends;
  }

  private static Optional<ServiceLaw> law(Fields fields) {
    double base = fields.requiredQuantity("base", Unit.SECONDS, "base: 20s");
    OptionalDouble per = fields.quantity("per-request", Unit.SECONDS);
    fields.finish();
    if (Double.isNaN(base)) {
      return Optional.empty();
    }
    try {
      return Optional.of(ServiceLaw.given(base, per.orElse(0)));
    } catch (IllegalArgumentException refused) {
      fields.wrong("base", "service: " + Sentences.ended(refused.getMessage()), "");
      return Optional.empty();
    }
  }

  // ---- preparing ---------------------------------------------------------------------------

  private Preparation prepared(Upstream upstream, String where, Asked asked, LoadModel like) {
    String identity;
    Answer<Reconstructed> answer;
    try {
      SourceCell.OfFile file = recordings.file(upstream, asked.source(), where, asked.line());
      identity = file.identity() + " " + asked.identity();
      answer =
          recordings.fitted(
              identity, file, where, asked.line(), loaded -> answer(where, asked, loaded));
    } catch (CellFailure failure) {
      return Preparation.wrong(failure.problem());
    }
    return answer.match(
        found -> ready(where, asked, like, found, identity),
        refusal -> wrong(where, asked, refusal));
  }

  private static Answer<Reconstructed> answer(String where, Asked asked, SourceCell.Loaded loaded)
      throws CellFailure {
    Map<String, double[]> values = new LinkedHashMap<>();
    for (Map.Entry<String, String> name : asked.named().entrySet()) {
      values.put(
          name.getKey(),
          SourceCell.named(
                  loaded, name.getValue(), where, asked.lines().get(name.getKey()), name.getKey())
              .values());
    }
    return PoolRecording.of(
            SeriesFigures.seconds(loaded.series().clock()),
            values.get("queue"),
            values.get("running"),
            values.get("replicas"),
            values.getOrDefault("counted", new double[0]))
        .then(pool -> reconstructed(pool, asked));
  }

  private static Answer<Reconstructed> reconstructed(PoolRecording pool, Asked asked) {
    Reconstruction usual = Reconstruction.of(pool);
    Part used = Double.isNaN(asked.toS()) ? usual.used() : part(pool, asked.fromS(), asked.toS());
    return new Reconstruction(used, asked.law(), usual.blockS(), asked.ttlS(), usual.confidence())
        .run(pool, FileRecording::stopped);
  }

  private static Part part(PoolRecording pool, double fromS, double toS) {
    int from = 0;
    while (from < pool.size() && pool.timeS(from) - pool.timeS(0) < fromS) {
      from++;
    }
    int to = from;
    while (to < pool.size() && pool.timeS(to) - pool.timeS(0) <= toS) {
      to++;
    }
    return new Part(from, to);
  }

  private static Preparation ready(
      String where, Asked asked, LoadModel like, Reconstructed found, String identity) {
    Arrivals.Open open = (Arrivals.Open) like.arrivals();
    LoadModel load =
        like.withArrivals(new Arrivals.Open(new Demand.Steps(found.perSecond()), open.spacing()));
    List<Problem> problems = load.problems();
    if (!problems.isEmpty()) {
      return Preparation.wrong(
          CellProblem.of(
              where, asked.line(), FIELD, Sentences.ended(problems.get(0).message()), ""));
    }
    return new Preparation.Ready(
        load,
        load + " " + identity,
        List.of(),
        (results, control) ->
            Result.of(load, new ReconstructFigures(where, load, found).outputs()));
  }

  private static Preparation wrong(String where, Asked asked, Refusal refusal) {
    return Preparation.wrong(
        CellProblem.of(
            where, asked.line(), FIELD, refusal.reason(), Sentences.ended(refusal.whatNow())));
  }
}
