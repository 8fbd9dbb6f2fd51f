// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjDoubleConsumer;
import loopbench.series.Labels;

/**
 * What a Prometheus has scraped and recorded of late, in memory: per metric and labels the samples
 * of the last {@link #keptMs}. Times do not fall within a series.
 *
 * <p>A {@link Target} is scraped as a whole: a series it had at its last scrape and has no more is
 * marked stale then, as Prometheus does, so that it is absent at once and not only after the
 * lookback.
 */
public final class Scrapes {
  /** How long an instant selector goes on answering the last sample (Prometheus' default). */
  public static final long LOOKBACK_MS = 300_000;

  private final long keptMs;
  private final Map<Labels, Line> byLabels = new LinkedHashMap<>();
  private final Map<String, List<Line>> byMetric = new HashMap<>();
  private int version;

  /**
   * @param keptMs how far back queries will look, ms; at least the lookback is kept
   */
  public Scrapes(long keptMs) {
    this.keptMs = Math.max(LOOKBACK_MS, keptMs);
  }

  public Scrapes() {
    this(LOOKBACK_MS);
  }

  public long keptMs() {
    return keptMs;
  }

  /** The series of a metric with labels; it begins when there is none. */
  public Line line(Labels labels) {
    Line line = byLabels.get(labels);
    if (line == null) {
      line = new Line(labels);
      hold(line);
    }
    return line;
  }

  private void hold(Line line) {
    byLabels.put(line.labels, line);
    byMetric.computeIfAbsent(line.labels.get(Labels.METRIC), m -> new ArrayList<>()).add(line);
    line.held = true;
    version++;
  }

  /** One sample of a series outside any target. */
  public void add(Labels labels, long timeMs, double value) {
    line(labels).add(timeMs, value);
  }

  /** What has a sample of just that time, in the order in which the series began. */
  void scrapedAt(long timeMs, ObjDoubleConsumer<Labels> taker) {
    for (Line line : byLabels.values()) {
      if (line.size() > 0 && line.lastMs() == timeMs && !line.ended()) {
        taker.accept(line.labels, line.value(line.size() - 1));
      }
    }
  }

  /** How many series are held. */
  public int size() {
    return byLabels.size();
  }

  /** Changes whenever a series begins or is forgotten. */
  int version() {
    return version;
  }

  /** The series of a metric; of an empty name all. In the order in which they began. */
  List<Line> lines(String metric) {
    return metric.isEmpty()
        ? List.copyOf(byLabels.values())
        : byMetric.getOrDefault(metric, List.of());
  }

  private void forget(Line line) {
    line.held = false;
    byLabels.remove(line.labels);
    List<Line> siblings = byMetric.get(line.labels.get(Labels.METRIC));
    if (siblings != null && siblings.remove(line) && siblings.isEmpty()) {
      byMetric.remove(line.labels.get(Labels.METRIC));
    }
    version++;
  }

  /** Something that is scraped as a whole, or a rule that records as a whole. */
  public Target target() {
    return new Target();
  }

  /** One series' samples. */
  public final class Line {
    private final Labels labels;
    private Labels nameless;
    private long[] timesMs = new long[16];
    private double[] values = new double[16];
    private boolean[] stale = new boolean[16];
    private int head;
    private int size;
    private boolean held;

    private Line(Labels labels) {
      this.labels = labels;
    }

    public Labels labels() {
      return labels;
    }

    /** The labels without the metric's name, made once: every rate of the series carries them. */
    Labels nameless() {
      if (nameless == null) {
        nameless = Evaluation.nameless(labels);
      }
      return nameless;
    }

    /** A sample; one at the time of the last replaces it. */
    public void add(long timeMs, double value) {
      put(timeMs, value, false);
    }

    /** The series ends here, unless it goes on later. */
    public void end(long timeMs) {
      put(timeMs, Double.NaN, true);
    }

    private void put(long timeMs, double value, boolean marker) {
      if (!held) {
        hold(this);
      }
      if (size > 0 && timeMs < lastMs()) {
        throw new IllegalArgumentException(
            labels + ": samples must not go back in time, " + timeMs + " ms after " + lastMs());
      }
      if (size > 0 && timeMs == lastMs()) {
        size--;
      }
      while (size > 0 && timesMs[head] < timeMs - keptMs) {
        head = (head + 1) & (timesMs.length - 1);
        size--;
      }
      if (size == timesMs.length) {
        grow();
      }
      int at = (head + size++) & (timesMs.length - 1);
      timesMs[at] = timeMs;
      values[at] = value;
      stale[at] = marker;
    }

    private void grow() {
      int old = timesMs.length;
      timesMs = Arrays.copyOf(timesMs, 2 * old);
      values = Arrays.copyOf(values, 2 * old);
      stale = Arrays.copyOf(stale, 2 * old);
      for (int i = 0; i < head; i++) { // what had wrapped around goes behind the rest
        timesMs[old + i] = timesMs[i];
        values[old + i] = values[i];
        stale[old + i] = stale[i];
      }
    }

    int size() {
      return size;
    }

    long timeMs(int i) {
      return timesMs[(head + i) & (timesMs.length - 1)];
    }

    double value(int i) {
      return values[(head + i) & (timesMs.length - 1)];
    }

    boolean stale(int i) {
      return stale[(head + i) & (timesMs.length - 1)];
    }

    private long lastMs() {
      return timeMs(size - 1);
    }

    /** The last sample at or before a time, by position; -1 where there is none. */
    int at(long nowMs) {
      int i = size - 1;
      while (i >= 0 && timeMs(i) > nowMs) {
        i--;
      }
      return i;
    }

    /** Whether queries can still find it; what has been stale for long is forgotten. */
    public boolean isHeld() {
      return held;
    }

    boolean ended() {
      return size > 0 && stale(size - 1);
    }
  }

  /** See {@link Scrapes#target}. */
  public final class Target {
    private final List<Line> lines = new ArrayList<>();
    private long nowMs;

    private Target() {}

    /** A scrape begins. */
    public void begin(long newNowMs) {
      nowMs = newNowMs;
    }

    public void sample(Line line, double value) {
      if (line.size() == 0 || line.ended()) {
        if (!lines.contains(line)) {
          lines.add(line);
        }
      }
      line.add(nowMs, value);
    }

    /** The scrape ends: what was not in it is marked stale; what has been stale for long goes. */
    public void end() {
      boolean old = false;
      for (Line line : lines) {
        if (line.size() > 0 && line.lastMs() < nowMs && !line.ended()) {
          line.end(nowMs);
        }
        old |= line.size() > 0 && line.ended() && line.lastMs() < nowMs - 2 * keptMs;
      }
      if (old) {
        lines.removeIf(
            line -> {
              boolean over = line.ended() && line.lastMs() < nowMs - 2 * keptMs;
              if (over) {
                forget(line);
              }
              return over;
            });
      }
    }

    /**
     * The target is gone: all its series are marked stale, and forgotten by a later call when they
     * have been so for long.
     *
     * @return whether nothing is left of it, so that it need not be called again
     */
    public boolean gone(long atMs) {
      begin(atMs);
      end();
      return lines.isEmpty();
    }
  }
}
