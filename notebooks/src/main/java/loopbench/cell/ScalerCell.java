// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.manifest.Edited;
import loopbench.manifest.ManifestProblem;
import loopbench.manifest.ReadScaledObject;
import loopbench.manifest.ScaledObjectYaml;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.KubernetesVersion;
import loopbench.yaml.Mapping;

/** {@code scaler}: an autoscaler, from a manifest or written out. */
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
    for (String later : List.of("preset", "with")) {
      if (fields.has(later)) {
        fields.wrong(
            later,
            later + " is not in this version.",
            "Name a file with `manifest:`, or write the spec out.");
      }
    }
    if (manifest.isPresent() == spec.isPresent() && fields.sound()) {
      fields.wrong(
          manifest.isPresent() ? "spec" : "manifest",
          manifest.isPresent()
              ? "a manifest and a spec are both given."
              : "nothing says what the autoscaler is.",
          "Write exactly one of `manifest: samples/scaledobjects/queue-depth.yaml` and `spec: {...}`.");
    }
    HpaConstants hpa = fields.nested("hpa").map(ScalerCell::hpa).orElse(HpaConstants.DEFAULTS);
    OptionalInt replicas = fields.count("replicas", 0, 100_000);
    if (!fields.sound()) {
      return null;
    }
    String where = fields.where();
    int line = fields.lineOf(manifest.isPresent() ? "manifest" : "spec");
    int setLine = fields.lineOf("set");
    if (spec.isPresent()) {
      ReadScaledObject read =
          ScaledObjectYaml.readSpec(spec.get(), where.substring(where.indexOf('.') + 1));
      if (read.scaler().isEmpty() || !read.problems().isEmpty()) {
        return upstream -> wrong(where, line, "spec", read.problems());
      }
      String text = ScaledObjectYaml.write(read.scaler().get());
      return upstream ->
          prepared(where, line, setLine, "spec", "the cell " + where, text, set, hpa, replicas);
    }
    String file = manifest.orElseThrow();
    return upstream -> {
      Library.Found found = upstream.library().file(file);
      if (!found.ok()) {
        return Preparation.wrong(CellProblem.of(where, line, "manifest", found.problem(), ""));
      }
      String text = new String(found.content(), StandardCharsets.UTF_8);
      return prepared(where, line, setLine, "manifest", file, text, set, hpa, replicas);
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
      OptionalInt replicas) {
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
    Scaler scaler = new Scaler(read.scaler().get(), edited, origin, hpa, replicas);
    return new Preparation.Ready(
        scaler,
        scaler.identity(),
        List.of(),
        (results, control) -> Result.of(scaler, ScalerFindings.of(scaler)));
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
