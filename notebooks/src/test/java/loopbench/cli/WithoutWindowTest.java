// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WithoutWindowTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream complaints = new ByteArrayOutputStream();

  private int run(String resource) {
    return WithoutWindow.run(
        "There is no display.",
        "Install one.",
        resource,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(complaints, true, StandardCharsets.UTF_8));
  }

  @Test
  void runsTheExampleAndSaysWhereItsResultsLie() {
    int code = run("/gallery/02-queue-thresholds.ipynb");
    String printed = out.toString(StandardCharsets.UTF_8);
    assertThat(printed).startsWith("There is no display.").contains("Install one.");
    assertThat(code).as(printed + complaints).isZero();
    Matcher lies = Pattern.compile("The results lie in (.*):").matcher(printed);
    assertThat(lies.find()).isTrue();
    Path folder = Path.of(lies.group(1));
    assertThat(folder.resolve("02-queue-thresholds.ipynb")).exists();
    assertThat(Files.isDirectory(folder.resolve("data"))).isTrue();
  }

  @Test
  void saysWhenTheExampleIsNotThere() {
    assertThat(run("/gallery/none.ipynb")).isEqualTo(Main.BAD_INPUT);
    assertThat(complaints.toString(StandardCharsets.UTF_8)).contains("none.ipynb is not packaged");
  }
}
