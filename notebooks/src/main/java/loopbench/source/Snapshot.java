// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import loopbench.series.Clock;
import loopbench.series.Labels;
import loopbench.series.Reading;
import loopbench.series.Series;
import loopbench.series.SeriesSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server's answer as it was, to run again anywhere without the server: what was asked, which
 * server answered, what it remarked, and every reading.
 *
 * <p>Laws: {@code read(write(s))} is s; the hash of its series is checked when it is read.
 *
 * @param server what the server said of itself, such as its version; may be empty
 * @param asked what the cell asks, in a form that changes when that does
 * @param data the series and where they come from
 */
public record Snapshot(String server, String asked, SourceAnswer.Data data) {
  /** Snapshots beyond this are not read. */
  public static final int MOST_BYTES = 64 << 20;

  private static final int FORM = 1;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  // ---- writing -----------------------------------------------------------------------------

  /** The same snapshot, the same text: one line for each series, so that others can compare it. */
  public String write() {
    Provenance from = data.provenance();
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeName("loopbench_snapshot").writeNumber(FORM);
      json.writeName("origin").writeString(from.origin());
      json.writeName("server").writeString(server);
      json.writeName("asked").writeString(asked);
      json.writeName("queries").writeStartObject();
      from.queries().forEach((name, query) -> json.writeName(name).writeString(query));
      json.writeEndObject();
      QueryRange range = from.range().orElseThrow();
      json.writeName("range").writeStartArray();
      json.writeNumber(range.fromMs()).writeNumber(range.toMs()).writeNumber(range.stepMs());
      json.writeEndArray();
      json.writeName("warnings").writeStartArray();
      from.warnings().forEach(json::writeString);
      json.writeEndArray();
      json.writeName("sha256").writeString(from.sha256());
      json.writeName("series").writeStartArray();
      for (Series series : data.series().series()) {
        json.writeRaw("\n");
        series(series, json);
      }
      json.writeRaw("\n");
      json.writeEndArray();
      json.writeEndObject();
    }
    return text + "\n";
  }

  private static void series(Series series, JsonGenerator json) {
    json.writeStartObject();
    json.writeName("name").writeString(series.name());
    json.writeName("labels").writeStartObject();
    series.labels().byName().forEach((name, value) -> json.writeName(name).writeString(value));
    json.writeEndObject();
    json.writeName("readings").writeStartArray();
    for (int i = 0; i < series.size(); i++) {
      switch (series.reading(i)) {
        case ABSENT -> json.writeNull();
        case NAN -> json.writeString("NaN");
        case STALE -> json.writeString("stale");
        case VALUE -> {
          double value = series.value(i);
          if (Double.isInfinite(value)) {
            json.writeString(value > 0 ? "Infinity" : "-Infinity");
          } else {
            json.writeNumber(value);
          }
        }
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  // ---- reading -----------------------------------------------------------------------------

  /** What a snapshot's file holds, or why it is none. */
  public static Optional<Snapshot> read(byte[] content) {
    if (content.length > MOST_BYTES) {
      return Optional.empty();
    }
    try {
      JsonNode root = JSON.readTree(content);
      if (root == null || root.path("loopbench_snapshot").asInt(0) != FORM) {
        return Optional.empty();
      }
      JsonNode range = root.path("range");
      QueryRange asked =
          new QueryRange(
              range.path(0).longValue(), range.path(1).longValue(), range.path(2).longValue());
      if (asked.size() > content.length) {
        return Optional.empty(); // each reading takes more than a byte
      }
      Clock clock = asked.clock();
      List<Series> all = new ArrayList<>();
      for (JsonNode one : root.path("series")) {
        all.add(series(one, clock));
      }
      SeriesSet set = new SeriesSet(clock, all);
      String sha256 = root.path("sha256").stringValue();
      if (!CanonicalHash.of(set).equals(sha256)) {
        return Optional.empty();
      }
      Map<String, String> queries = new LinkedHashMap<>();
      root.path("queries").forEachEntry((name, text) -> queries.put(name, text.stringValue()));
      List<String> warnings = new ArrayList<>();
      root.path("warnings").forEach(w -> warnings.add(w.stringValue()));
      return Optional.of(
          new Snapshot(
              root.path("server").stringValue(),
              root.path("asked").stringValue(),
              new SourceAnswer.Data(
                  set,
                  new Provenance(
                      root.path("origin").stringValue(),
                      queries,
                      Optional.of(asked),
                      warnings,
                      sha256))));
    } catch (JacksonException | IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }

  private static Series series(JsonNode one, Clock clock) {
    SortedMap<String, String> labels = new TreeMap<>();
    one.path("labels").forEachEntry((name, value) -> labels.put(name, value.stringValue()));
    JsonNode written = one.path("readings");
    if (written.size() != clock.size()) {
      throw new IllegalArgumentException(
          "readings must be as many as instants, " + clock.size() + ", were " + written.size());
    }
    double[] values = new double[clock.size()];
    Reading[] readings = new Reading[clock.size()];
    Arrays.fill(values, Double.NaN);
    int i = 0;
    for (JsonNode node : written) {
      String text = node.isString() ? node.stringValue() : "";
      if (node.isNull()) {
        readings[i] = Reading.ABSENT;
      } else if (text.equals("stale")) {
        readings[i] = Reading.STALE;
      } else if (text.equals("NaN")) {
        readings[i] = Reading.NAN;
      } else {
        OptionalDouble number =
            node.isNumber() ? OptionalDouble.of(node.doubleValue()) : NumberText.parse(text);
        readings[i] = Reading.VALUE;
        values[i] = number.orElseThrow(() -> new IllegalArgumentException("no reading: " + node));
      }
      i++;
    }
    return Series.of(one.path("name").stringValue(), new Labels(labels), clock, values, readings);
  }
}
