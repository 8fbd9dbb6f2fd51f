// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import loopbench.cell.lang.Unit;
import loopbench.figure.Figure;
import loopbench.figure.Mark;

/**
 * {@code chart}: another look at what a run, a sweep or a source gave, or at how late an autoscaler
 * acts.
 */
final class ChartCell implements CellKind {
  static final String WORD = "chart";
  private static final String BUDGET = "budget";
  private static final String CURVES = "curves";

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
    Optional<Reference> data =
        fields.reference(
            "data", List.of(RunCell.WORD, SweepCell.WORD, SourceCell.WORD, ScalerCell.WORD));
    if (!fields.has("data")) {
      fields.wrong("data", "data is missing.", "Write `data: sweep.band` or `data: run.baseline`.");
    }
    String view = fields.word("view", List.of("trace", "map", CURVES, "pareto", BUDGET), "");
    List<String> wanted = fields.texts("marks");
    for (String mark : wanted) {
      if (!List.of("limit", "current", "best").contains(mark)) {
        fields.wrong(
            "marks", "there is no mark `" + mark + "`.", "The marks are limit, current and best.");
      }
    }
    SweepFigures.Marks marks =
        fields.has("marks")
            ? new SweepFigures.Marks(
                wanted.contains("limit"),
                wanted.contains("current"),
                wanted.contains("best"),
                OptionalInt.empty(),
                points(fields))
            : new SweepFigures.Marks(true, true, true, OptionalInt.empty(), points(fields));
    data.ifPresent(
        reference -> {
          List<String> views =
              switch (reference.kind()) {
                case SweepCell.WORD -> List.of("map", CURVES, "pareto");
                case RunCell.WORD -> List.of("trace", BUDGET);
                case ScalerCell.WORD -> List.of(BUDGET);
                default -> List.of("trace");
              };
          if (!view.isEmpty() && !views.contains(view)) {
            fields.wrong(
                "view",
                "a " + reference.kind() + " is shown as a " + String.join(" or ", views) + ".",
                "Write `view: " + views.get(0) + "`, or take it out.");
          }
        });
    Optional<String> plant = fields.text("plant");
    if (plant.isPresent() && !data.map(d -> d.kind().equals(SweepCell.WORD)).orElse(false)) {
      fields.wrong("plant", "only a sweep's map can be shown of one plant.", "Take plant out.");
    }
    if (!fields.sound()) {
      return null;
    }
    String where = fields.where();
    int plantLine = fields.lineOf("plant");
    String address = data.orElseThrow().address();
    int dataLine = fields.lineOf("data");
    if (view.equals(BUDGET) || data.get().kind().equals(ScalerCell.WORD)) {
      return upstream -> budget(where, dataLine, address, upstream);
    }
    return upstream -> {
      Optional<SweepRecipe> sweep =
          upstream.holds(address, SweepRecipe.class)
              ? Optional.of(upstream.value(address, SweepRecipe.class))
              : Optional.empty();
      SweepFigures.Marks shown = marks;
      if (plant.isPresent()) {
        List<String> plants = sweep.map(SweepRecipe::plants).orElse(List.of());
        if (!plants.contains(plant.get())) {
          return Preparation.wrong(
              CellProblem.of(
                  where,
                  plantLine,
                  "plant",
                  address + " does not try `" + plant.get() + "`.",
                  plants.isEmpty()
                      ? "It has no `plants`; take plant out."
                      : "It tries " + Sentences.joined(plants) + "."));
        }
        if (sweep.get().axes().size() == 1) {
          return Preparation.wrong(
              CellProblem.of(
                  where,
                  plantLine,
                  "plant",
                  "curves are of all plants together, and " + address + " has one axis.",
                  "Take plant out, or sweep on `" + plant.get() + "` alone."));
        }
        shown = marks.of(plants.indexOf(plant.get()));
      }
      SweepFigures.Marks drawn = shown;
      String now =
          sweep
              .map(s -> s.axes().stream().map(a -> s.current(a.path())).toList().toString())
              .orElse("");
      return new Preparation.Ready(
          new ChartRecipe(address, sweep),
          address + " " + view + " " + drawn + " " + now,
          List.of(address),
          (results, control) -> drawn(where, address, view, sweep, drawn, results));
    };
  }

  /** How late an autoscaler acts: told by recipes alone, so that nothing need have run. */
  private static Preparation budget(String where, int line, String address, Upstream upstream) {
    Optional<List<BudgetFigures.Row>> rows = BudgetFigures.of(upstream, address);
    if (rows.isEmpty() || rows.get().isEmpty()) {
      return Preparation.wrong(
          CellProblem.of(
              where,
              line,
              "data",
              address + " has no autoscaler, and the budget is of one's delay.",
              "Name a scaler, or better a run that has one: it knows how often is scraped and how"
                  + " long a pod warms up, which a scaler alone does not."));
    }
    return new Preparation.Ready(
        new ChartRecipe(address, Optional.empty()),
        address + " " + BUDGET + " " + rows.get(),
        List.of(),
        (results, control) ->
            Result.of(Boolean.TRUE, BudgetFigures.outputs("Delay of " + address, rows.get())));
  }

  /** {@code points: {A: [0.05, 0.001]}}: places on the map, by a letter. */
  private static List<Mark> points(Fields fields) {
    List<Mark> points = new ArrayList<>();
    Optional<Fields> named = fields.nested("points");
    if (named.isEmpty()) {
      return points;
    }
    for (String letter : named.get().keys()) {
      List<OptionalDouble> at =
          named.get().texts(letter).stream()
              .map(text -> named.get().quantity(letter, text, Unit.NONE))
              .toList();
      if (letter.length() > 2 || at.size() != 2) {
        named
            .get()
            .wrong(
                letter,
                "a point has a letter and a place on both axes.",
                "Write `points: {A: [0.05, 0.001]}`.");
      } else if (at.stream().allMatch(OptionalDouble::isPresent)) {
        points.add(Mark.reference(letter, at.get(0).getAsDouble(), at.get(1).getAsDouble()));
      }
    }
    return points;
  }

  private static Result drawn(
      String where,
      String address,
      String view,
      Optional<SweepRecipe> sweep,
      SweepFigures.Marks marks,
      Results results)
      throws CellFailure {
    if (sweep.isEmpty()) {
      List<Output> charts =
          results.result(address).outputs().stream()
              .filter(o -> o instanceof Output.Chart)
              .toList();
      return Result.of(Boolean.TRUE, charts);
    }
    SweepRun run = results.value(address, SweepRun.class);
    int axes = run.axes().size();
    if (view.equals("map") && axes != 2 || view.equals(CURVES) && axes != 1) {
      throw new CellFailure(
          CellProblem.of(
              where,
              0,
              "view",
              (view.equals("map") ? "a map needs two axes; " : "curves need one axis; ")
                  + address
                  + " has "
                  + axes
                  + ".",
              axes == 1
                  ? "Write `view: curves`, or take it out."
                  : axes == 2 ? "Write `view: map`, or take it out." : "Show its table instead."));
    }
    Optional<Figure> front = FrontFigures.figure(run);
    if (view.equals("pareto") && front.isEmpty()) {
      throw new CellFailure(
          CellProblem.of(
              where,
              0,
              "view",
              address + " asks for no front.",
              "Write `pareto: [replica_hours, missed]` there."));
    }
    Optional<Figure> figure =
        view.equals("pareto") || view.isEmpty() && front.isPresent()
            ? front
            : SweepFigures.figure(run, sweep.get(), marks);
    if (figure.isEmpty()) {
      throw new CellFailure(
          CellProblem.of(
              where,
              0,
              "data",
              axes == 1
                  ? address + " has no score that applies to its points."
                  : "a picture needs one axis or two; " + address + " has " + axes + ".",
              "Show its table instead."));
    }
    return Result.of(
        Boolean.TRUE, List.of(new Output.Chart(figure.get(), SweepWords.sentence(run))));
  }
}
