// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyDoubleProperty;
import javafx.beans.property.ReadOnlyDoubleWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import loopbench.cell.Parameter;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.knob.Range;

/**
 * One parameter as it is turned. What it offers is always a text for the cell: while the slider is
 * dragged as previews, and once as a commit when it is let go.
 */
public final class KnobViewModel {
  /** Who writes the texts. */
  public interface Turning {
    /** A text that will be followed by another one. */
    void preview(String name, String text);

    /** A text to stay. */
    void commit(String name, String text);
  }

  private final Turning turning;
  private final ReadOnlyStringWrapper text = new ReadOnlyStringWrapper("");
  private final ReadOnlyDoubleWrapper position = new ReadOnlyDoubleWrapper();
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyBooleanWrapper changed = new ReadOnlyBooleanWrapper();
  private Parameter parameter;
  private Optional<Track> track = Optional.empty();
  private String textInFile;
  private boolean sliding;

  public KnobViewModel(Parameter parameter, String textInFile, Turning turning) {
    this.turning = turning;
    show(parameter, textInFile);
  }

  // ---- what it shows -----------------------------------------------------------------------

  /**
   * Takes over what the cell says now; not while the slider is dragged, when the cell lags behind.
   *
   * @param inFile the value as it was opened or saved last
   */
  public void show(Parameter now, String inFile) {
    if (sliding) {
      return;
    }
    parameter = now;
    textInFile = inFile;
    track = now.range().map(Track::new);
    problem.set("");
    put(now.text());
  }

  /** Whether a parameter can be shown in the same row: only its value differs. */
  boolean fits(Parameter other) {
    return other.quantity().isPresent() == parameter.quantity().isPresent()
        && other.unit().equals(parameter.unit())
        && other.range().equals(parameter.range())
        && other.choices().equals(parameter.choices())
        && other.about().equals(parameter.about());
  }

  private void put(String shown) {
    text.set(shown);
    position.set(number(shown).flatMap(n -> track.map(t -> t.position(n))).orElse(0.0));
    changed.set(!shown.equals(textInFile));
  }

  private static Optional<Double> number(String shown) {
    return Quantity.parse(shown).map(Quantity::number);
  }

  public String name() {
    return parameter.name();
  }

  /** The unit to stand beside the field: it is not part of the field's text. */
  public String unit() {
    return parameter.unit();
  }

  public String about() {
    return parameter.about();
  }

  public List<String> choices() {
    return parameter.choices();
  }

  public Optional<Track> track() {
    return track;
  }

  public boolean isText() {
    return parameter.quantity().isEmpty();
  }

  /** What the field shows: the number without its unit, or the text. */
  public String fieldText() {
    return Quantity.parse(text.get())
        .filter(q -> parameter.quantity().isPresent())
        .map(q -> Numbers.text(q.number()))
        .orElse(text.get());
  }

  /** The value as the cell writes it. */
  public ReadOnlyStringProperty textProperty() {
    return text.getReadOnlyProperty();
  }

  /** Where the slider stands, 0 to 1. */
  public ReadOnlyDoubleProperty positionProperty() {
    return position.getReadOnlyProperty();
  }

  /** Why what was typed last was not taken, empty when it was. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  /** Whether the value differs from the one in the file. */
  public ReadOnlyBooleanProperty changedProperty() {
    return changed.getReadOnlyProperty();
  }

  // ---- how it is turned --------------------------------------------------------------------

  /** The slider is dragged to a position. */
  public void slide(double to) {
    track.ifPresent(
        t -> {
          sliding = true;
          problem.set("");
          String next = parameter.written(t.value(to));
          if (!next.equals(text.get())) {
            put(next);
            turning.preview(name(), next);
          }
        });
  }

  /** The slider is let go. */
  public void release() {
    if (sliding) {
      sliding = false;
      turning.commit(name(), text.get());
    }
  }

  /** An arrow key. */
  public void step(int steps) {
    track.ifPresent(
        t ->
            number(text.get())
                .ifPresent(n -> commit(parameter.written(t.stepped(n, steps, parameter.step())))));
  }

  /** A value was typed. */
  public void type(String typed) {
    String wanted = typed.strip();
    if (isText()) {
      commit(wanted);
      return;
    }
    Optional<Quantity> quantity = Quantity.parse(wanted).map(this::withUnit);
    Unit unit = parameter.quantity().orElseThrow().unit();
    if (quantity.isEmpty() || quantity.get().unit().dimension() != unit.dimension()) {
      refuse(
          "`"
              + wanted
              + "` is no "
              + (unit == Unit.NONE ? "number" : "number of " + unit.text())
              + ". Type one such as "
              + parameter.text()
              + ".");
      return;
    }
    double number = quantity.get().in(unit);
    Optional<Range> range = parameter.range();
    if (range.isPresent() && range.get().clamp(number) != number) {
      refuse(
          wanted
              + " lies outside "
              + Numbers.text(range.get().min())
              + " to "
              + Numbers.text(range.get().max())
              + ". Type a value inside, or widen the range in the cell's text.");
      return;
    }
    commit(quantity.get().toString());
  }

  private Quantity withUnit(Quantity typed) {
    Unit unit = parameter.quantity().orElseThrow().unit();
    return typed.unit() == Unit.NONE ? new Quantity(typed.number(), unit) : typed;
  }

  /** Back to the value in the file. */
  public void reset() {
    commit(textInFile);
  }

  private void refuse(String sentence) {
    problem.set(sentence);
  }

  private void commit(String next) {
    sliding = false;
    problem.set("");
    if (!next.equals(text.get())) {
      put(next);
      turning.commit(name(), next);
    }
  }
}
