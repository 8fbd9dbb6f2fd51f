// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import loopbench.flow.FlowSettings;
import loopbench.knob.Knob;
import loopbench.knob.Range;
import loopbench.plant.Event;
import loopbench.plant.PlantModel;

/**
 * Everything an admission loop's run depends on.
 *
 * @param ticks how many observations, 1 to {@link #MOST_TICKS}
 * @param seed of the plant's chance; a plant without any ignores it
 */
public record FlowScenario(Admission admission, PlantModel plant, int ticks, long seed) {
  /** The longest run: a trace of it takes about 30 MB. */
  public static final int MOST_TICKS = 1_000_000;

  public FlowScenario {
    if (admission == null || plant == null) {
      throw new IllegalArgumentException("A run needs a plant, and a flow or a rate.");
    }
    if (ticks < 1 || ticks > MOST_TICKS) {
      throw new IllegalArgumentException(
          "ticks must be 1 to " + MOST_TICKS + ", was " + ticks + ".");
    }
  }

  public FlowScenario withAdmission(Admission newAdmission) {
    return new FlowScenario(newAdmission, plant, ticks, seed);
  }

  public FlowScenario withPlant(PlantModel newPlant) {
    return new FlowScenario(admission, newPlant, ticks, seed);
  }

  public FlowScenario withTicks(int newTicks) {
    return new FlowScenario(admission, plant, newTicks, seed);
  }

  public FlowScenario withSeed(long newSeed) {
    return new FlowScenario(admission, plant, ticks, newSeed);
  }

  /** When tick i begins, seconds since the start; {@code timeS(ticks)} is the end. */
  public double timeS(int i) {
    return i * admission.dtMs() / 1000;
  }

  /** The first tick that begins at or after a time; {@code ticks} when none does. */
  public int tickAt(double timeS) {
    int i = (int) Math.max(0, Math.min(ticks, Math.floor(timeS * 1000 / admission.dtMs()) - 1));
    while (i < ticks && timeS(i) < timeS) {
      i++;
    }
    return i;
  }

  /** What happens to the plant before the end, by time. */
  public List<Event> events() {
    return plant.events().stream().filter(event -> tickAt(event.timeS()) < ticks).toList();
  }

  /**
   * All that may be turned, by path: {@code flow.kp} and so on with a controller, {@code rate},
   * {@code target} and {@code dt} without; {@code plant.floor} and so on.
   */
  public List<Knob<FlowScenario>> knobs() {
    List<Knob<FlowScenario>> knobs = new ArrayList<>();
    knobs.addAll(
        admission.match(
            new Admission.Cases<List<Knob<FlowScenario>>>() {
              @Override
              public List<Knob<FlowScenario>> controlled(Admission.Controlled controlled) {
                return FlowSettings.KNOBS.stream().map(FlowScenario::ofFlow).toList();
              }

              @Override
              public List<Knob<FlowScenario>> fixedRate(Admission.FixedRate fixed) {
                return FIXED_KNOBS;
              }
            }));
    for (Knob<PlantModel> knob : plant.knobs()) {
      knobs.add(part("plant.", knob, FlowScenario::plant, FlowScenario::withPlant));
    }
    return List.copyOf(knobs);
  }

  /** The knob at a path; empty when this run has none. */
  public Optional<Knob<FlowScenario>> knob(String path) {
    return knobs().stream().filter(knob -> knob.name().equals(path)).findFirst();
  }

  private static Knob<FlowScenario> ofFlow(Knob<FlowSettings> knob) {
    return part(
        "flow.",
        knob,
        scenario -> ((Admission.Controlled) scenario.admission).settings(),
        (scenario, settings) -> scenario.withAdmission(new Admission.Controlled(settings)));
  }

  private static <P> Knob<FlowScenario> part(
      String prefix,
      Knob<P> knob,
      Function<FlowScenario, P> part,
      BiFunction<FlowScenario, P, FlowScenario> with) {
    return new Knob<>(
        prefix + knob.name(),
        knob.unit(),
        knob.range(),
        knob.about(),
        scenario -> knob.get(part.apply(scenario)),
        (scenario, value) -> with.apply(scenario, knob.with(part.apply(scenario), value)));
  }

  private static final List<Knob<FlowScenario>> FIXED_KNOBS =
      List.of(
          fixed(
              "rate",
              "1/s",
              Range.log(0.1, 10_000),
              "The rate admitted throughout.",
              Admission.FixedRate::ratePerSecond,
              (fixed, value) -> new Admission.FixedRate(value, fixed.targetMs(), fixed.dtMs())),
          fixed(
              "target",
              "ms",
              Range.log(1, 10_000),
              "What the latency is judged against.",
              Admission.FixedRate::targetMs,
              (fixed, value) ->
                  new Admission.FixedRate(fixed.ratePerSecond(), value, fixed.dtMs())),
          fixed(
              "dt",
              "ms",
              Range.log(1, 60_000),
              "The length of a window.",
              Admission.FixedRate::dtMs,
              (fixed, value) ->
                  new Admission.FixedRate(fixed.ratePerSecond(), fixed.targetMs(), value)));

  private static Knob<FlowScenario> fixed(
      String name,
      String unit,
      Range range,
      String about,
      Function<Admission.FixedRate, Double> get,
      BiFunction<Admission.FixedRate, Double, Admission.FixedRate> with) {
    return new Knob<>(
        name,
        unit,
        range,
        about,
        scenario -> get.apply((Admission.FixedRate) scenario.admission),
        (scenario, value) ->
            scenario.withAdmission(with.apply((Admission.FixedRate) scenario.admission, value)));
  }
}
