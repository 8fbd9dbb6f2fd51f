// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Unit;
import loopbench.plant.load.LoadModel;
import loopbench.plant.pool.SteadyReplica;
import loopbench.scaling.keda.Preset;
import loopbench.tune.Thresholds;

/**
 * {@code derive: {plant: pool, load: ladder, objectives: {ttft: 3s, tpot: 100ms}}} in a scaler: a
 * preset's knobs from objectives, a plant and a load, in place of the guide's numbers.
 *
 * @param plant a pool of model servers
 * @param load an open load
 * @param objectives what is promised
 * @param share of what a replica can carry that it is to carry
 * @param line where it stands
 */
record DerivedSettings(
    Reference plant, Reference load, Thresholds.Objectives objectives, double share, int line) {
  private static final double A_DAY_S = 86_400;
  private static final double NINE_IN_TEN = 1.2815515655446004;
  private static final int DIGITS = 3;

  /** What was worked out. */
  record Found(Map<String, Double> with, Output table) {}

  static Optional<DerivedSettings> read(Fields fields) {
    Fields inner = fields.nested("derive").orElse(null);
    if (inner == null) {
      fields.wrong(
          "derive",
          "derive must say from what.",
          "Write `derive: {plant: pool, load: ladder, objectives: {ttft: 3s, tpot: 100ms}}`.");
      return Optional.empty();
    }
    Optional<Reference> plant = inner.requiredReference("plant", PlantCell.WORD);
    Optional<Reference> load = inner.requiredReference("load", LoadCell.WORD);
    double share = inner.share("share", 1, 100, Thresholds.SHARE);
    double quantile = inner.share("quantile", 1, 99.9, 0.9);
    double ttftS = 3;
    double tpotS = 0.1;
    Optional<Fields> promised = inner.nested("objectives");
    if (promised.isPresent()) {
      ttftS = positive(promised.get(), "ttft", ttftS);
      tpotS = positive(promised.get(), "tpot", tpotS);
      promised.get().finish();
    }
    int line = fields.lineOf("derive");
    inner.finish();
    return fields.sound()
        ? Optional.of(
            new DerivedSettings(
                plant.get(),
                load.get(),
                new Thresholds.Objectives(ttftS, tpotS, quantile),
                share,
                line))
        : Optional.empty();
  }

  private static double positive(Fields fields, String field, double otherwise) {
    OptionalDouble seconds = fields.quantity(field, Unit.SECONDS);
    if (seconds.isPresent() && !(seconds.getAsDouble() > 0)) {
      fields.wrong(field, "objectives." + field + " is not above 0.", "Write it like 100ms.");
      return otherwise;
    }
    return seconds.orElse(otherwise);
  }

  /** A preset's knobs, to as many digits as a manifest shows. */
  Optional<Found> find(Preset preset, String where, Upstream upstream, List<CellProblem> wrong) {
    if (!upstream.holds(plant.address(), PoolPart.class)) {
      wrong.add(
          problem(
              where,
              plant.address() + " is no pool, and only a pool of model servers is scaled.",
              "Name a plant with `model: model-server-pool`."));
      return Optional.empty();
    }
    PoolPart part = upstream.value(plant.address(), PoolPart.class);
    LoadModel asked = upstream.value(load.address(), LoadModel.class);
    var facts = KnownPool.asked(asked, asked.endS().orElse(A_DAY_S));
    if (facts.peakPerSecond().isEmpty() || !(facts.peakPerSecond().getAsDouble() > 0)) {
      wrong.add(
          problem(
              where,
              load.address()
                  + (asked.endS().isEmpty() && facts.clients().isPresent()
                      ? " is a fixed number of clients, whose peak the pool itself sets."
                      : " has no peak."),
              "Name a load with `requests:`, `shape:` or a trace of some minutes."));
      return Optional.empty();
    }
    double sd = Math.max(0, (facts.promptP90() - facts.promptMean()) / NINE_IN_TEN);
    Thresholds thresholds =
        new Thresholds(
            new SteadyReplica(
                part.pool().serving(),
                facts.promptMean(),
                facts.promptMean() * facts.uncachedShare(),
                sd * facts.uncachedShare(),
                facts.outputMean()),
            part.pool().gateway(),
            objectives,
            share,
            facts.peakPerSecond().getAsDouble());
    if (!(thresholds.mostPerSecond() > 0)) {
      wrong.add(
          problem(
              where,
              "no rate keeps these objectives on one replica: "
                  + broken(thresholds.limit())
                  + ", even for a request alone.",
              "Promise less, shorten the prompts, or use faster replicas."));
      return Optional.empty();
    }
    Map<String, Double> with = new LinkedHashMap<>();
    List<Thresholds.Derived> all = thresholds.all();
    for (Preset.Setting setting : preset.settings()) {
      value(setting.name(), all, part).ifPresent(v -> with.put(setting.name(), v));
    }
    return Optional.of(new Found(with, table(thresholds, all)));
  }

  private Optional<Double> value(String setting, List<Thresholds.Derived> all, PoolPart part) {
    return switch (setting) {
      case "queue" -> of(all, Thresholds.Signal.QUEUE);
      case "running" -> of(all, Thresholds.Signal.RUNNING);
      case "saturation" -> of(all, Thresholds.Signal.SATURATION);
      case "wait" -> of(all, Thresholds.Signal.BACKLOG);
      case "kv" -> of(all, Thresholds.Signal.KV);
      case "up" -> of(all, Thresholds.Signal.LATENCY_UP);
      case "down" -> of(all, Thresholds.Signal.LATENCY_DOWN);
      case "prefill" -> Optional.of(Math.rint(part.pool().serving().prefillPerSecond()));
      case "ttft" -> Optional.of(objectives.ttftS());
      case "tpot" -> Optional.of(objectives.tpotS());
      case "quantile" -> Optional.of(objectives.quantile());
      default -> Optional.empty();
    };
  }

  private static Optional<Double> of(List<Thresholds.Derived> all, Thresholds.Signal signal) {
    return all.stream()
        .filter(d -> d.signal() == signal)
        .findFirst()
        .flatMap(Thresholds.Derived::value)
        .map(v -> Numbers.rounded(v, DIGITS))
        .filter(v -> v > 0);
  }

  private CellProblem problem(String where, String what, String whatNow) {
    return CellProblem.of(where, line, "derive", what, whatNow);
  }

  // ---- words -------------------------------------------------------------------------------

  private static String broken(SteadyReplica.Limit limit) {
    return switch (limit) {
      case NONE -> "nothing breaks";
      case FIRST_TOKEN -> "the first token comes too late";
      case TOKEN_PACE -> "tokens come too slowly";
      case KV -> "its KV cache is full";
      case PLACES -> "no more may run at a time";
    };
  }

  private static Output table(Thresholds thresholds, List<Thresholds.Derived> all) {
    List<List<String>> rows = new ArrayList<>();
    boolean breaks = false;
    for (Thresholds.Derived derived : all) {
      List<String> row = new ArrayList<>();
      row.add(derived.signal().what());
      row.add(
          derived
              .value()
              .map(v -> Numbers.text(Numbers.rounded(v, DIGITS)) + " " + derived.signal().unit())
              .orElse("none works"));
      row.add(Sentences.sentence(derived.derivation()));
      Optional<Thresholds.Sensitivity> sensitivity = derived.sensitivity();
      row.add(
          sensitivity
              .map(s -> words(s.lower()) + " / " + words(s.at()) + " / " + words(s.higher()))
              .orElse(""));
      breaks |=
          sensitivity
              .filter(s -> s.lower().breaks() || s.at().breaks() || s.higher().breaks())
              .isPresent();
      rows.add(row);
    }
    String sentence =
        "One replica carries at most "
            + Numbers.brief(thresholds.mostPerSecond())
            + "/s of this load, then "
            + broken(thresholds.limit())
            + "; at "
            + Numbers.brief(thresholds.share() * 100)
            + " % of it the peak of "
            + Numbers.brief(thresholds.peakPerSecond())
            + "/s takes "
            + thresholds.replicasAtPeak()
            + (thresholds.replicasAtPeak() == 1 ? " replica." : " replicas.")
            + (breaks ? " A * marks counts at which replicas would carry more than they can." : "");
    return new Output.Table(
        List.of("signal", "threshold", "derivation", "replicas at the peak, -20 % / as is / +20 %"),
        rows,
        sentence);
  }

  private static String words(Thresholds.AtPeak point) {
    return point.replicas() + (point.breaks() ? "*" : "");
  }
}
