// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/**
 * Where a trigger's credentials come from.
 *
 * @param name the object's name
 * @param kind empty means TriggerAuthentication; or ClusterTriggerAuthentication
 */
public record AuthenticationRef(String name, String kind) {}
