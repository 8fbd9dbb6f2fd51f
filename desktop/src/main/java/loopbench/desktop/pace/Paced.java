// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.pace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Hands tasks on, the first at once and no two closer than a given time. */
public final class Paced implements Executor {
  /** Runs a task after a delay in milliseconds. */
  @FunctionalInterface
  public interface Timer {
    void after(long delayMs, Runnable task);
  }

  private final Executor lane;
  private final Timer timer;
  private final long everyMs;
  private final LongSupplier clockMs;
  private long nextMs = Long.MIN_VALUE;

  /**
   * @param lane where tasks run that are due
   * @param timer where the others wait
   * @param everyMs least time from one task to the next
   * @param clockMs a clock that does not go back
   */
  public Paced(Executor lane, Timer timer, long everyMs, LongSupplier clockMs) {
    this.lane = lane;
    this.timer = timer;
    this.everyMs = everyMs;
    this.clockMs = clockMs;
  }

  public static Paced on(Executor lane, long everyMs) {
    Timer timer =
        (delayMs, task) ->
            CompletableFuture.delayedExecutor(delayMs, TimeUnit.MILLISECONDS, lane).execute(task);
    return new Paced(lane, timer, everyMs, () -> System.nanoTime() / 1_000_000);
  }

  @Override
  public synchronized void execute(Runnable task) {
    long nowMs = clockMs.getAsLong();
    long dueMs = Math.max(nowMs, nextMs);
    nextMs = dueMs + everyMs;
    if (dueMs == nowMs) {
      lane.execute(task);
    } else {
      timer.after(dueMs - nowMs, task);
    }
  }
}
