// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.Region;

/** A picture in the size it was meant for, smaller where there is no room. */
final class StoredPicture extends Region {
  private final ImageView view;
  private final double width;

  /**
   * @param width to show it at, pixels
   * @param sentence what it shows, in words
   */
  StoredPicture(Image image, double width, String sentence) {
    this.view = new ImageView(image);
    this.width = width;
    view.setPreserveRatio(true);
    view.setSmooth(true);
    getStyleClass().add("figure");
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText(sentence);
    getChildren().add(view);
  }

  private double heightAt(double shownWidth) {
    return shownWidth * view.getImage().getHeight() / view.getImage().getWidth();
  }

  @Override
  public Orientation getContentBias() {
    return Orientation.HORIZONTAL;
  }

  @Override
  protected double computeMinWidth(double height) {
    return 0;
  }

  @Override
  protected double computePrefWidth(double height) {
    return width;
  }

  @Override
  protected double computeMinHeight(double shownWidth) {
    return computePrefHeight(shownWidth);
  }

  @Override
  protected double computePrefHeight(double shownWidth) {
    return heightAt(shownWidth < 0 ? width : Math.min(width, shownWidth));
  }

  @Override
  protected void layoutChildren() {
    double shown = Math.min(width, getWidth());
    view.setFitWidth(shown);
    view.setFitHeight(heightAt(shown));
    view.relocate(0, 0);
  }
}
