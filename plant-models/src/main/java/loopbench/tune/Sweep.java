// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import loopbench.score.Scores;

/**
 * Scores all points, of a grid coarse to fine, on several threads. Which thread does which point is
 * chance; the result is not, since a point's scores depend on the point alone and the best is
 * chosen by value and then by index.
 */
public final class Sweep {
  private final Points points;
  private final Evaluator evaluator;
  private final Objective objective;
  private final BooleanSupplier cancelled;
  private final int[] order;
  private final AtomicReferenceArray<Scores> scores;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private final AtomicReference<Best> best = new AtomicReference<>(new Best(-1, Double.NaN));
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private record Best(int index, double value) {
    boolean beatenBy(int otherIndex, double otherValue) {
      return index < 0 || otherValue < value || otherValue == value && otherIndex < index;
    }
  }

  private Sweep(
      Points points, Evaluator evaluator, Objective objective, BooleanSupplier cancelled) {
    this.points = points;
    this.evaluator = evaluator;
    this.objective = objective;
    this.cancelled = cancelled;
    this.order = points.order();
    this.scores = new AtomicReferenceArray<>(order.length);
  }

  /**
   * Runs a sweep and returns when it is done or stopped.
   *
   * @param threads at least 1; the calling thread is one of them
   * @param listener told of progress, on the calling thread
   * @param cancelled asked before every point, from every thread; interrupting the caller stops the
   *     sweep as well and leaves the interrupt set. Points done so far are kept.
   * @throws RuntimeException whatever the evaluator threw, after all threads have stopped
   */
  public static SweepResult run(
      Points points,
      Evaluator evaluator,
      Objective objective,
      int threads,
      SweepListener listener,
      BooleanSupplier cancelled) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, was " + threads);
    }
    return new Sweep(points, evaluator, objective, cancelled).run(threads, listener);
  }

  private SweepResult run(int threads, SweepListener listener) {
    Thread caller = Thread.currentThread();
    BooleanSupplier stopped =
        () -> failure.get() != null || caller.isInterrupted() || cancelled.getAsBoolean();
    Thread[] others = new Thread[Math.min(threads, order.length) - 1];
    for (int i = 0; i < others.length; i++) {
      others[i] = new Thread(() -> work(stopped, SweepListener.NONE), "sweep-" + (i + 1));
      others[i].setDaemon(true);
      others[i].start();
    }
    work(stopped, listener);
    boolean interrupted = false;
    for (Thread other : others) {
      interrupted |= join(other);
    }
    if (interrupted) {
      caller.interrupt();
    }
    Throwable thrown = failure.get();
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
    listener.progress(progress());
    Scores[] all = new Scores[order.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = scores.get(i);
    }
    return new SweepResult(points, all, objective, done.get() < order.length);
  }

  /** Waits for a thread, which stops at its next point once this one is interrupted. */
  private boolean join(Thread other) {
    boolean interrupted = false;
    while (true) {
      try {
        other.join();
        return interrupted;
      } catch (InterruptedException e) {
        // join cleared the flag that the others look at: stop them by it.
        interrupted = true;
        next.set(order.length);
      }
    }
  }

  private void work(BooleanSupplier stopped, SweepListener listener) {
    try {
      while (true) {
        int i = next.getAndUpdate(n -> n < order.length ? n + 1 : n);
        if (i >= order.length || stopped.getAsBoolean()) {
          return;
        }
        evaluate(order[i], stopped);
        listener.progress(progress());
      }
    } catch (RuntimeException | Error thrown) {
      failure.compareAndSet(null, thrown);
    }
  }

  private void evaluate(int index, BooleanSupplier stopped) {
    Scores found = evaluator.at(points.point(index));
    if (found == null && stopped.getAsBoolean()) {
      return;
    }
    if (found == null) {
      throw new IllegalStateException("the evaluator gave no scores at point " + index);
    }
    scores.set(index, found);
    done.incrementAndGet();
    double value = objective.value(found);
    if (!Double.isNaN(value)) {
      best.getAndUpdate(sofar -> sofar.beatenBy(index, value) ? new Best(index, value) : sofar);
    }
  }

  private SweepListener.Progress progress() {
    return new SweepListener.Progress() {
      @Override
      public int done() {
        return done.get();
      }

      @Override
      public int total() {
        return order.length;
      }

      @Override
      public Points points() {
        return points;
      }

      @Override
      public OptionalInt best() {
        int index = best.get().index();
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
      }

      @Override
      public Scores scores(int index) {
        return scores.get(index);
      }
    };
  }
}
