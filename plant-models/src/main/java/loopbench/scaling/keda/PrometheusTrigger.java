// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        truth(field(metadata, "ignoreNullValues")).orElse(true));
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
      if (!text.isEmpty() && truth(text).isEmpty()) {
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
    if (!timeout.isEmpty()
        && !GO_DURATION.matcher(timeout).matches()
        && !WHOLE.matcher(timeout).matches()) {
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
   * What the HPA gets for what the series says. Absent and stale are both "no element" to an
   * instant query. Negative values become 0 on the way (since 2.20.2). Whenever the number is not
   * what the series said, the note says so.
   *
   * @param value counts only for {@link Reading#VALUE}
   */
  public MetricReading metric(Reading reading, double value) {
    if (reading == Reading.VALUE && Math.abs(value) <= Double.MAX_VALUE) {
      return new MetricReading.Value(
          KedaNumbers.milli(value), value < 0 ? "negative, read as 0" : "");
    }
    String what =
        switch (reading) {
          case VALUE -> value > 0 ? "infinite" : "minus infinite";
          case NAN -> "NaN";
          case STALE -> "stale";
          case ABSENT -> "absent";
        };
    return ignoreNullValues
        ? new MetricReading.Value(0, what + ", read as 0")
        : new MetricReading.Failure(what + ", and ignoreNullValues is false");
  }

  private static String field(Map<String, String> metadata, String key) {
    return metadata.getOrDefault(key, "").strip();
  }

  /** Go's {@code strconv.ParseBool}. */
  private static Optional<Boolean> truth(String text) {
    return switch (text) {
      case "1", "t", "T", "TRUE", "true", "True" -> Optional.of(true);
      case "0", "f", "F", "FALSE", "false", "False" -> Optional.of(false);
      default -> Optional.empty();
    };
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
