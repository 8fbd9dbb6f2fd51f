// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What a new notebook may begin as. The constants are the words of the command line. */
public enum Beginning {
  admission("An admission controller on a plant, its gains swept."),
  pool("Model servers under load, scaled by a guide's thresholds."),
  manifest("What a ScaledObject will do.");

  private final String sentence;

  Beginning(String sentence) {
    this.sentence = sentence;
  }

  /** What it is about, one sentence. */
  public String sentence() {
    return sentence;
  }

  /** A small notebook that runs as it is and needs no file beside it. */
  public Notebook notebook() {
    String name = "new/" + this + LoopMarkdown.SUFFIX;
    try (InputStream in = Beginning.class.getResourceAsStream(name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return LoopMarkdown.read(text).notebook().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
