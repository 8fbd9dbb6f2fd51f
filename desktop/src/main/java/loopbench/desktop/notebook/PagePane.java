// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.HashMap;
import java.util.Map;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.layout.Pane;

/**
 * Cells one below the other in a column that is centred and not too wide. It asks only those for
 * their height that have changed: a page holds dozens, and a dragged slider changes a few, thirty
 * times a second.
 */
final class PagePane extends Pane {
  private static final double WIDEST = 1000;
  private static final double GAP = 12;

  private record Size(double width, double height) {}

  private final Map<Node, Size> known = new HashMap<>();

  PagePane() {
    getStyleClass().addAll("desk", "page-pane");
  }

  private double column(double width) {
    return Math.max(0, Math.min(WIDEST, width) - snappedLeftInset() - snappedRightInset());
  }

  private double height(Node cell, double width, boolean anew) {
    Size size = known.get(cell);
    if (anew || size == null || size.width() != width) {
      size = new Size(width, snapSizeY(cell.prefHeight(width)));
      known.put(cell, size);
    }
    return size.height();
  }

  private static boolean changed(Node cell) {
    return !(cell instanceof Parent parent) || parent.isNeedsLayout();
  }

  @Override
  public void requestLayout() {
    // Whoever asks for a layout is a child that has changed, or this pane itself.
    if (known != null) {
      known.keySet().removeIf(PagePane::changed);
    }
    super.requestLayout();
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
    return WIDEST;
  }

  @Override
  protected double computeMinHeight(double width) {
    return 0;
  }

  @Override
  protected double computePrefHeight(double width) {
    double column = column(width < 0 ? getWidth() : width);
    double total = snappedTopInset() + snappedBottomInset();
    for (Node cell : getManagedChildren()) {
      total += height(cell, column, false) + GAP;
    }
    return total - (getManagedChildren().isEmpty() ? 0 : GAP);
  }

  @Override
  protected void layoutChildren() {
    known.keySet().retainAll(getChildren());
    double column = column(getWidth());
    double x = snapPositionX((getWidth() - column) / 2);
    double y = snappedTopInset();
    for (Node cell : getManagedChildren()) {
      double height = height(cell, column, changed(cell));
      cell.resizeRelocate(x, y, column, height);
      y += height + GAP;
    }
  }
}
