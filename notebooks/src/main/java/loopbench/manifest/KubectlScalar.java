// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loopbench.yaml.Scalar;
import loopbench.yaml.Style;

/**
 * What kubectl makes of a scalar before the API server sees it: YAML 1.1 in the reading of
 * sigs.k8s.io/yaml (go-yaml v2, {@code resolve.go}). {@code yes} and {@code on} are truth values
 * there, {@code 0x10} and {@code 010} and {@code 1_000} are numbers. Infinities and NaN, which JSON
 * cannot say, stay text.
 */
final class KubectlScalar {
  private static final Set<String> YES =
      Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  private static final Set<String> NO =
      Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");
  private static final Pattern WHOLE =
      Pattern.compile("([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))");
  private static final int[] BASE = {0, 0, 16, 2, 8, 10};
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  // No number of a manifest is longer, and what is longer is text to this package at once.
  private static final int LONGEST = 400;

  private KubectlScalar() {}

  /** Text, {@code Long} (or {@code BigInteger} beyond it), finite {@code Double}, truth or null. */
  static Object value(Scalar scalar) {
    String text = scalar.text();
    if (scalar.style() != Style.PLAIN || text.length() > LONGEST) {
      return text;
    }
    if (NOTHING.contains(text)) {
      return null;
    }
    if (YES.contains(text) || NO.contains(text)) {
      return YES.contains(text);
    }
    if ("+-.0123456789".indexOf(text.charAt(0)) < 0) {
      return text;
    }
    String digits = text.replace("_", "");
    return whole(digits).or(() -> decimal(digits)).orElse(text);
  }

  private static Optional<Object> whole(String digits) {
    Matcher matcher = WHOLE.matcher(digits);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int group = 2;
    while (matcher.group(group) == null) {
      group++;
    }
    BigInteger size = new BigInteger(matcher.group(group), BASE[group]);
    BigInteger value = matcher.group(1).equals("-") ? size.negate() : size;
    if (value.bitLength() < Long.SIZE) {
      return Optional.of(value.longValueExact());
    }
    return value.signum() > 0 && value.bitLength() == Long.SIZE
        ? Optional.of(value)
        : Optional.empty();
  }

  private static Optional<Object> decimal(String digits) {
    if (!DECIMAL.matcher(digits).matches()) {
      return Optional.empty();
    }
    double value = Double.parseDouble(digits);
    return Double.isInfinite(value) ? Optional.empty() : Optional.of(value);
  }
}
