// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import loopbench.cell.FieldForm;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;

/**
 * One field of a cell as it is filled in. What it offers is a text for the cell; what is typed and
 * cannot be is said beside it and goes nowhere.
 */
public final class FieldViewModel {
  /** Writes a field of the cell. */
  @FunctionalInterface
  public interface Writing {
    void write(String path, String value);
  }

  /**
   * What the notebook makes of a field.
   *
   * @param offered what a choice or reference may be, as it would be written
   * @param resolved what a parameter that is written stands for; empty where none is
   * @param problem what is wrong with it; empty where nothing is
   */
  public record Standing(List<String> offered, String resolved, String problem) {
    public Standing {
      offered = List.copyOf(offered);
    }
  }

  private final Writing writing;
  private final ReadOnlyStringWrapper text = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper unit = new ReadOnlyStringWrapper("");
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private final ReadOnlyObjectWrapper<Standing> standing = new ReadOnlyObjectWrapper<>();
  private FieldForm form;

  public FieldViewModel(FieldForm form, Standing standing, Writing writing) {
    this.writing = writing;
    show(form, standing);
  }

  /** Takes over what the cell says now. */
  public void show(FieldForm now, Standing nowStanding) {
    form = now;
    put(now.text());
    problem.set(nowStanding.problem());
    if (!nowStanding.equals(standing.get())) {
      standing.set(nowStanding);
    }
  }

  private void put(String written) {
    text.set(written);
    boolean measured = form.sort() == FieldForm.Sort.QUANTITY && !written.startsWith("$");
    unit.set(measured ? shownUnit().text() : "");
  }

  /** Whether a field can be shown in the same row: only its value differs. */
  boolean fits(FieldForm other) {
    return other.path().equals(form.path())
        && other.sort() == form.sort()
        && other.unit() == form.unit();
  }

  public String path() {
    return form.path();
  }

  public FieldForm.Sort sort() {
    return form.sort();
  }

  /** Whether the cell has it. */
  public boolean isThere() {
    return form.place().isPresent();
  }

  /**
   * The unit to stand beside the field: the one that is written, or the usual one. Empty for a bare
   * number, a parameter, which brings its own, and what is no number.
   */
  public ReadOnlyStringProperty unitProperty() {
    return unit.getReadOnlyProperty();
  }

  private Unit shownUnit() {
    return number(text.get()).map(Quantity::unit).orElse(form.unit());
  }

  /** The value as the cell writes it, parameters as they are written. */
  public ReadOnlyStringProperty textProperty() {
    return text.getReadOnlyProperty();
  }

  /** What is wrong with what the cell says, or with what was typed last; empty for nothing. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<Standing> standingProperty() {
    return standing.getReadOnlyProperty();
  }

  /** What the field shows: the number without the unit that stands beside it, or the text. */
  public String fieldText() {
    return number(text.get()).map(q -> Numbers.text(q.number())).orElse(text.get());
  }

  private Optional<Quantity> number(String written) {
    return form.sort() == FieldForm.Sort.QUANTITY ? Quantity.parse(written) : Optional.empty();
  }

  // ---- how it is filled in -----------------------------------------------------------------

  /** A value was typed or chosen. */
  public void type(String typed) {
    String wanted = typed.strip();
    if (wanted.isEmpty()) {
      if (isThere()) {
        problem.set("A field cannot be left empty. Take its line out of the text instead.");
      }
      return;
    }
    boolean parameter = wanted.startsWith("$");
    if (!parameter && form.sort() == FieldForm.Sort.QUANTITY) {
      quantity(wanted);
    } else if (!parameter && form.sort() == FieldForm.Sort.COUNT) {
      count(wanted);
    } else {
      write(wanted);
    }
  }

  private void quantity(String wanted) {
    Unit wished = shownUnit();
    Optional<Quantity> read =
        Quantity.parse(wanted)
            .map(q -> q.unit() == Unit.NONE ? new Quantity(q.number(), wished) : q);
    if (read.isEmpty() || read.get().unit().dimension() != form.unit().dimension()) {
      problem.set(
          "`"
              + wanted
              + "` is no "
              + (wished == Unit.NONE ? "number" : "number in " + wished.text())
              + ". Type one, or a parameter such as $name.");
      return;
    }
    write(read.get().toString());
  }

  private void count(String wanted) {
    Optional<Quantity> read = Quantity.parse(wanted).filter(q -> q.unit() == Unit.NONE);
    double number = read.map(Quantity::number).orElse(Double.NaN);
    if (!(number == Math.rint(number) && number >= form.least() && number <= form.most())) {
      problem.set(
          "Type a whole number from "
              + form.least()
              + " to "
              + form.most()
              + ", or a parameter such as $name.");
      return;
    }
    write(Numbers.text(number));
  }

  /**
   * An arrow key in a number: the second of its leading digits goes up or down.
   *
   * @param steps 1 or -1
   */
  public void step(int steps) {
    boolean counts = form.sort() == FieldForm.Sort.COUNT;
    Optional<Quantity> now =
        counts || form.sort() == FieldForm.Sort.QUANTITY
            ? Quantity.parse(text.get())
            : Optional.empty();
    now.ifPresent(
        q -> {
          double size = q.number() == 0 ? 1 : Math.floor(Math.log10(Math.abs(q.number())));
          double step = counts ? 1 : q.number() == 0 ? 1 : Math.pow(10, size - 1);
          double next = Math.rint(q.number() / step + steps) * step;
          type(new Quantity(Numbers.rounded(next, 12), q.unit()).toString());
        });
  }

  private void write(String value) {
    problem.set("");
    if (!value.equals(text.get())) {
      put(value);
      writing.write(path(), value);
    }
  }
}
