// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.cell.CellKinds;
import loopbench.cell.Plan;
import loopbench.cell.SourceCell;
import loopbench.graph.Topology;
import loopbench.notebook.Cell;
import loopbench.notebook.CellText;
import loopbench.notebook.LoopMarkdown;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookWriter;
import loopbench.run.Keys;
import loopbench.run.RunReport;
import loopbench.source.PrometheusSeries;
import loopbench.source.Provenance;
import loopbench.source.Snapshot;
import loopbench.source.SourceAnswer;
import picocli.CommandLine;

/** {@code freeze}: keeps what servers answered beside the notebook. */
@CommandLine.Command(
    name = "freeze",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Keeps the answers of Prometheus beside a notebook, so that it runs " + "without the server.",
      "Asks for each source, writes the answer into the folder `snapshots`, "
          + "and its hash into the source's cell, the one line of the notebook that "
          + "changes. Take the line out to ask again.",
      "Exit code 0: done, 2: a source failed, and then the notebook is as it "
          + "was, 3: bad input."
    })
final class FreezeCommand implements Callable<Integer> {
  @CommandLine.Mixin private RunOptions options;

  @CommandLine.Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME",
      description = "The sources; all that are not frozen yet if none is named.")
  private List<String> names = new ArrayList<>();

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Optional<Opened.Editable> opened = Opened.editable(options.input(), err);
    if (opened.isEmpty()) {
      return Main.BAD_INPUT;
    }
    Notebook notebook = opened.get().notebook();
    Map<String, String> chosen = chosen(notebook);
    List<String> missing = new ArrayList<>(names);
    missing.removeIf(n -> chosen.containsKey(address(n)));
    if (chosen.isEmpty() || !missing.isEmpty()) {
      err.println(
          options.input()
              + ": there is no source "
              + (missing.isEmpty()
                  ? "that asks a server and is not frozen."
                  : String.join(", ", missing) + " that asks a server."));
      return Main.BAD_INPUT;
    }
    Notebook thawed = notebook;
    for (String id : chosen.values()) {
      thawed = thawed.withSource(id, without(thawed.cell(id).orElseThrow().source()));
    }
    Optional<RunReport> ran =
        options.run(thawed, err, plan -> chosen.containsKey(plan.address()), cell -> {});
    if (ran.isEmpty()) {
      return Main.BAD_INPUT;
    }
    Map<String, Snapshot> taken = new LinkedHashMap<>();
    for (RunReport.CellReport cell : ran.get().cells()) {
      if (!cell.passed()) {
        err.println(RunOptions.line(cell));
      } else if (cell.result().orElseThrow().value() instanceof SourceCell.Loaded loaded) {
        taken.put(cell.address(), snapshot(thawed.cell(chosen.get(cell.address())).get(), loaded));
      }
    }
    if (taken.size() < chosen.size()) {
      return Main.CELL_FAILED;
    }
    for (Map.Entry<String, Snapshot> one : taken.entrySet()) {
      String text = one.getValue().write();
      String hash = "sha256:" + Keys.sha256(text.getBytes(StandardCharsets.UTF_8));
      String path = SourceCell.snapshotPath(hash);
      Written.put(options.folder().resolve(path), text);
      String id = chosen.get(one.getKey());
      notebook = notebook.withSource(id, with(notebook.cell(id).orElseThrow().source(), hash));
      out.println(one.getKey() + ": " + path + ", " + text.length() + " bytes.");
    }
    Path file = options.input();
    Written.put(
        file, Opened.isText(file) ? LoopMarkdown.write(notebook) : NotebookWriter.write(notebook));
    return Main.ALL_HOLD;
  }

  private static String address(String name) {
    return name.startsWith("source.") ? name : "source." + name;
  }

  /** The ids of the cells to freeze, by address. */
  private Map<String, String> chosen(Notebook notebook) {
    Map<String, String> chosen = new LinkedHashMap<>();
    for (Plan plan : Topology.of(notebook, CellKinds.standard()).plans().values()) {
      Cell cell = notebook.cell(plan.id()).orElseThrow();
      boolean asks = CellText.scalar(cell.source(), "prometheus").isPresent();
      boolean frozen = CellText.scalar(cell.source(), SourceCell.SNAPSHOT).isPresent();
      boolean named = names.stream().map(FreezeCommand::address).anyMatch(plan.address()::equals);
      if (plan.kind().equals("source") && asks && (names.isEmpty() ? !frozen : named)) {
        chosen.put(plan.address(), plan.id());
      }
    }
    return chosen;
  }

  /** The answer with the name of its connection, and not the address, which is this machine's. */
  private Snapshot snapshot(Cell cell, SourceCell.Loaded loaded) {
    String name = CellText.scalar(cell.source(), "prometheus").orElse("");
    Provenance from = loaded.provenance();
    String version =
        options
            .connection(name)
            .map(c -> PrometheusSeries.serverVersion(c, () -> false))
            .orElse("");
    return new Snapshot(
        version,
        loaded.asked().orElseThrow(),
        new SourceAnswer.Data(
            loaded.series(),
            new Provenance(name, from.queries(), from.range(), from.warnings(), from.sha256())));
  }

  private static String with(String source, String hash) {
    return CellText.withScalar(source, SourceCell.SNAPSHOT, hash)
        .orElseGet(
            () ->
                source
                    + (source.endsWith("\n") ? "" : "\n")
                    + SourceCell.SNAPSHOT
                    + ": "
                    + hash
                    + (source.endsWith("\n") ? "\n" : ""));
  }

  /** Without its snapshot's line. */
  private static String without(String source) {
    return source.replaceAll("(?m)^" + SourceCell.SNAPSHOT + ":[^\n]*(\n|\\z)", "");
  }
}
