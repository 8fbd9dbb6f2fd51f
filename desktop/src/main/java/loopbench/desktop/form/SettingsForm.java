// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.InvalidationListener;
import javafx.scene.Node;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.VBox;

/** The fields of a cell, a row each, and a way to add those that it does not have. */
public final class SettingsForm extends VBox {
  private final SettingsViewModel settings;
  private final Map<FieldViewModel, FieldRow> rows = new HashMap<>();
  private final MenuButton add = new MenuButton("Add a field");
  private Optional<FieldViewModel> added = Optional.empty();

  public SettingsForm(SettingsViewModel settings) {
    this.settings = settings;
    getStyleClass().add("settings");
    add.setId("add-field");
    add.setMaxWidth(Double.MAX_VALUE);
    settings.rows().addListener((InvalidationListener) change -> arrange());
    settings.others().addListener((InvalidationListener) change -> arrange());
    arrange();
  }

  private void arrange() {
    added = added.filter(settings.others()::contains);
    List<FieldViewModel> shown = new ArrayList<>(settings.rows());
    added.ifPresent(shown::add);
    rows.keySet().retainAll(shown);
    List<Node> nodes = new ArrayList<>();
    shown.forEach(field -> nodes.add(rows.computeIfAbsent(field, FieldRow::new)));
    add.getItems()
        .setAll(
            settings.others().stream()
                .filter(field -> added.filter(field::equals).isEmpty())
                .map(this::item)
                .toList());
    if (!add.getItems().isEmpty()) {
      nodes.add(add);
    }
    if (!getChildren().equals(nodes)) {
      getChildren().setAll(nodes);
    }
  }

  /** A field that is to be added gets an empty row; it is in the cell once it is filled in. */
  private MenuItem item(FieldViewModel field) {
    MenuItem item = new MenuItem(field.path());
    item.setId("add-" + field.path());
    item.setOnAction(
        e -> {
          added = Optional.of(field);
          arrange();
          rows.get(field).focus();
        });
    return item;
  }
}
