// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Unit;
import loopbench.identify.Answer;
import loopbench.identify.Candidate.Shape;
import loopbench.identify.Identification;
import loopbench.identify.Recording;
import loopbench.knob.Nearest;
import loopbench.plant.PlantModel;
import loopbench.series.Reading;
import loopbench.series.Series;
import loopbench.series.SeriesSet;

/**
 * {@code fit: source.incident} in a plant: a plant from a recording of rates and latencies. The
 * recording must be a file: a plant has to be known before anything runs on it.
 */
final class FitFields {
  private static final List<String> SHAPES =
      Arrays.stream(Shape.values()).map(Shape::word).toList();
  private static final int MOST_KEPT = 8;

  /** What is asked of a recording. */
  private record Asked(
      Reference source,
      String input,
      String output,
      double fromS,
      double toS,
      double minRate,
      double maxRate,
      Set<Shape> shapes) {}

  /** A recording and what came of it. */
  record Fit(Recording recording, double startS, Answer<Identification.Found> answer) {}

  private final FileRecording<Fit> recordings = new FileRecording<>("fit", "plant", MOST_KEPT);

  Recipe read(Fields fields) {
    Optional<Reference> source = fields.reference("fit", List.of(SourceCell.WORD));
    String input = fields.requiredText("input", "input: rate");
    String output = fields.requiredText("output", "output: p99");
    double[] use = between(fields, "use", "from", "to", Unit.SECONDS);
    double[] bounds = between(fields, "bounds", "min", "max", Unit.PER_SECOND);
    Set<Shape> shapes = EnumSet.noneOf(Shape.class);
    for (String word : fields.texts("candidates")) {
      Optional<Shape> shape = Shape.of(word);
      if (shape.isEmpty()) {
        fields.wrong(
            "candidates",
            "there is no shape `" + word + "`.",
            "The shapes are " + Nearest.oneOf(SHAPES) + "." + Nearest.hint(word, SHAPES));
      }
      shape.ifPresent(shapes::add);
    }
    if (!fields.sound() || source.isEmpty()) {
      return null;
    }
    Asked asked =
        new Asked(
            source.get(),
            input,
            output,
            use[0],
            use[1],
            bounds[0],
            bounds[1],
            shapes.isEmpty() ? EnumSet.allOf(Shape.class) : shapes);
    String where = fields.where();
    int line = fields.lineOf("fit");
    return upstream -> prepared(where, line, asked, upstream);
  }

  private static double[] between(Fields fields, String field, String low, String high, Unit unit) {
    double[] ends = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    Optional<Fields> inner = fields.nested(field);
    if (inner.isPresent()) {
      ends[0] = inner.get().quantity(low, unit, ends[0]);
      ends[1] = inner.get().quantity(high, unit, ends[1]);
      inner.get().finish();
      if (!(ends[0] < ends[1])) {
        inner
            .get()
            .wrong(high, field + "." + high + " is not above " + field + "." + low + ".", "");
      }
    }
    return ends;
  }

  // ---- fitting -----------------------------------------------------------------------------

  private Preparation prepared(String where, int line, Asked asked, Upstream upstream) {
    String identity;
    Fit fit;
    try {
      SourceCell.OfFile file = recordings.file(upstream, asked.source(), where, line);
      identity = file.identity() + " " + asked;
      fit =
          recordings.fitted(identity, file, where, line, loaded -> fit(where, line, asked, loaded));
    } catch (CellFailure failure) {
      return Preparation.wrong(failure.problem());
    }
    return fit.answer()
        .match(
            found -> ready(where, line, asked, identity, fit, found),
            refusal ->
                wrong(
                    where,
                    line,
                    "fit",
                    Sentences.ended(refusal.why()),
                    Sentences.ended(refusal.whatNow())));
  }

  private static Preparation ready(
      String where, int line, Asked asked, String identity, Fit fit, Identification.Found found) {
    Optional<PlantModel> plant = found.best().plant();
    return plant.isEmpty()
        ? wrong(
            where,
            line,
            "candidates",
            "the recording shows two lags ("
                + Numbers.brief(found.best().lagS().value())
                + " s and "
                + Numbers.brief(found.best().secondLagS())
                + " s), and no plant here has two.",
            "Leave sopdt out of the candidates to take one lag for them.")
        : new Preparation.Ready(
            plant.get(),
            plant.get() + " " + identity,
            List.of(),
            (results, control) ->
                Result.of(plant.get(), FitFigures.outputs(where, asked.output(), fit, found)));
  }

  private static Fit fit(String where, int line, Asked asked, SourceCell.Loaded loaded)
      throws CellFailure {
    SeriesSet set = loaded.series();
    Series rates = SourceCell.named(loaded, asked.input(), where, line, "input");
    Series latencies = SourceCell.named(loaded, asked.output(), where, line, "output");
    int size = set.clock().size();
    if (size < 2) {
      throw new CellFailure(
          CellProblem.of(where, line, "fit", "the recording has " + size + " instants.", ""));
    }
    long stepMs = Long.MAX_VALUE;
    for (int i = 1; i < size; i++) {
      stepMs = Math.min(stepMs, set.clock().timeMs(i) - set.clock().timeMs(i - 1));
    }
    long firstMs = set.clock().timeMs(0);
    double fromS = Math.max(0, asked.fromS());
    double toS = Math.min(asked.toS(), (set.clock().timeMs(size - 1) - firstMs) / 1000.0 + 1);
    long windows = (long) Math.ceil((toS - fromS) * 1000 / stepMs);
    if (!(windows >= 1) || windows > Recording.MOST_WINDOWS) {
      throw new CellFailure(
          CellProblem.of(
              where,
              line,
              "use",
              "the part to use holds " + Math.max(0, windows) + " windows of " + stepMs + " ms.",
              "Use a part of the recording with at most " + Recording.MOST_WINDOWS + " of them."));
    }
    double[] u = new double[(int) windows];
    double[] y = new double[(int) windows];
    Arrays.fill(u, Double.NaN);
    Arrays.fill(y, Double.NaN);
    for (int i = 0; i < size; i++) {
      double atS = (set.clock().timeMs(i) - firstMs) / 1000.0;
      int k = (int) Math.round((atS - fromS) * 1000 / stepMs);
      if (atS >= fromS && k < windows) {
        u[k] = rates.reading(i) == Reading.VALUE ? rates.value(i) : Double.NaN;
        y[k] = latencies.reading(i) == Reading.VALUE ? latencies.value(i) : Double.NaN;
      }
    }
    Recording recording =
        new Recording(stepMs / 1000.0, u, y).unsaturated(asked.minRate(), asked.maxRate());
    return new Fit(
        recording, fromS, Identification.of(recording, asked.shapes(), FileRecording::stopped));
  }

  private static Preparation wrong(
      String where, int line, String field, String what, String whatNow) {
    return Preparation.wrong(CellProblem.of(where, line, field, what, whatNow));
  }
}
