// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import loopbench.knob.Knob;
import loopbench.knob.Range;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.keda.PrometheusTrigger;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalerKnobs;
import loopbench.scaling.keda.SpecProblem;
import loopbench.scaling.keda.Trigger;
import loopbench.series.Clock;
import loopbench.series.Series;

/**
 * A recording to drive a ScaledObject's triggers with, open loop: the series are what they were,
 * whatever the replicas become.
 *
 * @param scaler the manifest
 * @param feeds where each trigger's value comes from, by {@link ScaledObject#triggerName}
 * @param hpa the controller's constants
 * @param startReplicas what runs before the first sync, 0 or more
 * @param need how many replicas the recording needed, for scores; without it nothing is ranked
 */
public record ReplayScenario(
    ScaledObject scaler,
    Map<String, Feed> feeds,
    HpaConstants hpa,
    int startReplicas,
    Optional<Need> need) {
  private static final String SCALER = "scaler.";

  // Half a year at 15 s; beyond it a trace no longer fits in memory beside the others.
  private static final int MOST_SYNCS = 1_000_000;

  public ReplayScenario {
    feeds = Collections.unmodifiableMap(new LinkedHashMap<>(feeds));
    if (startReplicas < 0) {
      throw new IllegalArgumentException("replicas must be 0 or more, was " + startReplicas);
    }
  }

  /** With the controller's defaults, started at the smallest count the HPA allows. */
  public static ReplayScenario of(ScaledObject scaler, Map<String, Series> seriesOfTrigger) {
    Map<String, Feed> feeds = new LinkedHashMap<>();
    seriesOfTrigger.forEach((trigger, series) -> feeds.put(trigger, new Feed.Recorded(series)));
    return new ReplayScenario(
        scaler, feeds, HpaConstants.DEFAULTS, scaler.replicas().hpaMin(), Optional.empty());
  }

  /**
   * Why this cannot be replayed; empty when it can. Paths are the manifest's, or begin with {@code
   * series.} for what is wrong with the recording.
   */
  public List<SpecProblem> problems() {
    List<SpecProblem> problems = new ArrayList<>(scaler.problems());
    long fromMs = Long.MIN_VALUE;
    long toMs = Long.MAX_VALUE;
    int replayed = 0;
    for (int i = 0; i < scaler.triggers().size(); i++) {
      Trigger trigger = scaler.triggers().get(i);
      String name = scaler.triggerName(i);
      if (trigger.isResource()) {
        continue;
      }
      if (!trigger.isPrometheus()) {
        problems.add(
            new SpecProblem(
                scaler.triggerPath(i),
                "Only prometheus triggers can be replayed; "
                    + name
                    + " is of type "
                    + trigger.type()
                    + "."));
        continue;
      }
      Feed feed = feeds.get(name);
      if (feed == null) {
        problems.add(
            new SpecProblem(
                "series." + name,
                "The trigger " + name + " needs a series; none is given for it."));
      }
      if (!(feed instanceof Feed.Recorded recorded)) {
        continue;
      }
      Series series = recorded.series();
      replayed++;
      if (series.size() == 0) {
        problems.add(
            new SpecProblem(
                "series." + name,
                "The series " + series.name() + " for the trigger " + name + " has no instants."));
      } else {
        fromMs = Math.max(fromMs, series.clock().timeMs(0));
        toMs = Math.min(toMs, series.clock().timeMs(series.size() - 1));
      }
    }
    for (String name : feeds.keySet()) {
      if (scaler.indexOf(name).isEmpty()) {
        problems.add(
            new SpecProblem(
                "series." + name,
                "There is no trigger called "
                    + name
                    + "; the manifest has "
                    + String.join(", ", triggerNames())
                    + "."));
      }
    }
    if (replayed == 0 && !scaler.triggers().isEmpty() && problems.isEmpty()) {
      problems.add(
          new SpecProblem(
              "triggers", "No trigger reads a recorded series, so there is nothing to replay."));
    }
    if (fromMs > toMs) {
      problems.add(
          new SpecProblem(
              "series",
              "The triggers' series have no instant in common; load them over one range."));
    } else if (replayed > 0) {
      double lengthS = ((double) toMs - fromMs) / 1000;
      if (hpa.firstS() > lengthS) {
        problems.add(
            new SpecProblem(
                "hpa.first",
                "The first sync at "
                    + hpa.firstS()
                    + " s lies behind the recording's end at "
                    + lengthS
                    + " s."));
      } else if (lengthS / hpa.syncS() > MOST_SYNCS) {
        problems.add(
            new SpecProblem(
                "hpa.sync",
                "A sync every "
                    + hpa.syncS()
                    + " s makes more than "
                    + MOST_SYNCS
                    + " syncs of a recording of "
                    + lengthS
                    + " s; take a longer sync or a shorter range."));
      }
    }
    return problems;
  }

  private List<String> triggerNames() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < scaler.triggers().size(); i++) {
      names.add(scaler.triggerName(i));
    }
    return names;
  }

  /** Everything that may be turned, by path: {@code scaler.triggers.<name>.threshold} and so on. */
  public List<Knob<ReplayScenario>> knobs() {
    List<Knob<ReplayScenario>> knobs = new ArrayList<>();
    for (Knob<ScaledObject> knob : ScalerKnobs.of(scaler)) {
      knobs.add(
          new Knob<>(
              SCALER + knob.name(),
              knob.unit(),
              knob.range(),
              knob.about(),
              s -> knob.get(s.scaler()),
              (s, v) -> s.withScaler(knob.with(s.scaler(), v))));
    }
    knobs.add(
        hpa(
            "tolerance",
            "",
            Range.linear(0, 1),
            "how far a metric may be off its target without effect",
            HpaConstants::tolerance,
            HpaConstants::withTolerance));
    knobs.add(
        hpa(
            "downscaleStabilization",
            "s",
            Range.linear(0, 3600),
            "how long asks are remembered on the way down, where no behavior says otherwise",
            HpaConstants::downscaleStabilizationS,
            HpaConstants::withDownscaleStabilizationS));
    knobs.add(
        hpa(
            "sync",
            "s",
            Range.linear(1, 120),
            "time from one sync to the next",
            HpaConstants::syncS,
            HpaConstants::withSyncS));
    knobs.add(
        hpa(
            "first",
            "s",
            Range.linear(0, 120),
            "time of the first sync",
            HpaConstants::firstS,
            HpaConstants::withFirstS));
    knobs.add(
        new Knob<>(
            SCALER + "replicas",
            "replicas",
            Range.linear(0, 100),
            "what runs before the first sync",
            ReplayScenario::startReplicas,
            (s, v) -> s.withStartReplicas((int) Math.rint(v))));
    return List.copyOf(knobs);
  }

  /** The knob of a path, if there is one. */
  public Optional<Knob<ReplayScenario>> knob(String path) {
    return knobs().stream().filter(knob -> knob.name().equals(path)).findFirst();
  }

  private static Knob<ReplayScenario> hpa(
      String name,
      String unit,
      Range range,
      String about,
      ToDoubleFunction<HpaConstants> get,
      BiFunction<HpaConstants, Double, HpaConstants> with) {
    return new Knob<>(
        SCALER + "hpa." + name,
        unit,
        range,
        about,
        s -> get.applyAsDouble(s.hpa()),
        (s, v) -> s.withHpa(with.apply(s.hpa(), v)));
  }

  public ReplayScenario withScaler(ScaledObject newScaler) {
    return new ReplayScenario(newScaler, feeds, hpa, startReplicas, need);
  }

  public ReplayScenario withFeeds(Map<String, Feed> newFeeds) {
    return new ReplayScenario(scaler, newFeeds, hpa, startReplicas, need);
  }

  public ReplayScenario withHpa(HpaConstants newHpa) {
    return new ReplayScenario(scaler, feeds, newHpa, startReplicas, need);
  }

  public ReplayScenario withStartReplicas(int newStart) {
    return new ReplayScenario(scaler, feeds, hpa, newStart, need);
  }

  public ReplayScenario withNeed(Need newNeed) {
    return new ReplayScenario(scaler, feeds, hpa, startReplicas, Optional.of(newNeed));
  }

  /** This recording laid out for a replay. Asks that {@link #problems} is empty. */
  public Recording recording() {
    long startMs = Long.MIN_VALUE;
    long endMs = Long.MAX_VALUE;
    for (Feed feed : feeds.values()) {
      if (feed instanceof Feed.Recorded recorded) {
        Clock clock = recorded.series().clock();
        startMs = Math.max(startMs, clock.timeMs(0));
        endMs = Math.min(endMs, clock.timeMs(clock.size() - 1));
      }
    }
    return new Recording(
        feedsByTrigger(),
        startMs,
        endMs,
        hpa.firstS(),
        hpa.syncS(),
        scaler.intervals().pollingS() * 1000L);
  }

  /** The feeds in the order of the triggers; null for those that are not asked. */
  List<Feed> feedsByTrigger() {
    List<Feed> byTrigger = new ArrayList<>();
    for (int i = 0; i < scaler.triggers().size(); i++) {
      byTrigger.add(
          scaler.triggers().get(i).isPrometheus() ? feeds.get(scaler.triggerName(i)) : null);
    }
    return Collections.unmodifiableList(byTrigger);
  }

  /** Whether what the HPA is given is what the sources say, where they say plain numbers. */
  boolean saysItAllInNumbers() {
    return !scaler.hasModifiers()
        && scaler.fallback().isEmpty()
        && scaler.triggers().stream().noneMatch(Trigger::useCachedMetrics);
  }

  /** The triggers that are replayed, as positions. Asks that {@link #problems} is empty. */
  List<Integer> replayedTriggers() {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < scaler.triggers().size(); i++) {
      if (scaler.triggers().get(i).isPrometheus()) {
        positions.add(i);
      }
    }
    return positions;
  }

  PrometheusTrigger prometheus(int position) {
    return PrometheusTrigger.of(scaler.triggers().get(position).metadata());
  }
}
