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

  /** A field that always has a value: its own, the default, or one that is required. */
  static Meaning of(Sort sort, Object unset, String template) {
    return new Meaning(
        sort,
        unset,
        change -> change.fill(change.wasSet() && change.isSet() ? template : missing(change)));
  }

  /** For a field that only one of the two has, in no words of its own. */
  static String missing(Change change) {
    return change.isSet()
        ? "{key} is {after} now, and was not set"
        : "{key} is not set any more; it was {before}";
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
