// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import loopbench.notebook.Merge;
import loopbench.notebook.NotebookWriter;
import loopbench.notebook.Repair;
import picocli.CommandLine;

/** {@code repair}: settles what version control could not merge. */
@CommandLine.Command(
    name = "repair",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Merges a notebook in which version control left a conflict, cell by " + "cell.",
      "What only one side changed is taken from it. Where both changed one "
          + "cell, the conflicts are listed and the file stays as it is, until you "
          + "say which side to take.",
      "Exit code 0: merged, 1: conflicts are left, 3: bad input."
    })
final class RepairCommand implements Callable<Integer> {
  /** What stands where both sides changed a cell. */
  enum Take {
    ours,
    theirs,
    both
  }

  @CommandLine.Parameters(paramLabel = "NOTEBOOK", description = "The .ipynb file with markers.")
  private Path path;

  @CommandLine.Option(
      names = "--take",
      paramLabel = "SIDE",
      description = "Where both changed a cell: ours, theirs, or both as two cells.")
  private Take take;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (!Files.isRegularFile(path)) {
      spec.commandLine().getErr().println(path + ": there is no such file.");
      return Main.BAD_INPUT;
    }
    Optional<Repair> repair = Repair.of(Files.readString(path, StandardCharsets.UTF_8));
    if (repair.isEmpty()) {
      spec.commandLine()
          .getErr()
          .println(
              path
                  + ": it has no conflict whose sides are both whole notebooks. Look at the markers in a"
                  + " text editor, or take one side with `git checkout --ours` or `--theirs`.");
      return Main.BAD_INPUT;
    }
    Merge merge = repair.get().merge();
    for (Merge.Conflict conflict : merge.conflicts()) {
      out.println(conflict.sentence());
      if (take != null) {
        merge =
            merge.settled(
                conflict,
                switch (take) {
                  case ours -> Merge.Side.MINE;
                  case theirs -> Merge.Side.THEIRS;
                  case both -> Merge.Side.BOTH;
                });
      }
    }
    if (!merge.conflicts().isEmpty()) {
      out.println("Nothing was written. Say which side to take with --take ours, theirs or both.");
      return Main.CHECK_FAILED;
    }
    Written.put(path, NotebookWriter.write(merge.notebook()));
    int places = repair.get().places();
    out.println(path + ": merged, " + places + (places == 1 ? " conflict." : " conflicts."));
    return Main.ALL_HOLD;
  }
}
