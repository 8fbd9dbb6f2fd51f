// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import loopbench.plant.PlantModel;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.Evaluator;

/**
 * A run that is prepared again with the values of one or two parameters, its knobs then turned as
 * in any other sweep. Whatever reads the parameter follows it, as when it is turned by hand.
 */
final class ParameterSwept implements Swept {
  /** The most parameters: at all their ends the run is prepared whenever a cell is edited. */
  private static final int MOST = 2;

  /** For how many values the run is kept prepared; for others it is prepared at each point. */
  private static final int KEPT = 128;

  /**
   * The run with some values of the parameters.
   *
   * @param swept empty where it cannot be with these
   * @param wrong why it cannot
   */
  record Made(Optional<RunRecipe> base, Optional<Swept> swept, String wrong) {
    static Made of(RunRecipe base, Swept swept) {
      return new Made(Optional.of(base), Optional.of(swept), "");
    }

    static Made not(String why) {
      return new Made(Optional.empty(), Optional.empty(), why);
    }
  }

  private final Swept now;
  private final List<Axis> axes = new ArrayList<>();
  private final Function<Map<String, String>, Made> make;
  private final Map<Map<String, String>, Made> ends = new LinkedHashMap<>();
  private final List<Swept> sound;

  /**
   * @param now the run as it is, over the axes that are knobs
   * @param make the run with other texts of the parameters, over the same axes
   * @throws WrittenAxis.Refused where an axis over a parameter cannot be
   */
  ParameterSwept(
      WrittenSweep written, WhatIf whatIf, Swept now, Function<Map<String, String>, Made> make) {
    this.now = now;
    this.make = make;
    List<WrittenAxis> over =
        written.axes().stream().filter(axis -> axis.parameter().isPresent()).toList();
    if (over.size() > MOST) {
      throw new WrittenAxis.Refused(
          over.get(MOST),
          "a sweep goes over at most " + MOST + " parameters, and this is one more.",
          "Name the knobs instead, or sweep in two steps.");
    }
    int knob = 0;
    for (WrittenAxis axis : written.axes()) {
      axes.add(
          axis.parameter().isEmpty()
              ? now.axes().get(knob++)
              : axis.over(reaching(axis, written, whatIf, now.reads())));
    }
    ParameterAxis.ends(axes).forEach(texts -> ends.put(texts, make.apply(texts)));
    sound = ends.values().stream().flatMap(made -> made.swept().stream()).toList();
    for (WrittenAxis axis : over) {
      check(axis, written);
    }
  }

  private static Parameter reaching(
      WrittenAxis axis, WrittenSweep written, WhatIf whatIf, List<String> results) {
    String name = axis.parameter().orElseThrow();
    for (String address : results) {
      if (whatIf.parametersOf(address).contains(name)) {
        throw new WrittenAxis.Refused(
            axis,
            address + " is made with " + axis.path() + ", and is not loaded again for each value.",
            "Sweep what the autoscaler is made with, not what was recorded.");
      }
    }
    List<String> known = new ArrayList<>(whatIf.parametersOf(written.run().address()));
    written.plants().forEach(p -> known.addAll(whatIf.parametersOf(p.address())));
    if (!known.contains(name)) {
      List<String> told = known.stream().distinct().map(k -> "$" + k).toList();
      throw new WrittenAxis.Refused(
          axis,
          axis.path() + " does not reach " + written.run().address() + ".",
          told.isEmpty()
              ? "No parameter does; name a knob, such as flow.kp."
              : "It is made with " + Sentences.joined(told) + ".");
    }
    return whatIf
        .parameter(name)
        .orElseThrow(() -> new WrittenAxis.Refused(axis, axis.path() + " has no sound value.", ""));
  }

  // ---- what an axis over a parameter must be -------------------------------------------------

  /** It can be at both its ends, does something, and nothing that another axis sets. */
  private void check(WrittenAxis axis, WrittenSweep written) {
    String name = axis.parameter().orElseThrow();
    Map<String, List<Map.Entry<Map<String, String>, Made>>> byValue = new LinkedHashMap<>();
    ends.entrySet()
        .forEach(
            end ->
                byValue.computeIfAbsent(end.getKey().get(name), v -> new ArrayList<>()).add(end));
    for (List<Map.Entry<Map<String, String>, Made>> same : byValue.values()) {
      if (same.stream().allMatch(end -> end.getValue().swept().isEmpty())) {
        throw new WrittenAxis.Refused(
            axis,
            "with "
                + ParameterAxis.told(same.get(0).getKey())
                + " there is no "
                + written.run().address()
                + ": "
                + Sentences.ended(same.get(0).getValue().wrong()),
            "Shorten the axis.");
      }
    }
    boolean differs = byValue.size() < 2;
    for (Map.Entry<Map<String, String>, Made> low : byValue.values().iterator().next()) {
      for (Map.Entry<Map<String, String>, Made> high : ends.entrySet()) {
        if (apart(low, high, name)) {
          differs |=
              !low.getValue()
                  .swept()
                  .get()
                  .identity()
                  .equals(high.getValue().swept().get().identity());
          clash(axis, low.getValue().base().get(), high.getValue().base().get());
        }
      }
    }
    if (!differs) {
      throw new WrittenAxis.Refused(
          axis,
          "nothing in " + written.run().address() + " changes with " + axis.path() + ".",
          "Take the axis out.");
    }
  }

  /** Whether two ends are both there and differ in one parameter alone. */
  private static boolean apart(
      Map.Entry<Map<String, String>, Made> low,
      Map.Entry<Map<String, String>, Made> high,
      String name) {
    Map<String, String> others = new HashMap<>(high.getKey());
    others.put(name, low.getKey().get(name));
    return others.equals(low.getKey())
        && !high.getKey().equals(low.getKey())
        && low.getValue().swept().isPresent()
        && high.getValue().swept().isPresent();
  }

  private void clash(WrittenAxis axis, RunRecipe low, RunRecipe high) {
    for (Axis knob : now.axes()) {
      if (!SweepRecipe.current(low, knob.path()).equals(SweepRecipe.current(high, knob.path()))) {
        throw new WrittenAxis.Refused(
            axis,
            knob.path() + " follows " + axis.path() + ", and both are axes.",
            "Take one of them out.");
      }
    }
  }

  // ---- as any other --------------------------------------------------------------------------

  @Override
  public List<Axis> axes() {
    return List.copyOf(axes);
  }

  /** The run at the ends of its parameters, whatever they stand at. */
  @Override
  public String identity() {
    List<String> all = new ArrayList<>();
    ends.values().forEach(end -> all.add(end.swept().map(Swept::identity).orElse(end.wrong())));
    return all.toString();
  }

  /** As the parameters stand now. */
  @Override
  public List<PlantModel> plants() {
    return now.plants();
  }

  @Override
  public List<String> reads() {
    return now.reads();
  }

  /** That which asks for least: a gate must apply everywhere. */
  @Override
  public Ranking ranking() {
    return sound.stream()
        .map(Swept::ranking)
        .min(Comparator.comparingInt(ranking -> ranking.objective().gates().size()))
        .orElseThrow();
  }

  @Override
  public Arms arms(Results results, BooleanSupplier stopped) throws CellFailure {
    Arms current = now.arms(results, stopped);
    Map<Map<String, String>, Optional<Arms>> kept = new ConcurrentHashMap<>();
    Function<double[], Optional<Arms>> at =
        point -> {
          Map<String, String> texts = ParameterAxis.texts(axes, point);
          return kept.containsKey(texts) || kept.size() < KEPT
              ? kept.computeIfAbsent(texts, t -> made(t, results, stopped))
              : made(texts, results, stopped);
        };
    return new Arms() {
      @Override
      public Evaluator evaluator() {
        return point -> {
          Optional<Arms> made = at.apply(point);
          return made.isPresent()
              ? made.get().evaluator().at(ParameterAxis.knobs(axes, point))
              : stopped.getAsBoolean() ? null : Scores.invalid();
        };
      }

      @Override
      public Optional<Scores> now() {
        return current.now();
      }

      @Override
      public List<Control> controls(double[] point, Scores scores) {
        return at.apply(point)
            .map(arms -> arms.controls(ParameterAxis.knobs(axes, point), scores))
            .orElse(List.of());
      }
    };
  }

  /** Empty where the run cannot be with these values: its points are refused. */
  private Optional<Arms> made(Map<String, String> texts, Results results, BooleanSupplier stopped) {
    Optional<Swept> swept = make.apply(texts).swept();
    try {
      return swept.isPresent() ? Optional.of(swept.get().arms(results, stopped)) : Optional.empty();
    } catch (CellFailure wrong) {
      return Optional.empty();
    }
  }
}
