// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import loopbench.cell.Fact;
import loopbench.cell.Output;

/** A row of metrics: name above value, the unit beside it. */
final class FactsRow extends FlowPane {
  FactsRow(Output.Facts facts) {
    getStyleClass().add("metrics");
    facts.facts().forEach(f -> getChildren().add(metric(f)));
    setAccessibleText(facts.sentence());
  }

  private static Node metric(Fact fact) {
    Label name = styled(fact.name(), "metric-name");
    HBox value = new HBox(4, styled(fact.value(), "metric-value"));
    value.setAlignment(Pos.BASELINE_LEFT);
    if (!fact.unit().isEmpty()) {
      value.getChildren().add(styled(fact.unit(), "metric-unit"));
    }
    VBox metric = new VBox(2, name, value);
    metric.getStyleClass().add("metric");
    String standing =
        switch (fact.standing()) {
          case PLAIN -> "";
          case GOOD -> "ok";
          case WARN -> "warn";
          case BAD -> "bad";
        };
    if (!standing.isEmpty()) {
      metric.getStyleClass().add(standing);
    }
    return metric;
  }

  private static Label styled(String text, String styleClass) {
    Label label = new Label(text);
    label.getStyleClass().add(styleClass);
    return label;
  }
}
