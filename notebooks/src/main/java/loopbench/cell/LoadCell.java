// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.knob.Nearest;
import loopbench.plant.Problem;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.Demand;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestTrace;
import loopbench.plant.load.Spacing;
import loopbench.source.RequestTraceReader;
import loopbench.source.TraceAnswer;

/**
 * {@code load}: what is asked of a pool. Its value is the load; the requests themselves are drawn
 * by each run, with the run's seed.
 */
final class LoadCell implements CellKind {
  static final String WORD = "load";

  private static final String WAYS =
      "Write exactly one of `requests: 2/s`, `shape: diurnal(8/s, 1/s, 24h)`, `clients: 32` and"
          + " `trace: requests.csv`.";
  private static final Pattern CALL = Pattern.compile("([a-z-]+)\\s*(?:\\(([^()]*)\\))?");
  private static final int MOST_KEPT = 2;

  /** Any trace will do to judge the other fields by. */
  private static final RequestTrace ONE_REQUEST =
      RequestTrace.of(new double[] {0}, new int[] {1}, new int[] {1});

  /**
   * The traces read last, by their bytes' hash, so that a slider elsewhere on the page does not
   * read a day of requests again. What a trace is does not depend on it.
   */
  private final Map<String, TraceAnswer> kept =
      new LinkedHashMap<>(4, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TraceAnswer> eldest) {
          return size() > MOST_KEPT;
        }
      };

  private final ReconstructFields reconstructions = new ReconstructFields();

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
    if (fields.has(ReconstructFields.FIELD)) {
      return reconstructions.read(fields);
    }
    Optional<Fields> otherwise = fields.nested("otherwise");
    Optional<String> trace = fields.text("trace");
    if (otherwise.isPresent() && !fields.has("trace")) {
      fields.wrong(
          "otherwise",
          "otherwise says what is asked while `trace` names no file, but there is no trace.",
          "Write `trace: $trace` beside it, or write its fields without otherwise.");
    }
    Optional<LoadModel> instead = otherwise.map(LoadCell::withoutTrace);
    boolean named = trace.isPresent() || otherwise.isEmpty();
    if (!named) {
      // What belongs to a trace waits for one.
      List.of("speed", "rate", "prompt", "output", "prefix-hit", "streaming").forEach(fields::has);
    }
    Optional<LoadModel> asked = named ? load(fields) : instead;
    if (!fields.sound()) {
      return null;
    }
    String where = fields.where();
    return asked.orElseThrow().arrivals() instanceof Arrivals.Traced
        ? fromFile(where, fields.lineOf("trace"), trace.orElse(""), asked.orElseThrow())
        : upstream -> ready(where, asked.orElseThrow());
  }

  /** What is asked while no trace is named. */
  private static LoadModel withoutTrace(Fields otherwise) {
    if (otherwise.has("trace")) {
      otherwise.wrong("trace", "the trace is named outside of otherwise already.", "Take it out.");
      return null;
    }
    LoadModel load = load(otherwise).orElse(null);
    otherwise.finish();
    return load;
  }

  /** A load as written; empty where something is wrong, which is then said. */
  private static Optional<LoadModel> load(Fields fields) {
    List<String> ways = new ArrayList<>(List.of("requests", "shape", "clients", "trace"));
    ways.removeIf(way -> !fields.has(way));
    String way = ways.size() == 1 ? ways.get(0) : "";
    if (way.isEmpty()) {
      fields.wrong(
          ways.isEmpty() ? "requests" : ways.get(1),
          ways.isEmpty()
              ? "nothing says what is asked."
              : Sentences.joined(ways) + " are " + (ways.size() == 2 ? "both" : "all") + " given.",
          WAYS);
    }
    if (fields.has("seed")) {
      fields.wrong(
          "seed", "a load has no seed: each run draws its own requests.", "Write it in the run.");
    }
    Optional<Arrivals> arrivals = arrivals(fields, way);
    boolean traced = way.equals("trace");
    Optional<Lengths> prompt = lengths(fields, "prompt", "{mean: 4000, sd: 300}", traced);
    Optional<Lengths> output = lengths(fields, "output", "{mean: 1000, sd: 80}", traced);
    double prefixHit = fields.share("prefix-hit", 0, 100, 0);
    double streaming = fields.share("streaming", 0, 100, 1);
    if (fields.sound()) {
      // A field that is there and says nothing.
      if (arrivals.isEmpty()) {
        fields.wrong(way, way + " is empty.", WAYS);
      } else if (prompt.isEmpty() || output.isEmpty()) {
        fields.wrong(
            prompt.isEmpty() ? "prompt" : "output",
            "a length is left empty.",
            "Write a number of tokens.");
      }
    }
    if (!fields.sound()) {
      return Optional.empty();
    }
    LoadModel load =
        new LoadModel(
            arrivals.orElseThrow(),
            prompt.orElseThrow(),
            output.orElseThrow(),
            prefixHit,
            streaming);
    for (Problem problem : load.problems()) {
      fields.wrongAt(problem.field(), Sentences.ended(problem.message()), "");
    }
    return Optional.of(load);
  }

  private static Preparation ready(String where, LoadModel load) {
    return new Preparation.Ready(
        load,
        load.toString(),
        List.of(),
        (results, control) -> LoadFigures.shown(where, load, control));
  }

  // ---- arrivals ----------------------------------------------------------------------------

  private static Optional<Arrivals> arrivals(Fields fields, String way) {
    boolean open = way.equals("requests") || way.equals("shape");
    Optional<Spacing> spacing = spacing(fields);
    OptionalDouble think = fields.quantity("think", Unit.SECONDS);
    double speed = fields.number("speed", 1);
    double rate = fields.number("rate", 1);
    if (!way.isEmpty()) {
      foreign(fields, "arrivals", open, "only requests that are asked per second are spaced.");
      foreign(fields, "think", way.equals("clients"), "only clients think.");
      for (String field : List.of("speed", "rate")) {
        foreign(fields, field, way.equals("trace"), "only a trace has a " + field + ".");
      }
    }
    return switch (way) {
      case "requests" ->
          PlantCell.schedule(fields, "requests", Unit.PER_SECOND, "requests: 2/s")
              .flatMap(s -> spacing.map(sp -> new Arrivals.Open(new Demand.Steps(s), sp)));
      case "shape" -> shape(fields).flatMap(d -> spacing.map(sp -> new Arrivals.Open(d, sp)));
      case "clients" -> {
        var clients = fields.count("clients", 1, Arrivals.Closed.MOST_CLIENTS);
        yield clients.isPresent()
            ? Optional.of(new Arrivals.Closed(clients.getAsInt(), think.orElse(0)))
            : Optional.empty();
      }
      case "trace" -> {
        fields.requiredText("trace", "trace: requests.csv");
        yield Optional.of(new Arrivals.Traced(ONE_REQUEST, speed, rate));
      }
      default -> Optional.empty();
    };
  }

  private static void foreign(Fields fields, String field, boolean belongs, String why) {
    if (!belongs && fields.has(field)) {
      fields.wrong(field, field + " does not belong here: " + why, "Take it out.");
    }
  }

  /** A word with values in parentheses behind it, as in {@code gamma(2)}. */
  private record Call(String word, List<String> values) {
    static Optional<Call> of(String text) {
      Matcher matcher = CALL.matcher(text.strip());
      if (!matcher.matches()) {
        return Optional.empty();
      }
      List<String> values = new ArrayList<>();
      if (matcher.group(2) != null) {
        for (String value : matcher.group(2).split(",", -1)) {
          values.add(value.strip());
        }
      }
      return Optional.of(new Call(matcher.group(1), values));
    }
  }

  static Optional<Spacing> spacing(Fields fields) {
    String text = fields.text("arrivals").orElse("poisson");
    Optional<Call> call = Call.of(text);
    String word = call.map(Call::word).orElse("");
    int values = call.map(c -> c.values().size()).orElse(0);
    if (word.equals("gamma") && values == 1) {
      OptionalDouble cv = fields.quantity("arrivals", call.get().values().get(0), Unit.NONE);
      return cv.isPresent() ? Optional.of(Spacing.gamma(cv.getAsDouble())) : Optional.empty();
    }
    if (word.equals("regular") && values == 0) {
      return Optional.of(Spacing.REGULAR);
    }
    if (word.equals("poisson") && values == 0) {
      return Optional.of(Spacing.POISSON);
    }
    fields.wrong(
        "arrivals",
        "arrivals cannot be `" + text + "`.",
        "It is one of regular, poisson or gamma(2), where 2 is the gaps' coefficient of variation."
            + Nearest.hint(word, List.of("regular", "poisson", "gamma")));
    return Optional.empty();
  }

  private static Optional<Demand> shape(Fields fields) {
    String text = fields.text("shape").orElse("");
    Optional<Call> call = Call.of(text);
    String word = call.map(Call::word).orElse("");
    if (!List.of("diurnal", "ramp").contains(word) || call.get().values().size() != 3) {
      fields.wrong(
          "shape",
          "shape cannot be `" + text + "`.",
          "It is one of diurnal(peak, trough, period) and ramp(from, to, over), such as"
              + " `shape: diurnal(8/s, 1/s, 24h)` or `shape: ramp(1/s, 8/s, 10m)`."
              + Nearest.hint(word, List.of("diurnal", "ramp")));
      return Optional.empty();
    }
    OptionalDouble first = fields.quantity("shape", call.get().values().get(0), Unit.PER_SECOND);
    OptionalDouble second = fields.quantity("shape", call.get().values().get(1), Unit.PER_SECOND);
    OptionalDouble overS = fields.quantity("shape", call.get().values().get(2), Unit.SECONDS);
    if (first.isEmpty() || second.isEmpty() || overS.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        word.equals("ramp")
            ? new Demand.Ramp(first.getAsDouble(), second.getAsDouble(), overS.getAsDouble())
            : new Demand.Diurnal(first.getAsDouble(), second.getAsDouble(), overS.getAsDouble()));
  }

  // ---- lengths -----------------------------------------------------------------------------

  static Optional<Lengths> lengths(Fields fields, String field, String example, boolean traced) {
    if (!fields.has(field)) {
      if (!traced) {
        fields.wrong(
            field, field + " is missing.", "Write `" + field + ": " + example + "`, in tokens.");
      }
      return traced ? Optional.of(Lengths.TRACED) : Optional.empty();
    }
    if (!fields.isMapping(field)) {
      OptionalDouble tokens = tokens(fields, field);
      return tokens.isPresent()
          ? Optional.of(
              new Lengths(Lengths.Law.CONSTANT, tokens.getAsDouble(), 0, 1, Lengths.MOST_TOKENS))
          : Optional.empty();
    }
    Fields inner = fields.nested(field).orElseThrow();
    if (!inner.has("mean")) {
      inner.wrong("mean", field + ".mean is missing.", "Write `mean: 4000`, in tokens.");
    }
    OptionalDouble mean = tokens(inner, "mean");
    OptionalDouble sd = tokens(inner, "sd");
    int min = whole(inner, field + ".min", "min", 1);
    int max = whole(inner, field + ".max", "max", Lengths.MOST_TOKENS);
    String law = inner.word("law", List.of("normal", "lognormal"), "normal");
    inner.finish();
    if (mean.isEmpty()) {
      return Optional.empty();
    }
    Lengths.Law drawn =
        sd.isEmpty()
            ? Lengths.Law.CONSTANT
            : law.equals("normal") ? Lengths.Law.NORMAL : Lengths.Law.LOGNORMAL;
    return Optional.of(new Lengths(drawn, mean.getAsDouble(), sd.orElse(0), min, max));
  }

  /** A number of tokens; the unit may be left out, since a length has no other. */
  private static OptionalDouble tokens(Fields fields, String field) {
    boolean bare =
        fields.text(field).flatMap(Quantity::parse).filter(q -> q.unit() == Unit.NONE).isPresent();
    return fields.quantity(field, bare ? Unit.NONE : Unit.TOKENS);
  }

  private static int whole(Fields fields, String name, String field, int otherwise) {
    OptionalDouble tokens = tokens(fields, field);
    double value = tokens.orElse(otherwise);
    if (value != Math.rint(value) || !(value >= 1 && value <= Lengths.MOST_TOKENS)) {
      fields.wrong(
          field,
          name + " is " + Numbers.text(value) + " tokens.",
          "Write a whole number from 1 to " + Lengths.MOST_TOKENS + ".");
      return otherwise;
    }
    return (int) value;
  }

  // ---- traces ------------------------------------------------------------------------------

  private Recipe fromFile(String where, int line, String file, LoadModel load) {
    return upstream -> {
      Library.Found found = upstream.library().file(file);
      if (!found.ok()) {
        return Preparation.wrong(CellProblem.of(where, line, "trace", found.problem(), ""));
      }
      return trace(found, file)
          .match(
              new TraceAnswer.Cases<Preparation>() {
                @Override
                public Preparation data(TraceAnswer.Data data) {
                  Arrivals.Traced told = (Arrivals.Traced) load.arrivals();
                  return ready(
                      where,
                      load.withArrivals(
                          new Arrivals.Traced(data.trace(), told.speed(), told.rate())));
                }

                @Override
                public Preparation refused(TraceAnswer.Refused refused) {
                  return Preparation.wrong(
                      CellProblem.of(
                          where,
                          line,
                          "trace",
                          file + ", " + Sentences.ended(refused.problem().what()),
                          Sentences.sentence(refused.problem().whatNow())));
                }
              });
    };
  }

  private TraceAnswer trace(Library.Found found, String file) {
    synchronized (kept) {
      return kept.computeIfAbsent(
          found.sha256(), hash -> RequestTraceReader.read(found.content(), file));
    }
  }
}
