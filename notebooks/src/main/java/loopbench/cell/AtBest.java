// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code at: sweep.band.best}: a cell with the winner's values. Where an axis is over a parameter,
 * the cell is prepared again with it before the other axes' knobs are set.
 */
final class AtBest {
  private AtBest() {}

  /**
   * What the result depends on beside the sweep's result: the cell as it is now or, where the
   * winner replaces parameters, as it is at the ends of their axes.
   *
   * @param now as text
   */
  static String identity(Upstream upstream, String sweep, String address, String now) {
    List<Map<String, String>> ends =
        ParameterAxis.ends(upstream.value(sweep, SweepRecipe.class).axes());
    if (upstream.whatIf() == WhatIf.NONE || ends.get(0).isEmpty()) {
      return now;
    }
    List<String> all = new ArrayList<>();
    for (Map<String, String> texts : ends) {
      all.add(
          upstream
              .whatIf()
              .prepared(address, texts)
              .match(
                  new Preparation.Cases<String>() {
                    @Override
                    public String ready(Preparation.Ready ready) {
                      return text(ready.value());
                    }

                    @Override
                    public String wrong(Preparation.Wrong wrong) {
                      return wrong.problems().toString();
                    }
                  }));
    }
    return all.toString();
  }

  /** What a result depends on of a prepared cell, as text. */
  static String text(Object prepared) {
    return prepared instanceof RunRecipe.Replay replay
        ? RunCell.identity(replay)
        : prepared instanceof Scaler scaler ? scaler.text() : prepared.toString();
  }

  /**
   * A cell's prepared value with the winner's parameters.
   *
   * @param where the cell that says {@code at}
   * @param address the cell to prepare again
   * @param now its value with the parameters of now
   */
  static <T> T made(
      Upstream upstream, SweepRun run, String where, String address, T now, Class<T> type)
      throws CellFailure {
    Map<String, String> texts = ParameterAxis.texts(run.axes(), run.best());
    if (texts.isEmpty()) {
      return now;
    }
    List<String> missing =
        texts.keySet().stream()
            .filter(name -> !upstream.whatIf().parametersOf(address).contains(name))
            .toList();
    if (!missing.isEmpty()) {
      throw new CellFailure(
          CellProblem.of(
              where,
              0,
              "at",
              run.where() + " turns $" + missing.get(0) + ", which does not reach " + address + ".",
              "Write $" + missing.get(0) + " there, or take `at` out."));
    }
    Preparation again = upstream.whatIf().prepared(address, texts);
    if (again instanceof Preparation.Wrong wrong) {
      throw new CellFailure(
          CellProblem.of(
              where,
              0,
              "at",
              "with "
                  + ParameterAxis.told(texts)
                  + " there is no "
                  + address
                  + ": "
                  + wrong.problems().get(0).sentence(),
              ""));
    }
    return type.cast(((Preparation.Ready) again).value());
  }
}
