// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.Map;
import java.util.Optional;

/**
 * One difference with all that its sentence may need.
 *
 * @param kind what the manifests are, such as ScaledObject
 * @param key the last part of the path
 * @param item what the entry around it is called, in words: {@code the queue trigger}
 * @param before what the first says, or what unset means there; null when it says nothing
 * @param after the same of the second
 * @param sort how the two are read and shown
 * @param items the entry around it, in both manifests; empty maps outside of lists
 * @param specs both specs
 */
record Change(
    String kind,
    String key,
    String item,
    Side before,
    Side after,
    Sort sort,
    Both items,
    Both specs) {

  /**
   * One manifest's part of a change.
   *
   * @param value the plain value; null when unset
   * @param unset what unset means; null when it means nothing
   */
  record Side(Object value, Object unset) {
    Object effective() {
      return value == null ? unset : value;
    }
  }

  /** The same place of both manifests. */
  record Both(Map<?, ?> before, Map<?, ?> after) {
    static final Both NONE = new Both(Map.of(), Map.of());
  }

  /** The value as sentences show it; empty when there is none. */
  Optional<String> shown(Side side) {
    return Optional.ofNullable(side.effective())
        .map(value -> Shortened.text(sort.shown(value)) + (side.value() == null ? DEFAULT : ""));
  }

  private static final String DEFAULT = " (the default)";

  boolean wasSet() {
    return before.effective() != null;
  }

  boolean isSet() {
    return after.effective() != null;
  }

  /** A template with its parts filled in: {before}, {after}, {item}, {key}, {kind}. */
  String fill(String template) {
    // One pass, so that what is filled in is never taken for a part of the template.
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', at)) {
      int close = template.indexOf('}', open);
      out.append(template, at, open).append(part(template.substring(open + 1, close)));
      at = close + 1;
    }
    return out.append(template, at, template.length()).toString();
  }

  private String part(String name) {
    return switch (name) {
      case "before" -> shown(before).orElse("nothing");
      case "after" -> shown(after).orElse("nothing");
      case "item" -> item;
      case "key" -> Shortened.text(key);
      case "kind" -> kind;
      default -> throw new IllegalArgumentException("no part of a sentence is called " + name);
    };
  }
}
