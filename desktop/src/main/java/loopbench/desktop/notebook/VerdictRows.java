// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import loopbench.cell.Output;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** What a check found: shape, expression, measured value. */
final class VerdictRows implements Part {
  private final VBox rows = new VBox();
  private List<Output.Verdict> shown = List.of();

  VerdictRows(Output.Verdicts first) {
    take(first);
  }

  @Override
  public Node node() {
    return rows;
  }

  @Override
  public boolean take(Output output) {
    if (!(output instanceof Output.Verdicts verdicts)) {
      return false;
    }
    List<Output.Verdict> now = verdicts.verdicts();
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      boolean same = i < shown.size() && shown.get(i).equals(now.get(i));
      nodes.add(same ? rows.getChildren().get(i) : row(now.get(i)));
    }
    if (!rows.getChildren().equals(nodes)) {
      rows.getChildren().setAll(nodes);
    }
    shown = now;
    rows.setAccessibleText(verdicts.sentence());
    return true;
  }

  private static HBox row(Output.Verdict verdict) {
    FontIcon icon = new FontIcon(verdict.holds() ? Feather.CHECK_CIRCLE : Feather.ALERT_TRIANGLE);
    icon.getStyleClass().add(verdict.holds() ? "ok" : "warn");
    Label expression = new Label(verdict.expression());
    expression.getStyleClass().add("mono");
    expression.setWrapText(true);
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    Label measured = new Label(verdict.holds() ? verdict.measured() : "was " + verdict.measured());
    measured.getStyleClass().addAll("mono", verdict.holds() ? "muted" : "warn");
    measured.setMinWidth(Region.USE_PREF_SIZE);
    HBox row = new HBox(icon, expression, space, measured);
    row.getStyleClass().add("check-row");
    return row;
  }
}
