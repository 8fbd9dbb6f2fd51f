// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One cell. Immutable all the way down.
 *
 * @param id 1 to 64 of {@code [a-zA-Z0-9-_]}; stays for the life of the cell
 * @param source in one piece, lines ending at LF
 * @param metadata whatever others put there is kept
 * @param outputs as nbformat has them, texts in one piece; only code cells have any
 * @param executionCount from 0; only code cells have one
 * @param attachments by file name; not for code cells. Empty is not the same as an empty map, since
 *     files hold either
 */
public record Cell(
    String id,
    Type type,
    String source,
    Map<String, Object> metadata,
    List<Map<String, Object>> outputs,
    OptionalInt executionCount,
    Optional<Map<String, Object>> attachments) {
  /** The metadata key of this program's marks. */
  static final String OURS = "loopbench";

  /** What nbformat calls {@code cell_type}. */
  public enum Type {
    CODE("code"),
    MARKDOWN("markdown"),
    RAW("raw");

    private final String token;

    Type(String token) {
      this.token = token;
    }

    /** The word in the file. */
    public String token() {
      return token;
    }
  }

  public Cell {
    if (!CellIds.valid(id)) {
      throw new IllegalArgumentException("id must be 1 to 64 of [a-zA-Z0-9-_], was \"" + id + '"');
    }
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(source, "source");
    metadata = JsonValues.frozenMap(metadata);
    List<Map<String, Object>> copies = new ArrayList<>(outputs.size());
    outputs.forEach(output -> copies.add(JsonValues.frozenMap(output)));
    outputs = List.copyOf(copies);
    attachments = attachments.map(JsonValues::frozenMap);
    if (type == Type.CODE && attachments.isPresent()) {
      throw new IllegalArgumentException(
          "a code cell has no attachments, " + id + " came with some");
    }
    if (type != Type.CODE && (!outputs.isEmpty() || executionCount.isPresent())) {
      throw new IllegalArgumentException(
          "only a code cell has outputs and an execution count, " + id + " is " + type);
    }
    if (executionCount.isPresent() && executionCount.getAsInt() < 0) {
      throw new IllegalArgumentException(
          "executionCount must be >= 0, was " + executionCount.getAsInt());
    }
  }

  /** A cell with nothing but its text. */
  public static Cell of(String id, Type type, String source) {
    return new Cell(id, type, source, Map.of(), List.of(), OptionalInt.empty(), Optional.empty());
  }

  public Cell withId(String newId) {
    return new Cell(newId, type, source, metadata, outputs, executionCount, attachments);
  }

  public Cell withSource(String text) {
    return new Cell(id, type, text, metadata, outputs, executionCount, attachments);
  }

  public Cell withMetadata(Map<String, Object> map) {
    return new Cell(id, type, source, map, outputs, executionCount, attachments);
  }

  /** With one metadata key set to a value; null takes the key away. */
  public Cell withMetadata(String key, Object value) {
    Map<String, Object> map = new LinkedHashMap<>(metadata);
    if (value == null) {
      map.remove(key);
    } else {
      map.put(key, value);
    }
    return withMetadata(map);
  }

  public Cell withOutputs(List<Map<String, Object>> list, OptionalInt count) {
    return new Cell(id, type, source, metadata, list, count, attachments);
  }

  Cell withoutOutputs() {
    Cell bare = withOutputs(List.of(), OptionalInt.empty());
    if (metadata.get(OURS) instanceof Map<?, ?> marks) {
      Map<String, Object> left = new LinkedHashMap<>(JsonReading.object(marks));
      left.keySet().removeAll(List.of("kind", "inputs", "core"));
      return bare.withMetadata(OURS, left.isEmpty() ? null : left);
    }
    return bare;
  }

  /** With what another cell shows: its outputs, count, attachments and this program's marks. */
  Cell withShownOf(Cell other) {
    Cell marked = withMetadata(OURS, other.metadata.get(OURS));
    return new Cell(
        id, type, source, marked.metadata, other.outputs, other.executionCount, other.attachments);
  }

  /** The strings under {@code metadata.tags}. */
  public List<String> tags() {
    return metadata.get("tags") instanceof List<?> list
        ? list.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }
}
