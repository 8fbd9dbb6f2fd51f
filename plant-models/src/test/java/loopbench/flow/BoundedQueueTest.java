// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayDeque;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BoundedQueueTest {
  static LongStream seeds() {
    return LongStream.range(0, 50);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void behavesAsABoundedDeque(long seed) {
    Random random = new Random(seed);
    int capacity = 1 + random.nextInt(200);
    BoundedQueue<Integer> queue = new BoundedQueue<>(capacity);
    ArrayDeque<Integer> model = new ArrayDeque<>();
    for (int i = 0; i < 1_500; i++) {
      String at = "seed " + seed + " call " + i;
      int dice = random.nextInt(1000);
      if (dice == 0) {
        queue.clear();
        model.clear();
      } else if (dice < 400 + 200 * (i / 500 % 2)) {
        assertThat(queue.offer(i)).as(at).isEqualTo(model.size() < capacity);
        if (model.size() < capacity) {
          model.add(i);
        }
      } else {
        assertThat(queue.poll()).as(at).isEqualTo(model.poll());
      }
      assertThat(queue.peek()).as(at).isEqualTo(model.peek());
      assertThat(queue.size()).as(at).isEqualTo(model.size());
      assertThat(queue.isEmpty()).as(at).isEqualTo(model.isEmpty());
      assertThat(queue.isFull()).as(at).isEqualTo(model.size() == capacity);
    }
  }

  @Test
  void aHugeBoundCostsNothingUntilUsed() {
    BoundedQueue<String> queue = new BoundedQueue<>(FlowSettings.MAX_QUEUE_CAPACITY);
    assertThat(queue.offer("a")).isTrue();
    assertThat(queue.capacity()).isEqualTo(1 << 30);
  }

  @Test
  void refusesNoCapacityAndNoItem() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BoundedQueue<String>(0))
        .withMessage("queueCapacity must be a whole number from 1 to 1073741824, was 0.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BoundedQueue<String>(1).offer(null))
        .withMessageStartingWith("item must not be null");
  }
}
