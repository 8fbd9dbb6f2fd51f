// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import loopbench.cell.Output;
import org.kordamp.ikonli.feather.Feather;

/** An export before it is written: its text, what it changes, and the way to save it. */
final class DocumentPreview extends HBox {
  private static final int FOLDED_LINES = 30;
  private static final int MOST_LINES = 2000;
  private static final double SIDE = 270;

  /**
   * @param save asked to write the document where the user wants it
   */
  DocumentPreview(Output.Document document, Consumer<Output.Document> save) {
    super(16);
    List<String> lines = document.text().stripTrailing().lines().limit(MOST_LINES).toList();
    VBox left = new VBox(6, text(lines, FOLDED_LINES));
    HBox.setHgrow(left, Priority.ALWAYS);
    if (lines.size() > FOLDED_LINES) {
      Hyperlink all = new Hyperlink("Show all " + lines.size() + " lines");
      all.setOnAction(e -> left.getChildren().setAll(text(lines, lines.size())));
      left.getChildren().add(all);
    }
    getChildren().addAll(left, side(document, save));
  }

  private static Node text(List<String> lines, int shown) {
    TextFlow flow = new TextFlow();
    flow.getStyleClass().add("yaml");
    for (String line : lines.subList(0, Math.min(shown, lines.size()))) {
      if (!flow.getChildren().isEmpty()) {
        flow.getChildren().add(new Text("\n"));
      }
      flow.getChildren().addAll(YamlText.line(line));
    }
    flow.setMinWidth(Region.USE_PREF_SIZE);
    ScrollPane scroll = new ScrollPane(flow);
    scroll.setFitToWidth(true);
    scroll.setVbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.setMinWidth(200);
    scroll.setMinHeight(Region.USE_PREF_SIZE);
    return scroll;
  }

  private static Node side(Output.Document document, Consumer<Output.Document> save) {
    VBox side = new VBox(10);
    side.setMinWidth(SIDE);
    side.setPrefWidth(SIDE);
    String listed = ": " + String.join("; ", document.differences());
    Label sentence =
        new Label(
            document.differences().isEmpty()
                ? document.sentence()
                : document.sentence().replace(listed, ""));
    sentence.setWrapText(true);
    sentence.getStyleClass().add("muted");
    side.getChildren().add(sentence);
    document.differences().forEach(d -> side.getChildren().add(difference(d)));
    Button copy = Buttons.bar(Feather.COPY, "Copy", () -> copy(document.text()));
    Button write = Buttons.bar(Feather.DOWNLOAD, "Save as…", () -> save.accept(document));
    write.setId("save-document");
    write.getStyleClass().add("save-document");
    side.getChildren().add(new HBox(8, copy, write));
    return side;
  }

  /** Where, and below it what it was and what it becomes. */
  private static Node difference(String difference) {
    int colon = difference.lastIndexOf(": ");
    int arrow = difference.indexOf(" -> ", Math.max(0, colon));
    if (colon < 0 || arrow < 0) {
      return mono(difference, "difference");
    }
    HBox values =
        new HBox(
            6,
            mono(difference.substring(colon + 2, arrow), "muted"),
            mono("→", "muted"),
            mono(difference.substring(arrow + 4), "ok"));
    return new VBox(1, mono(difference.substring(0, colon), "difference"), values);
  }

  private static Label mono(String text, String styleClass) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.getStyleClass().addAll("mono", styleClass);
    return label;
  }

  private static void copy(String text) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
  }
}
