// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.notebook.NotebookWriter;
import loopbench.run.DataFiles;
import loopbench.run.RunReport;
import picocli.CommandLine;

/** {@code run}: runs a notebook and writes it with its outputs. */
@CommandLine.Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs a notebook from front to back and writes it with its outputs.",
      "Exit code 0: all checks hold, 1: a check failed, 2: a cell failed, 3: bad input, 4: time over."
    })
final class RunCommand implements Callable<Integer> {
  @CommandLine.Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "Where the notebook with its outputs goes. Exports go below its folder.")
  private Path output;

  @CommandLine.Mixin private RunOptions options;

  @CommandLine.Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes a JUnit report, one test case a cell.")
  private Path report;

  @CommandLine.Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Writes every run's trace and every sweep's grid as CSV, units in the header.")
  private Path data;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Optional<RunReport> ran =
        options.run(
            spec.commandLine().getErr(), plan -> true, cell -> out.println(RunOptions.line(cell)));
    if (ran.isEmpty()) {
      return Main.BAD_INPUT;
    }
    List<String> refused = write(ran.get());
    refused.forEach(out::println);
    out.println(ran.get().passed() + " passed, " + ran.get().failed() + " failed");
    return RunOptions.code(ran.get(), !refused.isEmpty());
  }

  /** Writes everything; answers why an export was not written, one sentence each. */
  private List<String> write(RunReport ran) throws IOException {
    Path target = output.toAbsolutePath().normalize();
    Written.put(target, NotebookWriter.write(ran.notebook()));
    List<String> refused = Written.exports(ran, target.getParent(), options.allowed());
    if (data != null) {
      for (Map.Entry<String, String> file : DataFiles.of(ran).entrySet()) {
        Written.put(data.resolve(file.getKey()), file.getValue());
      }
    }
    if (report != null) {
      Written.put(report, JunitReport.of(options.input().getFileName().toString(), ran));
    }
    return refused;
  }
}
