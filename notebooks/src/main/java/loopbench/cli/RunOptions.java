// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import loopbench.cell.CellKind;
import loopbench.cell.CellKinds;
import loopbench.cell.Plan;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.graph.Seed;
import loopbench.notebook.Notebook;
import loopbench.run.Connections;
import loopbench.run.FolderLibrary;
import loopbench.run.HeadlessRun;
import loopbench.run.Overrides;
import loopbench.run.RunReport;
import loopbench.source.Connection;
import picocli.CommandLine;

/** What every command that runs cells takes. */
final class RunOptions {
  @CommandLine.Parameters(
      index = "0",
      paramLabel = "NOTEBOOK",
      description = "The .ipynb or .loop.md file.")
  private Path input;

  @CommandLine.Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description = "Sets a parameter, with its unit: -p kp=0.1 -p target=40ms. May be repeated.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @CommandLine.Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of every cell that names none, from 0 on; default: the notebook's.")
  private Integer seed;

  @CommandLine.Option(
      names = "--frozen",
      description = "Refuses the network: a source without a file or a snapshot fails.")
  private boolean frozen;

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

  Path input() {
    return input;
  }

  Path folder() {
    return Optional.ofNullable(input.toAbsolutePath().getParent()).orElseThrow();
  }

  List<Path> allowed() {
    return allowed;
  }

  /**
   * Runs the wanted cells and what they read; nothing after the reasons were printed.
   *
   * @param watcher told of each cell as it ends
   */
  Optional<RunReport> run(
      PrintWriter err, Predicate<Plan> wanted, Consumer<RunReport.CellReport> watcher) {
    return Opened.notebook(input, err).flatMap(read -> run(read, err, wanted, watcher));
  }

  /** Runs what became of the notebook, as if it lay where the notebook does. */
  Optional<RunReport> run(
      Notebook notebook,
      PrintWriter err,
      Predicate<Plan> wanted,
      Consumer<RunReport.CellReport> watcher) {
    Optional<BooleanSupplier> timeUp = timeUp(err);
    if (timeUp.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Connection> named = new LinkedHashMap<>();
    List<String> wrong = connections(named);
    List<CellKind> kinds = CellKinds.standard();
    if (seed != null && seed < 0) {
      wrong.add("--seed is " + seed + ". Write a whole number from 0 on.");
    }
    Overrides.Applied applied =
        Overrides.apply(seed == null ? notebook : Seed.with(notebook, seed), kinds, parameters);
    wrong.addAll(applied.problems());
    if (!wrong.isEmpty()) {
      wrong.forEach(err::println);
      return Optional.empty();
    }
    FolderLibrary library =
        new FolderLibrary(folder(), allowed, named, System::currentTimeMillis)
            .named(input.getFileName().toString());
    return Optional.of(
        HeadlessRun.run(
            applied.notebook().orElseThrow(),
            kinds,
            library,
            new HeadlessRun.Limits(
                !frozen, Runtime.getRuntime().availableProcessors(), timeUp.get()),
            wanted,
            watcher));
  }

  private List<String> connections(Map<String, Connection> named) {
    return Connections.read(connections == null ? Connections.ofUser() : connections, named);
  }

  Optional<Connection> connection(String name) {
    Map<String, Connection> named = new LinkedHashMap<>();
    connections(named);
    return Optional.ofNullable(named.get(name));
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

  /** The line that tells how a cell ended. */
  static String line(RunReport.CellReport cell) {
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

  static int code(RunReport ran, boolean refused) {
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
