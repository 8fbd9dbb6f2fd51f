// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.chart;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import loopbench.figure.LineFigure;
import loopbench.figure.LineLayout;
import loopbench.figure.TimeAxis;

/**
 * Looks closer at lines over time: Ctrl and the wheel, or plus and minus, zoom; dragging selects a
 * stretch; Shift and an arrow move along; a double click or 0 shows all again. The bare wheel goes
 * on scrolling the page.
 */
final class LineNavigation {
  private static final double STEP = 1.5;
  static final double ALONG = 0.25;
  private static final double LEAST_DRAG = 6;

  private final FigureView view;
  private final Node ground;
  private double pressedX = Double.NaN;

  /**
   * @param ground what is drawn on, in whose coordinates the layout is
   */
  LineNavigation(FigureView view, Node ground) {
    this.view = view;
    this.ground = ground;
  }

  void install() {
    view.addEventFilter(ScrollEvent.SCROLL, this::scrolled);
    view.addEventHandler(MouseEvent.MOUSE_PRESSED, this::pressed);
    view.addEventHandler(MouseEvent.MOUSE_RELEASED, this::released);
    view.addEventFilter(KeyEvent.KEY_PRESSED, this::keyed);
  }

  private Optional<LineLayout> layout() {
    return view.getFigure() instanceof LineFigure lines
            && lines.along() instanceof TimeAxis
            && view.layoutProperty().get() instanceof LineLayout layout
        ? Optional.of(layout)
        : Optional.empty();
  }

  private TimeWindow window() {
    return view.windowProperty().get();
  }

  private double inX(double x) {
    return x - ground.getLayoutX();
  }

  private void scrolled(ScrollEvent e) {
    if (e.isShortcutDown() && e.getDeltaY() != 0 && layout().isPresent()) {
      double at = layout().get().xAt(inX(e.getX()));
      window().zoom(e.getDeltaY() > 0 ? 1 / STEP : STEP, at);
      e.consume();
    }
  }

  private void pressed(MouseEvent e) {
    pressedX = Double.NaN;
    if (e.getButton() == MouseButton.PRIMARY && layout().isPresent()) {
      if (e.getClickCount() == 2) {
        window().reset();
      } else {
        pressedX = inX(e.getX());
      }
    }
  }

  private void released(MouseEvent e) {
    double from = pressedX;
    pressedX = Double.NaN;
    if (Math.abs(inX(e.getX()) - from) >= LEAST_DRAG) { // false where nothing was pressed
      layout().ifPresent(l -> window().select(l.xAt(from), l.xAt(inX(e.getX()))));
    }
  }

  private void keyed(KeyEvent e) {
    if (e.isShortcutDown() || e.isAltDown() || layout().isEmpty()) {
      return;
    }
    TimeWindow.Stretch now = window().shown();
    double cursor = view.cursorSProperty().get();
    double at = Double.isNaN(cursor) ? (now.from() + now.to()) / 2 : cursor;
    boolean known = true;
    switch (e.getCode()) {
      case PLUS, ADD, EQUALS -> window().zoom(1 / STEP, at);
      case MINUS, SUBTRACT -> window().zoom(STEP, at);
      case DIGIT0, NUMPAD0 -> window().reset();
      case LEFT, KP_LEFT -> known = moved(e, -ALONG);
      case RIGHT, KP_RIGHT -> known = moved(e, ALONG);
      default -> known = false;
    }
    if (known) {
      e.consume();
    }
  }

  /** With Shift along the axis, where there is more of it; without, the arrows are the cursor's. */
  private boolean moved(KeyEvent e, double share) {
    if (!e.isShiftDown() || !window().zoomed()) {
      return false;
    }
    window().pan(share);
    return true;
  }
}
