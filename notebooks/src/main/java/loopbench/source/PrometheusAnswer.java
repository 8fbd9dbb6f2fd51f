// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import loopbench.series.Labels;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the answer of Prometheus' HTTP API as a stream of tokens: {@code status}, {@code data} with
 * {@code resultType} matrix, vector or scalar, {@code warnings}, in any order. What else stands
 * there is passed over.
 */
final class PrometheusAnswer {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(32)
                  .maxStringLength(1 << 20)
                  .maxNameLength(10_000)
                  .maxNumberLength(100)
                  .build())
          .build();

  /** Seconds since the epoch at the end of the year 9999. */
  private static final double LATEST_S = 253_402_300_799.0;

  /** The server's own word that it could not answer. */
  record ServerError(String type, String text) {}

  /** What was read; no series where the server reports an error. */
  record Answer(
      Optional<ServerError> error,
      String resultType,
      List<Samples> series,
      List<String> warnings) {}

  private final JsonParser json;
  private final String where;
  private final Limits limits;

  private String status = "";
  private String errorType = "";
  private String errorText = "";
  private String resultType = "";
  private boolean hasResult;
  private final List<Samples> series = new ArrayList<>();
  private final Set<Labels> seen = new HashSet<>();
  private final Set<String> warnings = new LinkedHashSet<>();
  private int points;

  private PrometheusAnswer(JsonParser json, String where, Limits limits) {
    this.json = json;
    this.where = where;
    this.limits = limits;
  }

  /** Reads an answer; a malformed one is refused with its line and column. */
  static Answer read(byte[] body, String where, Limits limits) throws Refusal {
    refuseWhatIsNoJson(body, where);
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
      return new PrometheusAnswer(json, where, limits).answer();
    } catch (UnexpectedEndOfInputException e) {
      throw new Refusal(
          "the answer stops in the middle, at " + place(e.getLocation()),
          where,
          "fetch it again; what came so far is not used");
    } catch (StreamConstraintsException e) {
      throw new Refusal(
          "the JSON goes beyond what an answer needs"
              + (e.getLocation() == null ? "" : " at " + place(e.getLocation()))
              + " ("
              + reason(e)
              + ")",
          where,
          "give an answer of Prometheus' query_range");
    } catch (JacksonException e) {
      throw new Refusal(
          "the JSON is malformed at " + place(e.getLocation()) + " (" + reason(e) + ")",
          where,
          "give the answer as the server sent it");
    }
  }

  /** The version in an answer about the server's build; empty where there is none. */
  static String version(byte[] body) {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.PROPERTY_NAME
            && json.currentName().equals("version")) {
          return json.nextToken() == JsonToken.VALUE_STRING ? Told.quote(json.getString()) : "";
        }
      }
    } catch (JacksonException e) {
      return "";
    }
    return "";
  }

  private static void refuseWhatIsNoJson(byte[] body, String where) throws Refusal {
    int first = 0;
    while (first < body.length && body[first] <= ' ' && body[first] > 0) {
      first++;
    }
    if (first == body.length) {
      throw new Refusal("the answer is empty", where, "fetch it again");
    }
    if (body[first] == '<') {
      throw new Refusal(
          "the answer is a web page, not JSON",
          where,
          "check that the address is that of a Prometheus API, not of a login page before it");
    }
  }

  /** The parser's reason without what it says of its own settings. */
  private static String reason(JacksonException e) {
    return Told.quote(
        e.getOriginalMessage()
            .replaceAll(
                "(?s)\\s*\\(for \\w+ starting at .*|\\s*at \\[Source:.*|, from `[^`]*`", ""));
  }

  private Answer answer() throws Refusal {
    expect(json.nextToken(), JsonToken.START_OBJECT, "an object with status and data");
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      switch (field) {
        case "status" -> status = string(value, "status");
        case "errorType" -> errorType = string(value, "errorType");
        case "error" -> errorText = string(value, "error");
        case "data" -> {
          if (value != JsonToken.VALUE_NULL) {
            data(value);
          }
        }
        case "warnings", "infos" -> remarks(value);
        default -> json.skipChildren();
      }
    }
    if (json.nextToken() != null) {
      throw unexpected("nothing after the answer");
    }
    if (status.equals("error")) {
      return new Answer(
          Optional.of(new ServerError(errorType, errorText)), "", List.of(), List.copyOf(warnings));
    }
    if (!status.equals("success") || !hasResult) {
      throw new Refusal(
          "this is JSON, but not an answer of Prometheus' HTTP API: "
              + (status.isEmpty() ? "it has no status" : "it has no data with a result"),
          where,
          "give what /api/v1/query_range answered, from its first brace to its last");
    }
    if (!Set.of("matrix", "vector", "scalar").contains(resultType)) {
      throw new Refusal(
          "the result is a " + Told.field(resultType) + ", which holds no series",
          where,
          "ask query_range for a matrix");
    }
    return new Answer(Optional.empty(), resultType, series, List.copyOf(warnings));
  }

  private void remarks(JsonToken value) throws Refusal {
    if (value != JsonToken.START_ARRAY) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      String remark = string(json.currentToken(), "a warning");
      if (warnings.size() < 100) {
        warnings.add(Told.quote(remark));
      }
    }
  }

  private void data(JsonToken start) throws Refusal {
    expect(start, JsonToken.START_OBJECT, "data to be an object");
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      switch (field) {
        case "resultType" -> resultType = string(value, "resultType");
        case "result" -> result(value);
        default -> json.skipChildren();
      }
    }
  }

  private void result(JsonToken start) throws Refusal {
    expect(start, JsonToken.START_ARRAY, "result to be a list");
    hasResult = true;
    JsonToken first = json.nextToken();
    if (first != null && first.isNumeric()) {
      Samples scalar = newSeries(Labels.NONE);
      restOfPoint(scalar);
      return;
    }
    for (JsonToken element = first; element != JsonToken.END_ARRAY; element = json.nextToken()) {
      expect(element, JsonToken.START_OBJECT, "a series with metric and values");
      element();
    }
  }

  private void element() throws Refusal {
    // The metric may come after the values, so the samples are kept until both are known.
    Labels labels = Labels.NONE;
    Samples samples = new Samples(labels);
    boolean histograms = false;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      switch (field) {
        case "metric" -> labels = labels(value);
        case "values" -> {
          expect(value, JsonToken.START_ARRAY, "values to be a list");
          while (json.nextToken() != JsonToken.END_ARRAY) {
            point(samples);
          }
        }
        case "value" -> point(samples);
        case "histogram", "histograms" -> {
          histograms = true;
          json.skipChildren();
        }
        default -> json.skipChildren();
      }
    }
    if (histograms) {
      warnings.add("native histograms of " + Told.quote(labels.toString()) + " are left out");
    }
    if (samples.size() == 0) {
      return;
    }
    newSeries(labels).addAll(samples);
  }

  private Samples newSeries(Labels labels) throws Refusal {
    if (series.size() == limits.series()) {
      throw tooMuch(Told.count(limits.series()) + " series");
    }
    if (!seen.add(labels)) {
      throw new Refusal(
          Told.quote(labels.toString()) + " stands twice in the result, again before " + here(),
          where,
          "give one answer, not several joined");
    }
    Samples samples = new Samples(labels);
    series.add(samples);
    return samples;
  }

  private Labels labels(JsonToken start) throws Refusal {
    expect(start, JsonToken.START_OBJECT, "metric to be an object of labels");
    SortedMap<String, String> byName = new TreeMap<>();
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      if (byName.size() == limits.labels()) {
        throw tooMuch(Told.count(limits.labels()) + " labels on one series");
      }
      if (byName.put(name, string(json.nextToken(), "the label's value")) != null) {
        throw unexpected("each label once");
      }
    }
    return new Labels(byName);
  }

  private void point(Samples into) throws Refusal {
    expect(json.currentToken(), JsonToken.START_ARRAY, "a sample [time, \"value\"]");
    json.nextToken();
    restOfPoint(into);
  }

  private void restOfPoint(Samples into) throws Refusal {
    if (++points > limits.points()) {
      throw tooMuch(Told.count(limits.points()) + " samples");
    }
    if (json.currentToken() == null || !json.currentToken().isNumeric()) {
      throw unexpected("a time in seconds");
    }
    double seconds = json.getDoubleValue();
    if (!(Math.abs(seconds) <= LATEST_S)) {
      throw unexpected("a time in seconds before the year 10000");
    }
    JsonToken token = json.nextToken();
    OptionalDouble value =
        token == JsonToken.VALUE_STRING || token != null && token.isNumeric()
            ? NumberText.parse(json.getString())
            : OptionalDouble.empty();
    if (value.isEmpty()) {
      throw unexpected("a value such as \"12.5\" or \"NaN\"");
    }
    expect(json.nextToken(), JsonToken.END_ARRAY, "the sample to end after time and value");
    if (!into.add(Math.round(seconds * 1000), value.getAsDouble())) {
      throw new Refusal(
          "a sample is not later than the one before it, at the end of the sample at " + here(),
          where,
          "put each series' samples into the order of time, each instant once");
    }
  }

  private String string(JsonToken token, String what) throws Refusal {
    expect(token, JsonToken.VALUE_STRING, what + " to be a text");
    return json.getString();
  }

  private void expect(JsonToken found, JsonToken wanted, String what) throws Refusal {
    if (found != wanted) {
      throw unexpected(what);
    }
  }

  private Refusal unexpected(String wanted) {
    return new Refusal(
        "this is JSON, but not an answer of Prometheus' HTTP API: expected "
            + wanted
            + " at "
            + here(),
        where,
        "give what /api/v1/query_range answered");
  }

  private Refusal tooMuch(String most) {
    return new Refusal(
        "the answer holds more than " + most,
        where,
        "ask for fewer series, a shorter range or a longer step");
  }

  private String here() {
    return place(json.currentTokenLocation());
  }

  private static String place(TokenStreamLocation location) {
    return location == null
        ? "an unknown place"
        : "line " + location.getLineNr() + ", column " + location.getColumnNr();
  }
}
