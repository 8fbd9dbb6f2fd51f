// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Requests as JSON lines: an object each, its time in milliseconds. */
final class TraceJson {
  private static final String TIME = "timestamp";
  private static final String PROMPT = "input_length";
  private static final String OUTPUT = "output_length";

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

  private final JsonParser json;
  private final String where;
  private final RequestTraceReader.Rows rows;
  private double firstMs = Double.NaN;

  private TraceJson(JsonParser json, String where, RequestTraceReader.Rows rows) {
    this.json = json;
    this.where = where;
    this.rows = rows;
  }

  static void read(byte[] content, int from, String where, RequestTraceReader.Rows rows)
      throws Refusal {
    int skipped = 0;
    for (int i = 0; i < from; i++) {
      skipped += content[i] == '\n' ? 1 : 0;
    }
    try (JsonParser json =
        JSON.createParser(ObjectReadContext.empty(), content, from, content.length - from)) {
      new TraceJson(json, where, rows).read(skipped);
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr() + skipped;
      throw new Refusal(
          (line > 0 ? "line " + line + ": " : "") + "the JSON is malformed",
          where,
          "write one object a line, from brace to brace");
    }
  }

  private void read(int skipped) throws Refusal {
    JsonToken token;
    while ((token = json.nextToken()) != null) {
      int line = json.currentTokenLocation().getLineNr() + skipped;
      if (token != JsonToken.START_OBJECT) {
        throw new Refusal(
            "line " + line + ": " + Told.field(json.getString()) + " stands outside an object",
            where,
            "write one object a line, from brace to brace");
      }
      request(line);
    }
  }

  private void request(int line) throws Refusal {
    double time = 0;
    String timeTold = null;
    int prompt = 0;
    int output = 0;
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.VALUE_NULL) {
        continue; // as if it were not there
      }
      switch (field) {
        case TIME -> {
          timeTold = told(value);
          time = rows.time(line, TIME, number(value), timeTold, "milliseconds");
        }
        case PROMPT -> prompt = rows.tokens(line, PROMPT, number(value), told(value));
        case OUTPUT -> output = rows.tokens(line, OUTPUT, number(value), told(value));
        default -> json.skipChildren();
      }
    }
    if (timeTold == null || prompt == 0 || output == 0) {
      throw new Refusal(
          "line "
              + line
              + ": "
              + (timeTold == null ? TIME : prompt == 0 ? PROMPT : OUTPUT)
              + " is missing",
          where,
          "give each request its timestamp in ms, input_length and output_length");
    }
    if (Double.isNaN(firstMs)) {
      firstMs = time;
    }
    rows.add(line, TIME, (time - firstMs) / 1000, timeTold + " ms", prompt, output);
  }

  private double number(JsonToken value) {
    return value.isNumeric() ? json.getDoubleValue() : Double.NaN;
  }

  private String told(JsonToken value) {
    return value.isNumeric()
        ? json.getString()
        : value.isStructStart() ? "a structure" : Told.field(json.getString());
  }
}
