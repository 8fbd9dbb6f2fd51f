// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.Map;
import java.util.Optional;

/** Truth values in text, as Go's {@code strconv.ParseBool} takes them. */
final class Truth {
  private Truth() {}

  /** Empty for what is neither. */
  static Optional<Boolean> read(String text) {
    return switch (text) {
      case "1", "t", "T", "TRUE", "true", "True" -> Optional.of(true);
      case "0", "f", "F", "FALSE", "false", "False" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  /** An annotation that is not there is false; one that is neither counts as true. */
  static boolean annotation(Map<String, String> annotations, String key) {
    String text = annotations.get(key);
    return text != null && read(text).orElse(true);
  }
}
