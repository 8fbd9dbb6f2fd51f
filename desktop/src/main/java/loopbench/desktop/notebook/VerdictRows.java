// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import loopbench.cell.Output;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** What a check found: shape, expression, measured value. */
final class VerdictRows extends VBox {
  VerdictRows(Output.Verdicts verdicts) {
    verdicts.verdicts().forEach(v -> getChildren().add(row(v)));
    setAccessibleText(verdicts.sentence());
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
