// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import loopbench.series.Labels;

/**
 * All that was scraped in a run, scrape by scrape: for whoever hands it on to a real Prometheus. A
 * series that was not in a scrape is absent then, which is not a value.
 */
public final class Exposition {
  private final long mostSamples;
  private final Map<Labels, Line> lines = new LinkedHashMap<>();
  private long[] timesMs = new long[64];
  private int scrapes;
  private long samples;

  /**
   * @param mostSamples no more are kept
   */
  public Exposition(long mostSamples) {
    this.mostSamples = mostSamples;
  }

  /** One series: its labels, the metric's name among them, and what it was at which scrape. */
  public static final class Line {
    private final Labels labels;
    private int[] scrapes = new int[16];
    private double[] values = new double[16];
    private int size;

    private Line(Labels labels) {
      this.labels = labels;
    }

    public Labels labels() {
      return labels;
    }

    /** How many samples. */
    public int size() {
      return size;
    }

    /** The scrape of a sample, counted from 0; ascending. */
    public int scrape(int i) {
      return scrapes[i];
    }

    public double value(int i) {
      return values[i];
    }

    /** What it was at a scrape; empty where it was not there. */
    public OptionalDouble at(int scrape) {
      int i = Arrays.binarySearch(scrapes, 0, size, scrape);
      return i < 0 ? OptionalDouble.empty() : OptionalDouble.of(values[i]);
    }

    private void add(int scrape, double value) {
      if (size == scrapes.length) {
        scrapes = Arrays.copyOf(scrapes, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
      scrapes[size] = scrape;
      values[size++] = value;
    }
  }

  /** Takes what all targets gave at one time; false, and takes nothing, where it is too much. */
  public boolean take(long timeMs, Scrapes from) {
    if (scrapes > 0 && timeMs <= timesMs[scrapes - 1]) {
      throw new IllegalArgumentException(
          "scrapes must follow each other, " + timeMs + " ms came after " + timesMs[scrapes - 1]);
    }
    if (samples + from.size() > mostSamples) {
      return false;
    }
    if (scrapes == timesMs.length) {
      timesMs = Arrays.copyOf(timesMs, 2 * scrapes);
    }
    timesMs[scrapes] = timeMs;
    int scrape = scrapes++;
    from.scrapedAt(
        timeMs,
        (labels, value) -> {
          lines.computeIfAbsent(labels, Line::new).add(scrape, value);
          samples++;
        });
    return true;
  }

  /** How many scrapes there were. */
  public int scrapes() {
    return scrapes;
  }

  public long timeMs(int scrape) {
    return timesMs[scrape];
  }

  /** The last scrape at or before a time; -1 where there is none. */
  public int scrapeAt(long timeMs) {
    int i = Arrays.binarySearch(timesMs, 0, scrapes, timeMs);
    return i >= 0 ? i : -i - 2;
  }

  public long samples() {
    return samples;
  }

  /** All series, in the order in which they began. */
  public List<Line> lines() {
    return new ArrayList<>(lines.values());
  }
}
