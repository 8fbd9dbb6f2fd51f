// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import loopbench.cell.CellKinds;
import loopbench.cell.Parameter;
import loopbench.graph.Topology;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import org.junit.jupiter.api.Test;

class KnobViewModelTest {
  private final List<String> heard = new ArrayList<>();
  private final KnobViewModel.Turning turning =
      new KnobViewModel.Turning() {
        @Override
        public void preview(String name, String text) {
          heard.add("preview " + name + " " + text);
        }

        @Override
        public void commit(String name, String text) {
          heard.add("commit " + name + " " + text);
        }
      };

  private static Parameter parameter(String fields) {
    Cell cell = Cell.of("p", Cell.Type.CODE, "params:\n  x: {" + fields + "}");
    Topology topology = Topology.of(Notebook.of(List.of(cell)), CellKinds.standard());
    assertThat(topology.problems()).isEmpty();
    return topology.parameters().in("p").get(0);
  }

  private KnobViewModel knob(String fields) {
    Parameter parameter = parameter(fields);
    return new KnobViewModel(parameter, parameter.text(), turning);
  }

  private static final String KP = "value: 0.05, range: [0.001, 5], scale: log";
  private static final String TARGET = "value: 30ms, range: [10ms, 90ms]";

  @Test
  void draggingPreviewsAndLettingGoCommitsOnce() {
    KnobViewModel knob = knob(TARGET);
    knob.slide(0.5);
    knob.slide(0.75);
    knob.release();
    knob.release();
    assertThat(heard).containsExactly("preview x 50ms", "preview x 70ms", "commit x 70ms");
    assertThat(knob.fieldText()).isEqualTo("70");
    assertThat(knob.unit()).isEqualTo("ms");
  }

  @Test
  void whatTheCellSaysDoesNotMoveADraggedSliderBack() {
    KnobViewModel knob = knob(TARGET);
    knob.slide(0.75);
    knob.show(parameter(TARGET), "30ms");
    assertThat(knob.textProperty().get()).isEqualTo("70ms");
    knob.release();
    knob.show(parameter(TARGET), "30ms");
    assertThat(knob.textProperty().get()).isEqualTo("30ms");
  }

  @Test
  void aTypedValueIsCommittedWithTheUnitTheCellWrites() {
    KnobViewModel knob = knob(TARGET);
    knob.type("45");
    knob.type("0.05s");
    assertThat(heard).containsExactly("commit x 45ms", "commit x 0.05s");
  }

  @Test
  void whatCannotBeIsRefusedInASentenceAndChangesNothing() {
    KnobViewModel knob = knob(KP);
    knob.type("fast");
    assertThat(knob.problemProperty().get()).contains("`fast`").contains("0.05");
    knob.type("NaN");
    assertThat(knob.problemProperty().get()).contains("`NaN`");
    knob.type("-1");
    assertThat(knob.problemProperty().get()).contains("-1 lies outside 0.001 to 5");
    knob.type("5ms");
    assertThat(knob.problemProperty().get()).contains("`5ms`");
    assertThat(heard).isEmpty();
    assertThat(knob.textProperty().get()).isEqualTo("0.05");
    knob.type("0.1");
    assertThat(knob.problemProperty().get()).isEmpty();
    assertThat(heard).containsExactly("commit x 0.1");
  }

  @Test
  void zeroIsTakenWhereItIsAllowed() {
    knob(KP + ", zero: true").type("0");
    assertThat(heard).containsExactly("commit x 0");
  }

  @Test
  void arrowsStepAndTheWayBackLeadsToTheFile() {
    KnobViewModel knob = knob(TARGET + ", step: 5ms");
    knob.step(1);
    assertThat(knob.changedProperty().get()).isTrue();
    knob.reset();
    assertThat(heard).containsExactly("commit x 35ms", "commit x 30ms");
    assertThat(knob.changedProperty().get()).isFalse();
  }

  @Test
  void aTextHasNoSlider() {
    KnobViewModel knob = knob("value: llm-d");
    assertThat(knob.track()).isEmpty();
    knob.type("other");
    assertThat(heard).containsExactly("commit x other");
  }
}
