// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Quantity;
import loopbench.knob.Range;
import loopbench.yaml.Scalar;

/**
 * One parameter of a notebook.
 *
 * @param name its name, used as {@code $name}
 * @param text its value as written
 * @param quantity the value as a number with its unit; empty for a text
 * @param unit the unit to show beside the number, may be empty
 * @param range what a slider may do, in the value's unit; empty for none
 * @param step the slider's step in the value's unit, 0 for none
 * @param choices the texts to choose from, empty for free choice
 * @param about what turning it does, may be empty
 * @param place where the value stands in the cell's text
 */
public record Parameter(
    String name,
    String text,
    Optional<Quantity> quantity,
    String unit,
    Optional<Range> range,
    double step,
    List<String> choices,
    String about,
    Scalar place) {
  public Parameter {
    choices = List.copyOf(choices);
  }

  /** The text of another number in the value's unit, as it would be written. */
  public String written(double number) {
    return quantity
        .map(q -> new Quantity(Numbers.rounded(number, 4), q.unit()).toString())
        .orElseThrow(() -> new IllegalStateException(name + " is a text"));
  }
}
