// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A notebook of nbformat 3 (before 2015) as the same notebook of nbformat 4.4, on trees of JSON
 * values: {@code upgrade} of {@code nbformat/v4/convert.py} 5.5.0. Several worksheets become one
 * page.
 */
final class Version3 {
  private static final Map<String, String> MIME_TYPES =
      Map.of(
          "text", "text/plain",
          "html", "text/html",
          "svg", "image/svg+xml",
          "png", "image/png",
          "jpeg", "image/jpeg",
          "latex", "text/latex",
          "json", "application/json",
          "javascript", "application/javascript");

  private Version3() {}

  static Map<String, Object> upgraded(Map<String, Object> old) {
    List<Object> cells = new ArrayList<>();
    for (Object sheet : list(old.get("worksheets"))) {
      for (Object cell : sheet instanceof Map<?, ?> map ? list(map.get("cells")) : List.of()) {
        cells.add(cell instanceof Map<?, ?> map ? cell(map) : cell);
      }
    }
    Map<String, Object> metadata = map(old.get("metadata"));
    metadata.remove("name");
    metadata.remove("signature");
    Map<String, Object> upgraded = new LinkedHashMap<>();
    upgraded.put("cells", cells);
    upgraded.put("metadata", metadata);
    upgraded.put("nbformat", 4L);
    upgraded.put("nbformat_minor", 4L);
    return upgraded;
  }

  private static Map<String, Object> cell(Map<?, ?> old) {
    Map<String, Object> cell = map(old);
    cell.putIfAbsent("metadata", new LinkedHashMap<String, Object>());
    if ("code".equals(cell.get("cell_type"))) {
      cell.remove("language");
      if (cell.containsKey("collapsed")) {
        Map<String, Object> metadata = map(cell.get("metadata"));
        metadata.put("collapsed", cell.remove("collapsed"));
        cell.put("metadata", metadata);
      }
      Object input = cell.remove("input");
      cell.put("source", input == null ? "" : input);
      cell.put("execution_count", cell.remove("prompt_number"));
      List<Object> outputs = new ArrayList<>();
      for (Object output : list(cell.get("outputs"))) {
        outputs.add(output instanceof Map<?, ?> map ? output(map) : output);
      }
      cell.put("outputs", outputs);
    } else if ("heading".equals(cell.get("cell_type"))) {
      cell.put("cell_type", "markdown");
      int level = cell.remove("level") instanceof Long n && n >= 1 && n <= 6 ? n.intValue() : 1;
      String source = NotebookReader.joined(cell.get("source")).orElse("");
      cell.put("source", "#".repeat(level) + " " + String.join(" ", source.lines().toList()));
    } else if ("html".equals(cell.get("cell_type"))) {
      cell.put("cell_type", "markdown");
    }
    return cell;
  }

  private static Map<String, Object> output(Map<?, ?> old) {
    Map<String, Object> output = map(old);
    Object type = output.get("output_type");
    if ("pyout".equals(type) || "display_data".equals(type)) {
      output.putIfAbsent("metadata", new LinkedHashMap<String, Object>());
      boolean result = "pyout".equals(type);
      if (result) {
        output.put("output_type", "execute_result");
        output.put("execution_count", output.remove("prompt_number"));
      }
      Map<String, Object> data = new LinkedHashMap<>(output);
      data.keySet().removeAll(List.of("output_type", "execution_count", "metadata"));
      output.keySet().removeAll(data.keySet());
      output.put("data", mimeTypes(data));
      output.put("metadata", mimeTypes(map(output.get("metadata"))));
    } else if ("pyerr".equals(type)) {
      output.put("output_type", "error");
    } else if ("stream".equals(type)) {
      Object stream = output.remove("stream");
      output.put("name", stream == null ? "stdout" : stream);
    }
    return output;
  }

  private static Map<String, Object> mimeTypes(Map<String, Object> aliases) {
    Map<String, Object> named = new LinkedHashMap<>();
    aliases.forEach((key, value) -> named.put(MIME_TYPES.getOrDefault(key, key), value));
    // Version 3 kept JSON as text.
    NotebookReader.joined(named.get("application/json"))
        .map(JsonReading::of)
        .filter(JsonReading::readable)
        .ifPresent(json -> named.put("application/json", json.value()));
    return named;
  }

  private static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private static Map<String, Object> map(Object value) {
    Map<String, Object> copy = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, item) -> copy.put((String) key, item));
    }
    return copy;
  }
}
