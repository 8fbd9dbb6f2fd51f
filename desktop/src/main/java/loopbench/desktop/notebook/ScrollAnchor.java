// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.Optional;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.beans.value.ChangeListener;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Pane;

/**
 * Keeps what the reader looks at where it is while other cards grow and shrink. The anchor is the
 * selected card while it is in view, else the first that begins there, else the one that fills it.
 * It changes when the reader does something, not when the page changes.
 */
final class ScrollAnchor {
  private final ScrollPane scroll;
  private final Pane page;
  private final Supplier<Optional<Node>> selected;
  private final ChangeListener<Number> follow =
      (p, was, is) -> {
        follow();
        // The scroll pane takes its content's new height over only after this layout.
        Platform.runLater(this::follow);
      };
  private Optional<Node> anchor = Optional.empty();
  private double offset;

  private ScrollAnchor(ScrollPane scroll, Pane page, Supplier<Optional<Node>> selected) {
    this.scroll = scroll;
    this.page = page;
    this.selected = selected;
  }

  /**
   * @param selected the selected card while it is in view
   */
  static ScrollAnchor hold(ScrollPane scroll, Pane page, Supplier<Optional<Node>> selected) {
    ScrollAnchor held = new ScrollAnchor(scroll, page, selected);
    // Not when vvalue changes: the scroll pane changes it by itself when its content grows.
    Runnable later = () -> Platform.runLater(held::take);
    scroll.addEventFilter(ScrollEvent.SCROLL, e -> later.run());
    scroll.addEventFilter(MouseEvent.MOUSE_RELEASED, e -> later.run());
    scroll.addEventFilter(KeyEvent.KEY_RELEASED, e -> later.run());
    page.heightProperty().addListener(held.follow);
    return held;
  }

  private double room() {
    return page.getHeight() - scroll.getViewportBounds().getHeight();
  }

  /** What is in view now is to stay there. */
  void take() {
    if (room() <= 0) {
      return;
    }
    double top = scroll.getVvalue() * room();
    double bottom = top + scroll.getViewportBounds().getHeight();
    Optional<Node> next =
        top < 1
            ? Optional.empty()
            : selected.get().or(() -> beginsBetween(top, bottom)).or(() -> covers(top));
    hold(next, next.map(n -> n.getLayoutY() - top).orElse(0.0));
  }

  /**
   * A card is to stay so far below the top, and to come there as soon as the page is long enough.
   *
   * @param below pixels
   */
  void hold(Node card, double below) {
    hold(Optional.of(card), below);
    follow();
  }

  private void hold(Optional<Node> next, double below) {
    anchor.ifPresent(n -> n.layoutYProperty().removeListener(follow));
    anchor = next;
    offset = below;
    anchor.ifPresent(n -> n.layoutYProperty().addListener(follow));
  }

  private Optional<Node> beginsBetween(double top, double bottom) {
    return page.getChildren().stream()
        .filter(n -> n.getLayoutY() >= top - 1 && n.getLayoutY() < bottom)
        .findFirst();
  }

  private Optional<Node> covers(double top) {
    return page.getChildren().stream()
        .filter(n -> n.getBoundsInParent().getMaxY() > top)
        .findFirst();
  }

  private void follow() {
    if (anchor.isEmpty() || anchor.get().getParent() != page || room() <= 0) {
      return;
    }
    double top = anchor.get().getLayoutY() - offset;
    scroll.setVvalue(Math.max(0, Math.min(1, top / room())));
  }
}
