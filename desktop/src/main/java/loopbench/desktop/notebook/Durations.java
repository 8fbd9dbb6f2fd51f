// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.Locale;
import java.util.Optional;

/** Times for people. */
final class Durations {
  private Durations() {}

  /** A duration in its most readable unit: {@code 14 ms}, {@code 2.4 s}, {@code 3 min 5 s}. */
  static String words(double ms) {
    if (ms < 0.95) {
      return "< 1 ms";
    }
    if (ms < 999.5) {
      return Math.round(ms) + " ms";
    }
    if (ms < 9_950) {
      return String.format(Locale.ROOT, "%.1f s", ms / 1000);
    }
    long seconds = Math.round(ms / 1000);
    return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
  }

  /**
   * How long work will still take at the pace it had so far; empty until there is a pace.
   *
   * @param elapsedMs since it began
   */
  static Optional<String> left(int done, int total, double elapsedMs) {
    if (done <= 0 || total <= 0 || elapsedMs < 300) {
      return Optional.empty();
    }
    double leftMs = elapsedMs * (total - done) / done;
    return Optional.of(
        leftMs < 1000
            ? "under 1 s left"
            : words(Math.ceil(leftMs / 1000) * 1000).replace(".0", "") + " left");
  }
}
