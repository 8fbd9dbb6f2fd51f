// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import loopbench.cell.Parameter;

/** The parameters of one params cell. A row lives as long as its parameter keeps its nature. */
public final class ParamsViewModel {
  private final KnobViewModel.Turning turning;
  private final ObservableList<KnobViewModel> knobs = FXCollections.observableArrayList();
  private final ObservableList<KnobViewModel> knobsToRead =
      FXCollections.unmodifiableObservableList(knobs);
  private final BooleanProperty usable = new SimpleBooleanProperty(true);

  public ParamsViewModel(KnobViewModel.Turning turning) {
    this.turning = turning;
  }

  public ObservableList<KnobViewModel> knobs() {
    return knobsToRead;
  }

  /** False while the cell's text is wrong: the rows then show what it said before. */
  public BooleanProperty usableProperty() {
    return usable;
  }

  /**
   * Takes over what the cell says now.
   *
   * @param parameters none for a cell that is wrong
   * @param inFile the values as they were opened or saved last, by name
   */
  public void show(List<Parameter> parameters, Map<String, String> inFile) {
    usable.set(!parameters.isEmpty());
    if (parameters.isEmpty()) {
      return;
    }
    List<KnobViewModel> next = new ArrayList<>();
    for (Parameter parameter : parameters) {
      String before = inFile.getOrDefault(parameter.name(), parameter.text());
      KnobViewModel knob =
          knobs.stream()
              .filter(k -> k.name().equals(parameter.name()) && k.fits(parameter))
              .findFirst()
              .orElse(null);
      if (knob == null) {
        knob = new KnobViewModel(parameter, before, turning);
      } else {
        knob.show(parameter, before);
      }
      next.add(knob);
    }
    if (!knobs.equals(next)) {
      knobs.setAll(next);
    }
  }
}
