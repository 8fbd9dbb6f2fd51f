// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.SweepResult;

/** What a program may read of a sweep. */
final class SweepJson {
  private SweepJson() {}

  static Map<String, Object> of(SweepRun run) {
    SweepResult result = run.result();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("sweep", run.where().substring(run.where().indexOf('.') + 1));
    List<Object> axes = new ArrayList<>();
    for (Axis axis : run.axes()) {
      axes.add(
          Map.of(
              "path", axis.path(),
              "unit", axis.unit(),
              "n", (long) axis.size(),
              "from", ScoreValues.json(axis.values().get(0)),
              "to", ScoreValues.json(axis.values().get(axis.size() - 1))));
    }
    json.put("axes", axes);
    json.put("points", (long) result.done());
    Map<String, Object> counts = new LinkedHashMap<>();
    result.classes().forEach((c, n) -> counts.put(c.token(), (long) n));
    json.put("classes", counts);
    json.put("partial", run.tuning().partial());
    if (!run.ranking().minimised().isEmpty()) {
      json.put("minimise", run.ranking().minimised());
    }
    run.ranking()
        .trade()
        .ifPresent(
            trade -> json.put("pareto", List.of(trade.first().token(), trade.second().token())));
    json.put("where", run.ranking().objective().gates().stream().map(Object::toString).toList());
    result.best().ifPresent(i -> json.put("best", point(run, i)));
    run.tuning()
        .neighbourhood()
        .ifPresent(
            near -> {
              Map<String, Object> around = new LinkedHashMap<>();
              around.put("within", "20%");
              around.put("tried", (long) near.tried());
              around.put("worse", (long) near.worse());
              near.worst().ifPresent(c -> around.put("worst_class", c.token()));
              around.put("broken", near.broken());
              json.put("neighbourhood", around);
            });
    result.closest().ifPresent(i -> json.put("closest", point(run, i)));
    result
        .front()
        .ifPresent(
            front -> json.put("front", front.points().stream().map(i -> point(run, i)).toList()));
    Map<String, Object> controls = new LinkedHashMap<>();
    run.controls().forEach(c -> controls.put(c.name(), scores(run, c.scores())));
    json.put("controls", controls);
    return json;
  }

  private static Map<String, Object> point(SweepRun run, int index) {
    Map<String, Object> at = new LinkedHashMap<>();
    double[] values = run.result().points().point(index);
    for (int a = 0; a < values.length; a++) {
      at.put(run.axes().get(a).path(), ScoreValues.json(values[a]));
    }
    Map<String, Object> point = new LinkedHashMap<>();
    point.put("at", at);
    point.putAll(scores(run, run.result().scores(index)));
    return point;
  }

  /** The class, the scores and, with several seeds, the least and most of those that rank. */
  private static Map<String, Object> scores(SweepRun run, Scores scores) {
    Map<String, Object> json = new LinkedHashMap<>();
    scores.loopClass().ifPresent(c -> json.put("class", c.token()));
    json.put("scores", ScoreValues.json(scores));
    if (scores.seeds() > 1) {
      json.put("seeds", (long) scores.seeds());
      Map<String, Object> spread = new LinkedHashMap<>();
      for (Score score : run.ranking().scores()) {
        if (scores.has(score)) {
          List<Object> ends = new ArrayList<>();
          ends.add(ScoreValues.json(scores.least(score)));
          ends.add(ScoreValues.json(scores.most(score)));
          spread.put(score.token(), ends);
        }
      }
      json.put("spread", spread);
    }
    return json;
  }
}
