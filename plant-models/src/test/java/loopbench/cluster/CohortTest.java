// SPDX-License-Identifier: Apache-2.0
package loopbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CohortTest {
  private final Cohort cohort = new Cohort();

  /** Pods that have nothing to finish, or work for ever. */
  private static final class Idle implements Pods {
    private final List<Integer> ready = new ArrayList<>();
    private final List<Integer> busy = new ArrayList<>();
    private final boolean works;
    private int ever;

    Idle(boolean works) {
      this.works = works;
    }

    @Override
    public int ready() {
      ready.add(ever);
      return ever++;
    }

    @Override
    public void remove(int number) {
      ready.remove((Integer) number);
      if (works) {
        busy.add(number);
      }
    }

    @Override
    public void cut(int number) {
      ready.remove((Integer) number);
      busy.remove((Integer) number);
    }

    @Override
    public boolean isPresent(int number) {
      return ready.contains(number) || busy.contains(number);
    }
  }

  private Deployment join(Quota quota, int gpusPerPod) {
    return join(quota, gpusPerPod, new Idle(false));
  }

  private Deployment join(Quota quota, int gpusPerPod, Pods pods) {
    Deployment deployment =
        new Deployment(Deployment.Spec.of("d", 100).withGpusPerPod(gpusPerPod), pods);
    cohort.join(deployment, quota);
    return deployment;
  }

  private void ask(Deployment deployment, int replicas) {
    deployment.scale(replicas);
    cohort.settle();
  }

  @ParameterizedTest(name = "{0}/{1} admits {2}/{3}")
  @CsvSource({"8,2,8,2", "8,8,5,5", "10,0,10,0", "10,1,9,1", "3,3,3,3", "0,12,0,10"})
  void twoPoolsOnTenGpus(int askA, int askB, int admittedA, int admittedB) {
    Deployment a = join(Quota.of(5), 1);
    Deployment b = join(Quota.of(5), 1);
    ask(a, askA);
    ask(b, askB);
    assertThat(List.of(a.admitted(), b.admitted())).containsExactly(admittedA, admittedB);
    assertThat(a.gated()).isEqualTo(askA - admittedA);
    assertThat(b.gated()).isEqualTo(askB - admittedB);
    assertThat(a.asked()).isEqualTo(askA);
  }

  @Test
  void aFloorIsReclaimedFromTheNewestOfWhoBorrowed() {
    Idle pods = new Idle(false);
    Deployment a = join(Quota.of(5), 1, pods);
    Deployment b = join(Quota.of(5), 1);
    ask(a, 8);
    ask(b, 2);
    a.advance(100_000);
    b.advance(100_000);
    assertThat(a.ready()).isEqualTo(8);
    ask(b, 5);
    assertThat(b.admitted()).isEqualTo(5);
    assertThat(a.ready()).isEqualTo(5);
    assertThat(a.gated()).isEqualTo(3);
    assertThat(a.preempted()).isEqualTo(3);
    assertThat(pods.ready).containsExactly(0, 1, 2, 3, 4);
    // B shrinks: A's recreated pods are admitted and warm up once more.
    ask(b, 2);
    assertThat(a.warming()).isEqualTo(3);
    a.advance(199_999);
    assertThat(a.ready()).isEqualTo(5);
    a.advance(200_000);
    assertThat(a.ready()).isEqualTo(8);
  }

  @Test
  void aPreemptedPodHoldsItsGpuUntilItsGraceIsOver() {
    Idle pods = new Idle(true);
    Deployment a = join(Quota.of(5), 1, pods);
    Deployment b = join(Quota.of(5), 1);
    ask(a, 8);
    a.advance(100_000);
    b.advance(100_000);
    ask(b, 5);
    assertThat(List.of(a.ready(), a.ending(), b.admitted(), b.gated())).containsExactly(5, 3, 2, 3);
    assertThat(a.nextMs()).isEqualTo(130_000);
    a.advance(130_000);
    b.advance(130_000);
    cohort.settle();
    assertThat(List.of(a.ready(), a.ending(), b.admitted(), b.gated())).containsExactly(5, 0, 5, 0);
    assertThat(pods.busy).isEmpty();
  }

  /** Floors of 5 hold two pods of two GPUs each; the odd pair goes to who comes first. */
  @Test
  void podsOfTwoGpus() {
    Deployment a = join(Quota.of(5), 2);
    Deployment b = join(Quota.of(5), 2);
    ask(a, 8);
    ask(b, 8);
    assertThat(List.of(a.admitted(), b.admitted())).containsExactly(3, 2);
  }

  @Test
  void podsOfTwoGpusWithoutBorrowingWasteTheOddOnes() {
    Deployment a = join(Quota.of(5).withBorrowing(0), 2);
    Deployment b = join(Quota.of(5).withBorrowing(0), 2);
    ask(a, 8);
    ask(b, 8);
    assertThat(List.of(a.admitted(), b.admitted())).containsExactly(2, 2);
  }

  @Test
  void limitsOfBorrowingAndLending() {
    Deployment a = join(Quota.of(5).withBorrowing(2), 1);
    join(Quota.of(5), 1);
    ask(a, 10);
    assertThat(a.admitted()).isEqualTo(7);
  }

  @Test
  void aFloorThatIsNotLentStaysIdle() {
    Deployment a = join(Quota.of(5), 1);
    join(Quota.of(5).withLending(0), 1);
    ask(a, 10);
    assertThat(a.admitted()).isEqualTo(5);
  }

  @Test
  void whatNodesDoNotHaveStaysPending() {
    Cohort small = new Cohort(3);
    Deployment a = new Deployment(Deployment.Spec.of("d", 10), new Idle(false));
    small.join(a, Quota.of(5));
    a.scale(7);
    small.settle();
    assertThat(List.of(a.admitted(), a.gated(), a.pending(), a.warming()))
        .containsExactly(5, 2, 2, 3);
  }

  @Test
  void whatIsFurthestFromReadyGoesFirst() {
    Idle pods = new Idle(false);
    Deployment a = join(Quota.of(4), 1, pods);
    ask(a, 2);
    a.advance(100_000);
    ask(a, 3);
    a.advance(110_000);
    ask(a, 6);
    assertThat(List.of(a.ready(), a.warming(), a.gated())).containsExactly(2, 2, 2);
    ask(a, 4);
    assertThat(List.of(a.ready(), a.warming(), a.gated())).containsExactly(2, 2, 0);
    ask(a, 3);
    assertThat(a.nextMs()).as("the younger one that warmed is gone").isEqualTo(200_000);
    ask(a, 1);
    assertThat(pods.ready).containsExactly(0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void neverMoreThanThereIsAndNeverBelowAFloor(long seed) {
    SplittableRandom dice = new SplittableRandom(seed);
    List<Deployment> all = new ArrayList<>();
    List<Quota> quotas = new ArrayList<>();
    int total = 0;
    for (int i = 0; i < 3; i++) {
      Quota quota = Quota.of(dice.nextInt(8));
      if (dice.nextBoolean()) {
        quota = quota.withBorrowing(dice.nextInt(4));
      }
      if (dice.nextBoolean()) {
        quota = quota.withLending(dice.nextInt(4));
      }
      quotas.add(quota);
      total += quota.nominalGpus();
      all.add(join(quota, 1, new Idle(dice.nextBoolean())));
    }
    long now = 0;
    for (int step = 0; step < 300; step++) {
      now += dice.nextInt(20_000);
      for (Deployment deployment : all) {
        while (deployment.nextMs() < now) {
          deployment.advance(deployment.nextMs());
        }
        deployment.advance(now);
      }
      all.get(dice.nextInt(3)).scale(dice.nextInt(12));
      cohort.settle();
      int used = 0;
      for (int i = 0; i < 3; i++) {
        Deployment d = all.get(i);
        used += d.gpus(true);
        assertThat(d.gated() + d.pending() + d.warming() + d.ready()).isEqualTo(d.asked());
        quotas
            .get(i)
            .borrowing()
            .ifPresent(
                most ->
                    assertThat(d.gpus(true))
                        .isLessThanOrEqualTo(quotas.get(all.indexOf(d)).nominalGpus() + most));
        if (d.gated() > 0 && all.stream().allMatch(o -> o.ending() == 0)) {
          assertThat(d.admitted())
              .as("a floor is had whenever it is asked for")
              .isGreaterThanOrEqualTo(quotas.get(i).nominalGpus());
        }
      }
      assertThat(used).isLessThanOrEqualTo(total);
    }
  }
}
