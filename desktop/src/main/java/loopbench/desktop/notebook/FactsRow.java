// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import loopbench.cell.Fact;
import loopbench.cell.Output;

/** A row of metrics: name above value, the unit beside it. */
final class FactsRow implements Part {
  private final FlowPane row = new FlowPane();
  private final List<Metric> metrics = new ArrayList<>();

  FactsRow(Output.Facts first) {
    row.getStyleClass().add("metrics");
    take(first);
  }

  @Override
  public Node node() {
    return row;
  }

  @Override
  public boolean take(Output output) {
    if (!(output instanceof Output.Facts facts)) {
      return false;
    }
    while (metrics.size() > facts.facts().size()) {
      metrics.remove(metrics.size() - 1);
      row.getChildren().remove(metrics.size());
    }
    while (metrics.size() < facts.facts().size()) {
      Metric metric = new Metric();
      metrics.add(metric);
      row.getChildren().add(metric);
    }
    for (int i = 0; i < metrics.size(); i++) {
      metrics.get(i).show(facts.facts().get(i));
    }
    row.setAccessibleText(facts.sentence());
    return true;
  }

  private static final class Metric extends VBox {
    private final Label name = styled("metric-name");
    private final Label value = styled("metric-value");
    private final Label unit = styled("metric-unit");
    private String standing = "";

    Metric() {
      super(2);
      HBox line = new HBox(4, value, unit);
      line.setAlignment(Pos.BASELINE_LEFT);
      getStyleClass().add("metric");
      getChildren().addAll(name, line);
    }

    void show(Fact fact) {
      name.setText(fact.name());
      value.setText(fact.value());
      unit.setText(fact.unit());
      String now =
          switch (fact.standing()) {
            case PLAIN -> "";
            case GOOD -> "ok";
            case WARN -> "warn";
            case BAD -> "bad";
          };
      if (!now.equals(standing)) {
        getStyleClass().remove(standing);
        if (!now.isEmpty()) {
          getStyleClass().add(now);
        }
        standing = now;
      }
    }

    private static Label styled(String styleClass) {
      Label label = new Label();
      label.getStyleClass().add(styleClass);
      return label;
    }
  }
}
