// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import loopbench.cell.CellKinds;
import loopbench.graph.Topology;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fields of a cell, filled in without a window. */
class SettingsViewModelTest {
  private static final String RUN = "run: r\nplant: seed\nflow: ctl\nticks: 300\n";

  private final List<String> written = new ArrayList<>();
  private final SettingsViewModel settings =
      new SettingsViewModel((id, path, value) -> written.add(id + " " + path + " " + value));

  private Topology show(String id, String run) {
    Topology topology =
        Topology.of(
            Notebook.of(
                List.of(
                    cell("p", "params:\n  target: {value: 30ms}\n"),
                    cell("seed", "plant: seed\nmodel: affine-latency\nfloor: 5ms\n"),
                    cell("lost", "plant: lost\nwhen: off\n"),
                    cell("other", "plant: other\nmodel: affine-latency\n"),
                    cell(
                        "ctl",
                        "flow: ctl\nrate: 200/s\nminRate: 5/s\nkp: 0.05\ntargetP99: $target\n"
                            + "dt: 1s\n"),
                    cell("r", run))),
            CellKinds.standard());
    settings.show(topology, Optional.of(id));
    return topology;
  }

  private static Cell cell(String id, String source) {
    return Cell.of(id, Cell.Type.CODE, source);
  }

  private FieldViewModel field(String path) {
    return Stream.concat(settings.rows().stream(), settings.others().stream())
        .filter(f -> f.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatTheCellHasIsInRowsAndTheRestCanBeAdded() {
    show("r", RUN);
    assertThat(settings.rows())
        .extracting(FieldViewModel::path)
        .containsExactlyInAnyOrder("plant", "flow", "ticks");
    assertThat(settings.others()).extracting(FieldViewModel::path).contains("seed", "target");
    field("seed").type("7");
    assertThat(written).containsExactly("r seed 7");
  }

  @Test
  void aReferenceOffersOnlyWhatFits() {
    show("r", RUN);
    assertThat(field("plant").standingProperty().get().offered()).containsExactly("seed", "other");
    assertThat(field("flow").standingProperty().get().offered()).containsExactly("ctl");
  }

  @Test
  void aParameterShowsWhatItStandsFor() {
    show("ctl", RUN);
    FieldViewModel target = field("targetP99");
    assertThat(target.fieldText()).isEqualTo("$target");
    assertThat(target.standingProperty().get().resolved()).isEqualTo("30ms");
    assertThat(target.unitProperty().get()).as("the parameter has its own").isEmpty();
    target.type("40");
    assertThat(target.unitProperty().get()).isEqualTo("ms");
    assertThat(field("dt").fieldText()).isEqualTo("1");
    assertThat(field("dt").unitProperty().get()).isEqualTo("s");
  }

  @ParameterizedTest(name = "{0} = {1} writes {2}")
  @CsvSource({
    "rate, 250, 250/s",
    "rate, 250/s, 250/s",
    "targetP99, 40, 40ms",
    "targetP99, 2s, 2s",
    "dt, 2, 2s",
    "dt, 500ms, 500ms",
    "kp, 0.1, 0.1",
    "kp, $kp, $kp"
  })
  void aTypedNumberTakesTheUnitThatStandsBesideIt(String path, String typed, String value) {
    show("ctl", RUN);
    field(path).type(typed);
    assertThat(written).containsExactly("ctl " + path + " " + value);
  }

  @Test
  void whatCannotBeIsSaidAndGoesNowhere() {
    show("ctl", RUN);
    field("rate").type("fast");
    assertThat(field("rate").problemProperty().get())
        .isEqualTo("`fast` is no number in /s. Type one, or a parameter such as $name.");
    field("rate").type("30ms");
    field("rate").type("");
    assertThat(field("rate").problemProperty().get())
        .isEqualTo("A field cannot be left empty. Take its line out of the text instead.");
    show("r", RUN);
    field("ticks").type("0");
    assertThat(field("ticks").problemProperty().get()).startsWith("Type a whole number from 1 to");
    assertThat(written).isEmpty();
  }

  /** An error stands on the field as well as on the line. */
  @Test
  void whatIsWrongStandsOnItsField() {
    show("r", RUN.replace("ticks: 300", "ticks: many"));
    assertThat(field("ticks").problemProperty().get())
        .isEqualTo("ticks is `many`, which is no number. Write a number such as 0.05.");
    show("r", RUN);
    assertThat(field("ticks").problemProperty().get()).isEmpty();
  }

  @Test
  void anArrowTurnsTheSecondDigit() {
    show("ctl", RUN);
    field("rate").step(1);
    field("kp").step(-1);
    assertThat(written).containsExactly("ctl rate 210/s", "ctl kp 0.049");
  }

  /** What was typed for a cell is not written into the one that is looked at by then. */
  @Test
  void aRowBelongsToItsCell() {
    show("r", RUN);
    FieldViewModel ticks = field("ticks");
    show("ctl", RUN);
    ticks.type("400");
    assertThat(written).containsExactly("r ticks 400");
    assertThat(settings.rows()).doesNotContain(ticks);
  }

  @Test
  void aRowLivesAsLongAsItsFieldIsTheSame() {
    show("r", RUN);
    FieldViewModel ticks = field("ticks");
    show("r", RUN.replace("300", "301"));
    assertThat(field("ticks")).isSameAs(ticks);
    assertThat(ticks.fieldText()).isEqualTo("301");
  }
}
