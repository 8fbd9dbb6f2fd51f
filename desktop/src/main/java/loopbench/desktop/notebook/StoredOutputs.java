// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import loopbench.cell.Output;
import loopbench.notebook.TableHtml;

/**
 * What a file holds of a cell that has not run here: its pictures, verdicts and sentences, whoever
 * wrote them. Of HTML only plain tables as this program writes them are shown, else the sentence
 * beside it; scripts are never run.
 */
final class StoredOutputs {
  private StoredOutputs() {}

  /**
   * @param outputs as nbformat has them
   * @param links opens the address of a link that was clicked
   */
  static List<Node> nodes(List<Map<String, Object>> outputs, Consumer<String> links) {
    List<Node> nodes = new ArrayList<>();
    // Several outputs of a cell may say the same sentence; it is read once.
    Set<Object> said = new HashSet<>();
    for (Map<String, Object> output : outputs) {
      if (output.get("data") instanceof Map<?, ?> data) {
        boolean seen =
            data.get("image/png") != null
                || data.get("text/markdown") != null
                || data.get("text/html") != null;
        if (seen || said.add(data.get("text/plain"))) {
          bundle(data, output.get("metadata"), links).ifPresent(nodes::add);
        }
      } else if (output.get("evalue") instanceof String sentence) {
        nodes.add(sentence(sentence, "bad"));
      } else if (output.get("text") instanceof String text) {
        nodes.add(mono(text));
      }
    }
    return nodes;
  }

  private static Optional<Node> bundle(Map<?, ?> data, Object metadata, Consumer<String> links) {
    String plain = data.get("text/plain") instanceof String text ? text : "";
    if (data.get("image/png") instanceof String png) {
      return Optional.of(picture(png, metadata, plain).orElseGet(() -> sentence(plain, "muted")));
    }
    if (data.get("text/markdown") instanceof String markdown) {
      return Optional.of(new MarkdownView(markdown, links));
    }
    Optional<TableHtml> table =
        data.get("text/html") instanceof String html ? TableHtml.read(html) : Optional.empty();
    if (table.isPresent()) {
      return Optional.of(
          new TableGrid(new Output.Table(table.get().header(), table.get().rows(), plain)).node());
    }
    if (plain.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(plain.contains("\n") ? mono(plain) : sentence(plain, "muted"));
  }

  private static Optional<Node> picture(String base64, Object metadata, String sentence) {
    byte[] bytes;
    try {
      bytes = Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    Image image = new Image(new ByteArrayInputStream(bytes));
    if (image.isError()) {
      return Optional.empty();
    }
    double width =
        metadata instanceof Map<?, ?> all
                && all.get("image/png") instanceof Map<?, ?> size
                && size.get("width") instanceof Number number
            ? number.doubleValue()
            : image.getWidth();
    return Optional.of(new StoredPicture(image, Math.min(width, image.getWidth()), sentence));
  }

  private static Node sentence(String text, String styleClass) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.getStyleClass().add(styleClass);
    return label;
  }

  private static Node mono(String text) {
    TextFlow flow = new TextFlow(new Text(text.stripTrailing()));
    flow.getStyleClass().add("yaml");
    return flow;
  }
}
