// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import loopbench.scaling.hpa.DecisionLog;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.Workload;
import loopbench.scaling.keda.Poll;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.scaling.keda.SpecProblem;
import loopbench.series.Series;

/**
 * Replays a recording against a ScaledObject: KEDA polls at the start and every {@code
 * pollingInterval}, the HPA syncs on its own clock, each reads what the triggers' series said last,
 * and the replicas follow at once. Within one instant the poll comes before the sync.
 *
 * <p>The replay runs over what the triggers' series have in common, from the first instant at which
 * all have begun to the first at which one has ended.
 */
public final class ScalingReplay {
  private ScalingReplay() {}

  /** Runs a scenario in which {@link ReplayScenario#problems} finds nothing; refuses any other. */
  public static ScalingTrace run(ReplayScenario scenario) {
    refuse(scenario);
    Recording recording = scenario.recording();
    Autoscaler scaler = new Autoscaler(scenario.scaler(), scenario.hpa(), recording.startMs);
    int triggers = scenario.scaler().triggers().size();
    double[] values = new double[triggers];
    SourceAnswer.Kind[] kinds = new SourceAnswer.Kind[triggers];
    boolean plainKeda = scenario.saysItAllInNumbers();
    int syncs = recording.syncMs.length;
    int start = scaler.taken(scenario.startReplicas());
    int[] replicas = new int[syncs];
    DecisionLog log = new DecisionLog(scaler.hpa(), syncs);
    Map<Integer, List<MetricReading>> words = new HashMap<>();
    List<KedaMove> moves = new ArrayList<>();
    int current = start;
    boolean pollsMatter = scaler.pollsMatter();
    int poll = 0;
    for (int i = 0; i < syncs; i++) {
      long nowMs = recording.syncMs[i];
      for (; scaler.nextPollMs() <= nowMs && (poll == 0 || pollsMatter); poll++) {
        recording.answersAtPoll(poll, current, values, kinds);
        int next = scaler.poll(recording.pollMs[poll], values, kinds, current, current);
        if (next != current) {
          Poll done = scaler.lastPoll();
          moves.add(new KedaMove(seconds(recording, poll), i, current, next, done.reason()));
          current = next;
        }
      }
      recording.answersAtSync(i, current, values, kinds);
      if (plainKeda && Recording.isPlain(values, kinds)) {
        current = scaler.sync(nowMs, values, kinds, current, current, current, current);
      } else {
        Optional<List<MetricReading>> readings =
            scaler.sync(nowMs, recording.answersAtSync(i, current), Workload.ready(current));
        if (readings.isPresent()) {
          words.put(i, readings.get());
        }
        current = scaler.hasHpa() ? scaler.hpa().numbers().desired() : current;
      }
      if (scaler.hasHpa()) {
        log.add();
      }
      replicas[i] = current;
    }
    return new ScalingTrace(
        scenario,
        recording,
        scaler.metrics(),
        log,
        words,
        track(scenario, recording, start, replicas, moves));
  }

  /**
   * The replicas alone, for sweeps: what {@link #run} gives, without anything to explain it by.
   *
   * @param scenario in which {@link ReplayScenario#problems} finds nothing
   * @param recording this scenario's, or another's that {@link Recording#fits} it
   */
  public static ReplicaTrack track(ReplayScenario scenario, Recording recording) {
    Autoscaler scaler = new Autoscaler(scenario.scaler(), scenario.hpa(), recording.startMs);
    int triggers = scenario.scaler().triggers().size();
    List<KedaMove> moves = new ArrayList<>();
    double[] values = new double[triggers];
    SourceAnswer.Kind[] kinds = new SourceAnswer.Kind[triggers];
    int[] replicas = new int[recording.syncMs.length];
    int start = scaler.taken(scenario.startReplicas());
    int current = start;
    boolean pollsMatter = scaler.pollsMatter();
    int poll = 0;
    for (int i = 0; i < replicas.length; i++) {
      long nowMs = recording.syncMs[i];
      for (; scaler.nextPollMs() <= nowMs && (poll == 0 || pollsMatter); poll++) {
        recording.answersAtPoll(poll, current, values, kinds);
        int next = scaler.poll(recording.pollMs[poll], values, kinds, current, current);
        if (next != current) {
          moves.add(new KedaMove(seconds(recording, poll), i, current, next, ""));
          current = next;
        }
      }
      recording.answersAtSync(i, current, values, kinds);
      current = scaler.sync(nowMs, values, kinds, current, current, current, current);
      replicas[i] = current;
    }
    return track(scenario, recording, start, replicas, moves);
  }

  private static ReplicaTrack track(
      ReplayScenario scenario,
      Recording recording,
      int start,
      int[] replicas,
      List<KedaMove> moves) {
    return new ReplicaTrack(
        recording.firstS(),
        recording.periodS(),
        start,
        replicas,
        moves,
        scenario.need().map(need -> needed(need, recording.syncMs)).orElse(null));
  }

  private static double seconds(Recording recording, int poll) {
    return (recording.pollMs[poll] - recording.startMs) / 1000.0;
  }

  private static void refuse(ReplayScenario scenario) {
    List<SpecProblem> problems = scenario.problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          problems.stream()
              .map(p -> p.path() + ": " + p.message())
              .collect(Collectors.joining(" ")));
    }
  }

  /** The need at each time; unknown outside its series and wherever the series has no number. */
  static double[] needed(Need need, long[] timesMs) {
    Series series = need.series();
    int[] indexes = Recording.held(series.clock(), timesMs);
    double[] needed = new double[timesMs.length];
    long endMs = series.size() == 0 ? 0 : series.clock().timeMs(series.size() - 1);
    for (int i = 0; i < needed.length; i++) {
      needed[i] =
          indexes[i] < 0 || timesMs[i] > endMs
              ? Double.NaN
              : need.replicas(series.value(indexes[i]));
    }
    return needed;
  }
}
