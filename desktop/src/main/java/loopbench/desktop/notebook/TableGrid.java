// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayList;
import java.util.List;
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
final class TableGrid extends VBox {
  private static final int MOST_CELLS = 24;
  private static final int MOST_ROWS = 500;
  private static final double WIDEST = 380;

  TableGrid(Output.Table table) {
    super(6);
    boolean wide = table.headings().size() > 6 && table.rows().size() <= 3;
    List<List<String>> lines = new ArrayList<>();
    lines.add(table.headings());
    lines.addAll(table.rows().subList(0, Math.min(MOST_ROWS, table.rows().size())));
    List<List<String>> shown = wide ? turned(lines) : lines;
    setAccessibleText(table.sentence());
    if (table.headings().size() * table.rows().size() <= MOST_CELLS) {
      getChildren().add(grid(shown));
      return;
    }
    Hyperlink fold = new Hyperlink();
    getChildren().add(fold);
    String size = table.rows().size() + " rows, " + table.headings().size() + " columns";
    fold.setText("Show the table (" + size + ")");
    fold.setOnAction(
        e -> {
          boolean open = getChildren().size() > 1;
          fold.setText((open ? "Show" : "Hide") + " the table (" + size + ")");
          fold.setVisited(false);
          if (open) {
            getChildren().remove(1);
          } else {
            getChildren().add(grid(shown));
          }
        });
  }

  private static ScrollPane grid(List<List<String>> lines) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("data-table");
    for (int r = 0; r < lines.size(); r++) {
      for (int c = 0; c < lines.get(r).size(); c++) {
        Label text = new Label(lines.get(r).get(c));
        text.setWrapText(true);
        text.setMaxWidth(WIDEST);
        StackPane cell = new StackPane(text);
        cell.getStyleClass().add(r == 0 ? "data-th" : c == 0 ? "data-name" : "data-td");
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
