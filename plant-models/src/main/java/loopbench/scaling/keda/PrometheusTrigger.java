// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import loopbench.scaling.hpa.MetricReading;
import loopbench.series.Reading;

/**
 * The fields of a Prometheus trigger that decide what the HPA sees, read from its metadata as KEDA
 * reads them (pkg/scalers/prometheus_scaler.go): blanks trimmed, empty is absent, unknown keys
 * ignored.
 *
 * @param serverAddress where the query goes
 * @param query an instant query of one element
 * @param threshold the target
 * @param activationThreshold above it the trigger is active
 * @param ignoreNullValues whether nothing, NaN and infinities are read as 0 rather than as an error
 */
public record PrometheusTrigger(
    String serverAddress,
    String query,
    double threshold,
    double activationThreshold,
    boolean ignoreNullValues) {

  private static final Pattern GO_DURATION =
      Pattern.compile("\\+?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)");
  private static final Pattern WHOLE = Pattern.compile("\\+?[0-9]{1,18}");
  private static final List<String> AUTH_MODES = List.of("tls", "basic", "bearer", "custom");

  /** Reads metadata that {@link #problems} finds nothing in. */
  public static PrometheusTrigger of(Map<String, String> metadata) {
    List<SpecProblem> problems = problems(metadata, "metadata");
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.get(0).path() + ": " + problems.get(0).message());
    }
    return new PrometheusTrigger(
        field(metadata, "serverAddress"),
        field(metadata, "query"),
        KedaNumbers.number(field(metadata, "threshold")).orElseThrow(),
        KedaNumbers.number(field(metadata, "activationThreshold")).orElse(0),
        KedaNumbers.goTruth(field(metadata, "ignoreNullValues")).orElse(true));
  }

  /**
   * What KEDA would refuse in the metadata, as far as it can be told without the authentication it
   * refers to. A threshold that comes to 0 is refused only by the HPA's own validation, later; it
   * is said here all the same.
   *
   * @param path where the metadata stands, for the problems' paths
   */
  public static List<SpecProblem> problems(Map<String, String> metadata, String path) {
    List<SpecProblem> problems = new ArrayList<>();
    for (String required : List.of("serverAddress", "query", "threshold")) {
      if (field(metadata, required).isEmpty()) {
        problems.add(
            new SpecProblem(path + "." + required, "A prometheus trigger needs " + required + "."));
      }
    }
    for (String number : List.of("threshold", "activationThreshold")) {
      String text = field(metadata, number);
      OptionalDouble value = KedaNumbers.number(text);
      if (!text.isEmpty() && value.isEmpty()) {
        problems.add(
            new SpecProblem(
                path + "." + number,
                number
                    + " must be a plain number such as \"16\" or \"0.5\" (no sign in front, no unit,"
                    + " a digit before the point), was \""
                    + text
                    + "\"."));
      } else if (number.equals("threshold")
          && value.isPresent()
          && KedaNumbers.milli(value.getAsDouble()) == 0) {
        problems.add(
            new SpecProblem(
                path + "." + number,
                "threshold must be at least 0.001, since the HPA refuses a target of 0; was \""
                    + text
                    + "\"."));
      }
    }
    for (String flag : List.of("ignoreNullValues", "unsafeSsl")) {
      String text = field(metadata, flag);
      if (!text.isEmpty() && KedaNumbers.goTruth(text).isEmpty()) {
        problems.add(
            new SpecProblem(
                path + "." + flag, flag + " must be \"true\" or \"false\", was \"" + text + "\"."));
      }
    }
    for (String pairs : List.of("customHeaders", "queryParameters")) {
      String text = field(metadata, pairs);
      if (!text.isEmpty() && !arePairs(text)) {
        problems.add(
            new SpecProblem(
                path + "." + pairs,
                pairs
                    + " must be key=value pairs joined by commas, with one \"=\" in each, was \""
                    + text
                    + "\"."));
      }
    }
    String timeout = field(metadata, "timeout");
    boolean readable =
        timeout.length() <= KedaNumbers.LONGEST
            && (GO_DURATION.matcher(timeout).matches() || WHOLE.matcher(timeout).matches());
    if (!timeout.isEmpty() && !readable) {
      problems.add(
          new SpecProblem(
              path + ".timeout",
              "timeout must be a duration such as \"30s\" or whole milliseconds, 0 or more, was \""
                  + timeout
                  + "\"."));
    }
    String modes = field(metadata, "authModes");
    for (String mode : modes.isEmpty() ? new String[0] : modes.split(",", -1)) {
      if (!AUTH_MODES.contains(mode.strip())) {
        problems.add(
            new SpecProblem(
                path + ".authModes",
                "authModes must be of tls, basic, bearer and custom, joined by commas, was \""
                    + modes
                    + "\"."));
        break;
      }
    }
    return problems;
  }

  /**
   * What KEDA reads from an answer ({@code ExecutePromQuery}): a finite number, or NaN where it is
   * an error. No element, NaN and infinities are 0 under {@code ignoreNullValues}; a null value is
   * -1 either way.
   *
   * @param value counts only for {@link SourceAnswer.Kind#ONE}
   */
  double read(SourceAnswer.Kind kind, double value) {
    return switch (kind) {
      case ONE -> Math.abs(value) <= Double.MAX_VALUE ? value : nothing();
      case EMPTY -> nothing();
      case NULL -> -1;
      case SEVERAL, SCALAR, FAILURE -> Double.NaN;
    };
  }

  private double nothing() {
    return ignoreNullValues ? 0 : Double.NaN;
  }

  /** The number KEDA reads from an answer, before it is rounded; empty where it is an error. */
  public OptionalDouble value(SourceAnswer answer) {
    double value = read(answer.kind(), answer.value());
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * What the HPA gets for an answer, without a fallback. Negative values become 0 on the way (since
   * 2.20.2). Whenever the number is not what the source said, the note says so.
   */
  public MetricReading metric(SourceAnswer answer) {
    double value = read(answer.kind(), answer.value());
    return Double.isNaN(value)
        ? new MetricReading.Failure(about(answer))
        : new MetricReading.Value(KedaNumbers.milli(value), about(answer));
  }

  /** What is to be said of an answer: why it is an error, or what its number was read as. */
  String about(SourceAnswer answer) {
    double value = read(answer.kind(), answer.value());
    if (Double.isNaN(value)) {
      return answer.isNothing() ? answer.text() + ", and ignoreNullValues is false" : answer.text();
    }
    if (answer.kind() == SourceAnswer.Kind.ONE && value == answer.value()) {
      return value < 0 ? "negative, read as 0" : "";
    }
    return answer.text() + ", read as 0";
  }

  /**
   * What the HPA gets for what the series says. Absent and stale are both "no element" to an
   * instant query.
   *
   * @param value counts only for {@link Reading#VALUE}
   */
  public MetricReading metric(Reading reading, double value) {
    return metric(SourceAnswer.of(reading, value));
  }

  private static String field(Map<String, String> metadata, String key) {
    return metadata.getOrDefault(key, "").strip();
  }

  private static boolean arePairs(String text) {
    for (String item : text.split(",", -1)) {
      if (item.chars().filter(c -> c == '=').count() != 1) {
        return false;
      }
    }
    return true;
  }
}
