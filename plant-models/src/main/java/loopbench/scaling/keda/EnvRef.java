// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/**
 * One parameter of a trigger, taken from an environment variable of the scaled workload. Empty text
 * is unset.
 *
 * @param parameter what the trigger calls it; required
 * @param name the variable; required
 * @param containerName whose variable; unset means the first container
 */
public record EnvRef(String parameter, String name, String containerName) {}
