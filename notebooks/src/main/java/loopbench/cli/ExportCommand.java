// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.cell.Output;
import loopbench.cell.Result;
import loopbench.run.RunReport;
import picocli.CommandLine;

/** {@code export}: makes a notebook's exports, and only what they need. */
@CommandLine.Command(
    name = "export",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes the exports of a notebook.",
      "Runs what they need, and writes them below a folder, or prints the one "
          + "that is named. An export whose checks do not hold is not made.",
      "Exit codes as those of run; a notebook without such an export is bad " + "input."
    })
final class ExportCommand implements Callable<Integer> {
  @CommandLine.Mixin private RunOptions options;

  @CommandLine.Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME",
      description = "The export cells; all of them if none is named.")
  private List<String> names = new ArrayList<>();

  @CommandLine.Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "The folder that they are written below. Without it the one is printed.")
  private Path output;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<String> addresses =
        names.stream().map(n -> n.startsWith("export") ? n : "export." + n).toList();
    Optional<RunReport> ran =
        options.run(
            err,
            plan ->
                plan.kind().equals("export")
                    && (addresses.isEmpty() || addresses.contains(plan.address())),
            cell -> {
              if (!cell.passed() || output != null && cell.address().startsWith("export")) {
                (cell.passed() ? out : err).println(RunOptions.line(cell));
              }
            });
    if (ran.isEmpty()) {
      return Main.BAD_INPUT;
    }
    List<RunReport.CellReport> exports =
        ran.get().cells().stream().filter(c -> c.address().startsWith("export")).toList();
    List<String> missing = new ArrayList<>(addresses);
    exports.forEach(e -> missing.remove(e.address()));
    if (exports.isEmpty() || !missing.isEmpty()) {
      err.println(
          options.input()
              + ": there is no "
              + (missing.isEmpty() ? "export in it." : "cell " + String.join(", ", missing) + "."));
      return Main.BAD_INPUT;
    }
    if (output != null) {
      List<String> refused =
          Written.exports(ran.get(), output.toAbsolutePath().normalize(), options.allowed());
      refused.forEach(err::println);
      return RunOptions.code(ran.get(), !refused.isEmpty());
    }
    if (exports.size() > 1) {
      err.println(
          "There are "
              + exports.size()
              + " exports. Name one of them to print it, or write them below a folder with -o.");
      return Main.BAD_INPUT;
    }
    for (Output shown : exports.get(0).result().map(Result::outputs).orElse(List.of())) {
      if (shown instanceof Output.Document document) {
        out.print(document.text());
        out.flush();
      }
    }
    return RunOptions.code(ran.get(), false);
  }
}
