// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import loopbench.notebook.Cell;

/** All cells, one below the other, on the desk. A card lives as long as its cell. */
public final class PageView extends ScrollPane {
  /** Where a card stands that was gone to, pixels below the top. */
  private static final double BELOW_TOP = 12;

  private final NotebookViewModel notebook;
  private final Surroundings around;
  private final List<Node> notices;
  private final PagePane page = new PagePane();
  private final ScrollAnchor anchor;
  private final Map<String, PageCell> cards = new LinkedHashMap<>();
  private PageMode mode = PageMode.SOURCE;

  /**
   * @param notices what stands above the first cell
   */
  public PageView(NotebookViewModel notebook, Surroundings around, List<Node> notices) {
    this.notebook = notebook;
    this.around = around;
    this.notices = List.copyOf(notices);
    getStyleClass().add("desk");
    setContent(page);
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    // The skin keeps a picture of all that is in view, which any change in it would paint anew.
    skinProperty().addListener((p, was, is) -> lookup(".viewport").setCache(false));
    anchor = ScrollAnchor.hold(this, page, this::selectedInView);
    notebook.cells().addListener((InvalidationListener) change -> arrange());
    notebook
        .selectedProperty()
        .addListener(
            (p, was, is) -> {
              mark(is);
              if (mode == PageMode.LECTURE) {
                arrange();
              }
            });
    setFocusTraversable(true);
    setAccessibleText("Cells");
    addEventHandler(
        KeyEvent.KEY_PRESSED,
        e -> {
          if (e.getCode() == KeyCode.ESCAPE && !isFocused()) {
            requestFocus();
            e.consume();
          }
        });
    addEventHandler(
        MouseEvent.MOUSE_PRESSED,
        e -> {
          // A press on nothing that takes the keyboard gives it to the page.
          if (getScene() != null && !isWithin(getScene().getFocusOwner())) {
            requestFocus();
          }
        });
    arrange();
  }

  private boolean isWithin(Node node) {
    for (Node at = node; at != null; at = at.getParent()) {
      if (at == this) {
        return true;
      }
    }
    return false;
  }

  /** Where the caret stands in the text that is being typed, in characters. */
  public Optional<Integer> caret() {
    return getScene() != null
            && getScene().getFocusOwner() instanceof TextArea area
            && isWithin(area)
        ? Optional.of(area.getCaretPosition())
        : Optional.empty();
  }

  private void arrange() {
    List<Node> nodes = new ArrayList<>(notices);
    Map<String, PageCell> before = new LinkedHashMap<>(cards);
    cards.clear();
    for (CellViewModel cell : notebook.cells()) {
      PageCell card = before.getOrDefault(cell.id(), null);
      if (card == null) {
        card =
            cell.cell().type() == Cell.Type.CODE
                ? new CellCard(notebook, cell, around, this::inView)
                : new TextCard(notebook, cell, around);
      }
      if (before.get(cell.id()) == null) {
        card.setSourceShown(mode == PageMode.SOURCE);
      }
      cards.put(cell.id(), card);
      nodes.add(card.node());
    }
    if (mode == PageMode.LECTURE && cards.containsKey(notebook.selectedProperty().get())) {
      nodes.clear();
      nodes.add(cards.get(notebook.selectedProperty().get()).node());
    }
    if (!page.getChildren().equals(nodes)) {
      page.getChildren().setAll(nodes);
    }
    mark(notebook.selectedProperty().get());
  }

  /** Another way to look at the page; what is selected stays in view. */
  public void setMode(PageMode next) {
    commit();
    mode = next;
    cards.values().forEach(card -> card.setSourceShown(next == PageMode.SOURCE));
    getStyleClass().remove("lecture");
    if (next == PageMode.LECTURE) {
      getStyleClass().add("lecture");
    }
    arrange();
    if (getScene() != null) { // a page that is opened is seen from its beginning
      reveal(notebook.selectedProperty().get());
    }
  }

  private void mark(String id) {
    cards.forEach((other, card) -> card.setSelected(other.equals(id)));
  }

  /** Takes over what is being typed anywhere on the page. */
  public void commit() {
    cards.values().forEach(PageCell::commit);
  }

  /** Selects a cell and brings its head into view. */
  public void reveal(String id) {
    Optional.ofNullable(cards.get(id))
        .ifPresent(
            card -> {
              notebook.select(id);
              Platform.runLater(() -> scrollTo(card.node()));
            });
  }

  /** Selects a cell and opens its text at a line. */
  public void goTo(String id, int line) {
    reveal(id);
    if (line > 0) {
      Optional.ofNullable(cards.get(id)).ifPresent(card -> card.goTo(line));
    }
  }

  private Optional<Node> selectedInView() {
    return Optional.ofNullable(cards.get(notebook.selectedProperty().get()))
        .map(PageCell::node)
        .filter(this::inView);
  }

  private boolean inView(Node node) {
    double top = getVvalue() * (page.getHeight() - getViewportBounds().getHeight());
    Bounds bounds = node.getBoundsInParent();
    return bounds.getMaxY() >= top && bounds.getMinY() <= top + getViewportBounds().getHeight();
  }

  private void scrollTo(Node node) {
    anchor.hold(node, BELOW_TOP);
  }
}
