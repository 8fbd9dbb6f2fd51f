// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import loopbench.cell.CellProblem;
import loopbench.cell.Cost;
import loopbench.desktop.form.SettingsForm;
import loopbench.desktop.form.SettingsViewModel;
import loopbench.desktop.notebook.CellFace;
import loopbench.desktop.notebook.CellViewModel;
import loopbench.desktop.notebook.KindIcon;
import loopbench.desktop.notebook.NotebookViewModel;
import loopbench.desktop.notebook.StateMarks;
import loopbench.notebook.Cell;
import loopbench.run.CellView;

/**
 * The selected cell: how it stands, when it runs, what is wrong, what it reads and who reads it.
 */
final class InspectorView extends ScrollPane {
  private final NotebookViewModel notebook;
  private final Consumer<String> go;
  private final VBox rows = new VBox();
  private final InvalidationListener redraw = p -> draw();
  private Optional<CellViewModel> watched = Optional.empty();
  private List<Object> drawn = List.of();
  private final SettingsViewModel settings;
  private final SettingsForm form;

  /**
   * @param go told the id of the cell to go to
   */
  InspectorView(NotebookViewModel notebook, Consumer<String> go) {
    this.notebook = notebook;
    this.go = go;
    getStyleClass().addAll("side", "inspector");
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    setContent(rows);
    settings = new SettingsViewModel(notebook::setField);
    form = new SettingsForm(settings);
    notebook.selectedProperty().addListener((p, was, is) -> watch());
    notebook.snapshotProperty().addListener((p, was, is) -> fill());
    watch();
  }

  private void watch() {
    watched.ifPresent(
        cell -> {
          cell.faceProperty().removeListener(redraw);
          cell.viewProperty().removeListener(redraw);
        });
    watched = notebook.selected();
    fill();
    watched.ifPresent(
        cell -> {
          cell.faceProperty().addListener(redraw);
          cell.viewProperty().addListener(redraw);
        });
    draw();
  }

  private void fill() {
    settings.show(notebook.snapshot().topology(), watched.map(CellViewModel::id));
  }

  /** Draws when something it shows has changed; a key or a result is nothing it shows. */
  private void draw() {
    List<Object> now = watched.map(InspectorView::said).orElse(List.of());
    if (!rows.getChildren().isEmpty() && now.equals(drawn)) {
      return;
    }
    drawn = now;
    rows.getChildren().clear();
    if (watched.isEmpty()) {
      rows.getChildren().add(muted("Select a cell to see how it stands and what it reads."));
      return;
    }
    CellViewModel cell = watched.get();
    rows.getChildren().add(title(cell));
    Optional<CellView> view = cell.view();
    if (view.isEmpty()) {
      boolean text = cell.cell().type() != Cell.Type.CODE;
      rows.getChildren()
          .add(
              muted(
                  text
                      ? "A text. Double-click it on the page to change it."
                      : "An empty cell. Begin it with its kind and name, such as run: baseline."));
      return;
    }
    CellView v = view.get();
    if (!v.about().isEmpty()) {
      rows.getChildren().add(muted(v.about()));
    }
    if (!settings.rows().isEmpty() || !settings.others().isEmpty()) {
      rows.getChildren().addAll(section("Settings"), form);
    }
    rows.getChildren().addAll(section("Runs"), segments(v));
    if (!v.problems().isEmpty()) {
      rows.getChildren().add(section("Problems"));
      v.problems().forEach(p -> rows.getChildren().add(problem(p)));
    }
    rows.getChildren().add(section("Connections"));
    rows.getChildren().add(connections("reads", v.reads()));
    rows.getChildren().add(connections("read by", v.readBy()));
    v.blockedBy().stream()
        .findFirst()
        .ifPresent(by -> rows.getChildren().add(connections("waits for", v.blockedBy())));
  }

  private static List<Object> said(CellViewModel cell) {
    CellFace face = cell.face();
    Object view =
        cell.view()
            .<Object>map(
                v ->
                    List.of(
                        v.address(),
                        v.about(),
                        v.cost(),
                        v.problems(),
                        v.reads(),
                        v.readBy(),
                        v.blockedBy()))
            .orElse("");
    return List.of(cell.id(), face.kind(), face.title(), face.stateWords(), view);
  }

  private static Node title(CellViewModel cell) {
    Label title =
        new Label(
            cell.view()
                .filter(v -> !v.name().isEmpty())
                .map(CellView::address)
                .orElse(cell.face().title()));
    title.getStyleClass().add("title");
    title.setMinWidth(0);
    title.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(title, Priority.ALWAYS);
    HBox row = new HBox(8, KindIcon.of(cell.face().kind()), title);
    row.getStyleClass().add("form-row");
    cell.face()
        .state()
        .ifPresent(
            s -> {
              Label mark = StateMarks.label(s, cell.face().stateWords());
              mark.setMinWidth(Region.USE_PREF_SIZE);
              row.getChildren().add(mark);
            });
    return row;
  }

  private Node segments(CellView view) {
    HBox segments = new HBox();
    segments.getStyleClass().add("segments");
    ToggleGroup group = new ToggleGroup();
    List<Cost> costs = List.of(Cost.AUTO, Cost.ON_DEMAND, Cost.OFF);
    List<String> words = List.of("Auto", "On demand", "Off");
    for (int i = 0; i < costs.size(); i++) {
      Cost cost = costs.get(i);
      ToggleButton button = new ToggleButton(words.get(i));
      button.setToggleGroup(group);
      button.setSelected(view.cost() == cost);
      button.setMaxWidth(Double.MAX_VALUE);
      button.setId("when-" + cost.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
      HBox.setHgrow(button, Priority.ALWAYS);
      if (i == 0) {
        button.getStyleClass().add("first");
      } else if (i == costs.size() - 1) {
        button.getStyleClass().add("last");
      }
      button.setOnAction(
          e -> {
            button.setSelected(true);
            if (view.cost() != cost) {
              notebook.setWhen(view.id(), cost);
            }
          });
      segments.getChildren().add(button);
    }
    return segments;
  }

  private static Node problem(CellProblem problem) {
    VBox box = new VBox(1);
    Label what =
        new Label((problem.line() > 0 ? "line " + problem.line() + ": " : "") + problem.what());
    what.setWrapText(true);
    what.getStyleClass().add("bad");
    box.getChildren().add(what);
    if (!problem.whatNow().isEmpty()) {
      box.getChildren().add(muted(problem.whatNow()));
    }
    return box;
  }

  private Node connections(String word, List<String> addresses) {
    Label name = new Label(word);
    name.getStyleClass().add("form-label");
    name.setMinWidth(60);
    FlowPane tags = new FlowPane(6, 6);
    HBox.setHgrow(tags, Priority.ALWAYS);
    for (String address : addresses) {
      Label tag = new Label(address.replaceFirst(" #.*", ""));
      tag.getStyleClass().add("tag");
      tag.setAccessibleRole(AccessibleRole.BUTTON);
      tag.setOnMouseClicked(e -> notebook.at(address).ifPresent(cell -> go.accept(cell.id())));
      tags.getChildren().add(tag);
    }
    if (addresses.isEmpty()) {
      Label none = new Label("nothing");
      none.getStyleClass().addAll("caption");
      tags.getChildren().add(none);
    }
    HBox row = new HBox(8, name, tags);
    row.getStyleClass().add("connections");
    return row;
  }

  private static Label section(String title) {
    Label label = new Label(title);
    label.getStyleClass().add("section");
    return label;
  }

  private static Label muted(String text) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.getStyleClass().add("muted");
    return label;
  }
}
