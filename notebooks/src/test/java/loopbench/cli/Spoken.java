// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The command line, as somebody at a terminal has it. */
class Spoken {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Says a command; answers its exit code. */
  int say(String... words) {
    out.reset();
    err.reset();
    return Main.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        words);
  }

  /** What the last command printed. */
  String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What it complained about. */
  String complained() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
