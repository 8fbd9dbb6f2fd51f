// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as Go writes them ({@code time.ParseDuration}): {@code 30s}, {@code 1h30m}. */
final class GoDuration {
  private static final Pattern PART =
      Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{0,18})?|\\.[0-9]{1,18})(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern WHOLE = Pattern.compile("\\+?[0-9]{1,18}");
  private static final Map<String, BigDecimal> UNITS =
      Map.of(
          "ns", new BigDecimal("1e-9"),
          "us", new BigDecimal("1e-6"),
          "µs", new BigDecimal("1e-6"),
          "μs", new BigDecimal("1e-6"),
          "ms", new BigDecimal("1e-3"),
          "s", BigDecimal.ONE,
          "m", BigDecimal.valueOf(60),
          "h", BigDecimal.valueOf(3600));
  // Go itself stops at 292 years; so many parts are never meant.
  private static final int MOST_PARTS = 16;

  private GoDuration() {}

  /** A duration of 0 or more in seconds, without trailing zeros; empty for anything else. */
  static Optional<BigDecimal> seconds(String text) {
    String rest = text.startsWith("+") ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Optional.of(BigDecimal.ZERO);
    }
    Matcher part = PART.matcher(rest);
    BigDecimal sum = BigDecimal.ZERO;
    int at = 0;
    for (int i = 0; i < MOST_PARTS && part.find() && part.start() == at; i++) {
      String digits = part.group(1);
      sum =
          sum.add(
              new BigDecimal(digits.endsWith(".") ? digits + "0" : digits)
                  .multiply(UNITS.get(part.group(2))));
      at = part.end();
    }
    return at > 0 && at == rest.length() ? Optional.of(plain(sum)) : Optional.empty();
  }

  /** As KEDA reads a trigger's {@code timeout}: a duration, or else whole milliseconds. */
  static Optional<BigDecimal> secondsOrMillis(String text) {
    return WHOLE.matcher(text).matches()
        ? Optional.of(plain(new BigDecimal(text).movePointLeft(3)))
        : seconds(text);
  }

  private static BigDecimal plain(BigDecimal value) {
    return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
  }
}
