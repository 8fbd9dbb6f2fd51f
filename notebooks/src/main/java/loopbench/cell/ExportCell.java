// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.export.CsvText;
import loopbench.export.Exported;
import loopbench.export.FlowConstructorJs;
import loopbench.export.FlowOptionsJson;
import loopbench.export.HpaExport;
import loopbench.export.Provenance;
import loopbench.export.ScaledObjectExport;
import loopbench.flow.FlowSettings;
import loopbench.knob.Knob;
import loopbench.manifest.Comparison;
import loopbench.manifest.Edited;
import loopbench.manifest.ManifestProblem;
import loopbench.manifest.ReadScaledObject;
import loopbench.manifest.ScaledObjectYaml;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalerKnobs;
import loopbench.tune.Axis;

/** {@code export}: tuned settings as a document, when what it requires holds. */
final class ExportCell implements CellKind {
  static final String WORD = "export";

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Cost cost() {
    return Cost.AUTO;
  }

  @Override
  public boolean mayBeAnonymous() {
    return true;
  }

  @Override
  public Recipe read(Fields fields) {
    Optional<Reference> what =
        fields.reference("what", List.of(FlowCell.WORD, ScalerCell.WORD, SweepCell.WORD));
    if (!fields.has("what")) {
      fields.wrong(
          "what",
          "what is missing.",
          "Write `what: flow.<name>`, `what: scaler.<name>` or `what: sweep.<name>`.");
    }
    List<String> forms =
        what.map(Reference::kind)
            .map(ExportCell::forms)
            .orElse(List.of("json", "js", "scaledobject", "csv"));
    String as =
        fields.word(
            "as",
            List.of(
                "json",
                "js",
                "scaledobject",
                "csv",
                "alerts",
                "hpa",
                "trigger-authentication",
                "prometheus-rule"),
            "");
    if (as.isEmpty() && fields.sound()) {
      fields.wrong("as", "as is missing.", "Write `as: " + forms.get(0) + "`.");
    } else if (!forms.contains(as) && fields.sound()) {
      fields.wrong(
          "as",
          "a " + what.orElseThrow().kind() + " cannot be exported as " + as + " in this version.",
          "Write " + String.join(" or ", forms) + ".");
    }
    Optional<String> at = RunCell.at(fields);
    Optional<String> against = fields.text("against");
    String write = fields.text("write").orElse("");
    List<Reference> requires =
        fields.texts("requires").stream()
            .map(name -> fields.refer("requires", CheckCell.WORD, name))
            .toList();
    if (!fields.sound()) {
      return null;
    }
    String where = fields.where();
    int againstLine = fields.lineOf("against");
    String address = what.orElseThrow().address();
    return upstream -> {
      Object value = upstream.value(address, Object.class);
      String live = "";
      String liveHash = "";
      if (against.isPresent()) {
        Library.Found found = upstream.library().file(against.get());
        if (!found.ok()) {
          return Preparation.wrong(
              CellProblem.of(where, againstLine, "against", found.problem(), ""));
        }
        live = new String(found.content(), StandardCharsets.UTF_8);
        liveHash = found.sha256();
      }
      List<String> reads = new ArrayList<>();
      requires.forEach(r -> reads.add(r.address()));
      at.ifPresent(reads::add);
      if (value instanceof SweepRecipe) {
        reads.add(address);
      }
      Order order =
          new Order(
              where,
              address,
              value,
              as,
              at,
              against.orElse(""),
              live,
              againstLine,
              write,
              requires,
              upstream);
      String identity =
          upstream.library().notebook()
              + " "
              + as
              + " "
              + write
              + " "
              + liveHash
              + " "
              + (value instanceof SweepRecipe
                  ? ""
                  : at.map(s -> AtBest.identity(upstream, s, address, AtBest.text(value)))
                      .orElse(AtBest.text(value)));
      return new Preparation.Ready(
          where,
          identity,
          reads.stream().distinct().toList(),
          (results, control) -> order.fill(results, upstream.library().notebook(), control.key()));
    };
  }

  private static List<String> forms(String kind) {
    return switch (kind) {
      case FlowCell.WORD -> List.of("json", "js");
      case ScalerCell.WORD -> List.of("scaledobject", "hpa");
      default -> List.of("csv");
    };
  }

  /** What is to be exported, how, and on which conditions. */
  private record Order(
      String where,
      String address,
      Object value,
      String as,
      Optional<String> at,
      String against,
      String live,
      int againstLine,
      String write,
      List<Reference> requires,
      Upstream upstream) {

    Result fill(Results results, String notebook, String key) throws CellFailure {
      List<String> evidence = new ArrayList<>();
      List<String> failing = new ArrayList<>();
      for (Reference require : requires) {
        CheckCell.Findings findings = results.value(require.address(), CheckCell.Findings.class);
        if (!findings.hold()) {
          failing.add(require.address() + " does not hold: " + findings.failing());
        }
        for (Output.Verdict verdict : findings.verdicts()) {
          evidence.add(
              verdict.expression()
                  + (verdict.measured().isEmpty() ? "" : " (" + verdict.measured() + ")"));
        }
      }
      if (!failing.isEmpty()) {
        return Result.of(
                Boolean.FALSE,
                List.of(
                    new Output.Note(
                        "Nothing is exported, because " + String.join("; ", failing) + ".")))
            .ended(Result.Standing.WITHHELD);
      }
      Optional<SweepRun> sweep =
          at.isPresent() ? Optional.of(results.value(at.get(), SweepRun.class)) : Optional.empty();
      if (sweep.isPresent()) {
        double[] point = sweep.get().best();
        for (int a = 0; a < point.length; a++) {
          evidence.add(
              at.get()
                  + ".best: "
                  + sweep.get().axes().get(a).path()
                  + " "
                  + Numbers.text(point[a]));
        }
      }
      Provenance provenance = new Provenance(notebook, address, key, Core.VERSION, evidence);
      Exported exported =
          value instanceof FlowSettings settings
              ? flow(turned(settings, sweep), provenance)
              : value instanceof Scaler scaler
                  ? scaler(turned(scaler, sweep), provenance)
                  : csv(results.value(address, SweepRun.class));
      return shown(exported);
    }

    private Exported csv(SweepRun run) {
      return new Exported.Text(
          address + ".csv", "text/csv", CsvText.of(run.columns(), run.rows()), List.of());
    }

    private Exported flow(FlowSettings settings, Provenance provenance) {
      return as.equals("json")
          ? FlowOptionsJson.write(settings)
          : FlowConstructorJs.write(settings, provenance);
    }

    private Exported scaler(String manifest, Provenance provenance) throws CellFailure {
      if (as.equals("scaledobject")) {
        return ScaledObjectExport.write(manifest, provenance);
      }
      ReadScaledObject read = ScaledObjectYaml.read(manifest);
      if (read.scaler().isEmpty()) {
        throw new CellFailure(
            CellProblem.of(
                where, 0, "what", Sentences.ended(read.problems().get(0).located()), ""));
      }
      return HpaExport.write(read.scaler().get(), provenance);
    }

    private FlowSettings turned(FlowSettings settings, Optional<SweepRun> sweep)
        throws CellFailure {
      FlowSettings turned = settings;
      if (sweep.isPresent()) {
        double[] point = sweep.get().best();
        turned = AtBest.made(upstream, sweep.get(), where, address, settings, FlowSettings.class);
        for (int a = 0; a < point.length; a++) {
          Axis axis = sweep.get().axes().get(a);
          if (ParameterAxis.is(axis)) {
            continue;
          }
          Optional<Knob<FlowSettings>> knob =
              FlowSettings.KNOBS.stream()
                  .filter(k -> axis.path().equals(FlowCell.WORD + "." + k.name()))
                  .findFirst();
          if (knob.isEmpty()) {
            throw new CellFailure(
                CellProblem.of(
                    where,
                    0,
                    "at",
                    axis.path() + " is no setting of a flow.",
                    "Export what the sweep turns."));
          }
          turned = knob.get().with(turned, point[a]);
        }
      }
      return turned;
    }

    /** The manifest's text with the winner's values in it, all else as it was. */
    private String turned(Scaler now, Optional<SweepRun> sweep) throws CellFailure {
      if (sweep.isEmpty()) {
        return now.text();
      }
      Scaler scaler = AtBest.made(upstream, sweep.get(), where, address, now, Scaler.class);
      ScaledObject turned = scaler.object();
      double[] point = sweep.get().best();
      for (int a = 0; a < point.length; a++) {
        String path = sweep.get().axes().get(a).path();
        if (ParameterAxis.is(sweep.get().axes().get(a))) {
          continue;
        }
        Optional<Knob<ScaledObject>> knob =
            ScalerKnobs.of(turned).stream()
                .filter(k -> path.equals(ScalerCell.WORD + "." + k.name()))
                .findFirst();
        if (knob.isEmpty()) {
          throw new CellFailure(
              CellProblem.of(
                  where,
                  0,
                  "at",
                  path + " is no setting of a scaler.",
                  "Export what the sweep turns."));
        }
        turned = knob.get().with(turned, point[a]);
      }
      Edited edited = ScaledObjectYaml.with(scaler.text(), turned);
      if (edited.text().isEmpty()) {
        ManifestProblem problem = edited.problems().get(0);
        throw new CellFailure(
            CellProblem.of(where, 0, "at", Sentences.ended(problem.located()), ""));
      }
      return edited.text().get();
    }

    private Result shown(Exported exported) throws CellFailure {
      CellFailure[] failure = new CellFailure[1];
      Result result =
          exported.match(
              new Exported.Cases<Result>() {
                @Override
                public Result text(Exported.Text text) {
                  try {
                    return document(text);
                  } catch (CellFailure wrong) {
                    failure[0] = wrong;
                    return null;
                  }
                }

                @Override
                public Result refused(Exported.Refused refused) {
                  failure[0] =
                      new CellFailure(
                          CellProblem.of(where, 0, "what", Sentences.ended(refused.reason()), ""));
                  return null;
                }
              });
      if (failure[0] != null) {
        throw failure[0];
      }
      return result;
    }

    private Result document(Exported.Text text) throws CellFailure {
      List<String> differences = new ArrayList<>();
      if (!against.isEmpty()) {
        Comparison comparison =
            as.equals("hpa")
                ? Comparison.ofHpas(live, text.text())
                : Comparison.of(live, text.text());
        if (!comparison.problems().isEmpty()) {
          throw new CellFailure(
              CellProblem.of(
                  where,
                  againstLine,
                  "against",
                  "in " + against + ": " + Sentences.ended(comparison.problems().get(0).located()),
                  ""));
        }
        comparison.differences().stream()
            .map(d -> d.text() + (d.words().isEmpty() ? "" : " (" + d.words() + ")"))
            .forEach(differences::add);
      }
      String path = write.isEmpty() ? "" : write;
      String sentence =
          (path.isEmpty() ? text.fileName() : path)
              + ": "
              + text.text().lines().count()
              + " lines"
              + (against.isEmpty()
                  ? ""
                  : differences.isEmpty()
                      ? ", no difference to " + against
                      : ", "
                          + differences.size()
                          + (differences.size() == 1 ? " difference" : " differences")
                          + " to "
                          + against
                          + ": "
                          + String.join("; ", differences))
              + "."
              + (text.notes().isEmpty() ? "" : " " + String.join(" ", text.notes()));
      Output document =
          new Output.Document(path, text.mediaType(), text.text(), differences, sentence);
      return Result.of(text, List.of(document));
    }
  }
}
