// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/** What a metric's target is compared with. */
public enum TargetType {
  /** The value per replica: replicas = ceil(value / target). KEDA's default. */
  AVERAGE_VALUE("AverageValue"),
  /** The value as it is: replicas are multiplied by value / target. */
  VALUE("Value");

  private final String token;

  TargetType(String token) {
    this.token = token;
  }

  /** The word used in manifests. */
  public String token() {
    return token;
  }
}
