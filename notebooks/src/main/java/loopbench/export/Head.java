// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The comments above an exported manifest that say where its numbers come from. */
final class Head {
  private static final String FIRST = "# Tuned with Loopbench.";
  private static final List<String> KEYS =
      List.of("notebook", "cell", "inputs", "core", "evidence", "note");

  private Head() {}

  /** The manifest under its comments; those of an earlier export give way. */
  static String on(String manifest, Provenance provenance, List<String> notes) {
    List<String> head = new ArrayList<>(List.of(FIRST));
    add(head, "notebook", provenance.notebook());
    add(head, "cell", provenance.cell());
    add(head, "inputs", provenance.inputsKey());
    add(head, "core", provenance.coreVersion());
    provenance.evidence().forEach(line -> add(head, "evidence", line));
    notes.forEach(line -> add(head, "note", line));
    String eol = manifest.contains("\r\n") ? "\r\n" : "\n";
    String body = withoutHead(manifest);
    return head.stream().map(line -> line + eol).collect(Collectors.joining())
        + eol
        + body
        + (body.endsWith("\n") ? "" : eol);
  }

  private static void add(List<String> head, String key, String value) {
    String line = oneLine(value);
    if (!line.isEmpty()) {
      head.add("# " + key + ": " + line);
    }
  }

  private static String withoutHead(String manifest) {
    String text = manifest.startsWith("\uFEFF") ? manifest.substring(1) : manifest;
    if (!text.startsWith(FIRST)) {
      return text;
    }
    int at = nextLine(text, 0);
    while (at < text.length() && isHead(text, at)) {
      at = nextLine(text, at);
    }
    // The blank line that parts the comments from the text.
    if (text.startsWith("\n", at)) {
      return text.substring(at + 1);
    }
    return text.startsWith("\r\n", at) ? text.substring(at + 2) : text.substring(at);
  }

  private static boolean isHead(String text, int at) {
    return KEYS.stream().anyMatch(key -> text.startsWith("# " + key + ": ", at));
  }

  private static int nextLine(String text, int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end + 1;
  }

  /** A comment ends with its line, so a name with a line end in it would become YAML. */
  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029\\uFEFF]+", " ").strip();
  }
}
