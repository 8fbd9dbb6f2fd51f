// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
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
  private static final int MOST_LINES = 400;
  private static final double SIDE = 270;

  /**
   * @param save asked to write the document where the user wants it
   */
  DocumentPreview(Output.Document document, Consumer<Output.Document> save) {
    super(16);
    ScrollPane text = new ScrollPane(text(document));
    text.setFitToWidth(true);
    text.setVbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    text.setMinWidth(200);
    HBox.setHgrow(text, Priority.ALWAYS);
    getChildren().addAll(text, side(document, save));
  }

  private static Node text(Output.Document document) {
    TextFlow flow = new TextFlow();
    flow.getStyleClass().add("yaml");
    int lines = 0;
    for (String line : document.text().stripTrailing().split("\n", -1)) {
      if (lines++ == MOST_LINES) {
        flow.getChildren().add(new Text("…"));
        break;
      }
      flow.getChildren().addAll(YamlText.line(line));
      flow.getChildren().add(new Text("\n"));
    }
    flow.getChildren().remove(flow.getChildren().size() - 1);
    flow.setMinWidth(Region.USE_PREF_SIZE);
    return flow;
  }

  private static Node side(Output.Document document, Consumer<Output.Document> save) {
    VBox side = new VBox(10);
    side.setMinWidth(SIDE);
    side.setPrefWidth(SIDE);
    Label sentence = new Label(document.sentence());
    sentence.setWrapText(true);
    sentence.getStyleClass().add("muted");
    side.getChildren().add(sentence);
    for (String difference : document.differences()) {
      Label line = new Label(difference);
      line.setWrapText(true);
      line.getStyleClass().addAll("mono", "difference");
      side.getChildren().add(line);
    }
    Button copy = Buttons.bar(Feather.COPY, "Copy", () -> copy(document.text()));
    Button write = Buttons.bar(Feather.DOWNLOAD, "Save as…", () -> save.accept(document));
    write.getStyleClass().add("save-document");
    side.getChildren().add(new HBox(8, copy, write));
    return side;
  }

  private static void copy(String text) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
  }
}
