// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/** Which of several policies' limits counts. */
public enum SelectPolicy {
  /** The one that allows the largest change. Kubernetes' default. */
  MAX("Max"),
  /** The one that allows the smallest change. */
  MIN("Min"),
  /** None: no change in this direction. */
  DISABLED("Disabled");

  private final String token;

  SelectPolicy(String token) {
    this.token = token;
  }

  /** The word used in manifests. */
  public String token() {
    return token;
  }
}
