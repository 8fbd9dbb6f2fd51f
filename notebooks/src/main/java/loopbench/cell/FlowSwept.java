// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import loopbench.cell.lang.Numbers;
import loopbench.loop.Admission;
import loopbench.loop.FlowScenario;
import loopbench.plant.PlantModel;
import loopbench.score.FlowScores;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.Evaluator;
import loopbench.tune.FlowEvaluator;

/** An admission loop on one plant or several. */
final class FlowSwept implements Swept {
  private final WrittenSweep written;
  private final List<FlowScenario> scenarios;
  private final List<Axis> axes;
  private final List<PlantModel> plants;

  FlowSwept(WrittenSweep written, FlowScenario base, List<PlantModel> plants) {
    this.written = written;
    this.plants = List.copyOf(plants);
    this.axes = WrittenAxis.known(written.axes(), base.knobs());
    this.scenarios =
        plants.isEmpty() ? List.of(base) : plants.stream().map(base::withPlant).toList();
  }

  @Override
  public List<Axis> axes() {
    return axes;
  }

  @Override
  public List<PlantModel> plants() {
    return plants;
  }

  @Override
  public String identity() {
    return scenarios.stream().map(this::neutral).toList() + "";
  }

  private FlowScenario neutral(FlowScenario scenario) {
    FlowScenario neutral = scenario;
    for (Axis axis : axes) {
      try {
        neutral = neutral.knob(axis.path()).orElseThrow().with(neutral, axis.values().get(0));
      } catch (IllegalArgumentException refused) {
        continue;
      }
    }
    return neutral;
  }

  @Override
  public List<String> reads() {
    return List.of();
  }

  @Override
  public Ranking ranking() {
    return Ranking.admission(written, scenarios.stream().allMatch(FlowSwept::hasMargins));
  }

  /** Margins are those of the linear loop of a plant that answers at once and has a slope. */
  private static boolean hasMargins(FlowScenario scenario) {
    return scenario.plant().answersAtOnce()
        && scenario.plant().slopeAt(scenario.admission().targetMs(), 0) >= 0;
  }

  @Override
  public Arms arms(Results results, BooleanSupplier stopped) {
    Evaluator evaluator = new FlowEvaluator(scenarios, written.seeds(), axes, stopped);
    return new Arms() {
      @Override
      public Evaluator evaluator() {
        return evaluator;
      }

      @Override
      public Optional<Scores> now() {
        return alone(scenarios, stopped);
      }

      @Override
      public List<Control> controls(double[] point, Scores scores) {
        List<FlowScenario> turned = scenarios.stream().map(s -> turned(s, point)).toList();
        double rate = equilibrium(turned);
        if (!(rate > 0)
            || !(turned.get(0).admission() instanceof Admission.Controlled controlled)) {
          return List.of();
        }
        Admission fixed = new Admission.FixedRate(rate, controlled.targetMs(), controlled.dtMs());
        return alone(turned.stream().map(s -> s.withAdmission(fixed)).toList(), stopped).stream()
            .map(s -> new Control("fixed at " + Numbers.brief(rate) + "/s", s))
            .toList();
      }
    };
  }

  private Optional<Scores> alone(List<FlowScenario> runs, BooleanSupplier stopped) {
    return Optional.ofNullable(
        new FlowEvaluator(runs, written.seeds(), List.of(), stopped).at(new double[0]));
  }

  private FlowScenario turned(FlowScenario scenario, double[] point) {
    FlowScenario turned = scenario;
    for (int a = 0; a < point.length; a++) {
      turned = turned.knob(axes.get(a).path()).orElseThrow().with(turned, point[a]);
    }
    return turned;
  }

  /** The rate that would hold the target after the event, on the plant that bears least; or NaN. */
  private static double equilibrium(List<FlowScenario> scenarios) {
    double least = Double.POSITIVE_INFINITY;
    for (FlowScenario scenario : scenarios) {
      double timeS = scenario.timeS(FlowScores.eventTick(scenario));
      least =
          Math.min(least, scenario.plant().equilibriumRate(scenario.admission().targetMs(), timeS));
    }
    return Double.isFinite(least) ? least : Double.NaN;
  }
}
