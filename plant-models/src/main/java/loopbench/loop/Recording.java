// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.List;
import loopbench.scaling.keda.SourceAnswer;
import loopbench.series.Clock;
import loopbench.series.Reading;
import loopbench.series.Series;

/**
 * A recording laid out for a replay: when the HPA syncs and KEDA polls, and what each trigger's
 * source would have answered then, the last instant at or before it. Depends on the series and on
 * the actors' periods alone, so that a sweep of thresholds lays it out once.
 */
public final class Recording {
  private static final double SLACK = 1e-9;

  private final List<Feed> feeds;
  private final double firstS;
  private final double periodS;
  private final long pollingMs;

  final long startMs;
  final long[] syncMs;
  final long[] pollMs;

  /** By trigger, then by sync; null where the trigger reads no recording. */
  final int[][] indexAtSync;

  private final Lane[] atSync;
  private final Lane[] atPoll;

  /** What one trigger's source answers, by instant. */
  private record Lane(double[] values, SourceAnswer.Kind[] kinds) {}

  /**
   * @param feeds by trigger; null for those that are not asked
   * @param pollingMs from one poll to the next
   */
  Recording(
      List<Feed> feeds, long startMs, long endMs, double firstS, double periodS, long pollingMs) {
    this.feeds = feeds;
    this.startMs = startMs;
    this.firstS = firstS;
    this.periodS = periodS;
    this.pollingMs = pollingMs;
    int syncs = 1 + (int) Math.floor(((endMs - startMs) / 1000.0 - firstS) / periodS + SLACK);
    syncMs = new long[syncs];
    for (int i = 0; i < syncs; i++) {
      syncMs[i] = startMs + (long) Math.floor((firstS + i * periodS) * 1000 + 1e-6);
    }
    int polls = (int) ((syncMs[syncs - 1] - startMs) / pollingMs) + 1;
    pollMs = new long[polls];
    for (int i = 0; i < polls; i++) {
      pollMs[i] = startMs + i * pollingMs;
    }
    indexAtSync = new int[feeds.size()][];
    atSync = new Lane[feeds.size()];
    atPoll = new Lane[feeds.size()];
    for (int t = 0; t < feeds.size(); t++) {
      if (feeds.get(t) instanceof Feed.Recorded recorded) {
        Series series = recorded.series();
        indexAtSync[t] = held(series.clock(), syncMs);
        atSync[t] = lane(series, indexAtSync[t]);
        atPoll[t] = lane(series, held(series.clock(), pollMs));
      }
    }
  }

  /** Whether a scenario may be replayed on this layout: the same series and periods. */
  public boolean fits(ReplayScenario scenario) {
    if (firstS != scenario.hpa().firstS()
        || periodS != scenario.hpa().syncS()
        || pollingMs != scenario.scaler().intervals().pollingS() * 1000L) {
      return false;
    }
    List<Feed> others = scenario.feedsByTrigger();
    boolean same = feeds.size() == others.size();
    for (int t = 0; same && t < feeds.size(); t++) {
      same =
          feeds.get(t) instanceof Feed.Recorded one && others.get(t) instanceof Feed.Recorded other
              ? one.series() == other.series()
              : feeds.get(t) == others.get(t);
    }
    return same;
  }

  /** For each time the last instant of a clock at or before it; -1 before the clock's first. */
  static int[] held(Clock clock, long[] timesMs) {
    int[] indexes = new int[timesMs.length];
    int at = timesMs.length == 0 ? -1 : clock.indexAt(timesMs[0]);
    for (int i = 0; i < timesMs.length; i++) {
      while (at + 1 < clock.size() && clock.timeMs(at + 1) <= timesMs[i]) {
        at++;
      }
      indexes[i] = at;
    }
    return indexes;
  }

  private static Lane lane(Series series, int[] indexes) {
    double[] values = new double[indexes.length];
    SourceAnswer.Kind[] kinds = new SourceAnswer.Kind[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      values[i] = series.value(indexes[i]);
      kinds[i] = SourceAnswer.kindOf(series.reading(indexes[i]));
    }
    return new Lane(values, kinds);
  }

  void answersAtSync(int i, int replicas, double[] values, SourceAnswer.Kind[] kinds) {
    answers(atSync, i, replicas, values, kinds);
  }

  void answersAtPoll(int i, int replicas, double[] values, SourceAnswer.Kind[] kinds) {
    answers(atPoll, i, replicas, values, kinds);
  }

  private void answers(
      Lane[] lanes, int i, int replicas, double[] values, SourceAnswer.Kind[] kinds) {
    for (int t = 0; t < lanes.length; t++) {
      if (lanes[t] != null) {
        values[t] = lanes[t].values[i];
        kinds[t] = lanes[t].kinds[i];
      } else if (feeds.get(t) instanceof Feed.Own own) {
        values[t] = own.of(replicas, replicas);
        kinds[t] = SourceAnswer.Kind.ONE;
      }
    }
  }

  /**
   * Whether what a trigger answers at a sync is said in words as well as in numbers: everything but
   * one plain number.
   */
  static boolean isPlain(double[] values, SourceAnswer.Kind[] kinds) {
    for (int t = 0; t < values.length; t++) {
      if (kinds[t] != null
          && !(kinds[t] == SourceAnswer.Kind.ONE && values[t] >= 0 && values[t] < 9e15)) {
        return false;
      }
    }
    return true;
  }

  /** The answers as objects, in the order of the triggers; what is not asked answers nothing. */
  List<SourceAnswer> answersAtSync(int i, int replicas) {
    SourceAnswer[] answers = new SourceAnswer[feeds.size()];
    for (int t = 0; t < answers.length; t++) {
      answers[t] = answer(t, indexAtSync[t] == null ? 0 : indexAtSync[t][i], replicas);
    }
    return List.of(answers);
  }

  private SourceAnswer answer(int trigger, int index, int replicas) {
    Feed feed = feeds.get(trigger);
    if (feed == null) {
      return SourceAnswer.ABSENT;
    }
    return feed.match(
        new Feed.Cases<>() {
          @Override
          public SourceAnswer recorded(Feed.Recorded recorded) {
            return SourceAnswer.of(
                recorded.series().reading(index), recorded.series().value(index));
          }

          @Override
          public SourceAnswer own(Feed.Own own) {
            return SourceAnswer.of(own.of(replicas, replicas));
          }
        });
  }

  /** What stood in a trigger's source at a sync. */
  Reading readingAtSync(int trigger, int i) {
    return feeds.get(trigger) instanceof Feed.Recorded recorded
        ? recorded.series().reading(indexAtSync[trigger][i])
        : Reading.VALUE;
  }

  double firstS() {
    return firstS;
  }

  double periodS() {
    return periodS;
  }
}
