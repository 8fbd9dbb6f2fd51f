// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outputs our cells store, so laid out that every viewer shows them: a picture stands alone
 * with its PNG, tables and verdicts are outputs of their own, and one sentence of plain text always
 * says what is seen, for readers without eyes or pictures.
 */
public final class Bundles {
  private static final int PNG_HEADER = 24;

  private Bundles() {}

  /** Data for machines beside an output: {@code application/vnd.loopbench.<kind>.v1+json}. */
  public record Data(String kind, Map<String, Object> value) {
    public Data {
      if (!kind.matches("[a-z][a-z0-9-]*")) {
        throw new IllegalArgumentException("kind must be [a-z][a-z0-9-]*, was \"" + kind + '"');
      }
      value = JsonValues.frozenMap(value);
    }

    public String mimeType() {
      return "application/vnd.loopbench." + kind + ".v1+json";
    }
  }

  /**
   * A picture.
   *
   * @param png opaque, drawn at twice the size it is to be shown at
   * @param svg the same picture, where there is one
   * @param sentence what the picture shows, in words
   */
  public static Map<String, Object> picture(
      byte[] png, Optional<String> svg, String sentence, Optional<Data> data) {
    if (png.length < PNG_HEADER || png[1] != 'P' || png[2] != 'N' || png[3] != 'G') {
      throw new IllegalArgumentException(
          "png must be a PNG file, was " + png.length + " bytes of something else");
    }
    Map<String, Object> bundle = new LinkedHashMap<>();
    bundle.put("image/png", Base64.getEncoder().encodeToString(png));
    svg.ifPresent(text -> bundle.put("image/svg+xml", text));
    bundle.put("text/plain", said(sentence));
    data.ifPresent(ours -> bundle.put(ours.mimeType(), ours.value()));
    long width = shownSize(png, 16);
    long height = shownSize(png, 20);
    return displayData(bundle, Map.of("image/png", Map.of("width", width, "height", height)));
  }

  /**
   * A table and nothing else, its texts escaped: no style, no class, no script.
   *
   * @param rows each as long as the header
   * @param sentence the table's result, in words
   */
  public static Map<String, Object> table(
      List<String> header, List<List<String>> rows, String sentence) {
    Map<String, Object> bundle = new LinkedHashMap<>();
    bundle.put("text/html", TableHtml.write(new TableHtml(header, rows)));
    bundle.put("text/plain", said(sentence));
    return displayData(bundle, Map.of());
  }

  /** A verdict in markdown, with the same in plain words. */
  public static Map<String, Object> markdown(
      String markdown, String sentence, Optional<Data> data) {
    Map<String, Object> bundle = new LinkedHashMap<>();
    bundle.put("text/markdown", markdown);
    bundle.put("text/plain", said(sentence));
    data.ifPresent(ours -> bundle.put(ours.mimeType(), ours.value()));
    return displayData(bundle, Map.of());
  }

  /** A sentence with data for machines, for a cell that has nothing to show. */
  public static Map<String, Object> plain(String sentence, Optional<Data> data) {
    Map<String, Object> bundle = new LinkedHashMap<>();
    bundle.put("text/plain", said(sentence));
    data.ifPresent(ours -> bundle.put(ours.mimeType(), ours.value()));
    return displayData(bundle, Map.of());
  }

  /**
   * What went wrong.
   *
   * @param kind in a word or two, as {@code MissingInput}
   * @param message full sentences
   * @param lines what viewers print, in plain text
   */
  public static Map<String, Object> error(String kind, String message, List<String> lines) {
    Map<String, Object> output = new LinkedHashMap<>();
    output.put("output_type", "error");
    output.put("ename", kind);
    output.put("evalue", message);
    output.put("traceback", List.copyOf(lines));
    return output;
  }

  private static Map<String, Object> displayData(
      Map<String, Object> bundle, Map<String, Object> metadata) {
    Map<String, Object> output = new LinkedHashMap<>();
    output.put("output_type", "display_data");
    output.put("data", bundle);
    output.put("metadata", metadata);
    return output;
  }

  private static String said(String sentence) {
    if (sentence.isBlank()) {
      throw new IllegalArgumentException("sentence must say what is seen, was blank");
    }
    return sentence;
  }

  // Width and height stand first in a PNG's first chunk, in four bytes each.
  private static long shownSize(byte[] png, int at) {
    long pixels = 0;
    for (int i = at; i < at + 4; i++) {
      pixels = pixels << 8 | png[i] & 0xFF;
    }
    return (pixels + 1) / 2;
  }
}
