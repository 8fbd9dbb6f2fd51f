// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** How KEDA turns doubles into quantities, and text into doubles. */
public final class KedaNumbers {
  private static final Pattern JSON_NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");

  /** Beyond this no text is read as a number or duration: matching recurses with its length. */
  static final int LONGEST = 400;

  private static final String DIGITS = "[0-9](?:_?[0-9])*";
  private static final String HEX = "[0-9a-fA-F](?:_?[0-9a-fA-F])*";
  private static final Pattern GO_FLOAT =
      Pattern.compile(
          "[-+]?(?:(?:D(?:\\.(?:D)?)?|\\.D)(?:[eE][-+]?D)?".replace("D", DIGITS)
              + "|0[xX]_?(?:H(?:\\.(?:H)?)?|\\.H)[pP][-+]?D)"
                  .replace("H", HEX)
                  .replace("D", DIGITS));
  private static final Pattern GO_WORD = Pattern.compile("(?i)[-+]?inf(?:inity)?|nan");
  private static final Pattern GO_INTEGER = Pattern.compile("[-+]?[0-9]{1,40}");

  private KedaNumbers() {}

  /**
   * A metric value or threshold in milli, as KEDA 2.20.2 and later writes it: the double's exact
   * binary value to three decimals, ties to even ({@code strconv.FormatFloat(v, 'f', 3, 64)}). NaN,
   * infinities and negative values become 0. Values beyond 64-bit milli (9.2e15 and more, where
   * upstream has no meaningful answer) become the largest.
   */
  public static long milli(double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      return 0;
    }
    double scaled = value * 1000;
    double nearest = Math.rint(scaled);
    // Below 2^52 every tie is itself a double, so rounding the product can land on a tie but not
    // pass it: only there the exact value is needed.
    if (scaled < 0x1p52 && Math.abs(scaled - nearest) != 0.5) {
      return (long) nearest;
    }
    BigDecimal exact = new BigDecimal(value).setScale(3, RoundingMode.HALF_EVEN);
    BigDecimal largest = BigDecimal.valueOf(Long.MAX_VALUE, 3);
    return exact.compareTo(largest) > 0 ? Long.MAX_VALUE : exact.unscaledValue().longValueExact();
  }

  /**
   * A composite's target or result and a fallback's metric in milli, and every value before KEDA
   * 2.20: {@code int64(v * 1000)}, cut toward zero, negative allowed. What does not fit becomes the
   * smallest 64-bit integer, as on amd64.
   */
  public static long truncatedMilli(double value) {
    return int64(value * 1000);
  }

  /** What Go's {@code int64(x)} gives on amd64: cut toward zero, the smallest where none fits. */
  static long int64(double value) {
    return value >= -0x1p63 && value < 0x1p63 ? (long) value : Long.MIN_VALUE;
  }

  /** A quantity as formulas and fallbacks see it ({@code AsApproximateFloat64}). */
  static double fromMilli(long milli) {
    return milli * 1e-3;
  }

  /**
   * A threshold as written: a JSON number, blanks around it trimmed. Empty for anything else, such
   * as {@code .5}, {@code +5}, {@code 0x10} or {@code 500m}.
   */
  public static OptionalDouble number(String text) {
    String trimmed = text.strip();
    if (!JSON_NUMBER.matcher(trimmed).matches()) {
      return OptionalDouble.empty();
    }
    double value = Double.parseDouble(trimmed);
    return Double.isInfinite(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /**
   * A number as Go's {@code strconv.ParseFloat} reads it, which is wider than {@link #number}: a
   * sign, a point without digits before it, hexadecimal, digits grouped by underscores, {@code inf}
   * and {@code nan}. Empty for anything else, and for what lies beyond a double.
   */
  static OptionalDouble goFloat(String text) {
    if (GO_WORD.matcher(text).matches()) {
      String word = text.toLowerCase(Locale.ROOT);
      return OptionalDouble.of(
          word.endsWith("nan")
              ? Double.NaN
              : word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }
    if (text.length() > LONGEST || !GO_FLOAT.matcher(text).matches()) {
      return OptionalDouble.empty();
    }
    double value = Double.parseDouble(text.replace("_", ""));
    return Double.isInfinite(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** A whole number as Go's {@code strconv.ParseInt} reads it in base 10. */
  static OptionalLong goInteger(String text) {
    if (!GO_INTEGER.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    BigInteger value = new BigInteger(text.startsWith("+") ? text.substring(1) : text);
    return value.bitLength() < Long.SIZE
        ? OptionalLong.of(value.longValueExact())
        : OptionalLong.empty();
  }

  /** A truth as Go's {@code strconv.ParseBool} reads it; empty for any other word. */
  static Optional<Boolean> goTruth(String text) {
    return switch (text) {
      case "1", "t", "T", "TRUE", "true", "True" -> Optional.of(true);
      case "0", "f", "F", "FALSE", "false", "False" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** A finite number as KEDA reads it back: the shortest decimal, without exponent. */
  public static String text(double value) {
    if (value == 0) {
      return "0";
    }
    // Double.toString is not the shortest before JDK 19, and manifests must not depend on the JDK.
    BigDecimal exact = new BigDecimal(value);
    BigDecimal rounded = exact.round(new MathContext(1, RoundingMode.HALF_EVEN));
    for (int digits = 2; rounded.doubleValue() != value; digits++) {
      rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }
    return rounded.stripTrailingZeros().toPlainString();
  }
}
