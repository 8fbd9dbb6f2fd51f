// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.start;

import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;

/**
 * An example as the start page shows it, all of it taken from the notebook itself.
 *
 * @param resource its name on the class path
 * @param title its heading
 * @param sentence the first sentence under the heading
 * @param picture what one of its cells showed when it was saved, PNG; empty where it holds none
 */
public record GalleryCard(
    String resource, String title, String sentence, Optional<byte[]> picture) {
  private static final Pattern FIRST_SENTENCE =
      Pattern.compile("^(.+?[.?!:])(?=\\s+\\p{Lu}|\\s*$)");

  /**
   * @param pictured the cell whose picture is shown
   */
  static GalleryCard of(String resource, Notebook notebook, String pictured) {
    String text =
        notebook.cells().stream()
            .filter(c -> c.type() == Cell.Type.MARKDOWN)
            .map(Cell::source)
            .findFirst()
            .orElse("");
    List<String> lines = text.lines().toList();
    String title = lines.isEmpty() ? resource : lines.get(0).replaceFirst("^#+\\s*", "");
    StringBuilder paragraph = new StringBuilder();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      if (line.isBlank() && paragraph.length() > 0) {
        break;
      }
      paragraph.append(line.strip()).append(' ');
    }
    return new GalleryCard(
        resource,
        title,
        firstSentence(paragraph.toString().replaceAll("[*`]", "").strip()),
        notebook.cell(pictured).flatMap(GalleryCard::picture));
  }

  private static String firstSentence(String paragraph) {
    Matcher matcher = FIRST_SENTENCE.matcher(paragraph);
    return matcher.find() ? matcher.group(1) : paragraph;
  }

  private static Optional<byte[]> picture(Cell cell) {
    for (Map<String, Object> output : cell.outputs()) {
      if (output.get("data") instanceof Map<?, ?> data
          && data.get("image/png") instanceof String base64) {
        try {
          return Optional.of(Base64.getMimeDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }
}
