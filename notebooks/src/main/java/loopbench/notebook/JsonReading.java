// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import loopbench.yaml.Mark;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * JSON text to plain values, accepting what Python's json module accepts: {@code NaN}, {@code
 * Infinity} and {@code -Infinity} too, and the last of two equal keys, which is reported.
 */
final class JsonReading {
  /** Far beyond any notebook, far from the end of the stack. */
  static final int MOST_LEVELS = 200;

  // Python refuses to read whole numbers of more than 4300 digits.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MOST_LEVELS)
                  .maxNumberLength(4300)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(50_000)
                  .build())
          .build();

  private static final Set<String> PYTHONS_NON_NUMBERS = Set.of("NaN", "Infinity", "-Infinity");

  private final List<NotebookProblem> problems = new ArrayList<>();
  private Object value;
  private boolean readable;

  static JsonReading of(String text) {
    JsonReading reading = new JsonReading();
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      reading.read(parser);
    } catch (JacksonException e) {
      reading.problems.add(
          new NotebookProblem(sentence(e), new Where.InText(mark(e.getLocation()))));
    }
    return reading;
  }

  /** Whether there is a value; if not, a problem says why. */
  boolean readable() {
    return readable;
  }

  Object value() {
    return value;
  }

  List<NotebookProblem> problems() {
    return problems;
  }

  /** An object of a tree that was read here; all its keys are strings. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Map<?, ?> map) {
    return (Map<String, Object>) map;
  }

  private void read(JsonParser parser) {
    JsonToken first = parser.nextToken();
    if (first == null) {
      problem(parser, "There is no JSON here. Take the file from version control.");
      return;
    }
    value = value(parser, first);
    JsonToken more = parser.nextToken();
    if (more != null) {
      problem(
          parser,
          "The file goes on after the end of its JSON. Delete what follows, or take the file from"
              + " version control.");
    }
    readable = more == null;
  }

  private Object value(JsonParser parser, JsonToken token) {
    switch (token) {
      case START_OBJECT:
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          if (map.containsKey(name)) {
            problem(
                parser,
                "The key \""
                    + name
                    + "\" stands in this object for the second time. The last one is read, as"
                    + " Jupyter does; delete the other in a text editor.");
          }
          map.put(name, value(parser, parser.nextToken()));
        }
        return map;
      case START_ARRAY:
        List<Object> list = new ArrayList<>();
        for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
          list.add(value(parser, t));
        }
        return list;
      case VALUE_STRING:
        return parser.getString();
      case VALUE_NUMBER_INT:
        return JsonValues.frozen(parser.getNumberValue());
      case VALUE_NUMBER_FLOAT:
        double number = parser.getDoubleValue();
        if (parser.isNaN() && !PYTHONS_NON_NUMBERS.contains(parser.getString())) {
          problem(
              parser,
              "Python reads no number written \""
                  + parser.getString()
                  + "\". Write NaN or Infinity.");
        }
        return number;
      case VALUE_TRUE:
        return true;
      case VALUE_FALSE:
        return false;
      case VALUE_NULL:
        return null;
      default:
        throw new IllegalStateException("no JSON value begins with " + token);
    }
  }

  private void problem(JsonParser parser, String message) {
    problems.add(
        new NotebookProblem(message, new Where.InText(mark(parser.currentTokenLocation()))));
  }

  private static String sentence(JacksonException e) {
    if (e instanceof UnexpectedEndOfInputException) {
      return "The file ends in the middle of its JSON, so it was cut off when it was written or"
          + " copied. Take it from version control or a backup.";
    }
    if (e instanceof StreamConstraintsException) {
      return e.getOriginalMessage().contains("nesting depth")
          ? "The JSON is nested deeper than "
              + MOST_LEVELS
              + " levels, so it is not read any"
              + " further. No notebook needs that; take the file from its author again."
          : "A number or key here is too long to read. Shorten it in a text editor.";
    }
    String said = e.getOriginalMessage().strip().replaceAll("\\s+", " ");
    int first = said.length() > 200 ? said.lastIndexOf(' ', 200) : said.length();
    return "The JSON is broken here ("
        + said.substring(0, first)
        + "). Mend the file in a text editor, or take it from version control.";
  }

  private static Mark mark(TokenStreamLocation at) {
    return at == null
        ? new Mark(0, 1, 1)
        : new Mark(
            (int) Math.max(0, at.getCharOffset()),
            Math.max(1, at.getLineNr()),
            Math.max(1, at.getColumnNr()));
  }
}
