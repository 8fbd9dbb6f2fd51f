// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.figure.BudgetFigure;
import loopbench.loop.Pool;
import loopbench.loop.PoolScenario;
import loopbench.loop.Scaling;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.Trigger;
import loopbench.signal.Query;
import loopbench.signal.Rules;
import loopbench.tune.DelayBudget;

/** How late an autoscaler acts, a bar for each of its triggers, and what gain that allows. */
final class BudgetFigures {
  /**
   * The delay by one trigger.
   *
   * @param trigger what it is called; with several pools the pool in front
   */
  record Row(String trigger, DelayBudget budget) {}

  private BudgetFigures() {}

  /** Of an autoscaler alone: nothing is known of what it watches and scales. */
  static List<Row> rows(Scaler scaler) {
    return rows("", scaler.object(), scaler.hpa(), scaler.rules(), Double.NaN, Double.NaN);
  }

  /** Of the autoscalers of a run; none where all replicas are fixed. */
  static List<Row> rows(PoolScenario scenario) {
    List<Row> rows = new ArrayList<>();
    for (Pool pool : scenario.pools()) {
      if (pool.scaling() instanceof Scaling.Scaled scaled) {
        rows.addAll(
            rows(
                scenario.pools().size() > 1 ? pool.name() + " " : "",
                scaled.scaler(),
                scaled.hpa(),
                scenario.rules(),
                scenario.prometheus().scrapeS(),
                pool.model().warmUpS()));
      }
    }
    return rows;
  }

  private static List<Row> rows(
      String before,
      ScaledObject object,
      HpaConstants hpa,
      Rules rules,
      double scrapeS,
      double warmUpS) {
    double upS = object.advanced().hpa().behavior().orElse(Behavior.EMPTY).appliedUp().windowS();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < object.triggers().size(); i++) {
      Trigger trigger = object.triggers().get(i);
      QueryAge age =
          trigger.isPrometheus()
              ? QueryAge.of(
                  Query.read(trigger.metadata().getOrDefault("query", "")), rules, scrapeS)
              : QueryAge.UNKNOWN;
      rows.add(
          new Row(
              before + object.triggerName(i),
              new DelayBudget(
                  scrapeS, age.rateWindowS(), age.smoothingS(), hpa.syncS(), upS, warmUpS)));
    }
    return rows;
  }

  static List<Output> outputs(String title, List<Row> rows) {
    String sentence = sentence(rows);
    return List.of(new Output.Chart(figure(title, rows), sentence), table(rows, sentence));
  }

  static BudgetFigure figure(String title, List<Row> rows) {
    List<BudgetFigure.Bar> bars = new ArrayList<>();
    for (Row row : rows) {
      List<BudgetFigure.Part> parts = new ArrayList<>();
      for (DelayBudget.Part part : row.budget().all()) {
        parts.add(new BudgetFigure.Part(part.name(), stage(part.name()), part.seconds()));
      }
      bars.add(
          new BudgetFigure.Bar(
              row.trigger(), parts, "gain ceiling " + ceiling(row.budget()) + " per sync"));
    }
    return new BudgetFigure(
        title, "from a change in the load to a replica that serves it, on average", bars);
  }

  private static BudgetFigure.Stage stage(String part) {
    return switch (part) {
      case "scrape", "rate window", "smoothing" -> BudgetFigure.Stage.SEEING;
      case "warm-up" -> BudgetFigure.Stage.SERVING;
      default -> BudgetFigure.Stage.DECIDING;
    };
  }

  private static String ceiling(DelayBudget budget) {
    return (budget.unknown().isEmpty() ? "" : "at most ")
        + Numbers.text(Numbers.rounded(100 * budget.gainCeiling(), 3))
        + " %";
  }

  private static String seconds(double seconds) {
    return tenths(seconds) + " s";
  }

  /** Tenths of seconds, below a second three digits. */
  private static String tenths(double seconds) {
    return Numbers.text(seconds >= 1 ? Math.rint(seconds * 10) / 10 : Numbers.rounded(seconds, 3));
  }

  private static Output table(List<Row> rows, String sentence) {
    List<String> headings = new ArrayList<>(List.of("trigger"));
    rows.get(0).budget().all().forEach(part -> headings.add(part.name() + " [s]"));
    headings.add("in all [s]");
    headings.add("gain ceiling per sync");
    List<List<String>> cells = new ArrayList<>();
    for (Row row : rows) {
      List<String> line = new ArrayList<>(List.of(row.trigger()));
      for (DelayBudget.Part part : row.budget().all()) {
        line.add(part.known() ? tenths(part.seconds()) : "not known");
      }
      line.add((row.budget().unknown().isEmpty() ? "" : "over ") + tenths(row.budget().totalS()));
      line.add(ceiling(row.budget()));
      cells.add(line);
    }
    return new Output.Table(headings, cells, sentence);
  }

  // ---- in words ------------------------------------------------------------------------------

  private static String sentence(List<Row> rows) {
    Row slowest = rows.get(0);
    for (Row row : rows) {
      slowest = row.budget().totalS() > slowest.budget().totalS() ? row : slowest;
    }
    DelayBudget budget = slowest.budget();
    DelayBudget.Part longest = budget.longest();
    List<String> unknown = budget.unknown();
    String swings =
        "; a loop that adds more than "
            + Numbers.text(Numbers.rounded(100 * budget.gainCeiling(), 3))
            + " % of what is missing per sync swings.";
    return (unknown.isEmpty() ? "" : "At least ")
        + seconds(budget.totalS())
        + " from a change to a served replica"
        + by(slowest, rows)
        + ", "
        + seconds(longest.seconds())
        + " of it "
        + longest.name()
        + (unknown.isEmpty() ? swings : swings.replace("swings.", "swings for certain."))
        + missing(rows);
  }

  private static String by(Row slowest, List<Row> rows) {
    if (rows.size() == 1) {
      return "";
    }
    boolean alike =
        rows.stream().allMatch(row -> row.budget().totalS() == slowest.budget().totalS());
    return alike
        ? " by any of the " + rows.size() + " triggers"
        : " by " + slowest.trigger() + ", the slowest of " + rows.size() + " triggers";
  }

  /** What is not known of any trigger, and where it would be. */
  private static String missing(List<Row> rows) {
    List<String> unknown =
        rows.stream().flatMap(row -> row.budget().unknown().stream()).distinct().toList();
    if (unknown.isEmpty()) {
      return "";
    }
    boolean ofThePool = unknown.contains("scrape") || unknown.contains("warm-up");
    boolean ofTheQuery = unknown.contains("rate window") || unknown.contains("smoothing");
    return " Not known "
        + (unknown.size() == 1 ? "is " : "are ")
        + Sentences.joined(unknown)
        + "."
        + (ofThePool
            ? " A run on a pool knows how often is scraped and how long a pod warms up: write"
                + " `data: run.<name>`."
            : "")
        + (ofTheQuery
            ? " What a query looks back over is told by queries whose rules are known."
            : "");
  }

  /** The rows of what a chart names, or why it has none. */
  static Optional<List<Row>> of(Upstream upstream, String address) {
    if (upstream.holds(address, Scaler.class)) {
      return Optional.of(rows(upstream.value(address, Scaler.class)));
    }
    return upstream
        .value(address, RunRecipe.class)
        .match(
            new RunRecipe.Cases<Optional<List<Row>>>() {
              @Override
              public Optional<List<Row>> flow(RunRecipe.Flow flow) {
                return Optional.empty();
              }

              @Override
              public Optional<List<Row>> replay(RunRecipe.Replay replay) {
                return Optional.of(rows(replay.scaler()));
              }

              @Override
              public Optional<List<Row>> pools(RunRecipe.Pools pools) {
                return Optional.of(rows(pools.scenario())).filter(rows -> !rows.isEmpty());
              }
            });
  }
}
