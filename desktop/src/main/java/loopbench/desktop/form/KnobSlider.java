// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import atlantafx.base.controls.ProgressSliderSkin;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;

/**
 * The slider of a knob with its scale. Dragging previews, letting go commits, arrow keys step, a
 * double click goes back to the value in the file.
 */
final class KnobSlider extends Region {
  private static final double THUMB = 16;
  private static final double SLIDER_HEIGHT = 18;
  private static final double TICK = 4;
  private static final double LABEL_HEIGHT = 13;

  private final KnobViewModel knob;
  private final Slider slider = new Slider(0, 1, 0);
  private final List<Track.Tick> ticks;
  private final List<Region> lines = new ArrayList<>();
  private final List<Label> labels = new ArrayList<>();
  private boolean showing;
  private boolean pressed;

  KnobSlider(KnobViewModel knob) {
    this.knob = knob;
    slider.setId("knob-" + knob.name());
    slider.setAccessibleText(knob.name());
    slider.setSkin(new ProgressSliderSkin(slider));
    ticks = knob.track().orElseThrow().ticks();
    for (Track.Tick tick : ticks) {
      Region line = new Region();
      line.getStyleClass().add("knob-tick");
      lines.add(line);
      Label label = new Label(tick.label());
      label.getStyleClass().add("knob-tick-label");
      labels.add(label);
    }
    getChildren().addAll(lines);
    getChildren().addAll(labels);
    getChildren().add(slider);
    show();
    knob.positionProperty().addListener((p, was, is) -> show());
    slider.valueProperty().addListener((p, was, is) -> turned());
    slider.valueChangingProperty().addListener((p, was, is) -> released());
    slider.addEventFilter(MouseEvent.MOUSE_PRESSED, e -> pressed = true);
    slider.addEventFilter(
        MouseEvent.MOUSE_RELEASED,
        e -> {
          pressed = false;
          released();
        });
    slider.addEventFilter(
        MouseEvent.MOUSE_CLICKED,
        e -> {
          if (e.getClickCount() == 2) {
            knob.reset();
          }
        });
    slider.addEventFilter(KeyEvent.KEY_PRESSED, this::keyed);
  }

  private void show() {
    if (!pressed && !slider.isValueChanging()) {
      showing = true;
      slider.setValue(knob.positionProperty().get());
      showing = false;
    }
  }

  private void turned() {
    if (!showing) {
      knob.slide(slider.getValue());
      released();
    }
  }

  private void released() {
    if (!pressed && !slider.isValueChanging()) {
      knob.release();
      show();
    }
  }

  private void keyed(KeyEvent e) {
    int steps =
        switch (e.getCode()) {
          case RIGHT, UP, KP_RIGHT, KP_UP -> 1;
          case LEFT, DOWN, KP_LEFT, KP_DOWN -> -1;
          case PAGE_UP -> 10;
          case PAGE_DOWN -> -10;
          case HOME -> -1_000;
          case END -> 1_000;
          default -> 0;
        };
    if (steps != 0 && !e.isShortcutDown() && !e.isAltDown()) {
      knob.step(e.isShiftDown() ? steps * 10 : steps);
      e.consume();
    }
  }

  @Override
  protected double computeMinWidth(double height) {
    return 120;
  }

  @Override
  protected double computePrefWidth(double height) {
    return 240;
  }

  @Override
  protected double computeMaxWidth(double height) {
    return Double.MAX_VALUE;
  }

  @Override
  protected double computePrefHeight(double width) {
    return SLIDER_HEIGHT + TICK + LABEL_HEIGHT + 2;
  }

  @Override
  protected double computeMinHeight(double width) {
    return computePrefHeight(width);
  }

  @Override
  protected void layoutChildren() {
    slider.resizeRelocate(0, 0, getWidth(), SLIDER_HEIGHT);
    double track = getWidth() - THUMB;
    double lastEnd = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < ticks.size(); i++) {
      double x = snapPositionX(THUMB / 2 + ticks.get(i).position() * track);
      lines.get(i).resizeRelocate(x, SLIDER_HEIGHT, 1, TICK);
      Label label = labels.get(i);
      double width = label.prefWidth(-1);
      double left = Math.max(0, Math.min(getWidth() - width, x - width / 2));
      label.setVisible(left > lastEnd + 4);
      if (label.isVisible()) {
        lastEnd = left + width;
      }
      label.resizeRelocate(snapPositionX(left), SLIDER_HEIGHT + TICK + 1, width, LABEL_HEIGHT);
    }
  }
}
