// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookWriter;

/**
 * Pictures that would make a notebook too large for viewers and reviews, in files beside it. The
 * largest go first, and only as many as it takes; each leaves its sentence and the name of its
 * file.
 *
 * <p>Law: {@code back(moved)} is the notebook with all its pictures.
 */
public final class SideFiles {
  /** Beyond this viewers lag and reviewers look away. */
  public static final long USUAL_CAP_BYTES = 5L << 20;

  private static final String PNG = "image/png";
  private static final String MARK = "loopbench.side-file";

  /**
   * @param notebook with what was moved replaced by the name of its file
   * @param files what lies beside it, by name from its folder
   * @param bytes of the notebook's text, as it is then
   */
  public record Moved(Notebook notebook, Map<String, byte[]> files, long bytes) {}

  private record Place(String cell, int output, int length) {}

  private SideFiles() {}

  /**
   * @param folder the folder of the files, from the notebook's
   */
  public static Moved out(Notebook notebook, String folder, long capBytes) {
    long bytes = NotebookWriter.write(notebook).length();
    Map<String, byte[]> files = new LinkedHashMap<>();
    Notebook next = notebook;
    List<Place> places = bytes > capBytes ? pictures(notebook) : List.of();
    for (Place place : places) {
      if (bytes <= capBytes) {
        break;
      }
      Cell cell = next.cell(place.cell()).orElseThrow();
      Map<String, Object> output = cell.outputs().get(place.output());
      Map<String, Object> data = new LinkedHashMap<>(map(output.get("data")));
      byte[] png;
      try {
        png = Base64.getMimeDecoder().decode((String) data.remove(PNG));
      } catch (IllegalArgumentException noPicture) {
        continue;
      }
      String name = folder + "/" + Keys.sha256(png).substring(0, 16) + ".png";
      files.put(name, png);
      Map<String, Object> metadata = new LinkedHashMap<>(map(output.get("metadata")));
      metadata.put(MARK, name);
      next = with(next, cell, place.output(), data, metadata);
      bytes -= place.length();
    }
    return new Moved(next, files, files.isEmpty() ? bytes : NotebookWriter.write(next).length());
  }

  /**
   * The notebook with its pictures again.
   *
   * @param file a file's content by its name; what is not there stays as it is
   */
  public static Notebook back(Notebook notebook, Function<String, Optional<byte[]>> file) {
    Notebook next = notebook;
    for (Cell cell : notebook.cells()) {
      for (int i = 0; i < cell.outputs().size(); i++) {
        Map<String, Object> metadata =
            new LinkedHashMap<>(map(cell.outputs().get(i).get("metadata")));
        Optional<byte[]> png =
            metadata.remove(MARK) instanceof String name ? file.apply(name) : Optional.empty();
        if (png.isPresent()) {
          Map<String, Object> data = new LinkedHashMap<>(map(cell.outputs().get(i).get("data")));
          data.put(PNG, Base64.getEncoder().encodeToString(png.get()));
          next = with(next, next.cell(cell.id()).orElseThrow(), i, data, metadata);
        }
      }
    }
    return next;
  }

  private static List<Place> pictures(Notebook notebook) {
    List<Place> places = new ArrayList<>();
    for (Cell cell : notebook.cells()) {
      for (int i = 0; i < cell.outputs().size(); i++) {
        Map<String, Object> data = map(cell.outputs().get(i).get("data"));
        if (data.get(PNG) instanceof String png && data.get("text/plain") instanceof String) {
          places.add(new Place(cell.id(), i, png.length()));
        }
      }
    }
    places.sort(Comparator.comparingInt(Place::length).reversed());
    return places;
  }

  private static Notebook with(
      Notebook notebook,
      Cell cell,
      int index,
      Map<String, Object> data,
      Map<String, Object> metadata) {
    List<Map<String, Object>> outputs = new ArrayList<>(cell.outputs());
    Map<String, Object> output = new LinkedHashMap<>(outputs.get(index));
    output.put("data", data);
    output.put("metadata", metadata);
    outputs.set(index, output);
    return notebook.withOutputs(cell.id(), outputs, cell.executionCount());
  }

  private static Map<String, Object> map(Object value) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> given) {
      given.forEach((k, v) -> map.put((String) k, v));
    }
    return map;
  }
}
