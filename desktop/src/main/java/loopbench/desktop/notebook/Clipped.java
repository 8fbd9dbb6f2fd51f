// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;

/** One line of something that may be wider than there is room; what does not fit is cut off. */
final class Clipped extends Pane {
  private final Region line;

  Clipped(Region line) {
    super(line);
    this.line = line;
    Rectangle clip = new Rectangle();
    clip.widthProperty().bind(widthProperty());
    clip.heightProperty().bind(heightProperty());
    setClip(clip);
    setMinWidth(0);
    setMouseTransparent(true);
  }

  @Override
  protected double computePrefWidth(double height) {
    return 0;
  }

  @Override
  protected double computePrefHeight(double width) {
    return line.prefHeight(1e5);
  }

  @Override
  protected void layoutChildren() {
    double height = line.prefHeight(1e5);
    line.resizeRelocate(0, snapPositionY((getHeight() - height) / 2), 1e5, height);
  }
}
