// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Name, place and labels of an object.
 *
 * @param name the object's name
 * @param namespace its namespace; empty when unset
 * @param labels in the order written
 * @param annotations in the order written
 */
public record ObjectMeta(
    String name, String namespace, Map<String, String> labels, Map<String, String> annotations) {
  public ObjectMeta {
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
  }

  public static ObjectMeta of(String name) {
    return new ObjectMeta(name, "", Map.of(), Map.of());
  }
}
