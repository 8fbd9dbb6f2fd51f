// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.look;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import javafx.scene.text.Font;

/**
 * The faces of the window, from the class path, so that every machine shows the same.
 *
 * <p>JavaFX knows only normal and bold within a family: bold must be loaded, or it becomes the
 * italic; semi-bold is a family of its own, {@code Inter SemiBold}.
 */
public final class Fonts {
  public static final String TEXT = "Inter";
  public static final String SEMIBOLD = "Inter SemiBold";
  public static final String MONO = "JetBrains Mono";

  private static final List<String> FILES =
      List.of(
          "inter/Inter-Regular.otf",
          "inter/Inter-Italic.otf",
          "inter/Inter-SemiBold.otf",
          "inter/Inter-Bold.otf",
          "inter/Inter-BoldItalic.otf",
          "jetbrains_mono/JetBrainsMono-Regular.ttf",
          "jetbrains_mono/JetBrainsMono-Bold.ttf");
  private static boolean loaded;

  private Fonts() {}

  /** Loads all faces once; before the first scene. */
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    for (String file : FILES) {
      try (InputStream in = Fonts.class.getResourceAsStream("/com/formdev/flatlaf/fonts/" + file)) {
        if (in == null || Font.loadFont(in, 13) == null) {
          throw new IllegalStateException("the font " + file + " cannot be loaded");
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the font " + file, e);
      }
    }
    loaded = true;
  }
}
