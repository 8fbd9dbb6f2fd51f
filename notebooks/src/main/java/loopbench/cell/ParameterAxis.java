// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.tune.Axis;

/** What tells a sweep's axis over a parameter, {@code $lambda}, from one over a knob. */
final class ParameterAxis {
  private ParameterAxis() {}

  static boolean is(Axis axis) {
    return WrittenAxis.parameterOf(axis.path()).isPresent();
  }

  /** How an axis names a unit: a rate as the knobs do. */
  static String unit(Unit unit) {
    return unit == Unit.PER_SECOND ? "1/s" : unit.text();
  }

  /** The unit that an axis names; none for those of gains. */
  static Unit unit(String unit) {
    return Arrays.stream(Unit.values())
        .filter(u -> unit(u).equals(unit))
        .findFirst()
        .orElse(Unit.NONE);
  }

  /** A point's parameters as cells write them, by name, in the order of the axes. */
  static Map<String, String> texts(List<Axis> axes, double[] point) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (int a = 0; a < point.length; a++) {
      Axis axis = axes.get(a);
      double value = point[a];
      WrittenAxis.parameterOf(axis.path())
          .ifPresent(name -> texts.put(name, new Quantity(value, unit(axis.unit())).toString()));
    }
    return texts;
  }

  /** A point's values on the axes over knobs. */
  static double[] knobs(List<Axis> axes, double[] point) {
    double[] knobs = new double[point.length];
    int n = 0;
    for (int a = 0; a < point.length; a++) {
      if (!is(axes.get(a))) {
        knobs[n++] = point[a];
      }
    }
    return Arrays.copyOf(knobs, n);
  }

  /** A point in words for a problem: {@code $lambda = 0.3 and $target = 30ms}. */
  static String told(Map<String, String> texts) {
    return Sentences.joined(
        texts.entrySet().stream()
            .map(e -> "$" + e.getKey() + " = " + shown(e.getValue()))
            .toList());
  }

  /** Without the last digits, which only the arithmetic of the axis put there. */
  private static String shown(String text) {
    return Quantity.parse(text)
        .map(q -> new Quantity(Numbers.rounded(q.number(), 12), q.unit()).toString())
        .orElse(text);
  }

  /**
   * The ends of the axes over parameters, each with each: cells that come out the same at all of
   * them are taken to be the same between them. One without texts where no axis is over a
   * parameter.
   */
  static List<Map<String, String>> ends(List<Axis> axes) {
    List<Axis> over = axes.stream().filter(ParameterAxis::is).toList();
    double[] low = over.stream().mapToDouble(axis -> axis.values().get(0)).toArray();
    double[] high = over.stream().mapToDouble(Axis::to).toArray();
    List<Map<String, String>> ends = new ArrayList<>();
    for (int corner = 0; corner < 1 << over.size(); corner++) {
      double[] point = low.clone();
      for (int a = 0; a < point.length; a++) {
        point[a] = (corner >> a & 1) == 0 ? low[a] : high[a];
      }
      ends.add(texts(over, point));
    }
    return ends.stream().distinct().toList();
  }
}
