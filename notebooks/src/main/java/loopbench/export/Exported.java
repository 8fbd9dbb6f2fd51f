// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.List;

/** What came of an export: a text, or the reason why there is none. */
public sealed interface Exported {
  <R> R match(Cases<R> cases);

  /** One answer for each case. */
  interface Cases<R> {
    R text(Text text);

    R refused(Refused refused);
  }

  /**
   * A document.
   *
   * @param fileName a suggested name, without a folder
   * @param mediaType such as {@code application/json}
   * @param text the document, ending with a line feed
   * @param notes what the reader of the document should know, each a sentence; may be empty
   */
  record Text(String fileName, String mediaType, String text, List<String> notes)
      implements Exported {
    public Text {
      notes = List.copyOf(notes);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.text(this);
    }
  }

  /**
   * Nothing was written.
   *
   * @param reason why, and what to do, in full sentences
   */
  record Refused(String reason) implements Exported {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.refused(this);
    }
  }
}
