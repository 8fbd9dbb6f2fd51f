// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import loopbench.cell.CellKinds;
import loopbench.cell.PoolsRun;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.loop.PoolLoop;
import loopbench.notebook.Notebook;
import loopbench.run.FolderLibrary;
import loopbench.run.HeadlessRun;
import loopbench.run.RunReport;
import loopbench.signal.Exposition;
import loopbench.source.MetricsServer;
import loopbench.source.OpenMetricsWriter;
import picocli.CommandLine;

/** {@code expose}: a run's metrics for a real Prometheus. */
@CommandLine.Command(
    name = "expose",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows the metrics of a run on a pool to a real Prometheus.",
      "As time goes by, at http://127.0.0.1:9109/metrics, or as a file for "
          + "`promtool tsdb create-blocks-from openmetrics`.",
      "Use it for queries that Loopbench does not evaluate itself.",
      "Exit code 0: done, 2: a cell failed, 3: bad input."
    })
final class ExposeCommand implements Callable<Integer> {
  /** Some 320 MB. */
  private static final long MOST_SAMPLES = 20_000_000;

  private static final long MS_PER_S = 1_000;

  @CommandLine.Parameters(
      paramLabel = "NOTEBOOK",
      description = "The .ipynb file; it is not changed.")
  private Path input;

  @CommandLine.Option(
      names = "--run",
      required = true,
      paramLabel = "NAME",
      description = "The run cell: a run with a pool and a load.")
  private String run;

  @CommandLine.Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "9109",
      description = "Where to listen; default: ${DEFAULT-VALUE}. 0 takes a free port.")
  private int port;

  @CommandLine.Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Who may ask; default: ${DEFAULT-VALUE}, this machine alone.")
  private String bind;

  @CommandLine.Option(
      names = "--speed",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = {
        "How much faster than the clock the run goes; default: ${DEFAULT-VALUE}.",
        "A Prometheus then sees rates that much greater."
      })
  private double speed;

  @CommandLine.Option(
      names = "--start",
      paramLabel = "TIME",
      defaultValue = "0s",
      description = "Where in the run to begin, such as 10m; default: ${DEFAULT-VALUE}.")
  private String start;

  @CommandLine.Option(
      names = "--file",
      paramLabel = "FILE",
      description = {
        "Writes the whole run with times instead of serving it.",
        "It holds no mark for the end of a series: of a pod that goes, the last "
            + "value stands for five minutes more."
      })
  private Path file;

  @CommandLine.Option(
      names = "--epoch",
      paramLabel = "INSTANT",
      defaultValue = "2026-01-01T00:00:00Z",
      description = {"With --file: when the run began; default:", "${DEFAULT-VALUE}."})
  private String epoch;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Optional<Notebook> notebook = Opened.notebook(input, err);
    Optional<Long> startMs = startMs(err);
    Optional<Instant> began = began(err);
    if (notebook.isEmpty() || startMs.isEmpty() || began.isEmpty()) {
      return Main.BAD_INPUT;
    }
    if (!(speed > 0 && speed <= 1e6) || port < 0 || port > 65_535) {
      err.println(
          speed > 0 && speed <= 1e6
              ? "--port is " + port + ". Write one from 0 to 65535."
              : "--speed is " + speed + ". Write a factor above 0, such as 10.");
      return Main.BAD_INPUT;
    }
    String address = run.startsWith("run.") ? run : "run." + run;
    Optional<RunReport.CellReport> cell =
        ran(notebook.get()).stream().filter(c -> c.address().equals(address)).findFirst();
    if (cell.isEmpty()) {
      err.println(input + ": there is no cell " + address + ".");
      return Main.BAD_INPUT;
    }
    if (cell.get().result().isEmpty()) {
      err.println(cell.get().sentence());
      return Main.CELL_FAILED;
    }
    if (!(cell.get().result().get().value() instanceof PoolsRun pools)) {
      err.println(
          address
              + " is no run on a pool, and only a pool has an EPP's metrics. Name a run with"
              + " `load:`.");
      return Main.BAD_INPUT;
    }
    Exposition exposition = new Exposition(MOST_SAMPLES);
    if (!PoolLoop.expose(pools.trace().scenario(), exposition, () -> false)) {
      err.println(
          address
              + " exposes more than "
              + MOST_SAMPLES
              + " samples. Shorten the run, or scrape it less often (`scrape: 15s` in the plant).");
      return Main.BAD_INPUT;
    }
    if (exposition.scrapes() == 0) {
      err.println(address + " is over before its first scrape, so there is nothing to show.");
      return Main.BAD_INPUT;
    }
    if (file != null) {
      return write(exposition, began.get(), out, err);
    }
    long endMs = exposition.timeMs(exposition.scrapes() - 1);
    if (startMs.get() > endMs) {
      err.println(
          "--start is "
              + start
              + ", but the last scrape of "
              + address
              + " is at "
              + endMs / MS_PER_S
              + " s. Write a time before it.");
      return Main.BAD_INPUT;
    }
    return serve(exposition, startMs.get(), out, err);
  }

  private Optional<Long> startMs(PrintWriter err) {
    Optional<Quantity> time =
        Quantity.parse(start)
            .filter(q -> q.unit().dimension() == Unit.Dimension.DURATION && q.number() >= 0);
    if (time.isEmpty()) {
      err.println("--start is `" + start + "`, which is no time. Write it like 10m.");
    }
    return time.map(q -> Math.round(q.in(Unit.MILLISECONDS)));
  }

  private Optional<Instant> began(PrintWriter err) {
    try {
      return Optional.of(Instant.parse(epoch));
    } catch (DateTimeParseException e) {
      err.println(
          "--epoch is `" + epoch + "`, which is no instant. Write it like 2026-01-01T00:00:00Z.");
      return Optional.empty();
    }
  }

  private List<RunReport.CellReport> ran(Notebook notebook) {
    Path folder = Optional.ofNullable(input.toAbsolutePath().getParent()).orElseThrow();
    FolderLibrary library =
        new FolderLibrary(folder, List.of(), Map.of(), System::currentTimeMillis)
            .named(input.getFileName().toString());
    return HeadlessRun.run(
            notebook,
            CellKinds.standard(),
            library,
            new HeadlessRun.Limits(false, Runtime.getRuntime().availableProcessors(), () -> false),
            cell -> {})
        .cells();
  }

  private int write(Exposition exposition, Instant began, PrintWriter out, PrintWriter err) {
    try (Writer text = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      OpenMetricsWriter.all(exposition, began.toEpochMilli(), text);
    } catch (IOException e) {
      err.println(
          file
              + " cannot be written ("
              + e.getClass().getSimpleName()
              + "). Take another --file, in a folder that is there.");
      return Main.BAD_INPUT;
    }
    out.println(
        file
            + ": "
            + exposition.samples()
            + " samples of "
            + exposition.lines().size()
            + " series. Read it into a Prometheus with `promtool tsdb create-blocks-from openmetrics "
            + file
            + " DATA`.");
    return Main.ALL_HOLD;
  }

  private int serve(Exposition exposition, long startMs, PrintWriter out, PrintWriter err) {
    InetAddress host;
    try {
      host = InetAddress.getByName(bind);
    } catch (UnknownHostException e) {
      err.println("--bind is `" + bind + "`, which is no address of this machine.");
      return Main.BAD_INPUT;
    }
    long beganNs = System.nanoTime();
    try (MetricsServer server =
        MetricsServer.start(
            new InetSocketAddress(host, port),
            exposition,
            () -> startMs + (long) ((System.nanoTime() - beganNs) / 1e6 * speed))) {
      if (!host.isLoopbackAddress()) {
        out.println("Everybody who reaches " + bind + " can read these metrics.");
      }
      out.println(
          "http://"
              + host.getHostAddress()
              + ":"
              + server.port()
              + "/metrics answers for "
              + Math.round(
                  (exposition.timeMs(exposition.scrapes() - 1) - startMs) / speed / MS_PER_S)
              + " s, then stands still. Stop it with Ctrl-C.");
      new CountDownLatch(1).await(); // until somebody ends it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Main.ALL_HOLD;
    } catch (IOException e) {
      err.println(
          bind
              + ":"
              + port
              + " cannot be listened on ("
              + e.getMessage()
              + "). Take another --port.");
      return Main.BAD_INPUT;
    }
    return Main.ALL_HOLD;
  }
}
