// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import loopbench.cell.CellProblem;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** A problem in its cell: what, and what now, and the way to the line. */
final class ProblemBox extends HBox {
  /**
   * @param go told the line to go to
   */
  ProblemBox(CellProblem problem, Consumer<Integer> go) {
    getStyleClass().add("problem-box");
    FontIcon icon = new FontIcon(Feather.X_CIRCLE);
    icon.getStyleClass().add("bad");
    VBox words = new VBox(1);
    HBox.setHgrow(words, Priority.ALWAYS);
    String place = problem.line() > 0 ? "line " + problem.line() + ": " : "";
    words.getChildren().add(wrapped(place + problem.what(), ""));
    if (!problem.whatNow().isEmpty()) {
      words.getChildren().add(wrapped(problem.whatNow(), "muted"));
    }
    getChildren().addAll(icon, words);
    if (problem.line() > 0) {
      Hyperlink link = new Hyperlink("Go to line " + problem.line());
      link.setMinWidth(Region.USE_PREF_SIZE);
      link.setOnAction(e -> go.accept(problem.line()));
      getChildren().add(link);
    }
  }

  private static Node wrapped(String text, String styleClass) {
    Label label = new Label(text);
    label.setWrapText(true);
    if (!styleClass.isEmpty()) {
      label.getStyleClass().add(styleClass);
    }
    return label;
  }
}
