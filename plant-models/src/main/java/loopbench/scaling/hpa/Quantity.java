// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Kubernetes quantity (apimachinery, {@code pkg/api/resource/quantity.go}): a decimal with a
 * suffix or an exponent, {@code 1}, {@code 1500m}, {@code 0.5}, {@code 5e-2}, {@code 2Ki}. What is
 * smaller than a nano is rounded up, as there.
 *
 * @param value the number, without trailing zeros
 */
public record Quantity(BigDecimal value) implements Comparable<Quantity> {
  // The digits are limited here, since no quantity of a manifest needs more and each costs time.
  private static final Pattern WRITTEN =
      Pattern.compile(
          "([+-]?(?:[0-9]{1,40}(?:\\.[0-9]{0,40})?|\\.[0-9]{1,40}))"
              + "(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?[0-9]{1,3})?");
  private static final Map<String, Integer> DECIMAL =
      Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
  private static final String BINARY = "KMGTPE";
  private static final int NANO = 9;

  public Quantity {
    value = value.stripTrailingZeros();
    if (value.scale() > NANO) {
      value = value.setScale(NANO, RoundingMode.UP).stripTrailingZeros();
    }
    if (value.signum() == 0) {
      value = BigDecimal.ZERO;
    }
  }

  /** A quantity as written; empty when it is none. */
  public static Optional<Quantity> read(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String number = matcher.group(1);
    BigDecimal digits = new BigDecimal(number.endsWith(".") ? number + "0" : number);
    String suffix = matcher.group(2) == null ? "" : matcher.group(2);
    if (suffix.isEmpty()) {
      return Optional.of(new Quantity(digits));
    }
    if (suffix.endsWith("i")) {
      int power = 10 * (BINARY.indexOf(suffix.charAt(0)) + 1);
      return Optional.of(new Quantity(digits.multiply(BigDecimal.valueOf(2).pow(power))));
    }
    int exponent =
        DECIMAL.containsKey(suffix)
            ? DECIMAL.get(suffix)
            : Integer.parseInt(suffix.substring(1).replace("+", ""));
    return Optional.of(new Quantity(digits.scaleByPowerOfTen(exponent)));
  }

  /** The shortest decimal that reads as this finite double. */
  public static Quantity of(double value) {
    return new Quantity(new BigDecimal(Double.toString(value)));
  }

  public static Quantity ofMilli(long milli) {
    return new Quantity(BigDecimal.valueOf(milli, 3));
  }

  /**
   * The number as a double, by the same steps as {@code AsApproximateFloat64}: the whole number of
   * its unit times a power of ten, so 100m is 100 * 1e-3.
   */
  public double approximate() {
    BigDecimal unit = canonical();
    double whole = unit.unscaledValue().doubleValue();
    return unit.scale() == 0 ? whole : whole * Double.parseDouble("1e" + -unit.scale());
  }

  /** The number times 1000, rounded up; the largest 64-bit integer where it does not fit. */
  public long milli() {
    BigDecimal milli = value.movePointRight(3).setScale(0, RoundingMode.UP);
    return milli.toBigInteger().bitLength() < Long.SIZE
        ? milli.longValueExact()
        : milli.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /** As the API server writes it: whole numbers of the largest fitting decimal unit up to 1. */
  public String text() {
    BigDecimal unit = canonical();
    return unit.unscaledValue()
        + switch (unit.scale()) {
          case 3 -> "m";
          case 6 -> "u";
          case 9 -> "n";
          default -> "";
        };
  }

  /** Scaled to a whole number of ones, thousandths, millionths or billionths. */
  private BigDecimal canonical() {
    int scale = value.scale() <= 0 ? 0 : (value.scale() + 2) / 3 * 3;
    return value.setScale(scale);
  }

  @Override
  public int compareTo(Quantity other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return text();
  }
}
