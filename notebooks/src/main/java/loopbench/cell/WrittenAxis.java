// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.knob.Knob;
import loopbench.knob.Nearest;
import loopbench.knob.Range;
import loopbench.knob.Scale;
import loopbench.tune.Axis;

/** An axis as written; its unit is the knob's, which only the run knows, or the parameter's. */
record WrittenAxis(
    String path,
    int line,
    Scale scale,
    boolean zero,
    Quantity from,
    Quantity to,
    int n,
    List<Quantity> values) {

  private static final Pattern PARAMETER = Pattern.compile("\\$[A-Za-z_][A-Za-z0-9_]*");

  /** An axis that the run does not go with. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String path;
    private final int line;
    private final String what;
    private final String whatNow;

    Refused(WrittenAxis axis, String what, String whatNow) {
      super(what, null, false, false);
      this.path = axis.path();
      this.line = axis.line();
      this.what = what;
      this.whatNow = whatNow;
    }

    CellProblem problem(String where) {
      return CellProblem.of(where, line, "axes." + path, what, whatNow);
    }
  }

  // ---- reading -----------------------------------------------------------------------------

  /** The field {@code axes} of a sweep. */
  static List<WrittenAxis> read(Fields fields) {
    List<WrittenAxis> axes = new ArrayList<>();
    if (!fields.isMapping("axes")) {
      fields.wrong(
          "axes", "axes is missing.", "Write `axes: {flow.kp: {log: [0.001, 5], n: 60}}`.");
      return axes;
    }
    Fields all = fields.nested("axes").orElseThrow();
    for (String path : all.keys()) {
      if (path.startsWith("$")) {
        parameter(path, all);
      } else if (fields.knowsParameter(path)) {
        all.wrong(path, "`" + path + "` is a parameter.", "Write it as `$" + path + "`.");
      }
      if (all.isList(path)) {
        list(path, all).ifPresent(axes::add);
      } else {
        all.nested(path).flatMap(one -> between(path, all.lineOf(path), one)).ifPresent(axes::add);
      }
    }
    if (all.keys().isEmpty()) {
      fields.wrong(
          "axes", "axes names no knob.", "Write `axes: {flow.kp: {log: [0.001, 5], n: 60}}`.");
    }
    return axes;
  }

  private static void parameter(String path, Fields all) {
    if (PARAMETER.matcher(path).matches()) {
      all.about(path, path.substring(1));
    } else {
      all.wrong(
          path,
          "`" + path + "` is no parameter.",
          "Write its name behind one dollar, such as `$lambda`.");
    }
  }

  private static Optional<WrittenAxis> list(String path, Fields all) {
    List<Quantity> values = new ArrayList<>();
    List<String> texts = all.texts(path);
    for (String text : texts) {
      number(all, path, text).ifPresent(values::add);
    }
    if (texts.isEmpty()) {
      all.wrong(path, "the axis has no values.", "List some, such as `" + path + ": [1, 2, 4]`.");
      return Optional.empty();
    }
    return Optional.of(
        new WrittenAxis(
            path,
            all.lineOf(path),
            Scale.LINEAR,
            false,
            Quantity.bare(0),
            Quantity.bare(0),
            0,
            values));
  }

  private static Optional<WrittenAxis> between(String path, int line, Fields one) {
    boolean log = one.has("log");
    boolean linear = one.has("linear");
    String field = log ? "log" : "linear";
    List<String> ends = one.texts(field);
    int n = one.count("n", 2, Axis.MOST_VALUES - 1, 30);
    boolean zero = one.flag("zero", false);
    one.finish();
    if (log == linear || ends.size() != 2) {
      one.wrong(
          field,
          "an axis runs from one value to another.",
          "Write `{log: [0.001, 5], n: 60}`, `{linear: [1, 40], n: 40}` or a list.");
      return Optional.empty();
    }
    Optional<Quantity> from = number(one, field, ends.get(0));
    Optional<Quantity> to = number(one, field, ends.get(1));
    if (from.isEmpty() || to.isEmpty()) {
      return Optional.empty();
    }
    if (!(plain(from.get()) < plain(to.get())) || (log && !(plain(from.get()) > 0))) {
      one.wrong(
          field,
          "the axis runs from " + ends.get(0) + " to " + ends.get(1) + ".",
          "Write the smaller end first"
              + (log ? ", above 0; `zero: true` adds a row for 0." : "."));
      return Optional.empty();
    }
    return Optional.of(
        new WrittenAxis(
            path, line, log ? Scale.LOG : Scale.LINEAR, zero, from.get(), to.get(), n, List.of()));
  }

  /** A number on an axis; only its knob knows the unit it counts in. */
  private static Optional<Quantity> number(Fields fields, String field, String text) {
    return Quantity.parse(text)
        .or(
            () -> {
              fields.wrong(
                  field,
                  "`" + text + "` on this axis is no number.",
                  "Write numbers such as 0.001.");
              return Optional.empty();
            });
  }

  private static double plain(Quantity written) {
    return switch (written.unit().dimension()) {
      case DURATION -> written.in(Unit.MILLISECONDS);
      case SHARE -> written.share();
      default -> written.number();
    };
  }

  // ---- meaning -----------------------------------------------------------------------------

  /** The parameter it is over, where it is over one. */
  Optional<String> parameter() {
    return parameterOf(path);
  }

  /** The parameter that an axis' path names, where it names one. */
  static Optional<String> parameterOf(String path) {
    return path.startsWith("$") ? Optional.of(path.substring(1)) : Optional.empty();
  }

  /** The axes, each in the unit of its knob; {@link Refused} where the run has none. */
  static <T> List<Axis> known(List<WrittenAxis> written, List<Knob<T>> knobs) {
    List<Axis> axes = new ArrayList<>();
    for (WrittenAxis axis : written) {
      Knob<T> knob =
          knobs.stream()
              .filter(k -> k.name().equals(axis.path()))
              .findFirst()
              .orElseThrow(() -> unknown(axis, knobs.stream().map(Knob::name).toList()));
      String unit = knob.unit();
      axes.add(axis.axis(unit, v -> axis.in(unit, v)));
    }
    return axes;
  }

  private static Refused unknown(WrittenAxis axis, List<String> known) {
    String what = "the run has no knob `" + axis.path() + "`.";
    if (axis.path().endsWith(".lambda")) {
      return new Refused(
          axis,
          what,
          "A rule's lambda is turned as a parameter: write `gains: {lambda: $lambda, ...}` in the"
              + " flow, and `$lambda` here.");
    }
    String hint = Nearest.hint(axis.path(), known).strip();
    return new Refused(
        axis,
        what,
        !hint.isEmpty()
            ? hint
            : known.isEmpty() ? "It has none." : "It has " + String.join(", ", known) + ".");
  }

  private Axis axis(String unit, ToDoubleFunction<Quantity> number) {
    return values.isEmpty()
        ? Axis.between(
            path, unit, scale, number.applyAsDouble(from), number.applyAsDouble(to), n, zero)
        : new Axis(
            path,
            unit,
            scale,
            values.stream().map(number::applyAsDouble).sorted().distinct().toList());
  }

  /**
   * The axis over a parameter, in the unit that the parameter is defined in; {@link Refused} where
   * the parameter is a text or may not take these values.
   */
  Axis over(Parameter parameter) {
    if (parameter.quantity().isEmpty()) {
      throw new Refused(
          this,
          path + " is the text `" + parameter.text() + "`, and an axis is of numbers.",
          "Run the sweep once with each text: `-p " + parameter.name() + "=...`.");
    }
    Unit unit = parameter.quantity().get().unit();
    Axis axis = axis(ParameterAxis.unit(unit), v -> in(parameter, unit, v));
    for (double value : axis.values()) {
      Quantity at = new Quantity(value, unit);
      if (parameter.range().filter(r -> r.clamp(value) != value).isPresent()) {
        Range range = parameter.range().get();
        throw new Refused(
            this,
            path
                + " ranges from "
                + new Quantity(range.min(), unit)
                + " to "
                + new Quantity(range.max(), unit)
                + ", and "
                + at
                + " stands on its axis.",
            "Shorten the axis, or widen the parameter's range.");
      }
      if (!parameter.choices().isEmpty()
          && parameter.choices().stream().map(Quantity::parse).noneMatch(Optional.of(at)::equals)) {
        throw new Refused(
            this,
            path + " cannot be " + at + ".",
            "List some of its choices: " + String.join(", ", parameter.choices()) + ".");
      }
    }
    return axis;
  }

  private double in(Parameter parameter, Unit unit, Quantity written) {
    if (written.unit() == Unit.NONE) {
      return written.number();
    }
    if (written.unit().dimension() != unit.dimension()) {
      throw new Refused(
          this,
          path + " is " + parameter.text() + ", and " + written + " stands on its axis.",
          unit == Unit.NONE ? "Write bare numbers." : "Write numbers in " + unit.text() + ".");
    }
    return written.in(unit);
  }

  /** A number in the knob's unit; a bare one is taken as being in it. */
  private double in(String unit, Quantity written) {
    if (written.unit().dimension() != Unit.Dimension.DURATION) {
      return plain(written);
    }
    return switch (unit) {
      case "ms" -> written.in(Unit.MILLISECONDS);
      case "s" -> written.in(Unit.SECONDS);
      default ->
          throw new IllegalArgumentException(
              path + " is no time, but " + written + " stands on its axis");
    };
  }
}
