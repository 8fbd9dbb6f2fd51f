// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import java.util.HashMap;
import java.util.Map;
import javafx.beans.InvalidationListener;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;

/** The parameters of a params cell, a row each. */
public final class ParamsForm extends GridPane {
  private final ParamsViewModel params;
  private final Map<KnobViewModel, KnobRow> rows = new HashMap<>();

  public ParamsForm(ParamsViewModel params) {
    this.params = params;
    getStyleClass().add("params");
    ColumnConstraints name = new ColumnConstraints();
    name.setMinWidth(44);
    ColumnConstraints slider = new ColumnConstraints();
    slider.setHgrow(Priority.ALWAYS);
    ColumnConstraints field = new ColumnConstraints();
    ColumnConstraints unit = new ColumnConstraints();
    unit.setMinWidth(62);
    getColumnConstraints().addAll(name, slider, field, unit, new ColumnConstraints(28));
    disableProperty().bind(params.usableProperty().not());
    params.knobs().addListener((InvalidationListener) change -> arrange());
    arrange();
  }

  private void arrange() {
    rows.keySet().retainAll(params.knobs());
    getChildren().clear();
    int at = 0;
    for (KnobViewModel knob : params.knobs()) {
      rows.computeIfAbsent(knob, KnobRow::new).addTo(this, at);
      at += 2;
    }
  }
}
