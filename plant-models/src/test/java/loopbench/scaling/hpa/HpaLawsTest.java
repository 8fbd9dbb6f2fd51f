// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every HPA, over random ones and random loads. */
class HpaLawsTest {
  private static final int SYNCS = 300;

  static Stream<Long> seeds() {
    return LongStream.range(0, 300).boxed();
  }

  private static HpaSpec spec(Random random) {
    boolean zero = random.nextInt(5) == 0;
    int min = zero ? 0 : 1 + random.nextInt(4);
    List<MetricSpec> metrics = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      metrics.add(
          new MetricSpec(
              "m" + i,
              random.nextInt(3) == 0 ? TargetType.VALUE : TargetType.AVERAGE_VALUE,
              1 + random.nextInt(3000)));
    }
    return new HpaSpec(
        min,
        min + 1 + random.nextInt(40),
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(new Behavior(rules(random), rules(random))),
        metrics);
  }

  private static Optional<ScalingRules> rules(Random random) {
    if (random.nextInt(4) == 0) {
      return Optional.empty();
    }
    ScalingRules rules = ScalingRules.UNSET;
    if (random.nextBoolean()) {
      rules = rules.withStabilizationWindowS(random.nextInt(5) * 60);
    }
    if (random.nextBoolean()) {
      rules = rules.withSelect(SelectPolicy.values()[random.nextInt(3)]);
    }
    if (random.nextBoolean()) {
      List<ScalingPolicy> policies = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        policies.add(
            new ScalingPolicy(
                ScalingPolicy.Type.values()[random.nextInt(2)],
                1 + random.nextInt(random.nextBoolean() ? 5 : 150),
                1 + random.nextInt(120)));
      }
      rules = rules.withPolicies(policies);
    }
    if (random.nextInt(3) == 0) {
      rules = rules.withTolerance(Quantity.ofMilli(random.nextInt(500)));
    }
    return Optional.of(rules);
  }

  private static HpaConstants constants(Random random) {
    return HpaConstants.DEFAULTS
        .withKubernetes(new KubernetesVersion(1, 30 + random.nextInt(8)))
        .withGates(HpaConstants.Gates.DEFAULTS.withScaleToZero(random.nextBoolean()));
  }

  private static MetricReading reading(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> new MetricReading.Failure("timed out");
      case 1 -> new MetricReading.Value(0, "absent, read as 0");
      case 2 -> MetricReading.of(-random.nextInt(5000));
      default -> MetricReading.of(random.nextInt(1 << 4 + random.nextInt(14)));
    };
  }

  private static Workload workload(Random random, int replicas) {
    int status = random.nextInt(4) == 0 ? replicas + random.nextInt(3) : replicas;
    int pods = random.nextInt(20) == 0 ? 0 : status;
    return new Workload(replicas, status, pods == 0 ? 0 : random.nextInt(pods + 1), pods);
  }

  /**
   * One random life of an HPA: both ways through a sync agree and so does the log; the steps give
   * the result; the result is within the bounds.
   */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void stepsReproduceTheResultWithinTheBoundsByEveryWay(long seed) {
    Random random = new Random(seed);
    HpaSpec spec = spec(random);
    HpaConstants constants = constants(random);
    HpaController sync = new HpaController(spec, constants);
    HpaController fast = new HpaController(spec, constants);
    DecisionLog log = new DecisionLog(fast, 1);
    List<Decision> decisions = new ArrayList<>();
    List<List<MetricReading>> read = new ArrayList<>();
    int metrics = spec.metrics().size();
    long[] milli = new long[metrics];
    boolean[] failed = new boolean[metrics];
    int replicas = random.nextInt(spec.maxReplicas() + 3);
    long nowMs = 0;
    for (int i = 0; i < SYNCS; i++) {
      List<MetricReading> readings = new ArrayList<>();
      for (int m = 0; m < metrics; m++) {
        MetricReading reading = reading(random);
        readings.add(reading);
        failed[m] = reading instanceof MetricReading.Failure;
        milli[m] = reading instanceof MetricReading.Value value ? value.milli() : random.nextInt();
      }
      Workload workload = workload(random, replicas);
      Decision decision = sync.sync(nowMs, workload, readings);
      int desired =
          fast.decide(
              nowMs,
              workload.specReplicas(),
              workload.statusReplicas(),
              workload.readyPods(),
              workload.podCount(),
              milli,
              failed);
      log.add();
      decisions.add(decision);
      read.add(readings);

      assertThat(desired).isEqualTo(decision.desired());
      assertThat(fast.decision(readings)).isEqualTo(decision);
      assertThat(reckonAgain(decision.steps())).as("%s", decision).isEqualTo(decision.desired());
      if (decision.outcome() == Decision.Outcome.COMPUTED || decision.rescale()) {
        assertThat(decision.desired()).isBetween(spec.minReplicas(), spec.maxReplicas());
      } else {
        assertThat(decision.desired()).isEqualTo(replicas);
      }
      if (decision.rescale() && random.nextInt(20) > 0) {
        sync.scaled(nowMs, replicas, decision.desired());
        fast.scaled(nowMs, replicas, decision.desired());
        replicas = decision.desired();
      }
      if (random.nextInt(40) == 0) {
        replicas = random.nextInt(spec.maxReplicas() + 3);
      }
      nowMs += random.nextInt(10) == 0 ? random.nextInt(400_000) : 15_000 + random.nextInt(30);
    }
    assertThat(log.size()).isEqualTo(SYNCS);
    for (int i = 0; i < SYNCS; i++) {
      assertThat(log.decision(i, read.get(i))).isEqualTo(decisions.get(i));
      assertThat(log.desired(i)).isEqualTo(decisions.get(i).desired());
      assertThat(log.raw(i)).isEqualTo(decisions.get(i).raw());
      assertThat(log.current(i)).isEqualTo(decisions.get(i).current());
    }
  }

  /** The result of some steps from the numbers in them alone, each from the one before. */
  private static int reckonAgain(List<Step> steps) {
    int[] before = new int[1];
    List<Proposal> asks = new ArrayList<>();
    Step.Cases<Integer> again =
        new Step.Cases<>() {
          @Override
          public Integer forced(Step.Forced step) {
            ReplicaBounds bounds = step.bounds();
            return step.current() == 0
                ? 0
                : Math.max(bounds.min(), Math.min(bounds.max(), step.current()));
          }

          @Override
          public Integer asked(Step.Asked step) {
            asks.add(step.proposal());
            return step.proposal().replicas();
          }

          @Override
          public Integer chosen(Step.Chosen step) {
            long failed = asks.stream().filter(Proposal::failed).count();
            int best = 0;
            for (Proposal ask : asks) {
              if (!ask.failed() && (best == 0 || ask.replicas() > best)) {
                best = ask.replicas();
              }
            }
            return failed == asks.size() || failed > 0 && best < step.current()
                ? step.current()
                : Math.max(best, 0);
          }

          @Override
          public Integer stabilized(Step.Stabilized step) {
            assertThat(step.raw()).isEqualTo(before[0]);
            return step.hasBehavior()
                ? Math.min(Math.max(step.current(), step.up().replicas()), step.down().replicas())
                : step.down().replicas();
          }

          @Override
          public Integer limited(Step.Limited step) {
            assertThat(step.wanted()).isEqualTo(before[0]);
            int limit = step.limit().replicas();
            ReplicaBounds bounds = step.bounds();
            return switch (step.limit().kind()) {
              case NONE -> step.wanted();
              case BUILT_IN ->
                  step.wanted() < bounds.min()
                      ? bounds.min()
                      : Math.min(step.wanted(), Math.min(limit, bounds.max()));
              case POLICY, DISABLED ->
                  step.wanted() > step.current()
                      ? Math.min(
                          step.wanted(), Math.min(bounds.max(), Math.max(limit, step.current())))
                      : step.wanted() < step.current()
                          ? Math.max(
                              step.wanted(),
                              Math.max(bounds.min(), Math.min(limit, step.current())))
                          : step.wanted();
            };
          }

          @Override
          public Integer lifted(Step.Lifted step) {
            assertThat(step.before()).isEqualTo(before[0]);
            return Math.max(before[0], step.bounds().min());
          }
        };
    for (Step step : steps) {
      before[0] = step.match(again);
      assertThat(step.replicas()).as("%s", step).isEqualTo(before[0]);
      assertThat(step.text()).isNotBlank();
    }
    return before[0];
  }

  /** With policies that allow anything, only asks of the window (and the bounds) are ever set. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void withoutPoliciesNothingExceedsTheLargestAskOfTheWindow(long seed) {
    Random random = new Random(seed);
    int windowS = random.nextInt(6) * 60;
    ScalingRules free =
        ScalingRules.UNSET
            .withStabilizationWindowS(windowS)
            .withPolicies(List.of(new ScalingPolicy(ScalingPolicy.Type.PODS, 1_000_000, 1)));
    boolean behavior = random.nextBoolean();
    HpaSpec spec =
        new HpaSpec(
            1,
            100,
            behavior ? Optional.of(Behavior.EMPTY.withUp(free).withDown(free)) : Optional.empty(),
            List.of(new MetricSpec("m", TargetType.AVERAGE_VALUE, 1000)));
    HpaController controller =
        new HpaController(spec, HpaConstants.DEFAULTS.withDownscaleStabilizationS(windowS));
    List<long[]> asks = new ArrayList<>();
    int replicas = 1 + random.nextInt(20);
    long nowMs = 0;
    asks.add(new long[] {0, replicas});
    for (int i = 0; i < SYNCS; i++) {
      Decision decision =
          controller.sync(
              nowMs, Workload.ready(replicas), List.of(MetricReading.of(random.nextInt(60_000))));
      asks.add(new long[] {nowMs, decision.raw()});
      long largest = decision.raw();
      for (long[] ask : asks) {
        if (nowMs - ask[0] <= windowS * 1000L) {
          largest = Math.max(largest, ask[1]);
        }
      }
      assertThat((long) decision.desired()).isLessThanOrEqualTo(Math.max(largest, 1));
      if (decision.rescale()) {
        controller.scaled(nowMs, replicas, decision.desired());
      }
      replicas = decision.desired();
      nowMs += 15_010;
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void raisingAnAverageThresholdNeverRaisesAnAsk(long seed) {
    Random random = new Random(seed);
    Tolerance tolerance =
        Tolerance.of(
            random.nextInt(5) * 0.05,
            random.nextBoolean() ? Tolerance.Model.SPLIT : Tolerance.Model.ABSOLUTE);
    MetricReading value = MetricReading.of(random.nextInt(1 << 4 + random.nextInt(26)) - 20);
    Workload workload = Workload.ready(random.nextInt(60));
    int before = Integer.MAX_VALUE;
    long target = 1;
    for (int i = 0; i < 200; i++) {
      int asked =
          Proposal.of(
                  new MetricSpec("m", TargetType.AVERAGE_VALUE, target), value, workload, tolerance)
              .replicas();
      assertThat(asked).as("at a threshold of %d milli", target).isLessThanOrEqualTo(before);
      before = asked;
      target += 1 + random.nextInt(1 << (i / 10));
    }
  }
}
