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
import loopbench.run.Pictures;
import loopbench.run.RunReport;
import loopbench.run.SideFiles;
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

  @CommandLine.Option(
      names = "--pictures",
      paramLabel = "DIR",
      description = "Writes every chart as PNG and SVG.")
  private Path pictures;

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
    SideFiles.Moved moved =
        SideFiles.out(
            ran.notebook(),
            target.getFileName().toString().replaceFirst("\\.ipynb$", "") + ".data",
            SideFiles.USUAL_CAP_BYTES);
    for (Map.Entry<String, byte[]> file : moved.files().entrySet()) {
      Written.put(target.resolveSibling(file.getKey()), file.getValue());
    }
    Written.put(target, NotebookWriter.write(moved.notebook()));
    tell(moved);
    if (pictures != null) {
      for (Map.Entry<String, byte[]> file : Pictures.of(ran).entrySet()) {
        Written.put(pictures.resolve(file.getKey()), file.getValue());
      }
    }
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

  private void tell(SideFiles.Moved moved) {
    PrintWriter out = spec.commandLine().getOut();
    if (!moved.files().isEmpty()) {
      out.println(
          moved.files().size()
              + " of the largest pictures lie beside the notebook, which would have more than 5 MB"
              + " with them: "
              + String.join(", ", moved.files().keySet())
              + ".");
    }
    if (moved.bytes() > SideFiles.USUAL_CAP_BYTES) {
      out.println(
          "The notebook has "
              + (moved.bytes() >> 20)
              + " MB even so. Viewers and reviews take 5; split it, or strip it.");
    }
  }
}
