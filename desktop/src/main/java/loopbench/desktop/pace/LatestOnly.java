// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.pace;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;

/**
 * A gate from threads that offer often to one that takes when it can: of all that was offered since
 * it last took, it sees the newest alone, and the last offer always arrives. Offer from any thread.
 */
public final class LatestOnly<T> {
  private final Executor executor;
  private final BinaryOperator<T> newer;
  private final Consumer<T> taker;
  private final AtomicReference<T> pending = new AtomicReference<>();

  /**
   * @param executor where the taker runs
   * @param newer which of two offers to keep, the one that waits or the one that comes; may be
   *     asked again
   * @param taker never called with an offer that was replaced
   */
  public LatestOnly(Executor executor, BinaryOperator<T> newer, Consumer<T> taker) {
    this.executor = executor;
    this.newer = newer;
    this.taker = taker;
  }

  /** A gate for offers that come in order, from one thread. */
  public static <T> LatestOnly<T> inOrder(Executor executor, Consumer<T> taker) {
    return new LatestOnly<>(executor, (waiting, coming) -> coming, taker);
  }

  public void offer(T value) {
    T waiting =
        pending.getAndAccumulate(value, (old, now) -> old == null ? now : newer.apply(old, now));
    if (waiting == null) {
      executor.execute(this::take);
    }
  }

  /** Forgets what waits. */
  public void drop() {
    pending.set(null);
  }

  private void take() {
    T value = pending.getAndSet(null);
    if (value != null) {
      taker.accept(value);
    }
  }
}
