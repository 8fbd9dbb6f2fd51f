// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedTest {
  private long nowMs = 1000;
  private final List<Long> delays = new ArrayList<>();
  private int ran;
  private final Paced paced =
      new Paced(
          Runnable::run,
          (delayMs, task) -> {
            delays.add(delayMs);
            task.run();
          },
          33,
          () -> nowMs);

  @Test
  void theFirstRunsAtOnceAndTheOthersFollowAtTheirPace() {
    paced.execute(() -> ran++);
    paced.execute(() -> ran++);
    nowMs += 10;
    paced.execute(() -> ran++);
    assertThat(ran).isEqualTo(3);
    assertThat(delays).containsExactly(33L, 56L);
  }

  @Test
  void afterAPauseThereIsNoDelay() {
    paced.execute(() -> ran++);
    nowMs += 34;
    paced.execute(() -> ran++);
    assertThat(ran).isEqualTo(2);
    assertThat(delays).isEmpty();
  }
}
