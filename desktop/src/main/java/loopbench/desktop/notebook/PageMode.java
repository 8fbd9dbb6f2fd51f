// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

/** How a page is looked at. */
public enum PageMode {
  /** What cells show, without their texts. */
  OPERATOR("Operator"),
  /** All of it. */
  SOURCE("Source"),
  /** The selected cell alone, in large type. */
  LECTURE("Lecture");

  private final String word;

  PageMode(String word) {
    this.word = word;
  }

  /** For a button. */
  public String word() {
    return word;
  }
}
