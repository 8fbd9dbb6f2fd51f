// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatestOnlyTest {
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final List<Integer> taken = new ArrayList<>();
  private final LatestOnly<Integer> gate = LatestOnly.inOrder(waiting::add, taken::add);

  private void takeAll() {
    while (!waiting.isEmpty()) {
      waiting.poll().run();
    }
  }

  @Test
  void theNewestOfManyIsTakenOnce() {
    gate.offer(1);
    gate.offer(2);
    gate.offer(3);
    assertThat(waiting).hasSize(1);
    takeAll();
    assertThat(taken).containsExactly(3);
  }

  @Test
  void whatIsOfferedWhileItTakesIsTakenNext() {
    AtomicReference<LatestOnly<Integer>> self = new AtomicReference<>();
    self.set(
        LatestOnly.inOrder(
            waiting::add,
            n -> {
              taken.add(n);
              if (n == 1) {
                self.get().offer(2);
              }
            }));
    self.get().offer(1);
    takeAll();
    assertThat(taken).containsExactly(1, 2);
  }

  @Test
  void anOlderOfferDoesNotReplaceANewerOne() {
    LatestOnly<Integer> byNumber = new LatestOnly<>(waiting::add, Math::max, taken::add);
    byNumber.offer(7);
    byNumber.offer(6);
    takeAll();
    assertThat(taken).containsExactly(7);
  }

  @Test
  void whatIsDroppedIsNotTakenAndTheGateGoesOn() {
    gate.offer(1);
    gate.drop();
    gate.offer(2);
    takeAll();
    assertThat(taken).containsExactly(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theLastOfferIsNeverLost(long seed) throws InterruptedException {
    ExecutorService taker = Executors.newSingleThreadExecutor();
    AtomicInteger last = new AtomicInteger();
    LatestOnly<Integer> threaded = new LatestOnly<>(taker, Math::max, n -> last.accumulateAndGet(n, Math::max));
    Random random = new Random(seed);
    int offers = 1000 + random.nextInt(1000);
    Thread other =
        new Thread(
            () -> {
              for (int i = 1; i <= offers; i += 2) {
                threaded.offer(i);
              }
            });
    other.start();
    for (int i = 2; i <= offers + 1; i += 2) {
      threaded.offer(i);
    }
    other.join();
    taker.shutdown();
    assertThat(taker.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    assertThat(last.get()).isGreaterThanOrEqualTo(offers);
  }
}
