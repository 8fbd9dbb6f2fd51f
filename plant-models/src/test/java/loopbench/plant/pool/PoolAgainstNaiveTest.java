// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random small pools, random loads, replicas that come and go: the same answers as a plain walk.
 */
class PoolAgainstNaiveTest {
  static LongStream seeds() {
    return new Random(20260822).longs(200);
  }

  static PoolModel pool(Random random) {
    Serving serving =
        new Serving(
            500 + 4000 * random.nextDouble(),
            5 + 30 * random.nextDouble(),
            random.nextInt(4) * 0.4 + 0.1 * random.nextDouble(),
            2_000 + random.nextInt(8_000),
            random.nextInt(3) * 0.02,
            random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 256);
    Gateway.Detector[] detectors = Gateway.Detector.values();
    Gateway gateway =
        new Gateway(
            random.nextInt(3) * 4,
            random.nextInt(3) * 6,
            1 + random.nextInt(40),
            random.nextInt(2) == 0
                ? Gateway.Detector.UTILIZATION
                : detectors[random.nextInt(detectors.length)],
            1 + random.nextInt(5),
            0.5 + random.nextDouble() / 2,
            1 + random.nextInt(20),
            random.nextInt(3) > 0 ? Double.POSITIVE_INFINITY : 90 * random.nextDouble());
    Role role = random.nextInt(2) == 0 ? Role.BOTH : Role.values()[random.nextInt(3)];
    return new PoolModel(
        serving, gateway, role, random.nextBoolean() ? Removal.CUT : Removal.DRAIN, 1);
  }

  /**
   * Closed loops only where a request both computes and decodes: elsewhere all times lie on one
   * lattice, and rounding would choose between events of one instant.
   */
  static LoadModel load(Random random, Role role) {
    Lengths prompt = Lengths.normal(700, 300, 50, 2_500);
    Lengths output =
        random.nextBoolean()
            ? Lengths.normal(150, 80, 1, 400)
            : Lengths.lognormal(150, 400, 1, 20_000);
    LoadModel load =
        random.nextInt(3) == 0 && role == Role.BOTH
            ? LoadModel.closed(1 + random.nextInt(30), random.nextInt(2) * 0.7, prompt, output)
            : LoadModel.open(
                Schedule.step(0.5 + 4 * random.nextDouble(), 40, 6 * random.nextDouble()),
                random.nextBoolean() ? Spacing.POISSON : Spacing.gamma(2),
                prompt,
                output);
    return load.withPrefixHit(random.nextInt(2) * 0.4).withStreaming(random.nextInt(3) * 0.5);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void equalsTheWalk(long seed) {
    Random random = new Random(seed);
    PoolModel model = pool(random);
    LoadModel load = load(random, model.role());
    List<Answer> fast = new ArrayList<>();
    List<Answer> naive = new ArrayList<>();
    PoolPlant plant = model.start(load.start(seed), fast::add);
    NaivePool walk = new NaivePool(model, load.start(seed), naive::add);
    double tS = 0;
    for (int i = 0; i < 30; i++) {
      if (i == 0 && random.nextBoolean() || i > 0 && random.nextInt(3) > 0) {
        assertThat(plant.addReplica()).isEqualTo(walk.addReplica());
      } else if (plant.endpointCount() > random.nextInt(3)) {
        plant.removeYoungest();
        walk.removeYoungest();
      }
      tS += 6 * random.nextDouble();
      plant.advance(tS);
      walk.advance(tS);
      if (model.gateway().detector() != Gateway.Detector.OFF) {
        assertThat(plant.saturation()).isCloseTo(walk.saturation(), within(1e-9));
      }
    }
    Comparator<Answer> byId = Comparator.comparingLong(Answer::id);
    fast.sort(byId);
    naive.sort(byId);
    assertThat(fast).hasSameSizeAs(naive);
    for (int i = 0; i < fast.size(); i++) {
      Answer one = fast.get(i);
      Answer other = naive.get(i);
      String which = model + ", " + load + ": " + one;
      assertThat(one.id()).as(which).isEqualTo(other.id());
      assertThat(one.fate()).as(which).isEqualTo(other.fate());
      assertThat(one.replica()).as(which).isEqualTo(other.replica());
      assertSame(which, one.dispatchedS(), other.dispatchedS());
      assertSame(which, one.firstTokenS(), other.firstTokenS());
      assertSame(which, one.endS(), other.endS());
    }
  }

  private static void assertSame(String which, double one, double other) {
    if (Double.isNaN(other)) {
      assertThat(one).as(which).isNaN();
    } else {
      assertThat(one).as(which).isCloseTo(other, within(1e-9));
    }
  }
}
