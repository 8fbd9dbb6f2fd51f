// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.loop.PoolIdentity;
import loopbench.manifest.Edited;
import loopbench.manifest.ManifestProblem;
import loopbench.manifest.ReadScaledObject;
import loopbench.manifest.ScaledObjectYaml;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.KubernetesVersion;
import loopbench.scaling.keda.Preset;
import loopbench.signal.Rules;
import loopbench.yaml.Mapping;

/**
 * {@code scaler}: an autoscaler, from a manifest, from a preset or written out. A preset is for a
 * pool called as the cell is.
 */
final class ScalerCell implements CellKind {
  static final String WORD = "scaler";

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
    Optional<String> manifest = fields.text("manifest");
    Optional<Mapping> spec = fields.mapping("spec");
    Map<String, Object> set = new LinkedHashMap<>();
    fields
        .nested("set")
        .ifPresent(
            inner ->
                inner
                    .keys()
                    .forEach(path -> inner.text(path).ifPresent(t -> set.put(path, plain(t)))));
    String token =
        fields.word("preset", Arrays.stream(Preset.values()).map(Preset::token).toList(), "");
    Optional<Preset> preset = Preset.named(token);
    List<CalibratedSetting> calibrated = new ArrayList<>();
    Map<String, Double> with =
        preset
            .flatMap(p -> fields.nested("with").map(inner -> with(p, inner, calibrated)))
            .orElse(Map.of());
    Optional<DerivedSettings> derived =
        fields.has("derive") ? DerivedSettings.read(fields) : Optional.empty();
    if (fields.has("derive") && !fields.has("preset")) {
      fields.wrong(
          "derive", "derive sets a preset's knobs, and there is no preset.", "Name a preset.");
    }
    if (fields.has("with") && !fields.has("preset")) {
      fields.wrong("with", "with sets a preset's knobs, and there is no preset.", "Use `set:`.");
    }
    List<String> ways = new ArrayList<>(List.of("manifest", "preset", "spec"));
    ways.removeIf(way -> !fields.has(way));
    if (ways.size() != 1 && fields.sound()) {
      fields.wrong(
          ways.isEmpty() ? "manifest" : ways.get(1),
          ways.isEmpty()
              ? "nothing says what the autoscaler is."
              : "a " + Sentences.joined(ways) + " are given.",
          "Write exactly one of `manifest: samples/scaledobjects/queue-depth.yaml`, `preset:"
              + " queue-depth` and `spec: {...}`.");
    }
    HpaConstants hpa = fields.nested("hpa").map(ScalerCell::hpa).orElse(HpaConstants.DEFAULTS);
    OptionalInt replicas = fields.count("replicas", 0, 100_000);
    if (!fields.sound()) {
      return null;
    }
    String where = fields.where();
    int line = fields.lineOf(ways.get(0));
    int setLine = fields.lineOf("set");
    if (preset.isPresent()) {
      String name = where.substring(where.indexOf('.') + 1);
      return upstream -> {
        List<CellProblem> wrong = new ArrayList<>();
        Optional<DerivedSettings.Found> found =
            derived.flatMap(d -> d.find(preset.get(), where, upstream, wrong));
        Map<String, Double> values = new LinkedHashMap<>();
        found.ifPresent(f -> values.putAll(f.with()));
        values.putAll(with); // what is written stands
        calibrated.forEach(one -> values.put(one.name(), one.value(where, upstream, wrong)));
        if (!wrong.isEmpty()) {
          return new Preparation.Wrong(wrong);
        }
        return prepared(
            where,
            line,
            setLine,
            "preset",
            "the preset " + token,
            ScaledObjectYaml.write(preset.get().at(place(name), values)),
            set,
            hpa,
            replicas,
            preset.get() == Preset.SLO_AWARE ? Rules.sloAware(slo(values)) : Rules.NONE,
            found.map(f -> List.of(f.table())).orElse(List.of()));
      };
    }
    if (spec.isPresent()) {
      ReadScaledObject read =
          ScaledObjectYaml.readSpec(spec.get(), where.substring(where.indexOf('.') + 1));
      if (read.scaler().isEmpty() || !read.problems().isEmpty()) {
        return upstream -> wrong(where, line, "spec", read.problems());
      }
      String text = ScaledObjectYaml.write(read.scaler().get());
      return upstream ->
          prepared(
              where,
              line,
              setLine,
              "spec",
              "the cell " + where,
              text,
              set,
              hpa,
              replicas,
              Rules.NONE,
              List.of());
    }
    String file = manifest.orElseThrow();
    return upstream -> {
      Library.Found found = upstream.library().file(file);
      if (!found.ok()) {
        return Preparation.wrong(CellProblem.of(where, line, "manifest", found.problem(), ""));
      }
      String text = new String(found.content(), StandardCharsets.UTF_8);
      return prepared(
          where, line, setLine, "manifest", file, text, set, hpa, replicas, Rules.NONE, List.of());
    };
  }

  private static Preparation prepared(
      String where,
      int line,
      int setLine,
      String field,
      String origin,
      String text,
      Map<String, Object> set,
      HpaConstants hpa,
      OptionalInt replicas,
      Rules rules,
      List<Output> first) {
    String edited = text;
    for (Map.Entry<String, Object> one : set.entrySet()) {
      Edited step = ScaledObjectYaml.with(edited, one.getKey(), one.getValue());
      if (step.text().isEmpty()) {
        return wrong(where, setLine, "set." + one.getKey(), step.problems());
      }
      edited = step.text().get();
    }
    ReadScaledObject read = ScaledObjectYaml.read(edited);
    if (read.scaler().isEmpty() || !read.problems().isEmpty()) {
      return wrong(where, line, field, read.problems());
    }
    Scaler scaler = new Scaler(read.scaler().get(), edited, origin, hpa, replicas, rules);
    return new Preparation.Ready(
        scaler,
        scaler.identity() + (first.isEmpty() ? "" : first),
        List.of(),
        (results, control) -> {
          List<Output> outputs = new ArrayList<>(first);
          outputs.addAll(ScalerFindings.of(scaler));
          return Result.of(scaler, outputs);
        });
  }

  // ---- presets -----------------------------------------------------------------------------

  private static Preset.Place place(String name) {
    PoolIdentity pool = PoolIdentity.of(name);
    return new Preset.Place(
        pool.namespace(),
        pool.service(),
        pool.modelName(),
        pool.inferencePool(),
        pool.deployment());
  }

  /** A preset's own knobs, in the units that it names, or as a calibration gives them. */
  private static Map<String, Double> with(
      Preset preset, Fields fields, List<CalibratedSetting> calibrated) {
    Map<String, Double> with = new LinkedHashMap<>();
    for (Preset.Setting setting : preset.settings()) {
      Unit unit =
          switch (setting.unit()) {
            case "s" -> Unit.SECONDS;
            case "tokens/s" -> Unit.TOKENS_PER_SECOND;
            default -> Unit.NONE;
          };
      Optional<String> text = fields.text(setting.name()).filter(CalibratedSetting::named);
      if (text.isPresent()) {
        CalibratedSetting.read(fields, setting, text.get()).ifPresent(calibrated::add);
        continue;
      }
      OptionalDouble value = fields.quantity(setting.name(), unit);
      boolean below = setting.name().equals("quantile") && !(value.orElse(0) < 1);
      boolean whole =
          setting.name().equals("smoothing") && value.orElse(1) != Math.rint(value.orElse(1));
      if (value.isPresent() && (!(value.getAsDouble() > 0) || below || whole)) {
        fields.wrong(
            setting.name(),
            "with." + setting.name() + " is " + Numbers.text(value.getAsDouble()) + ".",
            below
                ? "Write a number between 0 and 1."
                : whole ? "Write whole seconds." : "Write a value above 0.");
      } else {
        value.ifPresent(v -> with.put(setting.name(), v));
      }
    }
    fields.finish();
    return with;
  }

  private static Rules.Slo slo(Map<String, Double> with) {
    Rules.Slo usual = Rules.Slo.DEFAULTS;
    return usual
        .withQuantile(with.getOrDefault("quantile", usual.quantile()))
        .withTtftS(with.getOrDefault("ttft", usual.ttftS()))
        .withTpotS(with.getOrDefault("tpot", usual.tpotS()))
        .withClamp(with.getOrDefault("clamp", usual.clamp()))
        .withSmoothingS(with.getOrDefault("smoothing", (double) usual.smoothingS()).intValue());
  }

  private static Preparation wrong(
      String where, int line, String field, List<ManifestProblem> problems) {
    List<CellProblem> wrong = new ArrayList<>();
    for (ManifestProblem problem : problems) {
      String place =
          field.equals("manifest")
              ? "in the manifest, " + lowered(problem.located())
              : problem.message();
      wrong.add(CellProblem.of(where, line, field, Sentences.ended(place), ""));
    }
    return new Preparation.Wrong(wrong);
  }

  private static String lowered(String sentence) {
    return Character.toLowerCase(sentence.charAt(0)) + sentence.substring(1);
  }

  private static HpaConstants hpa(Fields fields) {
    OptionalDouble sync = fields.quantity("sync", Unit.SECONDS);
    OptionalDouble first = fields.quantity("first", Unit.SECONDS);
    OptionalDouble tolerance = fields.number("tolerance");
    OptionalDouble downscale = fields.quantity("downscaleStabilization", Unit.SECONDS);
    Optional<String> version = fields.text("kubernetes");
    fields.finish();
    try {
      HpaConstants hpa = HpaConstants.DEFAULTS;
      hpa = sync.isPresent() ? hpa.withSyncS(sync.getAsDouble()) : hpa;
      hpa = first.isPresent() ? hpa.withFirstS(first.getAsDouble()) : hpa;
      hpa = tolerance.isPresent() ? hpa.withTolerance(tolerance.getAsDouble()) : hpa;
      hpa = downscale.isPresent() ? hpa.withDownscaleStabilizationS(downscale.getAsDouble()) : hpa;
      if (version.isPresent()) {
        Optional<KubernetesVersion> read = KubernetesVersion.read(version.get());
        if (read.isEmpty()) {
          fields.wrong("kubernetes", "hpa.kubernetes is no version.", "Write it like \"1.35\".");
        } else {
          hpa = hpa.withKubernetes(read.get());
        }
      }
      return hpa;
    } catch (IllegalArgumentException refused) {
      fields.wrong("", Sentences.ended(refused.getMessage()), "");
      return HpaConstants.DEFAULTS;
    }
  }

  /** Whole numbers, numbers and truth values as such; all else is text. */
  private static Object plain(String text) {
    Optional<Quantity> number = Quantity.parse(text).filter(q -> q.unit() == Unit.NONE);
    if (number.isPresent()) {
      double value = number.get().number();
      if (value == Math.rint(value) && Math.abs(value) < 1e9) {
        return (long) value;
      }
      return value;
    }
    return switch (text) {
      case "true" -> Boolean.TRUE;
      case "false" -> Boolean.FALSE;
      default -> text;
    };
  }
}
