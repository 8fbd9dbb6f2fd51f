// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import loopbench.cell.Output;

/**
 * A table, folded where it is large. A few rows of many columns stand on their side: the eye
 * compares neighbours.
 */
final class TableGrid implements Part {
  private static final int MOST_CELLS = 24;
  private static final int MOST_ROWS = 500;

  /** What a card of the page has room for, and what a column of words needs at least. */
  private static final double ROOM = 690;

  private static final double LEAST_OF_WORDS = 190;
  private static final double WIDEST_OTHER = 200;
  private static final int WORDS_FROM = 40;

  private final VBox box = new VBox(6);
  private final Hyperlink fold = new Hyperlink();
  private Output.Table shown;
  private boolean open;

  TableGrid(Output.Table first) {
    fold.setOnAction(
        e -> {
          open = !open;
          fold.setVisited(false);
          draw();
        });
    take(first);
  }

  @Override
  public Node node() {
    return box;
  }

  @Override
  public boolean take(Output output) {
    if (!(output instanceof Output.Table table)) {
      return false;
    }
    if (!table.equals(shown)) {
      shown = table;
      draw();
    }
    return true;
  }

  private void draw() {
    int cells = shown.headings().size() * shown.rows().size();
    String size = shown.rows().size() + " rows, " + shown.headings().size() + " columns";
    fold.setText((open ? "Hide" : "Show") + " the table (" + size + ")");
    List<Node> nodes = new ArrayList<>();
    if (cells > MOST_CELLS) {
      nodes.add(fold);
    }
    if (cells <= MOST_CELLS || open) {
      nodes.add(grid(lines()));
    }
    if (!box.getChildren().equals(nodes)) {
      box.getChildren().setAll(nodes);
    }
    box.setAccessibleText(shown.sentence());
  }

  private List<List<String>> lines() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(shown.headings());
    lines.addAll(shown.rows().subList(0, Math.min(MOST_ROWS, shown.rows().size())));
    boolean wide = shown.headings().size() > 6 && shown.rows().size() <= 3;
    return wide ? turned(lines) : lines;
  }

  private static ScrollPane grid(List<List<String>> lines) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("data-table");
    boolean[] words = new boolean[lines.get(0).size()];
    int columnsOfWords = 0;
    double others = 0;
    for (int c = 0; c < words.length; c++) {
      int column = c;
      words[c] =
          lines.stream()
              .skip(1)
              .map(line -> line.get(column))
              .anyMatch(text -> text.length() > WORDS_FROM && text.indexOf(' ') > 0);
      columnsOfWords += words[c] ? 1 : 0;
      others += words[c] ? 0 : WIDEST_OTHER / 2;
    }
    double widthOfWords = Math.max(LEAST_OF_WORDS, (ROOM - others) / Math.max(1, columnsOfWords));
    for (int r = 0; r < lines.size(); r++) {
      for (int c = 0; c < lines.get(r).size(); c++) {
        Label text = new Label(lines.get(r).get(c));
        text.setWrapText(true);
        text.setMaxWidth(words[c] ? widthOfWords : WIDEST_OTHER);
        StackPane cell = new StackPane(text);
        cell.getStyleClass()
            .add(r == 0 ? "data-th" : c == 0 ? "data-name" : words[c] ? "data-words" : "data-td");
        grid.add(cell, c, r);
      }
    }
    ScrollPane scroll = new ScrollPane(grid);
    scroll.setFitToHeight(true);
    scroll.setVbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    return scroll;
  }

  private static List<List<String>> turned(List<List<String>> lines) {
    List<List<String>> columns = new ArrayList<>();
    for (int c = 0; c < lines.get(0).size(); c++) {
      List<String> column = new ArrayList<>();
      for (List<String> line : lines) {
        column.add(line.get(c));
      }
      columns.add(column);
    }
    return columns;
  }
}
