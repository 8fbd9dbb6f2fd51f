// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import loopbench.series.Labels;
import loopbench.signal.Exposition;
import loopbench.signal.Signal;

/**
 * An exposition as OpenMetrics 1.0 text: one scrape without times, for a Prometheus that scrapes,
 * or all of them with times, for {@code promtool tsdb create-blocks-from openmetrics}. Metrics come
 * family by family, and within a family series by series, as the format wants.
 */
public final class OpenMetricsWriter {
  /** What a response of this text is called. */
  public static final String CONTENT_TYPE =
      "application/openmetrics-text; version=1.0.0; charset=utf-8";

  private static final String END = "# EOF\n";

  private record Family(String name, String type, String help) {}

  private OpenMetricsWriter() {}

  /** The scrape that stood at a time of the run; before the first there is none. */
  public static String at(Exposition exposition, long timeMs) {
    int scrape = exposition.scrapeAt(timeMs);
    StringBuilder text = new StringBuilder();
    for (Map.Entry<Family, List<Exposition.Line>> family : families(exposition).entrySet()) {
      boolean headed = false;
      for (Exposition.Line line : family.getValue()) {
        OptionalDouble value = line.at(scrape);
        if (value.isPresent()) {
          if (!headed) {
            head(text, family.getKey());
            headed = true;
          }
          text.append(series(line.labels())).append(' ').append(number(value.getAsDouble()));
          text.append('\n');
        }
      }
    }
    return text.append(END).toString();
  }

  /**
   * All scrapes.
   *
   * @param epochMs the time of day at which the run began, milliseconds since 1970
   */
  public static void all(Exposition exposition, long epochMs, Appendable out) throws IOException {
    for (Map.Entry<Family, List<Exposition.Line>> family : families(exposition).entrySet()) {
      StringBuilder text = new StringBuilder();
      head(text, family.getKey());
      out.append(text);
      for (Exposition.Line line : family.getValue()) {
        String series = series(line.labels());
        for (int i = 0; i < line.size(); i++) {
          long timeMs = epochMs + exposition.timeMs(line.scrape(i));
          out.append(series).append(' ').append(number(line.value(i))).append(' ');
          out.append(seconds(timeMs)).append('\n');
        }
      }
    }
    out.append(END);
  }

  private static Map<Family, List<Exposition.Line>> families(Exposition exposition) {
    Map<Family, List<Exposition.Line>> families = new LinkedHashMap<>();
    for (Exposition.Line line : exposition.lines()) {
      families
          .computeIfAbsent(family(line.labels().get(Labels.METRIC)), f -> new ArrayList<>())
          .add(line);
    }
    return families;
  }

  private static Family family(String metric) {
    return Signal.named(metric)
        .map(
            signal ->
                switch (signal.kind()) {
                  case COUNTER ->
                      new Family(withoutEnd(metric, "_total"), "counter", signal.unit());
                  case HISTOGRAM ->
                      new Family(
                          withoutEnd(withoutEnd(withoutEnd(metric, "_bucket"), "_sum"), "_count"),
                          "histogram",
                          signal.unit());
                  case GAUGE -> new Family(metric, "gauge", signal.unit());
                })
        .orElse(new Family(metric, "unknown", ""));
  }

  private static String withoutEnd(String metric, String end) {
    return metric.endsWith(end) ? metric.substring(0, metric.length() - end.length()) : metric;
  }

  private static void head(StringBuilder text, Family family) {
    text.append("# TYPE ").append(family.name()).append(' ').append(family.type()).append('\n');
    String unit = unit(family.name());
    if (!unit.isEmpty()) {
      text.append("# UNIT ").append(family.name()).append(' ').append(unit).append('\n');
    }
    if (family.help().length() > 2) { // "s" says no more than the unit
      text.append("# HELP ").append(family.name()).append(' ').append(escaped(family.help()));
      text.append('\n');
    }
  }

  /** The format wants a unit to be the end of the name, and one of its base units. */
  private static String unit(String name) {
    return name.endsWith("_seconds") ? "seconds" : name.endsWith("_bytes") ? "bytes" : "";
  }

  private static String series(Labels labels) {
    StringBuilder text = new StringBuilder(labels.get(Labels.METRIC));
    char before = '{';
    for (Map.Entry<String, String> label : labels.byName().entrySet()) {
      if (!label.getKey().equals(Labels.METRIC)) {
        text.append(before).append(label.getKey()).append("=\"");
        text.append(escaped(label.getValue())).append('"');
        before = ',';
      }
    }
    return before == ',' ? text.append('}').toString() : text.toString();
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\"");
  }

  /** Whole numbers without a point; Java's own form is read alike everywhere. */
  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String seconds(long timeMs) {
    long rest = Math.floorMod(timeMs, 1000L);
    return Math.floorDiv(timeMs, 1000L) + (rest == 0 ? "" : ".%03d".formatted(rest));
  }
}
