// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import loopbench.cell.CellKind;
import loopbench.cell.CellKinds;
import loopbench.cell.Output;
import loopbench.cell.Result;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookWriter;
import loopbench.run.Connections;
import loopbench.run.DataFiles;
import loopbench.run.FolderLibrary;
import loopbench.run.HeadlessRun;
import loopbench.run.Overrides;
import loopbench.run.RunReport;
import loopbench.source.Connection;
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
  @CommandLine.Parameters(
      paramLabel = "NOTEBOOK",
      description = "The .ipynb file; it is not changed.")
  private Path input;

  @CommandLine.Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "Where the notebook with its outputs goes. Exports go below its folder.")
  private Path output;

  @CommandLine.Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description = "Sets a parameter, with its unit: -p kp=0.1 -p target=40ms. May be repeated.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @CommandLine.Option(
      names = "--frozen",
      description = "Refuses the network: a source without a file or a snapshot fails.")
  private boolean frozen;

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
      names = "--timeout",
      paramLabel = "TIME",
      description = "Stops after so long, such as 120s; exit code 4.")
  private String timeout;

  @CommandLine.Option(
      names = "--allow-path",
      paramLabel = "DIR",
      description = "Lets cells read and exports write below this folder too. May be repeated.")
  private List<Path> allowed = new ArrayList<>();

  @CommandLine.Option(
      names = "--connections",
      paramLabel = "FILE",
      description = "Named Prometheus connections; default: those of this user.")
  private Path connections;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Optional<BooleanSupplier> timeUp = timeUp(err);
    Optional<Notebook> notebook = Opened.notebook(input, err);
    if (notebook.isEmpty() || timeUp.isEmpty()) {
      return Main.BAD_INPUT;
    }
    Map<String, Connection> named = new LinkedHashMap<>();
    List<String> wrong =
        Connections.read(connections == null ? Connections.ofUser() : connections, named);
    List<CellKind> kinds = CellKinds.standard();
    Overrides.Applied applied = Overrides.apply(notebook.get(), kinds, parameters);
    wrong.addAll(applied.problems());
    if (!wrong.isEmpty()) {
      wrong.forEach(err::println);
      return Main.BAD_INPUT;
    }
    Path folder = Optional.ofNullable(input.toAbsolutePath().getParent()).orElseThrow();
    FolderLibrary library =
        new FolderLibrary(folder, allowed, named, System::currentTimeMillis)
            .named(input.getFileName().toString());
    RunReport ran =
        HeadlessRun.run(
            applied.notebook().orElseThrow(),
            kinds,
            library,
            new HeadlessRun.Limits(
                !frozen, Runtime.getRuntime().availableProcessors(), timeUp.get()),
            cell -> out.println(line(cell)));
    List<String> refused = write(ran);
    refused.forEach(out::println);
    out.println(ran.passed() + " passed, " + ran.failed() + " failed");
    return code(ran, !refused.isEmpty());
  }

  private static String line(RunReport.CellReport cell) {
    String mark =
        switch (cell.ending()) {
          case PASSED -> "ok      ";
          case CHECK_FAILED -> "CHECK   ";
          case FAILED -> "FAILED  ";
          case BLOCKED -> "blocked ";
          case STOPPED -> "stopped ";
        };
    String sentence = cell.sentence();
    return mark
        + (sentence.startsWith(cell.address()) ? sentence : cell.address() + ": " + sentence);
  }

  private Optional<BooleanSupplier> timeUp(PrintWriter err) {
    if (timeout == null) {
      return Optional.of(() -> false);
    }
    Optional<Quantity> time =
        Quantity.parse(timeout).filter(q -> q.unit().dimension() == Unit.Dimension.DURATION);
    if (time.isEmpty()) {
      err.println("--timeout is `" + timeout + "`, which is no time. Write it like 120s.");
      return Optional.empty();
    }
    long end =
        System.nanoTime() + Duration.ofMillis((long) time.get().in(Unit.MILLISECONDS)).toNanos();
    return Optional.of(() -> System.nanoTime() - end >= 0);
  }

  /** Writes everything; answers why an export was not written, one sentence each. */
  private List<String> write(RunReport ran) throws IOException {
    List<String> refused = new ArrayList<>();
    Path target = output.toAbsolutePath().normalize();
    put(target, NotebookWriter.write(ran.notebook()));
    for (RunReport.CellReport cell : ran.cells()) {
      for (Output shown : cell.result().map(Result::outputs).orElse(List.of())) {
        if (shown instanceof Output.Document document && !document.path().isEmpty()) {
          Optional<Path> path = below(target.getParent(), document.path());
          if (path.isPresent()) {
            put(path.get(), document.text());
          } else {
            refused.add(
                cell.address()
                    + ": `"
                    + document.path()
                    + "` leads out of the output folder."
                    + " Write below it, or allow the folder with --allow-path.");
          }
        }
      }
    }
    if (data != null) {
      for (Map.Entry<String, String> file : DataFiles.of(ran).entrySet()) {
        put(data.toAbsolutePath().resolve(file.getKey()), file.getValue());
      }
    }
    if (report != null) {
      put(report.toAbsolutePath(), JunitReport.of(input.getFileName().toString(), ran));
    }
    return refused;
  }

  private Optional<Path> below(Path folder, String name) {
    try {
      Path path = folder.resolve(name).normalize();
      boolean inside =
          path.startsWith(folder)
              || allowed.stream().anyMatch(a -> path.startsWith(a.toAbsolutePath().normalize()));
      return inside ? Optional.of(path) : Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** A half-written file never stands under its name. */
  private static void put(Path path, String text) throws IOException {
    Path folder = Optional.ofNullable(path.getParent()).orElseThrow();
    Files.createDirectories(folder);
    Path temporary = Files.createTempFile(folder, ".loopbench", ".part");
    try {
      Files.writeString(temporary, text, StandardCharsets.UTF_8);
      Files.move(temporary, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static int code(RunReport ran, boolean refused) {
    if (ran.timedOut()) {
      return Main.TIME_OVER;
    }
    if (refused
        || ran.count(RunReport.Ending.FAILED) > 0
        || ran.count(RunReport.Ending.STOPPED) > 0) {
      return Main.CELL_FAILED;
    }
    return ran.count(RunReport.Ending.CHECK_FAILED) > 0
        ? Main.CHECK_FAILED
        : ran.count(RunReport.Ending.BLOCKED) > 0 ? Main.CELL_FAILED : Main.ALL_HOLD;
  }
}
