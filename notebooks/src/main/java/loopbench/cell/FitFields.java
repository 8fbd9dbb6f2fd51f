// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Unit;
import loopbench.identify.Candidate.Shape;
import loopbench.identify.Identification;
import loopbench.identify.Recording;
import loopbench.knob.Nearest;
import loopbench.plant.FirstOrder;
import loopbench.series.Reading;
import loopbench.series.Series;
import loopbench.series.SeriesSet;
import loopbench.source.SourceAnswer;

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
  record Fit(Recording recording, double startS, Identification.Answer answer) {}

  /** The fits made last, so that a slider elsewhere does not fit again. */
  private final Map<String, Fit> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Fit> eldest) {
          return size() > MOST_KEPT;
        }
      };

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
    SourceCell.Named named = upstream.value(asked.source().address(), SourceCell.Named.class);
    if (named.file().isEmpty()) {
      return wrong(
          where,
          line,
          "fit",
          asked.source().address()
              + " asks a server, whose answer is not known before it is asked, and a plant must be.",
          "Save the answer as a file, and name that with `file:`.");
    }
    String identity = named.file().get().identity() + " " + asked;
    Fit fit;
    try {
      synchronized (kept) {
        Fit before = kept.get(identity);
        fit = before != null ? before : fit(where, line, asked, named.file().get());
        kept.put(identity, fit);
      }
    } catch (CellFailure failure) {
      return Preparation.wrong(failure.problem());
    }
    return fit.answer()
        .match(
            new Identification.Answer.Cases<Preparation>() {
              @Override
              public Preparation found(Identification.Found found) {
                Optional<FirstOrder> plant = found.best().plant();
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
                            Result.of(
                                plant.get(),
                                FitFigures.outputs(where, asked.output(), fit, found)));
              }

              @Override
              public Preparation refused(Identification.Refused refused) {
                return wrong(
                    where,
                    line,
                    "fit",
                    Character.toLowerCase(refused.why().charAt(0)) + refused.why().substring(1),
                    refused.whatNow());
              }
            });
  }

  private static Fit fit(String where, int line, Asked asked, SourceCell.OfFile file)
      throws CellFailure {
    SeriesSet set = series(where, line, file.read().get());
    SourceCell.Loaded loaded = new SourceCell.Loaded(set, null);
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
    return new Fit(recording, fromS, Identification.of(recording, asked.shapes(), () -> false));
  }

  private static SeriesSet series(String where, int line, SourceAnswer answer) throws CellFailure {
    SeriesSet[] set = new SeriesSet[1];
    String why =
        answer.match(
            new SourceAnswer.Cases<String>() {
              @Override
              public String data(SourceAnswer.Data data) {
                set[0] = data.series();
                return "";
              }

              @Override
              public String refused(SourceAnswer.Refused refused) {
                return refused.problem().where() + ": " + Sentences.ended(refused.problem().what());
              }
            });
    if (set[0] == null) {
      throw new CellFailure(CellProblem.of(where, line, "fit", why, ""));
    }
    return set[0];
  }

  private static Preparation wrong(
      String where, int line, String field, String what, String whatNow) {
    return Preparation.wrong(CellProblem.of(where, line, field, what, whatNow));
  }
}
