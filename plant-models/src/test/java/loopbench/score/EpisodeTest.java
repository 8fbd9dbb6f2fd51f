// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The edge cases of the time-domain scores: target 30 ms, tolerance 0.6 ms, ticks of 1 s. */
class EpisodeTest {
  private static Episode of(int event, double... latencyMs) {
    double[] rate = new double[latencyMs.length + 1];
    Arrays.fill(rate, 40);
    return new Episode(latencyMs, rate, event, 30, 0.6, 1, 40);
  }

  private static Episode rates(double... rate) {
    double[] latency = new double[rate.length - 1];
    Arrays.fill(latency, 30);
    return new Episode(latency, rate, 0, 30, 0.6, 0.5, 40);
  }

  private static double[] repeat(int n, double value) {
    double[] all = new double[n];
    Arrays.fill(all, value);
    return all;
  }

  @Test
  void alreadySettledAtTheEventIsZero() {
    Episode episode = of(2, 90, 50, 30, 30.5, 29.5, 30);
    assertThat(episode.settle()).isZero();
    assertThat(episode.firstEntry()).isZero();
    assertThat(episode.transientMs(1)).isEqualTo(0.5);
    assertThat(episode.overshootMs()).isEqualTo(0.5);
  }

  /** A loop that falls through the new equilibrium on its way up had not arrived before. */
  @Test
  void whoHadNotArrivedBeforeTheEventIsToldSo() {
    assertThat(of(4, 8, 30, 30, 30, 30).arrived()).isTrue();
    assertThat(of(4, 8, 29, 30, 30, 30).arrived()).isFalse();
    assertThat(of(4, 8, 30, 30, 29, 30).arrived()).isFalse();
    assertThat(of(2, 30, Double.NaN, 60).arrived()).isTrue();
    assertThat(of(0, 8, 8).arrived()).as("nothing came before").isTrue();
  }

  @Test
  void neverIsInfiniteAndHasNoOvershoot() {
    Episode episode = of(0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8);
    assertThat(episode.settle()).isInfinite();
    assertThat(episode.firstEntry()).isInfinite();
    assertThat(episode.overshootMs()).isNaN();
    assertThat(episode.transientMs(1)).isZero();
    assertThat(episode.sloDebt()).isZero();
    assertThat(episode.integralOfError()).isEqualTo(220);
  }

  @Test
  void aLateKickUnsettlesWhatHadSettled() {
    Episode episode = of(0, 40, 30, 30, 30, 30, 30, 30, 30, 30, 33);
    assertThat(episode.settle()).isInfinite();
    assertThat(episode.firstEntry()).isEqualTo(1);
    assertThat(episode.overshootMs()).isEqualTo(3);
    assertThat(of(0, 40, 30, 30, 33, 30).settle()).isEqualTo(4);
  }

  @Test
  void constantAtTheTargetSettles() {
    Episode episode = of(0, repeat(12, 30));
    assertThat(episode.settle()).isZero();
    assertThat(episode.loopClass(5, 800)).isEqualTo(LoopClass.SETTLES);
    assertThat(episode.equilibriumError()).isZero();
    assertThat(episode.effort()).isZero();
  }

  @Test
  void theToleranceIsIncludedInItself() {
    assertThat(of(0, 30 + 0.5, 30 - 0.5).settle()).isZero();
    assertThat(new Episode(new double[] {32, 28}, new double[3], 0, 30, 2, 1, 1).settle()).isZero();
  }

  @Test
  void allAtTheFloorIsFloorStuckAndStarved() {
    double[] latency = repeat(30, 8);
    double[] rate = repeat(31, 5);
    Episode episode = new Episode(latency, rate, 0, 30, 0.6, 1, 40);
    assertThat(episode.loopClass(5, 800)).isEqualTo(LoopClass.FLOOR_STUCK);
    assertThat(episode.shareAt(5)).isEqualTo(1);
    assertThat(episode.shareAt(800)).isZero();
    assertThat(episode.starvation()).isEqualTo(35.0 / 40);
    assertThat(episode.equilibriumError()).isEqualTo(35.0 / 40);
  }

  @Test
  void ticksWithoutMeasurementAreLeftOutAndCounted() {
    double none = Double.NaN;
    Episode episode = of(0, none, 40, none, 30, none, 30, 30, none);
    assertThat(episode.unmeasured()).isEqualTo(4);
    assertThat(episode.settle()).isEqualTo(3);
    assertThat(episode.firstEntry()).isEqualTo(3);
    assertThat(episode.meanLatencyMs()).isEqualTo(130.0 / 4);
    assertThat(episode.sloDebt()).isEqualTo(10);
    assertThat(episode.integralOfSquare()).isEqualTo(100);
    assertThat(episode.integralOfTimedError()).isEqualTo(10);
    assertThat(episode.transientMs(1)).isEqualTo(10);
    assertThat(of(0, none, none).settle()).isInfinite();
    assertThat(of(0, none, none).meanLatencyMs()).isNaN();
  }

  @Test
  void aHorizonOfOneTick() {
    Episode there = of(3, 90, 90, 90, 30.2);
    assertThat(there.ticks()).isEqualTo(1);
    assertThat(there.settle()).isZero();
    assertThat(there.transientMs(1)).isCloseTo(0.2, within(1e-12));
    assertThat(there.loopClass(5, 800)).isEqualTo(LoopClass.TOO_SHORT);
    assertThat(of(0, 50).settle()).isInfinite();
  }

  /** A plant that grows faster: the latency falls below the target and comes back. */
  @Test
  void aStepDownwardsHasNoTransientAboveTheTarget() {
    Episode episode = of(1, 30, 10, 18, 25, 29.5, 31, 30.2, 30);
    assertThat(episode.transientMs(1)).isZero();
    assertThat(episode.firstEntry()).isEqualTo(3);
    assertThat(episode.settle()).isEqualTo(5);
    assertThat(episode.overshootMs()).isEqualTo(1);
    assertThat(episode.integralOfError()).isCloseTo(20 + 12 + 5 + 0.5 + 1 + 0.2, within(1e-12));
  }

  @Test
  void transientEndsWithTheLoopsOwnDelay() {
    Episode episode = of(1, 30, 70, 80, 90, 30);
    assertThat(episode.transientMs(1)).isEqualTo(50);
    assertThat(episode.transientMs(2)).isEqualTo(60);
    assertThat(episode.overshootMs()).isZero();
  }

  @Test
  void reversalsEffortAndStarvationReadTheRate() {
    Episode episode = rates(40, 50, 50, 45, 45.1, 44, 60);
    assertThat(episode.reversals(0.4)).isEqualTo(2);
    assertThat(episode.reversals(0)).isEqualTo(4);
    assertThat(episode.effort()).isCloseTo(10 + 5 + 0.1 + 1.1 + 16, within(1e-12));
    assertThat(episode.starvation()).isZero();
    assertThat(rates(40, 20, 40).starvation()).isEqualTo(0.25);
  }

  @Test
  void withoutAnEquilibriumTheErrorIsOfTheTarget() {
    double[] latency = repeat(12, 33);
    Episode episode = new Episode(latency, repeat(13, 40), 0, 30, 0.6, 1, Double.NaN);
    assertThat(episode.equilibriumError()).isCloseTo(0.1, within(1e-12));
    assertThat(episode.starvation()).isNaN();
  }
}
