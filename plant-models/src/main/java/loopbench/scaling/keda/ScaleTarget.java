// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/**
 * What is scaled ({@code scaleTargetRef}): anything with a scale subresource. Empty is unset.
 *
 * @param name its name
 * @param kind unset means Deployment
 * @param apiVersion unset means apps/v1
 * @param envSourceContainerName unset means the first container
 */
public record ScaleTarget(
    String name, String kind, String apiVersion, String envSourceContainerName) {

  public static ScaleTarget of(String deployment) {
    return new ScaleTarget(deployment, "", "", "");
  }

  public String effectiveKind() {
    return kind.isEmpty() ? "Deployment" : kind;
  }

  public String effectiveApiVersion() {
    return apiVersion.isEmpty() ? "apps/v1" : apiVersion;
  }
}
