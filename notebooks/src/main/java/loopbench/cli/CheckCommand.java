// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.run.RunReport;
import picocli.CommandLine;

/** {@code check}: runs what the checks need, and says whether they hold. */
@CommandLine.Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says whether the checks of a notebook hold.",
      "Runs them and what they read; nothing is written. Exit codes as those of run; a notebook without a check is bad input."
    })
final class CheckCommand implements Callable<Integer> {
  @CommandLine.Mixin private RunOptions options;

  @CommandLine.Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes a JUnit report, one test case a cell.")
  private Path report;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Optional<RunReport> ran =
        options.run(
            spec.commandLine().getErr(),
            plan -> plan.kind().equals("check"),
            cell -> {
              if (!cell.passed() || cell.address().startsWith("check")) {
                out.println(RunOptions.line(cell));
              }
            });
    if (ran.isEmpty()) {
      return Main.BAD_INPUT;
    }
    if (ran.get().cells().isEmpty()) {
      spec.commandLine()
          .getErr()
          .println(options.input() + ": there is no check in it. Add a check cell, or use run.");
      return Main.BAD_INPUT;
    }
    if (report != null) {
      Written.put(report, JunitReport.of(options.input().getFileName().toString(), ran.get()));
    }
    out.println(ran.get().passed() + " passed, " + ran.get().failed() + " failed");
    return RunOptions.code(ran.get(), false);
  }
}
