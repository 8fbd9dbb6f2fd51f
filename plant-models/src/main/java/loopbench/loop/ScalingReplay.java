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
    Account account =
        new Account(new DecisionLog(scaler.hpa(), recording.syncMs.length), new HashMap<>());
    ReplicaTrack track = drive(scenario, recording, scaler, account);
    return new ScalingTrace(
        scenario, recording, scaler.metrics(), account.log, account.words, track);
  }

  /**
   * What is written down beside the replicas.
   *
   * @param log every sync's numbers
   * @param words the readings of the syncs that numbers alone do not explain
   */
  private record Account(DecisionLog log, Map<Integer, List<MetricReading>> words) {}

  /**
   * The replicas alone, for sweeps: what {@link #run} gives, without anything to explain it by.
   *
   * @param scenario in which {@link ReplayScenario#problems} finds nothing
   * @param recording this scenario's, or another's that {@link Recording#fits} it
   */
  public static ReplicaTrack track(ReplayScenario scenario, Recording recording) {
    Autoscaler scaler = new Autoscaler(scenario.scaler(), scenario.hpa(), recording.startMs);
    return drive(scenario, recording, scaler, null);
  }

  /** Drives both actors through the recording; {@code account} is null where nothing is kept. */
  private static ReplicaTrack drive(
      ReplayScenario scenario, Recording recording, Autoscaler scaler, Account account) {
    int triggers = scenario.scaler().triggers().size();
    double[] values = new double[triggers];
    SourceAnswer.Kind[] kinds = new SourceAnswer.Kind[triggers];
    List<KedaMove> moves = new ArrayList<>();
    int[] replicas = new int[recording.syncMs.length];
    boolean numbersSuffice = account == null || scenario.saysItAllInNumbers();
    boolean pollsMatter = scaler.pollsMatter();
    int start = scaler.taken(scenario.startReplicas());
    int current = start;
    int poll = 0;
    for (int i = 0; i < replicas.length; i++) {
      long nowMs = recording.syncMs[i];
      for (; scaler.nextPollMs() <= nowMs && (poll == 0 || pollsMatter); poll++) {
        recording.answersAtPoll(poll, current, values, kinds);
        int next = scaler.poll(recording.pollMs[poll], values, kinds, current, current);
        if (next != current) {
          String why = account == null ? "" : scaler.lastPoll().reason();
          moves.add(new KedaMove(seconds(recording, poll), i, current, next, why));
          current = next;
        }
      }
      recording.answersAtSync(i, current, values, kinds);
      if (numbersSuffice && (account == null || Recording.isPlain(values, kinds))) {
        current = scaler.sync(nowMs, values, kinds, current, current, current, current);
      } else {
        Optional<List<MetricReading>> readings =
            scaler.sync(nowMs, recording.answersAtSync(i, current), Workload.ready(current));
        if (readings.isPresent()) {
          account.words.put(i, readings.get());
        }
        current = scaler.hasHpa() ? scaler.hpa().numbers().desired() : current;
      }
      if (account != null && scaler.hasHpa()) {
        account.log.add();
      }
      replicas[i] = current;
    }
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
