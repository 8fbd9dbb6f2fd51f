// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.knob.Knob;
import loopbench.knob.Nearest;
import loopbench.knob.Scale;
import loopbench.tune.Axis;

/** An axis as written; its unit is the knob's, which only the run knows. */
record WrittenAxis(
    String path,
    int line,
    Scale scale,
    boolean zero,
    Quantity from,
    Quantity to,
    int n,
    List<Quantity> values) {

  /** A run without the knob of an axis. */
  static final class UnknownKnob extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String path;
    private final int line;
    private final transient List<String> known;

    UnknownKnob(WrittenAxis axis, List<String> known) {
      super(axis.path(), null, false, false);
      this.path = axis.path();
      this.line = axis.line();
      this.known = known;
    }

    CellProblem problem(String where) {
      return CellProblem.of(
          where,
          line,
          "axes." + path,
          "the run has no knob `" + path + "`.",
          Nearest.hint(path, known).isEmpty()
              ? "It has " + String.join(", ", known) + "."
              : Nearest.hint(path, known).strip());
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
        all.wrong(
            path,
            "an axis over a parameter is not in this version.",
            "Name the knob, such as flow.kp.");
      } else if (all.isList(path)) {
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

  /** The axes, each in the unit of its knob; {@link UnknownKnob} where the run has none. */
  static <T> List<Axis> known(List<WrittenAxis> written, List<Knob<T>> knobs) {
    List<Axis> axes = new ArrayList<>();
    for (WrittenAxis axis : written) {
      Knob<T> knob =
          knobs.stream()
              .filter(k -> k.name().equals(axis.path()))
              .findFirst()
              .orElseThrow(() -> new UnknownKnob(axis, knobs.stream().map(Knob::name).toList()));
      axes.add(axis.axis(knob.unit()));
    }
    return axes;
  }

  private Axis axis(String unit) {
    return values.isEmpty()
        ? Axis.between(path, unit, scale, in(unit, from), in(unit, to), n, zero)
        : new Axis(
            path, unit, scale, values.stream().map(v -> in(unit, v)).sorted().distinct().toList());
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
