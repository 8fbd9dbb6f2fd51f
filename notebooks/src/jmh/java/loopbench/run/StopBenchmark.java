// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import loopbench.cell.CellKinds;
import loopbench.cell.Library;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.source.Connection;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The largest sweep there may be, a million points of 300 ticks, and how long it takes from the
 * wish to stop it until its cell says that it has stopped, with what was finished kept.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 30)
@Fork(1)
public class StopBenchmark {
  private static final String SWEEP = "sweep-all";

  private ExecutorService costly;
  private Session session;
  private CountDownLatch running;
  private CountDownLatch stopped;

  private static final Library NOTHING =
      new Library() {
        @Override
        public Found file(String path) {
          return Found.not("there are no files.");
        }

        @Override
        public Optional<Connection> connection(String name) {
          return Optional.empty();
        }

        @Override
        public String notebook() {
          return "stop.ipynb";
        }

        @Override
        public long nowMs() {
          return 0;
        }
      };

  @Setup(Level.Invocation)
  public void start() throws InterruptedException {
    costly = Executors.newSingleThreadExecutor();
    running = new CountDownLatch(1);
    stopped = new CountDownLatch(1);
    session =
        new Session(
            Notebook.of(
                List.of(
                    Cell.of(
                        "plant-seed",
                        Cell.Type.CODE,
                        "plant: seed\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\n"
                            + "capacity: 400/s\n"),
                    Cell.of(
                        "flow-ctl",
                        Cell.Type.CODE,
                        "flow: ctl\nrate: 200/s\nminRate: 5/s\nmaxRate: 800/s\nburst: 5\n"
                            + "targetP99: 30ms\ndt: 1s\nkp: 0.05\nki: 0.001\n"),
                    Cell.of(
                        "run-baseline",
                        Cell.Type.CODE,
                        "run: baseline\nplant: seed\nflow: ctl\nticks: 300\n"),
                    Cell.of(
                        SWEEP,
                        Cell.Type.CODE,
                        "sweep: all\nrun: baseline\naxes:\n"
                            + "  flow.kp: {log: [0.001, 5], n: 1000}\n"
                            + "  flow.ki: {log: [0.00001, 0.1], n: 1000}\n"))),
            CellKinds.standard(),
            NOTHING,
            Runnable::run,
            costly,
            Math.max(1, Runtime.getRuntime().availableProcessors() - 1),
            () -> System.nanoTime() / 1_000_000);
    session.listen(
        snapshot -> {
          CellView sweep = snapshot.cells().get(SWEEP);
          if (sweep.state() == CellState.RUNNING && sweep.progress().isPresent()) {
            running.countDown();
          } else if (sweep.state() == CellState.CANCELLED) {
            stopped.countDown();
          }
        });
    session.start();
    session.run(SWEEP);
    if (!running.await(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "the sweep does not run: " + session.snapshot().cells().get(SWEEP));
    }
  }

  @Benchmark
  public boolean stop() throws InterruptedException {
    session.stop(SWEEP);
    return stopped.await(60, TimeUnit.SECONDS);
  }

  @TearDown(Level.Invocation)
  public void end() throws InterruptedException {
    costly.shutdown();
    if (!costly.awaitTermination(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the sweep goes on");
    }
  }
}
