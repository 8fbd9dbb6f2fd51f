// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.Parser;

/**
 * Markdown as nodes, one text flow a block. HTML is shown as the text it is, pictures as their
 * description; a link does nothing until it is clicked.
 */
final class MarkdownView extends VBox {
  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();
  private static final int LONGEST_PILL = 40;

  /**
   * @param links opens the address of a link that was clicked
   */
  MarkdownView(String source, Consumer<String> links) {
    getStyleClass().add("markdown");
    PARSER.parse(source).accept(new Blocks(this, links));
  }

  /** Adds a node per block to a pane. */
  private static final class Blocks extends AbstractVisitor {
    private final Consumer<String> links;
    private Pane into;

    Blocks(Pane into, Consumer<String> links) {
      this.into = into;
      this.links = links;
    }

    private void within(Pane pane, Node block) {
      Pane outer = into;
      into = pane;
      visitChildren(block);
      into = outer;
    }

    private void flow(Node block, String styleClass) {
      TextFlow flow = new TextFlow();
      flow.getStyleClass().add(styleClass);
      block.accept(new Inlines(flow, links));
      into.getChildren().add(flow);
    }

    @Override
    public void visit(Heading heading) {
      flow(heading, "md-h" + Math.min(3, heading.getLevel()));
    }

    @Override
    public void visit(Paragraph paragraph) {
      flow(paragraph, into.getStyleClass().contains("md-li-body") ? "md-li" : "md-p");
    }

    @Override
    public void visit(BulletList list) {
      list(list, -1);
    }

    @Override
    public void visit(OrderedList list) {
      Integer start = list.getMarkerStartNumber();
      list(list, start == null ? 1 : start);
    }

    private void list(Node list, int first) {
      VBox rows = new VBox(4);
      rows.getStyleClass().add("md-list");
      int number = first;
      for (Node item = list.getFirstChild(); item != null; item = item.getNext()) {
        Label bullet = new Label(first < 0 ? "•" : number + ".");
        bullet.getStyleClass().add("md-bullet");
        bullet.setMinWidth(18);
        VBox body = new VBox(4);
        body.getStyleClass().add("md-li-body");
        HBox.setHgrow(body, Priority.ALWAYS);
        within(body, item);
        rows.getChildren().add(new HBox(bullet, body));
        number++;
      }
      into.getChildren().add(rows);
    }

    @Override
    public void visit(ListItem item) {
      visitChildren(item);
    }

    @Override
    public void visit(BlockQuote quote) {
      VBox box = new VBox(8);
      box.getStyleClass().add("md-quote");
      within(box, quote);
      into.getChildren().add(box);
    }

    @Override
    public void visit(FencedCodeBlock code) {
      code(code.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock code) {
      code(code.getLiteral());
    }

    private void code(String text) {
      TextFlow flow = new TextFlow(new Text(text.stripTrailing()));
      flow.getStyleClass().add("md-pre");
      into.getChildren().add(flow);
    }

    @Override
    public void visit(HtmlBlock html) {
      code(html.getLiteral());
    }

    @Override
    public void visit(ThematicBreak rule) {
      Region line = new Region();
      line.getStyleClass().add("md-rule");
      into.getChildren().add(line);
    }

    @Override
    public void visit(CustomBlock block) {
      if (block instanceof TableBlock) {
        GridPane grid = new GridPane();
        grid.getStyleClass().add("md-table");
        List<TableRow> rows = new ArrayList<>();
        for (Node part = block.getFirstChild(); part != null; part = part.getNext()) {
          for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
            rows.add((TableRow) row);
          }
        }
        for (int r = 0; r < rows.size(); r++) {
          int c = 0;
          for (Node n = rows.get(r).getFirstChild(); n != null; n = n.getNext()) {
            grid.add(cell((TableCell) n), c++, r);
          }
        }
        into.getChildren().add(grid);
      }
    }

    private StackPane cell(TableCell cell) {
      TextFlow flow = new TextFlow();
      cell.accept(new Inlines(flow, links));
      StackPane pane = new StackPane(flow);
      pane.getStyleClass().add(cell.isHeader() ? "md-th" : "md-td");
      return pane;
    }
  }

  /** Adds the pieces of one block to its flow. */
  private static final class Inlines extends AbstractVisitor {
    private final TextFlow flow;
    private final Consumer<String> links;
    private final Deque<String> styles = new ArrayDeque<>();
    private String address;

    Inlines(TextFlow flow, Consumer<String> links) {
      this.flow = flow;
      this.links = links;
    }

    private Text add(String content, String... more) {
      Text text = new Text(content);
      text.getStyleClass().addAll(styles);
      text.getStyleClass().addAll(more);
      if (address != null) {
        String target = address;
        text.setOnMouseClicked(e -> links.accept(target));
      }
      flow.getChildren().add(text);
      return text;
    }

    private void styled(Node node, String styleClass) {
      styles.push(styleClass);
      visitChildren(node);
      styles.pop();
    }

    @Override
    public void visit(org.commonmark.node.Text text) {
      add(text.getLiteral());
    }

    @Override
    public void visit(Emphasis emphasis) {
      styled(emphasis, "md-em");
    }

    @Override
    public void visit(StrongEmphasis strong) {
      styled(strong, "md-strong");
    }

    @Override
    public void visit(Code code) {
      // A pill cannot be broken across lines; longer code can.
      if (code.getLiteral().length() > LONGEST_PILL) {
        add(code.getLiteral(), "md-code");
      } else {
        Label pill = new Label(code.getLiteral());
        pill.getStyleClass().add("md-code");
        flow.getChildren().add(pill);
      }
    }

    @Override
    public void visit(Link link) {
      String outer = address;
      address = link.getDestination();
      styled(link, "md-link");
      address = outer;
    }

    @Override
    public void visit(Image image) {
      add("[picture: ");
      visitChildren(image);
      add("]");
    }

    @Override
    public void visit(HtmlInline html) {
      add(html.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak end) {
      add(" ");
    }

    @Override
    public void visit(HardLineBreak end) {
      add("\n");
    }

    @Override
    public void visit(CustomNode node) {
      visitChildren(node);
    }
  }
}
