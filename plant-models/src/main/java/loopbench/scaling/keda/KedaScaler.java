// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import loopbench.scaling.hpa.HpaSpec;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.MetricSpec;
import loopbench.scaling.hpa.TargetType;

/**
 * KEDA at work on one ScaledObject: two actors that share what they know.
 *
 * <ul>
 *   <li>The loop ({@link #poll}) asks all triggers every {@code pollingInterval} and moves the
 *       target between 0, or idle, and the minimum.
 *   <li>The metrics adapter ({@link #hpaMetrics}) answers the HPA at each of its syncs, asking the
 *       triggers anew or repeating what the last poll found.
 * </ul>
 *
 * <p>Both count failures. The HPA itself is not here: whoever drives both runs, within one instant,
 * outside events first, then the poll, then the HPA's sync; and asks for metrics only when the HPA
 * does ({@link #hpaReads}), for each question counts.
 *
 * <p>Time is the caller's, in milliseconds, and never runs backward. Each question has a form with
 * objects, which explains itself, and one with arrays, which allocates nothing but what a formula
 * needs; the first is made of the second.
 */
public final class KedaScaler {
  private static final String FORMULA = "the formula";

  private final MetricReader reader;
  private final Composite composite;
  private final OptionalDouble compositeActivation;
  private final ScaleLoop loop;
  private final long pollMs;
  private final List<MetricSpec> metrics;
  private final int[] metricOfHpa;
  private final double[] values;
  private final SourceAnswer.Kind[] kinds;
  private final long[] milli;
  private final boolean[] failed;

  private ScaledObject scaler;
  private Pauses pauses;
  private long nextPollMs;

  private boolean anyActive;
  private boolean anyError;
  private Composite.Answer compositeAnswer;

  private long polledMs;
  private int polledCurrent;
  private double[] polledValues;
  private long polledQuietMs;
  private long polledLimitMs;
  private boolean polledEver;
  private PollAction polledAction;

  /**
   * Starts on a ScaledObject in which {@link ScaledObject#problems} finds nothing; refuses any
   * other. The first poll is due at once, unless the annotations stop it.
   *
   * @param createdMs when the object was created
   */
  public KedaScaler(ScaledObject scaler, long createdMs) {
    List<SpecProblem> problems = scaler.problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.get(0).path() + ": " + problems.get(0).message());
    }
    this.scaler = scaler;
    this.pauses = scaler.pauses();
    this.reader = new MetricReader(scaler);
    this.loop = new ScaleLoop(scaler, createdMs);
    this.pollMs = scaler.intervals().pollingS() * 1000L;
    this.nextPollMs = pauses.stopped() ? Long.MAX_VALUE : createdMs;
    int triggers = scaler.triggers().size();
    this.values = new double[triggers];
    this.kinds = new SourceAnswer.Kind[triggers];
    if (scaler.hasModifiers()) {
      List<String> names = new ArrayList<>();
      for (int m = 0; m < reader.size(); m++) {
        names.add(scaler.triggers().get(reader.external(m).trigger()).name());
      }
      this.composite = new Composite(scaler, names);
      ScalingModifiers modifiers = scaler.advanced().modifiers();
      this.compositeActivation = modifiers.activation();
      this.metrics =
          List.of(
              new MetricSpec(
                  FORMULA,
                  modifiers.targetType().orElseThrow(),
                  KedaNumbers.truncatedMilli(modifiers.targetNumber().orElseThrow())));
      this.metricOfHpa = new int[0];
    } else {
      this.composite = null;
      this.compositeActivation = OptionalDouble.empty();
      List<MetricSpec> specs = new ArrayList<>();
      int[] positions = new int[reader.size()];
      for (int m = 0; m < reader.size(); m++) {
        MetricReader.External external = reader.external(m);
        if (external.targetMilli() > 0) {
          positions[specs.size()] = m;
          specs.add(new MetricSpec(external.name(), external.type(), external.targetMilli()));
        }
      }
      this.metrics = List.copyOf(specs);
      this.metricOfHpa = Arrays.copyOf(positions, specs.size());
    }
    this.milli = new long[metrics.size()];
    this.failed = new boolean[metrics.size()];
  }

  /** The object with its annotations of now. */
  public ScaledObject scaledObject() {
    return scaler;
  }

  /** The HPA as KEDA writes it now. */
  public HorizontalPodAutoscaler hpa() {
    return GeneratedHpa.of(scaler);
  }

  /**
   * The external metrics of the HPA in its order, called as the triggers are: one for each trigger
   * whose target is known, or the formula's alone.
   */
  public List<MetricSpec> metrics() {
    return metrics;
  }

  /**
   * What the HPA controller is given: bounds and behavior of {@link #hpa}, external metrics only.
   */
  public HpaSpec hpaSpec() {
    return new HpaSpec(
        scaler.replicas().hpaMin(),
        scaler.replicas().hpaMax(),
        GeneratedHpa.behavior(scaler),
        metrics);
  }

  /**
   * Whether there is an HPA. While KEDA is paused there is none; the one made afterwards knows
   * nothing of the replicas and changes before, so a controller that goes on must be a new one.
   */
  public boolean hpaExists() {
    return !pauses.stopped();
  }

  /**
   * Whether the HPA reads its metrics at a sync that finds so many replicas: not at 0, where it
   * does nothing, nor outside its bounds, where it moves to the nearer one unasked.
   */
  public boolean hpaReads(int current) {
    return hpaExists()
        && current >= scaler.replicas().hpaMin()
        && current <= scaler.replicas().hpaMax();
  }

  /** What the annotation paused-replicas sets the target to, as long as it stands. */
  public OptionalInt pausedReplicas() {
    return pauses.replicas();
  }

  /** When the next poll is due; {@code Long.MAX_VALUE} while paused. */
  public long nextPollMs() {
    return nextPollMs;
  }

  /** When something was last active, if ever. */
  public OptionalLong lastActiveMs() {
    return loop.lastActiveMs();
  }

  /** Takes something as having been active at a time before the first poll. */
  public void startLastActiveAt(long timeMs) {
    loop.lastActiveAt(timeMs);
  }

  /**
   * Failures in a row of a trigger's metric, as a fallback counts them; 0 for cpu and memory and
   * where no fallback applies.
   *
   * @param trigger its position
   */
  public int failures(int trigger) {
    for (int m = 0; m < reader.size(); m++) {
      if (reader.external(m).trigger() == trigger) {
        return reader.health().failures(m);
      }
    }
    return 0;
  }

  /**
   * Someone sets other annotations. Stopping forgets what polls found and takes the HPA away; going
   * on makes a new HPA and polls at once. Failures and the time of the last activity are kept.
   */
  public void annotate(long nowMs, Map<String, String> annotations) {
    ObjectMeta meta = scaler.metadata();
    ScaledObject next =
        scaler.withMetadata(
            new ObjectMeta(meta.name(), meta.namespace(), meta.labels(), annotations));
    List<SpecProblem> problems = Pauses.problems(annotations);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.get(0).message());
    }
    boolean wasStopped = pauses.stopped();
    scaler = next;
    pauses = next.pauses();
    if (pauses.stopped()) {
      reader.forget();
      nextPollMs = Long.MAX_VALUE;
    } else if (wasStopped) {
      nextPollMs = nowMs;
    }
  }

  /**
   * The loop's check.
   *
   * @param answers one for each trigger in order; those of cpu and memory are not looked at
   * @param current what the target is asked to run
   * @param ready how many of its pods are ready
   */
  public Poll poll(long nowMs, List<SourceAnswer> answers, int current, int ready) {
    unpack(answers);
    poll(nowMs, values, kinds, current, ready);
    return lastPoll();
  }

  /**
   * The same without words: the replicas after the check. {@link #lastPoll} has the words until the
   * next question.
   *
   * @param values the numbers of {@link SourceAnswer.Kind#ONE}, by trigger
   * @param kinds by trigger; null for cpu and memory
   */
  public int poll(long nowMs, double[] values, SourceAnswer.Kind[] kinds, int current, int ready) {
    polledMs = nowMs;
    polledCurrent = current;
    polledValues = values;
    polledQuietMs = loop.quietMs(nowMs);
    polledLimitMs = loop.quietLimitMs();
    polledEver = loop.wasActive();
    polledAction = check(nowMs, values, kinds, current, ready);
    return loop.replicasAfter(polledAction, current);
  }

  /** The last poll in words; to be asked for before the triggers are asked again. */
  public Poll lastPoll() {
    return new Poll(
        polledMs,
        polledAction,
        polledCurrent,
        loop.replicasAfter(polledAction, polledCurrent),
        polledAction == PollAction.PAUSED ? Poll.Activity.UNASKED : activity(),
        new Poll.Quiet(polledQuietMs, polledLimitMs, polledEver),
        reader.health().isEngaged()
            ? KedaCondition.FALLBACK_EXISTS
            : KedaCondition.NO_FALLBACK_FOUND);
  }

  /**
   * Whether polls after the first may change anything: the replicas, or what the HPA is given. Not
   * where there is no way to zero or idle, no fallback that counts failures, and nothing kept from
   * polls; the HPA keeps the replicas at the minimum or above.
   */
  public boolean pollsMatter() {
    return scaler.replicas().min().orElse(0) == 0
        || scaler.replicas().idle().isPresent()
        || scaler.fallback().isPresent()
        || scaler.triggers().stream().anyMatch(Trigger::useCachedMetrics);
  }

  private PollAction check(
      long nowMs, double[] values, SourceAnswer.Kind[] kinds, int current, int ready) {
    if (pauses.stopped()) {
      return PollAction.PAUSED;
    }
    nextPollMs = nowMs + pollMs;
    reader.ask(true, values, kinds, current, ready);
    anyActive = reader.size() == 0;
    anyError = false;
    for (int m = 0; m < reader.size(); m++) {
      anyActive |= reader.active[m];
      anyError |= reader.failed[m];
    }
    if (composite != null) {
      // What the triggers are by themselves no longer counts; an error is never active.
      anyActive = false;
      if (!anyError) {
        compositeAnswer = composite.answer(reader);
        if (compositeActivation.isEmpty()) {
          return PollAction.ABORTED;
        }
        anyActive =
            !compositeAnswer.failed()
                && KedaNumbers.fromMilli(compositeAnswer.milli())
                    > compositeActivation.getAsDouble();
      }
    }
    reader.keep(nowMs);
    return loop.step(nowMs, pauses, current, anyActive, anyError);
  }

  private Poll.Activity activity() {
    String failing = "";
    String by = "";
    double value = 0;
    double above = 0;
    for (int m = reader.size() - 1; m >= 0; m--) {
      MetricReader.External external = reader.external(m);
      if (reader.failed[m]) {
        failing = external.name();
      }
      if (reader.active[m] && composite == null) {
        by = reader.fallenBack[m] ? "the fallback of " + external.name() : external.name();
        value =
            reader.fallenBack[m]
                ? KedaNumbers.fromMilli(reader.milli[m])
                : polledValues[external.trigger()];
        above = reader.fallenBack[m] ? 0 : external.reader().activationThreshold();
      }
    }
    if (composite != null && anyActive) {
      by = FORMULA;
      value = KedaNumbers.fromMilli(compositeAnswer.milli());
      above = compositeActivation.getAsDouble();
    }
    return new Poll.Activity(anyActive, pauses.activated(), anyError, by, value, above, failing);
  }

  /**
   * What the HPA gets at a sync, in the order of {@link #metrics}; notes and reasons say whatever
   * the source did not.
   *
   * @param answers one for each trigger in order, as the sources would answer now
   * @param current what the target is asked to run
   * @param ready how many of its pods are ready
   */
  public List<MetricReading> hpaMetrics(
      long nowMs, List<SourceAnswer> answers, int current, int ready) {
    unpack(answers);
    hpaMetrics(nowMs, values, kinds, current, ready, milli, failed);
    List<MetricReading> readings = new ArrayList<>(metrics.size());
    if (composite != null) {
      String note = compositeNote(nowMs, answers, current);
      readings.add(
          failed[0] ? new MetricReading.Failure(note) : new MetricReading.Value(milli[0], note));
      return readings;
    }
    for (int i = 0; i < metricOfHpa.length; i++) {
      int m = metricOfHpa[i];
      String note = note(m, nowMs, answers, current);
      readings.add(
          failed[i] ? new MetricReading.Failure(note) : new MetricReading.Value(milli[i], note));
    }
    return readings;
  }

  /**
   * The same without words.
   *
   * @param values the numbers of {@link SourceAnswer.Kind#ONE}, by trigger
   * @param kinds by trigger; null for cpu and memory
   * @param milli takes the metrics
   * @param failed takes which of them are errors; their milli is 0 then
   */
  public void hpaMetrics(
      long nowMs,
      double[] values,
      SourceAnswer.Kind[] kinds,
      int current,
      int ready,
      long[] milli,
      boolean[] failed) {
    reader.ask(false, values, kinds, current, ready);
    if (composite != null) {
      compositeAnswer = composite.answer(reader);
      milli[0] = compositeAnswer.milli();
      failed[0] = compositeAnswer.failed();
      return;
    }
    for (int i = 0; i < metricOfHpa.length; i++) {
      int m = metricOfHpa[i];
      milli[i] = reader.milli[m];
      failed[i] = reader.failed[m];
    }
  }

  private void unpack(List<SourceAnswer> answers) {
    if (answers.size() != values.length) {
      throw new IllegalArgumentException(
          "a ScaledObject of "
              + values.length
              + " triggers needs as many answers, got "
              + answers.size());
    }
    for (int t = 0; t < values.length; t++) {
      values[t] = answers.get(t).value();
      kinds[t] = answers.get(t).kind();
    }
  }

  /** What is to be said of a metric after it was asked for; empty for the source's own number. */
  private String note(int m, long nowMs, List<SourceAnswer> answers, int current) {
    MetricReader.External external = reader.external(m);
    String said =
        reader.remembered[m]
            ? remembered(m, nowMs)
            : external.reader().about(answers.get(external.trigger()));
    FallbackHealth health = reader.health();
    int failures = health.failures(m);
    if (reader.fallenBack[m]) {
      return "fallback to " + health.replicas(current) + " replicas: " + counted(said, failures);
    }
    if (health.isNil(m)) {
      return "nil to the formula: " + counted(said, failures);
    }
    if (!reader.failed[m] || !health.isCounted()) {
      return said;
    }
    return failures > health.threshold()
        ? counted(said, failures) + ", and with no pod ready no fallback"
        : counted(said, failures) + ", a fallback comes after more than " + health.threshold();
  }

  private String remembered(int m, long nowMs) {
    String ago = KedaNumbers.text((nowMs - reader.keptAtMs()) / 1000.0) + " s ago";
    return switch (reader.kept(m)) {
      case METRIC -> "from the poll " + ago;
      case FALLBACK -> "from the poll " + ago + ", which fell back";
      // To the health it was a success, so that it is nil no longer.
      case PLACEHOLDER -> "from the poll " + ago + ", as the -1 that stood for nil";
      case ERROR -> "the poll " + ago + " failed";
    };
  }

  private static String counted(String said, int failures) {
    return said + ", failure " + failures + " in a row";
  }

  private String compositeNote(long nowMs, List<SourceAnswer> answers, int current) {
    List<String> notes = new ArrayList<>();
    boolean byFormula = compositeAnswer.failed();
    for (int m = 0; m < reader.size(); m++) {
      byFormula &= !reader.failed[m];
      String note = note(m, nowMs, answers, current);
      if (!note.isEmpty()) {
        notes.add(reader.external(m).name() + ": " + note);
      }
    }
    if (byFormula) {
      notes.add(0, compositeAnswer.error());
    } else if (!compositeAnswer.failed() && compositeAnswer.milli() < 0) {
      notes.add(
          metrics.get(0).type() == TargetType.AVERAGE_VALUE
              ? "below 0, which the HPA takes for an overflow and goes to its maximum"
              : "below 0, which asks for no replicas");
    }
    return String.join("; ", notes);
  }
}
