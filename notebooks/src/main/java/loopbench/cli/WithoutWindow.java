// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the program does where no window can open: it runs an example and says where it lies. */
public final class WithoutWindow {
  private WithoutWindow() {}

  /**
   * Runs a packaged notebook into a new folder; answers the exit code of the run.
   *
   * @param why why there is no window, one sentence
   * @param advice what to do about it
   * @param resource the notebook's absolute name on the class path
   */
  public static int run(String why, String advice, String resource) {
    return run(why, advice, resource, System.out, System.err);
  }

  static int run(
      String why, String advice, String resource, PrintStream out, PrintStream complaints) {
    String name = resource.substring(resource.lastIndexOf('/') + 1);
    out.println(why);
    out.println(advice);
    try (InputStream in = WithoutWindow.class.getResourceAsStream(resource)) {
      if (in == null) {
        complaints.println("The example " + name + " is not packaged with this program.");
        return Main.BAD_INPUT;
      }
      Path folder = Files.createTempDirectory("loopbench-");
      Path notebook = folder.resolve(name);
      Files.copy(in, notebook);
      Path result = Files.createDirectory(folder.resolve("results")).resolve(name);
      out.println("Running the example " + name + " without a window instead.");
      int code =
          Main.execute(
              out,
              complaints,
              "run",
              notebook.toString(),
              "-o",
              result.toString(),
              "--data",
              result.resolveSibling("data").toString());
      out.println("The results lie in " + result.getParent() + ":");
      out.println("  " + result + " opens in Jupyter and shows its figures there");
      out.println("  " + result.resolveSibling("data") + " holds every trace and grid as CSV");
      return code;
    } catch (IOException e) {
      complaints.println("The example cannot be copied: " + e.getMessage() + ".");
      return Main.BAD_INPUT;
    }
  }
}
