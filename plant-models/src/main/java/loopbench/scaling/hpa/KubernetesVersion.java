// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which release's rules apply, such as 1.35.
 *
 * @param major 1
 * @param minor 0 or more
 */
public record KubernetesVersion(int major, int minor) {
  /** The rules that hold when nothing else is said. */
  public static final KubernetesVersion DEFAULT = new KubernetesVersion(1, 35);

  private static final Pattern WRITTEN =
      Pattern.compile("v?([0-9]{1,2})\\.([0-9]{1,3})(\\.[0-9]+)?");

  public KubernetesVersion {
    if (major != 1 || minor < 0) {
      throw new IllegalArgumentException(
          "kubernetes must be a version 1.x, was " + major + "." + minor);
    }
  }

  /** A version as written, {@code 1.35}; empty when it is none, or not of major version 1. */
  public static Optional<KubernetesVersion> read(String text) {
    Matcher matcher = WRITTEN.matcher(text.strip());
    if (!matcher.matches() || !matcher.group(1).equals("1")) {
      return Optional.empty();
    }
    return Optional.of(new KubernetesVersion(1, Integer.parseInt(matcher.group(2))));
  }

  /** How this release compares a ratio with the tolerance: split from 1.33 on. */
  public Tolerance.Model toleranceModel() {
    return minor >= 33 ? Tolerance.Model.SPLIT : Tolerance.Model.ABSOLUTE;
  }

  /** Whether this release knows a tolerance per HPA at all: from 1.33 on. */
  public boolean knowsConfigurableTolerance() {
    return minor >= 33;
  }

  /** Whether a tolerance per HPA counts unless a gate says otherwise: from 1.35 on. */
  public boolean configurableToleranceByDefault() {
    return minor >= 35;
  }

  /** How this release tells a pause at 0 replicas from having scaled to 0 itself. */
  public ZeroModel zeroModel() {
    return minor >= 36 ? ZeroModel.CONDITION : ZeroModel.MIN;
  }

  /** When an HPA with the gate HPAScaleToZero computes at 0 replicas. */
  public enum ZeroModel {
    /** 1.16 to 1.35: whenever minReplicas is 0. */
    MIN,
    /** 1.36 and later: when the HPA went to 0 itself, which a condition remembers. */
    CONDITION
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
