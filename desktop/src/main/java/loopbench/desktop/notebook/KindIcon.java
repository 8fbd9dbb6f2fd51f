// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The icon of a kind of cell. */
public final class KindIcon {
  private KindIcon() {}

  /**
   * @param kind a kind's word, {@code markdown}, {@code raw}, or empty
   */
  public static FontIcon of(String kind) {
    return new FontIcon(
        switch (kind) {
          case "params" -> Feather.SLIDERS;
          case "source" -> Feather.DATABASE;
          case "plant" -> Feather.BOX;
          case "load" -> Feather.USERS;
          case "flow" -> Feather.FILTER;
          case "scaler" -> Feather.LAYERS;
          case "run" -> Feather.ACTIVITY;
          case "sweep" -> Feather.GRID;
          case "chart" -> Feather.MAP;
          case "check" -> Feather.CHECK_SQUARE;
          case "export" -> Feather.UPLOAD;
          case "markdown" -> Feather.TYPE;
          case "raw" -> Feather.FILE_TEXT;
          default -> Feather.CODE;
        });
  }
}
