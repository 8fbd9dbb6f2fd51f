// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import loopbench.series.Labels;

/**
 * Samples with times in the exposition format, as {@code promtool tsdb create-blocks-from
 * openmetrics} reads and {@code promtool tsdb dump} alike write them: {@code name{a="b"} value
 * time}. Times are seconds where the text ends with {@code # EOF} (OpenMetrics), milliseconds where
 * it does not (Prometheus' older text). Comments and exemplars are passed over.
 */
final class OpenMetricsText {
  /** A first line that can be nothing else: a comment, or a sample. */
  private static final Pattern FIRST_LINE =
      Pattern.compile(
          "#.*|[a-zA-Z_:][a-zA-Z0-9_:]*(\\{.*\\}\\s*|\\s+)[-+0-9.eEInfNa]+(\\s+[-+0-9.eE]+)?");

  private static final double LATEST_MS = 253_402_300_800_000.0;

  private final String where;
  private final Limits limits;
  private final double toMs;
  private final Map<Labels, Samples> series = new LinkedHashMap<>();
  private String line;
  private int lineNumber;
  private int next;

  private OpenMetricsText(String where, Limits limits, double toMs) {
    this.where = where;
    this.limits = limits;
    this.toMs = toMs;
  }

  static boolean startsLike(String firstLine) {
    return firstLine.length() < 10_000 && FIRST_LINE.matcher(firstLine).matches();
  }

  static Raw read(String text, String where, Limits limits) throws Refusal {
    boolean open = text.stripTrailing().endsWith("# EOF");
    OpenMetricsText reader = new OpenMetricsText(where, limits, open ? 1000 : 1);
    int points = 0;
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf('\n', from);
      end = end < 0 ? text.length() : end;
      reader.lineNumber++;
      reader.line = text.substring(from, end).strip();
      from = end + 1;
      if (reader.line.isEmpty() || reader.line.startsWith("#")) {
        continue;
      }
      if (++points > limits.points()) {
        throw new Refusal(
            "the file holds more than " + Told.count(limits.points()) + " samples",
            where,
            "cut it into shorter files");
      }
      reader.sample();
    }
    return new Raw(new ArrayList<>(reader.series.values()), new long[0], List.of());
  }

  private void sample() throws Refusal {
    next = 0;
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put(Labels.METRIC, name("a metric's name"));
    if (at('{')) {
      next++;
      skipBlanks();
      while (!at('}')) {
        String name = name("a label's name");
        skipBlanks();
        require('=');
        skipBlanks();
        if (labels.put(name, quoted()) != null) {
          throw broken("each label once");
        }
        if (labels.size() > limits.labels()) {
          throw broken("no more than " + Told.count(limits.labels()) + " labels");
        }
        skipBlanks();
        if (!at('}')) {
          require(',');
          skipBlanks();
        }
      }
      next++;
    }
    OptionalDouble value = NumberText.parse(word());
    if (value.isEmpty()) {
      throw broken("a number as the value");
    }
    String timeText = word();
    if (timeText.isEmpty() || timeText.startsWith("#")) {
      throw new Refusal(
          "line " + lineNumber + " has a value but no time: " + Told.field(line),
          where,
          "give samples with times; one scrape alone is no series");
    }
    double timeMs = NumberText.parse(timeText).orElse(Double.NaN) * toMs;
    if (!(Math.abs(timeMs) < LATEST_MS)) {
      throw broken("a time in " + (toMs == 1 ? "milliseconds" : "seconds"));
    }
    String rest = word();
    if (!rest.isEmpty() && !rest.startsWith("#")) {
      throw broken("nothing after the time");
    }
    Labels key = new Labels(labels);
    Samples samples = series.get(key);
    if (samples == null) {
      if (series.size() == limits.series()) {
        throw new Refusal(
            "the file holds more than " + Told.count(limits.series()) + " series",
            where,
            "cut it into several files");
      }
      samples = new Samples(key);
      series.put(key, samples);
    }
    if (!samples.add(Math.round(timeMs), value.getAsDouble())) {
      throw new Refusal(
          "line " + lineNumber + " is not later than the sample before it: " + Told.field(line),
          where,
          "put each series' samples into the order of time, each instant once");
    }
  }

  private String name(String what) throws Refusal {
    int start = next;
    while (next < line.length()
        && (Character.isLetterOrDigit(line.charAt(next)) || "_:".indexOf(line.charAt(next)) >= 0)) {
      next++;
    }
    if (next == start || Character.isDigit(line.charAt(start))) {
      throw broken(what);
    }
    return line.substring(start, next);
  }

  private String quoted() throws Refusal {
    require('"');
    StringBuilder text = new StringBuilder();
    while (next < line.length() && line.charAt(next) != '"') {
      char c = line.charAt(next++);
      if (c == '\\' && next < line.length()) {
        char escaped = line.charAt(next++);
        text.append(escaped == 'n' ? '\n' : escaped);
      } else {
        text.append(c);
      }
    }
    require('"');
    return text.toString();
  }

  private String word() {
    skipBlanks();
    int start = next;
    while (next < line.length() && " \t".indexOf(line.charAt(next)) < 0) {
      next++;
    }
    return line.substring(start, next);
  }

  private void skipBlanks() {
    while (next < line.length() && " \t".indexOf(line.charAt(next)) >= 0) {
      next++;
    }
  }

  private boolean at(char c) {
    return next < line.length() && line.charAt(next) == c;
  }

  private void require(char c) throws Refusal {
    if (!at(c)) {
      throw broken("'" + c + "'");
    }
    next++;
  }

  private Refusal broken(String wanted) {
    return new Refusal(
        "line %d, column %d: expected %s in %s"
            .formatted(lineNumber, Math.min(next, line.length()) + 1, wanted, Told.field(line)),
        where,
        "mend the line, or remove it");
  }
}
