// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import loopbench.cell.CellProblem;
import loopbench.cell.Cost;
import loopbench.cell.FieldForm;
import loopbench.cell.Plan;
import loopbench.graph.Topology;

/**
 * The fields of one cell, generated from what its kind reads: those that the cell has, in rows, and
 * the others, to be added. A row lives as long as its field keeps its nature.
 */
public final class SettingsViewModel {
  /** What stands elsewhere in the inspector. */
  private static final Set<String> ELSEWHERE = Set.of("about", "when");

  /** Writes a field of some cell. */
  @FunctionalInterface
  public interface Writing {
    void write(String id, String path, String value);
  }

  private final Writing writing;
  private Optional<String> shown = Optional.empty();
  private final ObservableList<FieldViewModel> rows = FXCollections.observableArrayList();
  private final ObservableList<FieldViewModel> others = FXCollections.observableArrayList();
  private final ObservableList<FieldViewModel> rowsToRead =
      FXCollections.unmodifiableObservableList(rows);
  private final ObservableList<FieldViewModel> othersToRead =
      FXCollections.unmodifiableObservableList(others);

  public SettingsViewModel(Writing writing) {
    this.writing = writing;
  }

  /** The fields that the cell has, in the order in which its kind reads them. */
  public ObservableList<FieldViewModel> rows() {
    return rowsToRead;
  }

  /** The fields that it could have. */
  public ObservableList<FieldViewModel> others() {
    return othersToRead;
  }

  /**
   * Takes over what a cell says now.
   *
   * @param id the cell; empty where none is selected
   */
  public void show(Topology topology, Optional<String> id) {
    if (!id.equals(shown)) {
      // What is still being typed for another cell must not end up in this one.
      rows.clear();
      others.clear();
      shown = id;
    }
    List<FieldViewModel> here = new ArrayList<>();
    List<FieldViewModel> more = new ArrayList<>();
    id.map(i -> topology.plans().get(i))
        .filter(plan -> !plan.kind().equals("params"))
        .ifPresent(
            plan -> {
              List<CellProblem> problems =
                  topology.order().problems().getOrDefault(plan.id(), plan.problems());
              for (FieldForm form : plan.form()) {
                if (!ELSEWHERE.contains(form.path())) {
                  FieldViewModel.Standing standing = standing(topology, plan, form, problems);
                  (form.place().isPresent() ? here : more).add(row(plan.id(), form, standing));
                }
              }
            });
    put(rows, here);
    put(others, more);
  }

  private static void put(ObservableList<FieldViewModel> list, List<FieldViewModel> next) {
    if (!list.equals(next)) {
      list.setAll(next);
    }
  }

  private FieldViewModel row(String id, FieldForm form, FieldViewModel.Standing standing) {
    Optional<FieldViewModel> known =
        Stream.concat(rows.stream(), others.stream()).filter(f -> f.fits(form)).findFirst();
    known.ifPresent(f -> f.show(form, standing));
    return known.orElseGet(
        () -> new FieldViewModel(form, standing, (path, value) -> writing.write(id, path, value)));
  }

  private static FieldViewModel.Standing standing(
      Topology topology, Plan plan, FieldForm form, List<CellProblem> problems) {
    String text = form.text();
    String resolved =
        text.startsWith("$")
            ? Optional.of(topology.parameters().texts().fill(text))
                .filter(filled -> filled.missing().isEmpty())
                .map(filled -> filled.text())
                .orElse("")
            : "";
    String problem =
        problems.stream()
            .filter(p -> p.field().equals(form.path()))
            .findFirst()
            .map(p -> p.what() + (p.whatNow().isEmpty() ? "" : " " + p.whatNow()))
            .orElse("");
    return new FieldViewModel.Standing(offered(topology, plan, form), resolved, problem);
  }

  /** What fits: the words of a choice, the cells of a kind; not the cell itself, and none off. */
  private static List<String> offered(Topology topology, Plan plan, FieldForm form) {
    return switch (form.sort()) {
      case CHOICE -> form.choices();
      case NAME, ADDRESS ->
          topology.plans().values().stream()
              .filter(p -> p.cost() != Cost.OFF && !p.id().equals(plan.id()))
              .filter(p -> form.choices().contains(p.kind()))
              .flatMap(
                  p ->
                      form.sort() == FieldForm.Sort.NAME
                          ? p.text().name().stream()
                          : p.text().name().map(n -> p.address()).stream())
              .toList();
      default -> List.of();
    };
  }
}
