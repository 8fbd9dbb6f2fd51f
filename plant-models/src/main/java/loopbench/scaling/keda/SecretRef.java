// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

/**
 * One parameter of a trigger, taken from an entry of a Secret or of a ConfigMap. Empty text is
 * unset; all three are required.
 *
 * @param parameter what the trigger calls it, such as bearerToken
 * @param name the Secret's or ConfigMap's name
 * @param key the entry
 */
public record SecretRef(String parameter, String name, String key) {}
