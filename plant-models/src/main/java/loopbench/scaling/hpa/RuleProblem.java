// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * Something in an HPA that the API server would refuse.
 *
 * @param path the field, below what was asked: {@code scaleUp.policies.0.value} of a behavior,
 *     {@code minReplicas} or {@code behavior.scaleUp.policies.0.value} of an HPA
 * @param message what is wrong and what would be right, one sentence
 */
public record RuleProblem(String path, String message) {}
