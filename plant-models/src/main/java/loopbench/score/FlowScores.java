// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import java.util.EnumMap;
import java.util.Map;
import loopbench.flow.FlowSettings;
import loopbench.flow.Servo;
import loopbench.loop.Admission;
import loopbench.loop.FlowScenario;
import loopbench.loop.FlowTrace;
import loopbench.plant.PlantModel;

/**
 * Judges an admission loop's run from its last event on (the last change of the plant within the
 * run, or its start).
 *
 * <p>The tolerance is 2 % of the target, or the histogram's accuracy where that is coarser. A noisy
 * sensor makes settling a matter of chance, so there class, {@code settle} and {@code first_entry}
 * look at the true latency, and the tolerance is at least three standard deviations of the sensor;
 * all other scores are of what was measured.
 *
 * <p>Margins are of the linear loop at the steepest slope the plant has during the run; a plant
 * without a formula for how its windows answer has none.
 */
public final class FlowScores {
  private static final double SETTLE_BAND = 0.02;
  private static final double DEAD_BAND = 0.01;

  private FlowScores() {}

  public static Scores of(FlowTrace trace, FlowScenario scenario) {
    if (trace.refused().isPresent() || trace.ticks() == 0) {
      return Scores.invalid();
    }
    Episode seen = episode(trace, scenario, trace.p99sMs());
    Episode judged = judged(trace, scenario, seen);
    double equilibrium = seen.equilibrium();
    Map<Score, Double> scores = new EnumMap<>(Score.class);
    scores.put(Score.SETTLE, judged.settle());
    scores.put(Score.FIRST_ENTRY, judged.firstEntry());
    scores.put(Score.TRANSIENT, seen.transientMs(1 + scenario.plant().extraDelayTicks()));
    scores.put(Score.OVERSHOOT, seen.overshootMs());
    scores.put(Score.P99_MEAN, seen.meanLatencyMs());
    scores.put(
        Score.REVERSALS,
        (double) seen.reversals(DEAD_BAND * (equilibrium > 0 ? equilibrium : seen.meanRate())));
    scores.put(Score.SLO_DEBT, seen.sloDebt());
    scores.put(Score.STARVATION, seen.starvation());
    scores.put(Score.IAE, seen.integralOfError());
    scores.put(Score.ISE, seen.integralOfSquare());
    scores.put(Score.ITAE, seen.integralOfTimedError());
    scores.put(Score.EFFORT, seen.effort());
    scores.put(Score.EQUILIBRIUM_ERROR, seen.equilibriumError());
    scores.put(Score.ARRIVED, judged.arrived() ? 1.0 : 0.0);
    scenario
        .admission()
        .match(
            new Admission.Cases<Void>() {
              @Override
              public Void controlled(Admission.Controlled controlled) {
                scores.put(Score.AT_FLOOR, seen.shareAt(trace.minRate()));
                scores.put(Score.AT_CEILING, seen.shareAt(trace.maxRate()));
                addMargins(scores, trace, scenario, controlled.settings(), equilibrium);
                return null;
              }

              @Override
              public Void fixedRate(Admission.FixedRate fixed) {
                return null; // no bounds to rest on, no loop to be unstable
              }
            });
    return Scores.of(
        scores, judged.loopClass(trace.minRate(), trace.maxRate()), trace.targetMs(), equilibrium);
  }

  /** The class alone, which is what a map needs. */
  public static LoopClass loopClass(FlowTrace trace, FlowScenario scenario) {
    if (trace.refused().isPresent() || trace.ticks() == 0) {
      return LoopClass.INVALID;
    }
    int event = eventTick(ran(trace, scenario));
    int window = LoopClasses.window(trace.ticks() - event);
    int kept = Math.max(1, 3 * window); // all that a class is read from
    int from = trace.ticks() - kept;
    return LoopClasses.classify(
        scenario.plant().sensor().noisy()
            ? trace.latenciesMs(from, trace.ticks())
            : trace.p99sMs(from, trace.ticks()),
        trace.rates(from, trace.ticks()),
        kept,
        window,
        trace.targetMs(),
        toleranceMs(trace, scenario),
        trace.minRate(),
        trace.maxRate());
  }

  /** The first tick of the last event within the run; 0 when there is none. */
  public static int eventTick(FlowScenario scenario) {
    double[] times = scenario.plant().eventTimesS();
    for (int i = times.length - 1; i >= 0; i--) {
      int tick = scenario.tickAt(times[i]);
      if (tick < scenario.ticks()) {
        return tick;
      }
    }
    return 0;
  }

  /**
   * How far from the target counts as there, ms; without what a noisy sensor adds where the plant
   * has no formula for its equilibrium.
   */
  public static double toleranceMs(FlowScenario scenario) {
    return toleranceMs(
        scenario,
        scenario
            .plant()
            .equilibriumRate(scenario.admission().targetMs(), scenario.timeS(eventTick(scenario))));
  }

  /** The same, with the mean rate that ran where the plant has no formula for its equilibrium. */
  private static double toleranceMs(FlowTrace trace, FlowScenario scenario) {
    int event = eventTick(ran(trace, scenario));
    double equilibrium = trace.equilibriumRate(event);
    if (!Double.isNaN(equilibrium) || !scenario.plant().sensor().noisy()) {
      return toleranceMs(scenario);
    }
    double sum = 0;
    for (int i = event; i < trace.ticks(); i++) {
      sum += trace.rateInForce(i);
    }
    return toleranceMs(scenario, sum / (trace.ticks() - event));
  }

  private static double toleranceMs(FlowScenario scenario, double ratePerSecond) {
    double target = scenario.admission().targetMs();
    double accuracy =
        scenario
            .admission()
            .match(
                new Admission.Cases<Double>() {
                  @Override
                  public Double controlled(Admission.Controlled controlled) {
                    return controlled.settings().relativeAccuracy();
                  }

                  @Override
                  public Double fixedRate(Admission.FixedRate fixed) {
                    return 0.0;
                  }
                });
    double tolerance = Math.max(SETTLE_BAND, accuracy) * target;
    PlantModel plant = scenario.plant();
    if (plant.sensor().noisy() && target > plant.floorMs()) {
      double perWindow = ratePerSecond * scenario.admission().dtMs() / 1000;
      double deviation =
          plant
              .sensor()
              .deviationMs(target - plant.floorMs(), scenario.admission().quantile(), perWindow);
      if (deviation >= 0) { // not NaN: the rate is known
        tolerance = Math.max(tolerance, 3 * deviation);
      }
    }
    return tolerance;
  }

  private static Episode episode(FlowTrace trace, FlowScenario scenario, double[] latencyMs) {
    int event = eventTick(ran(trace, scenario));
    return new Episode(
        latencyMs,
        trace.rates(),
        event,
        trace.targetMs(),
        toleranceMs(trace, scenario),
        trace.dtMs() / 1000,
        trace.equilibriumRate(event));
  }

  /** The scenario as far as it ran. */
  private static FlowScenario ran(FlowTrace trace, FlowScenario scenario) {
    return trace.complete() ? scenario : scenario.withTicks(trace.ticks());
  }

  private static Episode judged(FlowTrace trace, FlowScenario scenario, Episode seen) {
    return scenario.plant().sensor().noisy() ? episode(trace, scenario, trace.latenciesMs()) : seen;
  }

  private static void addMargins(
      Map<Score, Double> scores,
      FlowTrace trace,
      FlowScenario scenario,
      FlowSettings settings,
      double equilibrium) {
    scenario
        .plant()
        .steepestAt(settings.targetP99Ms(), trace.dtMs(), trace.timeS(trace.ticks()))
        .ifPresent(
            plant -> {
              LinearLoop loop = new LinearLoop(settings.gains(), plant, trace.dtMs());
              scores.put(Score.GAIN_MARGIN, loop.gainMargin());
              scores.put(Score.DELAY_MARGIN, loop.delayMargin());
              scores.put(Score.MAX_SENSITIVITY, loop.maxSensitivity());
              scores.put(Score.NOISE_GAIN, loop.noiseGain());
            });
    if (scenario.plant().answersAtOnce()) {
      scores.put(
          Score.REBOUND,
          rebound(settings, scenario.plant(), trace.timeS(trace.ticks() - 1), equilibrium));
    }
  }

  /**
   * The rate two observations after one late window, by the exact servo, from rest at the
   * equilibrium; the late window is that of the plant at full capacity. NaN where there is no rest
   * to start from or the window would not be late.
   */
  static double rebound(FlowSettings settings, PlantModel plant, double tS, double equilibrium) {
    double lateMs = plant.latencyAtCapacityMs(tS);
    if (settings.gains().ki() == 0
        || !(equilibrium >= settings.rate().min() && equilibrium <= settings.rate().max())
        || !(lateMs > settings.targetP99Ms())) {
      return Double.NaN;
    }
    Servo servo =
        new Servo(
            settings.targetP99Ms(), settings.gains(), settings.rate().min(), settings.rate().max());
    servo.preload(equilibrium);
    servo.step(settings.targetP99Ms(), settings.dtMs());
    double first = servo.step(lateMs, settings.dtMs());
    return servo.step(plant.settledLatencyMs(first, tS), settings.dtMs());
  }
}
