// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import loopbench.scaling.formula.Formula;
import loopbench.scaling.formula.Outcome;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.MetricSpec;
import loopbench.scaling.hpa.Proposal;
import loopbench.scaling.hpa.Tolerance;
import loopbench.scaling.hpa.Workload;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.scaling.keda.PrometheusTrigger;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.series.Reading;
import loopbench.series.Series;

/**
 * What the recorded series asked for, all triggers together, at each of their instants. A value
 * holds until the next instant of its series.
 */
final class Asks {
  private final List<Series> series;
  private final List<PrometheusTrigger> triggers;
  private final List<MetricSpec> metrics;
  private final Optional<Formula> formula;
  private final Tolerance tolerance;
  private final long[] timesMs;

  /**
   * @param metrics one for each trigger, or under a formula the composite alone
   */
  private Asks(
      List<Series> series,
      List<PrometheusTrigger> triggers,
      List<MetricSpec> metrics,
      Optional<Formula> formula,
      Tolerance tolerance) {
    this.formula = formula;
    this.series = series;
    this.triggers = triggers;
    this.metrics = metrics;
    this.tolerance = tolerance;
    TreeSet<Long> times = new TreeSet<>();
    series.forEach(s -> Arrays.stream(s.clock().timesMs()).forEach(times::add));
    timesMs = times.stream().mapToLong(Long::longValue).toArray();
  }

  /** Empty unless every trigger has a series and a target, its own or the formula's. */
  static Optional<Asks> of(Subject subject) {
    List<Series> series = new ArrayList<>();
    List<PrometheusTrigger> triggers = new ArrayList<>();
    List<MetricSpec> metrics = new ArrayList<>();
    for (JudgedTrigger judged : subject.prometheus()) {
      Optional<Series> recorded =
          Optional.ofNullable(subject.context().recordings().get(judged.name()))
              .flatMap(LintContext.Recording::series);
      if (recorded.isEmpty()
          || judged.accepted().isEmpty()
          || judged.trigger().targetType().isEmpty()) {
        return Optional.empty();
      }
      series.add(recorded.get());
      triggers.add(judged.accepted().get());
      metrics.add(
          new MetricSpec(
              judged.name(),
              judged.trigger().targetType().get(),
              judged.thresholdMilli().orElseThrow()));
    }
    if (series.isEmpty() || series.size() < subject.scaler().triggers().size()) {
      return Optional.empty();
    }
    if (!subject.scaler().hasModifiers()) {
      return Optional.of(
          new Asks(series, triggers, metrics, Optional.empty(), subject.tolerance()));
    }
    ScalingModifiers modifiers = subject.scaler().advanced().modifiers();
    OptionalDouble target = KedaNumbers.number(modifiers.target());
    long targetMilli = target.isPresent() ? KedaNumbers.truncatedMilli(target.getAsDouble()) : 0;
    Optional<Formula> formula =
        subject.formula().filter(f -> f.names().size() == series.size() && targetMilli > 0);
    return formula.isEmpty()
        ? Optional.empty()
        : modifiers
            .targetType()
            .map(type -> List.of(new MetricSpec("formula", type, targetMilli)))
            .map(composite -> new Asks(series, triggers, composite, formula, subject.tolerance()));
  }

  /**
   * The longest time a pool of n was asked to grow (or to shrink), in seconds: from the last
   * instant that did not ask for it to the last that did. 0 when nothing ever asked. Instants
   * without a decision, since a metric fails, neither ask nor end a time of asking.
   */
  double longestS(int n, boolean up) {
    long longestMs = 0;
    boolean asked = false;
    long notAskingMs = timesMs.length > 0 ? timesMs[0] : 0;
    for (long timeMs : timesMs) {
      int ask = ask(timeMs, n);
      if (ask < 0) {
        continue;
      }
      if (up ? ask > n : ask < n) {
        longestMs = Math.max(longestMs, timeMs - notAskingMs);
        asked = true;
      } else {
        notAskingMs = timeMs;
      }
    }
    // One instant alone, at the very start, still asked.
    return asked ? Math.max(longestMs, 1) / 1000.0 : 0;
  }

  /** The largest ask at a time, as the HPA would take it for a pool of n; -1 for no decision. */
  private int ask(long timeMs, int n) {
    List<MetricReading> readings = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      int at = series.get(i).clock().indexAt(timeMs);
      Reading reading = at < 0 ? Reading.ABSENT : series.get(i).reading(at);
      readings.add(triggers.get(i).metric(reading, at < 0 ? Double.NaN : series.get(i).value(at)));
    }
    if (formula.isPresent()) {
      readings = List.of(composite(formula.get(), readings));
    }
    int best = 0;
    int failures = 0;
    for (int i = 0; i < readings.size(); i++) {
      Proposal proposal =
          Proposal.of(metrics.get(i), readings.get(i), Workload.ready(n), tolerance);
      if (proposal.failed()) {
        failures++;
      } else {
        best = Math.max(best, proposal.replicas());
      }
    }
    return failures == readings.size() || failures > 0 && best < n ? -1 : best;
  }

  /** One input that fails fails the formula. */
  private static MetricReading composite(Formula formula, List<MetricReading> readings) {
    double[] values = new double[readings.size()];
    for (int i = 0; i < values.length; i++) {
      if (!(readings.get(i) instanceof MetricReading.Value value)) {
        return readings.get(i);
      }
      values[i] = value.milli() * 1e-3;
    }
    Outcome outcome = formula.evaluate(values, null);
    return outcome.kind() == Outcome.Kind.FLOAT
        ? MetricReading.of(KedaNumbers.truncatedMilli(outcome.value()))
        : new MetricReading.Failure(outcome.message());
  }
}
