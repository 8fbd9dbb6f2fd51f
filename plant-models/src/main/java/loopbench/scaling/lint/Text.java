// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import loopbench.scaling.keda.KedaNumbers;

/** Words that several findings share. */
final class Text {
  static final String BEHAVIOR = "advanced.horizontalPodAutoscalerConfig.behavior";
  static final String MODIFIERS = "advanced.scalingModifiers";

  private Text() {}

  static String seconds(double seconds) {
    return KedaNumbers.text(seconds) + " s";
  }

  static String replicas(long count) {
    return count == 1 ? "1 replica" : count + " replicas";
  }

  /** {@code 41 to 50}, or the one number when both are the same. */
  static String fromTo(int from, int to) {
    return from == to ? String.valueOf(from) : from + " to " + to;
  }
}
