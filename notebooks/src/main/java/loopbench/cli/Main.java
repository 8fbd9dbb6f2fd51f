// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import loopbench.cell.Core;
import picocli.CommandLine;

/** {@code loopbench}: notebooks without a window. */
@CommandLine.Command(
    name = "loopbench",
    mixinStandardHelpOptions = true,
    version = "loopbench " + Core.VERSION,
    description = "Runs and checks Loopbench notebooks without a window.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nTo begin:%n",
    footer = {
      "  loopbench new mine.ipynb                  a notebook that runs as it is",
      "  loopbench run mine.ipynb -o out.ipynb     runs it and shows what came of it",
      "  loopbench render out.ipynb -o page.html   a page for any browser",
      "",
      "`loopbench COMMAND --help` says what a command takes."
    },
    subcommands = {
      NewCommand.class,
      RunCommand.class,
      CheckCommand.class,
      ExportCommand.class,
      RenderCommand.class,
      DiffCommand.class,
      StripCommand.class,
      ConvertCommand.class,
      RepairCommand.class,
      FreezeCommand.class,
      ValidateCommand.class,
      ExposeCommand.class
    })
public final class Main {
  /** How a command ends. */
  static final int ALL_HOLD = 0;

  static final int CHECK_FAILED = 1;
  static final int CELL_FAILED = 2;
  static final int BAD_INPUT = 3;
  static final int TIME_OVER = 4;

  private Main() {}

  public static void main(String[] arguments) {
    System.setProperty("java.awt.headless", "true");
    System.exit(execute(System.out, System.err, arguments));
  }

  /** Runs one command; answers its exit code. */
  public static int execute(java.io.PrintStream out, java.io.PrintStream err, String... arguments) {
    PrintWriter printed = new PrintWriter(out, true, StandardCharsets.UTF_8);
    PrintWriter complaints = new PrintWriter(err, true, StandardCharsets.UTF_8);
    CommandLine line =
        new CommandLine(new Main())
            .setOut(printed)
            .setErr(complaints)
            .setParameterExceptionHandler(
                (wrong, given) -> {
                  complaints.println(wrong.getMessage());
                  complaints.println(
                      "Say `loopbench "
                          + wrong.getCommandLine().getCommandName()
                          + " --help` for what it takes.");
                  return BAD_INPUT;
                });
    if (arguments.length == 0) {
      line.usage(printed);
      return BAD_INPUT;
    }
    return line.execute(arguments);
  }
}
