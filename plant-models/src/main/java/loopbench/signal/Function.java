// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.List;
import java.util.Optional;

/** Prometheus' functions by what they do to the shape of an answer. */
enum Function {
  /** Each element keeps its labels and, roughly, its size; between which values may change. */
  EACH(
      "ceil",
      "floor",
      "round",
      "sort",
      "sort_desc",
      "sort_by_label",
      "sort_by_label_desc",
      "last_over_time",
      "first_over_time",
      "avg_over_time",
      "max_over_time",
      "min_over_time",
      "quantile_over_time",
      "abs"),
  /** Each element keeps its labels; its values are other ones. */
  OTHER_VALUES(
      "acos",
      "acosh",
      "asin",
      "asinh",
      "atan",
      "atanh",
      "changes",
      "cos",
      "cosh",
      "deg",
      "double_exponential_smoothing",
      "exp",
      "holt_winters",
      "ln",
      "log10",
      "log2",
      "mad_over_time",
      "predict_linear",
      "rad",
      "resets",
      "sin",
      "sinh",
      "sqrt",
      "stddev_over_time",
      "stdvar_over_time",
      "sum_over_time",
      "count_over_time",
      "tan",
      "tanh",
      "timestamp",
      "histogram_avg",
      "histogram_count",
      "histogram_sum",
      "histogram_fraction",
      "histogram_stddev",
      "histogram_stdvar",
      "ts_of_max_over_time",
      "ts_of_min_over_time",
      "ts_of_last_over_time",
      "day_of_month",
      "day_of_week",
      "day_of_year",
      "days_in_month",
      "hour",
      "minute",
      "month",
      "year",
      "info"),
  /** How fast a counter or gauge moves: grows as it does, without an upper end. */
  SPEED("rate", "irate", "increase", "delta", "idelta", "deriv"),
  /** 0, 1 or -1 for each element. */
  SIGN("sgn", "present_over_time"),
  CLAMP("clamp", "clamp_min", "clamp_max"),
  /** A quantile from buckets; the label le goes. */
  QUANTILE("histogram_quantile"),
  /** A number made an element without labels. */
  VECTOR("vector"),
  /** The one element made a number. */
  SCALAR("scalar"),
  NUMBER("time", "pi"),
  /** 1 where there is nothing, nothing where there is something. */
  ABSENT("absent", "absent_over_time"),
  LABELS("label_replace", "label_join");

  private final List<String> names;

  Function(String... names) {
    this.names = List.of(names);
  }

  static Optional<Function> named(String name) {
    for (Function function : values()) {
      if (function.names.contains(name)) {
        return Optional.of(function);
      }
    }
    return Optional.empty();
  }

  /** Which argument holds the elements. */
  int body(String name, int arguments) {
    int position =
        switch (name) {
          case "histogram_quantile", "quantile_over_time" -> 1;
          case "histogram_fraction" -> 2;
          default -> 0;
        };
    return Math.max(0, Math.min(position, arguments - 1));
  }
}
