// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.look;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.util.Objects;
import javafx.application.Application;
import javafx.scene.Scene;
import loopbench.figure.Ink;

/**
 * Light or dark: a base theme for the controls, and our style sheet on top of it, whose colours are
 * roles defined once per theme.
 */
public enum Theme {
  LIGHT("light", Ink.LIGHT),
  DARK("dark", Ink.DARK);

  private static final String SHEET =
      Objects.requireNonNull(Theme.class.getResource("workbench.css")).toExternalForm();

  private final String styleClass;
  private final Ink ink;

  Theme(String styleClass, Ink ink) {
    this.styleClass = styleClass;
    this.ink = ink;
  }

  /** What charts are drawn with in this theme. */
  public Ink ink() {
    return ink;
  }

  public Theme other() {
    return this == LIGHT ? DARK : LIGHT;
  }

  /** Dresses a scene; may be called again to change over. On the JavaFX thread. */
  public void apply(Scene scene) {
    Fonts.load();
    Application.setUserAgentStylesheet(
        (this == LIGHT ? new PrimerLight() : new PrimerDark()).getUserAgentStylesheet());
    if (!scene.getStylesheets().contains(SHEET)) {
      scene.getStylesheets().add(SHEET);
    }
    var classes = scene.getRoot().getStyleClass();
    classes.removeAll(LIGHT.styleClass, DARK.styleClass);
    if (!classes.contains("workbench")) {
      classes.add("workbench");
    }
    classes.add(styleClass);
  }
}
