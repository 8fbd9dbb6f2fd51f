// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.cell.lang.Parameters;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.knob.Range;
import loopbench.knob.Scale;
import loopbench.yaml.Scalar;

/** {@code params}: the numbers and texts a notebook turns. */
final class ParamsCell implements CellKind {
  static final String WORD = "params";

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Cost cost() {
    return Cost.AUTO;
  }

  @Override
  public boolean mayBeAnonymous() {
    return true;
  }

  @Override
  public Recipe read(Fields fields) {
    ParameterList list = new ParameterList(parameters(fields));
    return upstream ->
        new Preparation.Ready(
            list,
            list.texts().toString(),
            List.of(),
            (results, control) -> Result.of(list, List.of()));
  }

  /** The parameters a cell defines, whatever else is wrong with it. */
  static ParameterList parametersOf(CellText text) {
    return new ParameterList(
        text.mapping()
            .map(m -> parameters(new Fields(text.address(), m, new Fields.Notes(Parameters.NONE))))
            .orElse(List.of()));
  }

  /** The parameters of a cell; what is wrong with one goes to the fields and leaves it out. */
  private static List<Parameter> parameters(Fields fields) {
    List<Parameter> parameters = new ArrayList<>();
    fields
        .nested(WORD)
        .ifPresent(
            all -> {
              for (String name : all.keys()) {
                if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                  all.wrong(
                      name,
                      "`" + name + "` cannot be a parameter's name.",
                      "Names hold letters, digits and underscores.");
                } else if (all.isMapping(name)) {
                  all.nested(name).flatMap(one -> parameter(name, one)).ifPresent(parameters::add);
                } else {
                  all.wrong(
                      name,
                      "the parameter " + name + " has no value field.",
                      "Write `" + name + ": {value: " + all.text(name).orElse("...") + "}`.");
                }
              }
            });
    return parameters;
  }

  private static Optional<Parameter> parameter(String name, Fields one) {
    Optional<Scalar> place =
        one.node("value").filter(Scalar.class::isInstance).map(Scalar.class::cast);
    boolean emptyText = place.filter(p -> p.isString() && p.text().isEmpty()).isPresent();
    String text = emptyText ? "" : one.requiredText("value", "value: 0.05");
    Optional<Quantity> quantity = Quantity.parse(text);
    Unit unit = quantity.map(Quantity::unit).orElse(Unit.NONE);
    boolean log = one.word("scale", List.of("linear", "log"), "linear").equals("log");
    boolean zero = one.flag("zero", false);
    List<String> ends = one.texts("range");
    Optional<Range> range = Optional.empty();
    if (!ends.isEmpty()) {
      if (quantity.isEmpty()) {
        one.wrong("range", "a text value has no range.", "Use choices for a list of texts.");
      } else if (ends.size() != 2) {
        one.wrong("range", "a range has two ends.", "Write `range: [0.001, 5]`.");
      } else {
        range = range(one, ends, unit, log, zero);
      }
    }
    if (range.isPresent()
        && range.get().clamp(quantity.get().number()) != quantity.get().number()) {
      one.wrong(
          "value",
          "the value "
              + text
              + " lies outside its range "
              + ends.get(0)
              + " to "
              + ends.get(1)
              + ".",
          "Move one of them.");
    }
    double step = one.quantity("step", unit).orElse(0);
    List<String> choices = one.texts("choices");
    if (!choices.isEmpty() && !choices.contains(text)) {
      one.wrong(
          "value",
          "the value " + text + " is none of the choices.",
          "Choose one of " + choices + ".");
    }
    String about = one.text("about").orElse("");
    String shownUnit = one.text("unit").orElse(unit.text());
    one.finish();
    return place.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Parameter(
                name, text, quantity, shownUnit, range, step, choices, about, place.get()));
  }

  private static Optional<Range> range(
      Fields one, List<String> ends, Unit unit, boolean log, boolean zero) {
    double[] numbers = new double[2];
    for (int i = 0; i < 2; i++) {
      Optional<Quantity> end = Quantity.parse(ends.get(i));
      if (end.isEmpty() || end.get().unit().dimension() != unit.dimension()) {
        one.wrong(
            "range",
            "the range's end `" + ends.get(i) + "` does not fit the value.",
            "Give both ends "
                + (unit == Unit.NONE ? "as bare numbers." : "in " + unit.text() + "."));
        return Optional.empty();
      }
      numbers[i] = end.get().in(unit);
    }
    boolean zeroEnd = log && numbers[0] == 0;
    if (!(numbers[0] < numbers[1]) || (log && !(numbers[0] > 0))) {
      one.wrong(
          "range",
          zeroEnd
              ? "a log scale cannot reach 0."
              : "the range runs from " + ends.get(0) + " to " + ends.get(1) + ".",
          zeroEnd
              ? "Begin above 0, and write `zero: true` to allow 0 beside it."
              : "Write the smaller end first" + (log ? ", above 0." : "."));
      return Optional.empty();
    }
    return Optional.of(new Range(numbers[0], numbers[1], log ? Scale.LOG : Scale.LINEAR, zero));
  }

  /** The texts of all parameters of some params cells; later cells override earlier ones. */
  static Parameters texts(List<ParameterList> lists) {
    Map<String, String> texts = new LinkedHashMap<>();
    lists.forEach(list -> texts.putAll(list.texts()));
    return new Parameters(texts);
  }
}
