// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

/**
 * How one field compares, and what a change of it means.
 *
 * @param sort how its values are read and shown
 * @param unset the value that unset stands for; null when unset is a thing of its own
 * @param sentence what a change means
 */
record Meaning(Sort sort, Object unset, Sentence sentence) {

  /** What a change means, without the full stop. */
  interface Sentence {
    String of(Change change);
  }

  /** A field that always has a value, its own or the default. */
  static Meaning of(Sort sort, Object unset, String template) {
    return new Meaning(sort, unset, change -> change.fill(template));
  }

  /** A field that may be missing. */
  static Meaning of(Sort sort, String changed, String added, String removed) {
    return new Meaning(
        sort,
        null,
        change -> change.fill(!change.wasSet() ? added : change.isSet() ? changed : removed));
  }

  /** A field whose sentence takes more than its two values. */
  static Meaning of(Sort sort, Object unset, Sentence sentence) {
    return new Meaning(sort, unset, sentence);
  }
}
