// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.Map;

/**
 * One difference with all that its sentence may need.
 *
 * @param key the last part of the path
 * @param item what the entry around it is called, in words: {@code the queue trigger}
 * @param before what the first says, or what unset means there; null when it says nothing
 * @param after the same of the second
 * @param sort how the two are read and shown
 * @param items the entry around it, in both manifests; empty maps outside of lists
 * @param specs both specs
 */
record Change(String key, String item, Side before, Side after, Sort sort, Both items, Both specs) {

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

  /** The value as sentences show it, with what it counts. */
  private String shown(Side side, String counted) {
    if (side.effective() == null) {
      return "nothing";
    }
    String value = Shortened.text(sort.shown(side.effective()));
    String one =
        value.equals("1") && counted.endsWith("s") ? counted.replaceAll("s$", "") : counted;
    return value
        + (one.isEmpty() ? "" : " " + one)
        + (side.value() == null ? " (the default)" : "");
  }

  boolean wasSet() {
    return before.effective() != null;
  }

  boolean isSet() {
    return after.effective() != null;
  }

  /**
   * A template with its parts filled in: {before}, {after}, {item}, {key}; {after:replicas} names
   * what is counted.
   */
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
    String counted = name.substring(Math.min(name.length(), (name + ":").indexOf(':') + 1));
    return switch (name.replaceAll(":.*", "")) {
      case "before" -> shown(before, counted);
      case "after" -> shown(after, counted);
      case "item" -> item;
      case "key" -> Shortened.text(key);
      default -> throw new IllegalArgumentException("no part of a sentence is called " + name);
    };
  }
}
