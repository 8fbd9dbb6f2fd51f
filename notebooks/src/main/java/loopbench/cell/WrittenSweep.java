// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loopbench.cell.lang.Expression;
import loopbench.cell.lang.Unit;
import loopbench.cell.lang.Value;
import loopbench.knob.Nearest;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.tune.OverSeeds;
import loopbench.tune.Points;
import loopbench.tune.Search;
import loopbench.tune.Trade;

/**
 * A sweep as written.
 *
 * @param axes which knobs and parameters, over what
 * @param plants on all of which a point must hold; empty: the run's own
 * @param seeds with how many seeds each point is tried, the run's own and those after it
 * @param minimise what is made small, where the cell says it
 * @param trade the two scores whose front is wanted, where the cell says it
 * @param where the gates, where the cell states them; an empty list states that there are none
 * @param search where points are tried
 * @param seed of the search's own chance
 * @param mostPoints how many points may be tried, each seed counted
 * @param mostMs how long it may take, where the cell says it
 */
record WrittenSweep(
    Reference run,
    List<WrittenAxis> axes,
    List<Reference> plants,
    int seeds,
    Optional<Expression> minimise,
    Optional<Trade> trade,
    Optional<List<Expression>> where,
    Search search,
    long seed,
    int mostPoints,
    OptionalDouble mostMs) {
  WrittenSweep {
    axes = List.copyOf(axes);
    plants = List.copyOf(plants);
    where = where.map(List::copyOf);
  }

  /** The cell's fields; empty where something is wrong with them, which they know. */
  static Optional<WrittenSweep> read(Fields fields) {
    Optional<Reference> run = fields.requiredReference("run", RunCell.WORD);
    List<WrittenAxis> axes = WrittenAxis.read(fields);
    List<Reference> plants =
        fields.texts("plants").stream()
            .map(name -> fields.refer("plants", PlantCell.WORD, name))
            .toList();
    int seeds = fields.count("seeds", 1, OverSeeds.MOST, 1);
    Optional<Expression> minimise =
        fields.text("minimise").flatMap(t -> fields.expression("minimise", t, List.of()));
    minimise.ifPresent(m -> checkNames(fields, "minimise", m, false));
    Optional<Trade> trade = trade(fields);
    List<Expression> where = new ArrayList<>();
    for (String gate : fields.texts("where")) {
      fields.expression("where", gate, List.of()).ifPresent(where::add);
    }
    where.forEach(gate -> checkNames(fields, "where", gate, true));
    Search search = search(fields);
    long seed = fields.seed();
    int[] mostPoints = {Points.MOST};
    OptionalDouble[] mostMs = {OptionalDouble.empty()};
    fields
        .nested("limit")
        .ifPresent(
            limit -> {
              mostMs[0] = limit.quantity("time", Unit.MILLISECONDS);
              mostPoints[0] = limit.count("points", 1, Points.MOST, Points.MOST);
              if (mostMs[0].isPresent() && !(mostMs[0].getAsDouble() > 0)) {
                limit.wrong("time", "limit.time is not above 0.", "Write it like `time: 60s`.");
              }
              limit.finish();
            });
    return fields.sound()
        ? Optional.of(
            new WrittenSweep(
                run.orElseThrow(),
                axes,
                plants,
                seeds,
                minimise,
                trade,
                fields.has("where") ? Optional.of(where) : Optional.empty(),
                search,
                seed,
                mostPoints[0],
                mostMs[0]))
        : Optional.empty();
  }

  private static final Pattern SEARCH = Pattern.compile("([a-z-]+)(?:\\((\\d{1,9})\\))?");
  private static final List<String> WITHOUT_NUMBER = List.of("grid", "adaptive");
  private static final List<String> WITH_NUMBER =
      List.of("sobol", "random", "cma-es", "nelder-mead");

  private static Search search(Fields fields) {
    String text = fields.text("search").orElse("grid").replace(" ", "");
    Matcher matcher = SEARCH.matcher(text);
    String word = matcher.matches() ? matcher.group(1) : text;
    Optional<Integer> n =
        matcher.matches() && matcher.group(2) != null
            ? Optional.of(Integer.parseInt(matcher.group(2)))
            : Optional.empty();
    List<String> all = new ArrayList<>(WITHOUT_NUMBER);
    WITH_NUMBER.forEach(w -> all.add(w + "(100)"));
    if (WITHOUT_NUMBER.contains(word) && n.isEmpty()) {
      return word.equals("grid") ? Search.grid() : Search.adaptive();
    }
    if (!WITH_NUMBER.contains(word) || n.isEmpty()) {
      fields.wrong(
          "search",
          "search cannot be `" + text + "`.",
          "It is one of " + Nearest.oneOf(all) + "." + Nearest.hint(word, WITH_NUMBER));
      return Search.grid();
    }
    try {
      return switch (word) {
        case "sobol" -> Search.sobol(n.get());
        case "random" -> Search.random(n.get());
        case "cma-es" -> Search.cmaEs(n.get());
        default -> Search.nelderMead(n.get());
      };
    } catch (IllegalArgumentException refused) {
      fields.wrong("search", refused.getMessage(), "Write it like `search: " + word + "(100)`.");
      return Search.grid();
    }
  }

  private static Optional<Trade> trade(Fields fields) {
    if (!fields.has("pareto")) {
      return Optional.empty();
    }
    List<Score> scores = new ArrayList<>();
    List<String> names = fields.texts("pareto");
    for (String name : names) {
      Optional<Score> score = Score.of(name);
      if (score.isEmpty()) {
        noScore(fields, "pareto", "pareto names `" + name + "`", name, tokens());
      }
      score.ifPresent(scores::add);
    }
    if (names.size() != 2 || names.get(0).equals(names.get(1))) {
      fields.wrong(
          "pareto",
          "a front is of two different scores.",
          "Write `pareto: [replica_hours, missed]`.");
    }
    return fields.sound() ? Optional.of(new Trade(scores.get(0), scores.get(1))) : Optional.empty();
  }

  private static List<String> tokens() {
    List<String> known = new ArrayList<>();
    for (Score score : Score.values()) {
      known.add(score.token());
    }
    return known;
  }

  private static void checkNames(
      Fields fields, String field, Expression expression, boolean classes) {
    List<String> known = tokens();
    if (classes) {
      known.add("class");
      for (LoopClass one : LoopClass.values()) {
        known.add(one.token());
      }
    }
    for (String name : expression.names()) {
      if (!known.contains(name)) {
        noScore(fields, field, "`" + expression + "` asks for `" + name + "`", name, known);
        return;
      }
    }
    if (classes) {
      checkUnits(fields, field, expression);
    }
  }

  /** A gate whose sides have no unit in common would fail only once all points are tried. */
  private static void checkUnits(Fields fields, String field, Expression gate) {
    try {
      gate.verdict(
          name ->
              name.equals("class")
                  ? Optional.of(new Value.Word(LoopClass.SETTLES.token()))
                  : ScoreValues.word(name)
                      .or(() -> Score.of(name).map(s -> ScoreValues.value(s, Double.NaN))));
    } catch (Expression.Unanswerable wrong) {
      fields.wrong(field, "`" + gate + "` has no answer: " + wrong.getMessage() + ".", "");
    }
  }

  private static void noScore(
      Fields fields, String field, String what, String name, List<String> known) {
    fields.wrong(field, what + ", which is no score.", Nearest.hint(name, known).strip());
  }

  /** The same over those of its axes that are knobs. */
  WrittenSweep overKnobs() {
    return new WrittenSweep(
        run,
        axes.stream().filter(axis -> axis.parameter().isEmpty()).toList(),
        plants,
        seeds,
        minimise,
        trade,
        where,
        search,
        seed,
        mostPoints,
        mostMs);
  }

  /** What of it decides the result, beside what is swept. */
  String identity() {
    return seeds
        + " "
        + minimise
        + " "
        + trade
        + " "
        + where
        + " "
        + search.text()
        + " "
        + seed
        + " "
        + mostPoints
        + " "
        + mostMs;
  }
}
