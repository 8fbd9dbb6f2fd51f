// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.shape.FillRule;
import javafx.scene.shape.SVGPath;

/**
 * How a cell stands, as shape, word and colour at once: a shape for a glance, a word for certainty,
 * and colour (from the style sheet) for neither alone.
 */
public enum StateMark {
  FRESH("fresh", "M5 0A5 5 0 1 1 5 10A5 5 0 1 1 5 0Z"),
  STALE("stale", "M5 0L10 5L5 10L0 5ZM5 2.1L2.1 5L5 7.9Z"),
  RUNNING("running", "M5 0A5 5 0 1 1 0 5L2 5A3 3 0 1 0 5 2Z"),
  QUEUED(
      "queued",
      "M5 0A5 5 0 1 1 5 10A5 5 0 1 1 5 0ZM5 1.9A3.1 3.1 0 1 0 5 8.1A3.1 3.1 0 1 0 5 1.9Z"),
  FAILED("failed", "M1.5 0L5 3.5L8.5 0L10 1.5L6.5 5L10 8.5L8.5 10L5 6.5L1.5 10L0 8.5L3.5 5L0 1.5Z"),
  BLOCKED("blocked", "M1 0H4V10H1ZM6 0H9V10H6Z"),
  DISABLED("off", "M0 4H10V6H0Z"),
  CANCELLED("cancelled", "M1 1H9V9H1ZM2.8 2.8V7.2H7.2V2.8Z"),
  UNRESOLVED(
      "unresolved", "M5 0L10.2 9.4H-0.2ZM5 3.2L4.1 3.2L4.4 6.2H5.6L5.9 3.2ZM4.4 6.9V8.2H5.6V6.9Z"),
  UNTRUSTED(
      "untrusted",
      "M1 4.4H9V10H1ZM2.4 4.4V3A2.6 2.6 0 0 1 7.6 3V4.4H6.2V3A1.2 1.2 0 0 0 3.8 3V4.4Z");

  private final String word;
  private final String path;

  StateMark(String word, String path) {
    this.word = word;
    this.path = path;
  }

  /** The word beside the shape, before any detail such as {@code 52 %}. */
  public String word() {
    return word;
  }

  /** The style class of a cell in this state, and of this mark: {@code state-stale}. */
  public String styleClass() {
    return "state-" + (this == DISABLED ? "disabled" : word);
  }

  /** The shape alone, 10 by 10; its colour comes from the style sheet. */
  public Node shape() {
    SVGPath shape = new SVGPath();
    shape.setContent(path);
    shape.setFillRule(FillRule.EVEN_ODD);
    shape.getStyleClass().addAll("state-shape", styleClass());
    return shape;
  }

  /**
   * Shape and words.
   *
   * @param detail what follows the word, such as {@code 52 %} or {@code by sweep.band}; may be
   *     empty
   */
  public Label mark(String detail) {
    Label label = new Label(detail.isEmpty() ? word : word + " " + detail, shape());
    label.getStyleClass().addAll("state-mark", styleClass());
    return label;
  }
}
