// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The faces a figure is set in. Widths come from the font files, so that every pen, with or without
 * a toolkit, agrees on where text ends.
 */
public enum Face {
  REGULAR("Inter", 400, "/com/formdev/flatlaf/fonts/inter/Inter-Regular.otf"),
  SEMIBOLD("Inter", 600, "/com/formdev/flatlaf/fonts/inter/Inter-SemiBold.otf"),
  MONO(
      "JetBrains Mono", 400, "/com/formdev/flatlaf/fonts/jetbrains_mono/JetBrainsMono-Regular.ttf");

  private final String family;
  private final int weight;
  private final String resource;
  private volatile Advances advances;

  Face(String family, int weight, String resource) {
    this.family = family;
    this.weight = weight;
    this.resource = resource;
  }

  /** The family as a style sheet names it, without the weight. */
  public String family() {
    return family;
  }

  /** 400 or 600. */
  public int weight() {
    return weight;
  }

  /** Where the font file stands on the class path. */
  public String resource() {
    return resource;
  }

  /** Width of a line of text in pixels, without kerning. */
  public double width(String text, double size) {
    return advances().ofText(text) * size;
  }

  /** The text, or as much of its beginning as fits with an ellipsis. Control characters go. */
  String fit(String text, double size, double maxWidth) {
    String clean = clean(text);
    if (width(clean, size) <= maxWidth) {
      return clean;
    }
    double room = maxWidth - width("…", size);
    int end = 0;
    double used = 0;
    while (end < clean.length()) {
      int next = clean.offsetByCodePoints(end, 1);
      used += width(clean.substring(end, next), size);
      if (used > room) {
        break;
      }
      end = next;
    }
    return end == 0 && room < 0 ? "" : clean.substring(0, end).stripTrailing() + "…";
  }

  /** One line of something drawable: no line ends, no other control characters, no half pairs. */
  static String clean(String text) {
    boolean plain = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      plain &= !Character.isISOControl(c) && !Character.isSurrogate(c) && c < 0xFFFE;
    }
    if (plain) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    text.codePoints()
        .map(c -> c == '\n' || c == '\r' || c == '\t' ? ' ' : c)
        .map(c -> c >= 0xD800 && c <= 0xDFFF || (c & 0xFFFE) == 0xFFFE ? 0xFFFD : c)
        .filter(c -> !Character.isISOControl(c))
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  private Advances advances() {
    Advances known = advances;
    if (known == null) {
      try (InputStream in = open()) {
        known = new Advances(in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + resource, e);
      }
      advances = known;
    }
    return known;
  }

  /** The font file's bytes. */
  InputStream open() {
    InputStream in = Face.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException(resource + " is not on the class path");
    }
    return in;
  }
}
