// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import loopbench.desktop.pace.LatestOnly;
import loopbench.run.Session;

/**
 * Changes of the document, one after the other on a thread of their own. To be called from the
 * window's thread.
 */
public final class Edits {
  private final Session session;
  private final Executor lane;
  private final Executor window;
  private final Runnable whenSettled;
  private final LatestOnly<Consumer<Session>> previews;
  private int outstanding;

  /**
   * @param lane runs one change at a time, in order
   * @param paced hands tasks to the lane no more often than the window can follow
   * @param window the window's thread
   * @param whenSettled called there when no change is outstanding any more
   */
  public Edits(
      Session session, Executor lane, Executor paced, Executor window, Runnable whenSettled) {
    this.session = session;
    this.lane = lane;
    this.window = window;
    this.whenSettled = whenSettled;
    this.previews = LatestOnly.inOrder(paced, this::make);
  }

  /** A change to be made whatever comes after it. */
  public void apply(Consumer<Session> change) {
    apply(change, () -> {});
  }

  /**
   * @param after called on the window's thread once the change is made and shown
   */
  public void apply(Consumer<Session> change, Runnable after) {
    previews.drop();
    outstanding++;
    lane.execute(
        () -> {
          try {
            make(change);
          } finally {
            window.execute(
                () -> {
                  made();
                  after.run();
                });
          }
        });
  }

  /** A change that need not be made when another one comes before its turn. */
  public void preview(Consumer<Session> change) {
    previews.offer(change);
  }

  /** Whether what is shown may lag behind what was asked for. */
  public boolean outstanding() {
    return outstanding > 0;
  }

  private void make(Consumer<Session> change) {
    change.accept(session);
  }

  private void made() {
    outstanding--;
    if (outstanding == 0) {
      whenSettled.run();
    }
  }
}
