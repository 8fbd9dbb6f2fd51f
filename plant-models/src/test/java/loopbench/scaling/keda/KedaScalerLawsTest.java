// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.scaling.hpa.MetricReading;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KedaScalerLawsTest {
  static Stream<Long> seeds() {
    return LongStream.range(0, 300).boxed();
  }

  private static ScaledObject any(Random random) {
    int min = random.nextInt(4);
    int max = min + 1 + random.nextInt(9);
    List<Trigger> triggers = new ArrayList<>();
    for (String name : List.of("a", "b", "c").subList(0, 1 + random.nextInt(3))) {
      Trigger trigger =
          ScaledObjects.trigger(name, random.nextBoolean() ? "2.5" : "16")
              .withMetadata("activationThreshold", random.nextBoolean() ? "0" : "3")
              .withMetadata("ignoreNullValues", String.valueOf(random.nextBoolean()));
      trigger = random.nextInt(3) == 0 ? ScaledObjects.ofType(trigger, "Value") : trigger;
      triggers.add(random.nextInt(3) == 0 ? ScaledObjects.cached(trigger) : trigger);
    }
    boolean formula = random.nextInt(3) == 0;
    ScaledObject scaler =
        ScaledObject.of("so", "d", min, max, triggers)
            .withIntervals(ScaledObjects.intervals(15 + random.nextInt(30), random.nextInt(200)))
            .withReplicas(
                new ReplicaCounts(
                    OptionalInt.of(min),
                    OptionalInt.of(max),
                    min > 0 && random.nextInt(3) == 0
                        ? OptionalInt.of(random.nextInt(min))
                        : OptionalInt.empty()));
    if (formula) {
      scaler =
          scaler.withAdvanced(
              Advanced.UNSET.withModifiers(
                  new ScalingModifiers(
                      random.nextBoolean() ? "(a ?? 3) * 2" : "a - 5",
                      random.nextInt(3) == 0 ? "2.5" : "3",
                      random.nextBoolean() ? "" : "4",
                      random.nextBoolean() ? "" : "Value")));
    }
    if (random.nextInt(3) > 0) {
      List<Fallback.Kind> kinds = List.of(Fallback.Kind.values());
      Fallback.Kind kind = kinds.get(random.nextInt(kinds.size() - (formula ? 0 : 1)));
      scaler =
          scaler.withFallback(Fallback.of(random.nextInt(4), random.nextInt(9)).withBehavior(kind));
    }
    return scaler;
  }

  private static SourceAnswer answer(Random random) {
    return switch (random.nextInt(10)) {
      case 0 -> SourceAnswer.ABSENT;
      case 1 -> SourceAnswer.of(Double.NaN);
      case 2 -> new SourceAnswer.Failure("status 503");
      case 3 -> random.nextBoolean() ? new SourceAnswer.Several(2) : new SourceAnswer.NullValue();
      case 4 -> SourceAnswer.of(-1);
      case 5 -> SourceAnswer.of(0);
      default -> SourceAnswer.of(random.nextInt(60) / 4.0);
    };
  }

  private static List<SourceAnswer> answers(Random random, int triggers, boolean failing) {
    List<SourceAnswer> answers = new ArrayList<>();
    for (int i = 0; i < triggers; i++) {
      answers.add(failing ? new SourceAnswer.Failure("status 503") : answer(random));
    }
    return answers;
  }

  /** The form with arrays and the form with words walk the same way, step by step. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void theFormWithoutWordsIsTheForm(long seed) {
    Random random = new Random(seed);
    ScaledObject scaler = any(random);
    KedaScaler spoken = new KedaScaler(scaler, 0);
    KedaScaler mute = new KedaScaler(scaler, 0);
    int triggers = scaler.triggers().size();
    double[] values = new double[triggers];
    SourceAnswer.Kind[] kinds = new SourceAnswer.Kind[triggers];
    long[] milli = new long[spoken.metrics().size()];
    boolean[] failed = new boolean[milli.length];
    int replicas = random.nextInt(scaler.replicas().hpaMax() + 1);
    for (int i = 0; i < 300; i++) {
      long nowMs = i * 5000L;
      List<SourceAnswer> answers = answers(random, triggers, i % 60 > 45);
      for (int t = 0; t < triggers; t++) {
        values[t] = answers.get(t).value();
        kinds[t] = answers.get(t).kind();
      }
      int ready = random.nextInt(replicas + 1);
      if (nowMs >= spoken.nextPollMs()) {
        Poll poll = spoken.poll(nowMs, answers, replicas, ready);
        assertThat(mute.poll(nowMs, values, kinds, replicas, ready)).isEqualTo(poll.replicas());
        assertThat(poll.reason()).isNotBlank().doesNotEndWith(".").doesNotContain("null");
        replicas = poll.replicas();
      }
      assertThat(mute.nextPollMs()).isEqualTo(spoken.nextPollMs());
      if (i % 3 == 0) {
        List<MetricReading> readings = spoken.hpaMetrics(nowMs, answers, replicas, ready);
        mute.hpaMetrics(nowMs, values, kinds, replicas, ready, milli, failed);
        assertThat(readings).hasSize(milli.length);
        for (int m = 0; m < milli.length; m++) {
          assertThat(readings.get(m) instanceof MetricReading.Failure).isEqualTo(failed[m]);
          if (readings.get(m) instanceof MetricReading.Value value) {
            assertThat(value.milli()).isEqualTo(milli[m]);
          }
        }
        if (replicas > 0) {
          replicas = 1 + random.nextInt(scaler.replicas().hpaMax());
        }
      }
      for (int t = 0; t < triggers; t++) {
        assertThat(mute.failures(t)).isEqualTo(spoken.failures(t));
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void pollsSetZeroIdleMinimumOrOneAndNothingWhilePaused(long seed) {
    Random random = new Random(seed);
    ScaledObject scaler = any(random);
    KedaScaler keda = new KedaScaler(scaler, 0);
    ReplicaCounts counts = scaler.replicas();
    int min = counts.min().orElse(0);
    Set<Integer> may = new HashSet<>(List.of(min, Math.max(1, min), counts.idle().orElse(min)));
    int replicas = random.nextInt(counts.hpaMax() + 1);
    for (int i = 0; i < 300; i++) {
      long nowMs = i * 5000L;
      boolean paused = i % 100 > 80;
      if (i % 100 == 81) {
        keda.annotate(nowMs, Map.of("autoscaling.keda.sh/paused", "true"));
      } else if (i % 100 == 0) {
        keda.annotate(nowMs, Map.of());
        assertThat(keda.nextPollMs()).isLessThanOrEqualTo(nowMs);
      }
      assertThat(keda.hpaExists()).isNotEqualTo(paused);
      assertThat(keda.nextPollMs() == Long.MAX_VALUE).isEqualTo(paused);
      Poll poll =
          keda.poll(nowMs, answers(random, scaler.triggers().size(), false), replicas, replicas);
      if (poll.replicas() != replicas) {
        assertThat(paused).isFalse();
        assertThat(may).contains(poll.replicas());
        assertThat(poll.action().scales()).isTrue();
      }
      replicas = poll.replicas();
      if (replicas > 0 && !paused && random.nextBoolean()) {
        replicas = 1 + random.nextInt(counts.hpaMax());
      }
    }
  }

  /** Without a formula: a number that the source did not say comes with words. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void noNumberIsMadeUpInSilence(long seed) {
    Random random = new Random(seed);
    ScaledObject scaler = any(random).withAdvanced(Advanced.UNSET);
    if (!scaler.problems().isEmpty()) {
      return; // its fallback wants a formula
    }
    KedaScaler keda = new KedaScaler(scaler, 0);
    for (int i = 0; i < 300; i++) {
      long nowMs = i * 5000L;
      List<SourceAnswer> answers = answers(random, scaler.triggers().size(), i % 60 > 45);
      if (nowMs >= keda.nextPollMs()) {
        keda.poll(nowMs, answers, 3, 2);
      }
      List<MetricReading> readings = keda.hpaMetrics(nowMs, answers, 3, 2);
      for (int m = 0; m < readings.size(); m++) {
        SourceAnswer answer = answers.get(m);
        if (readings.get(m) instanceof MetricReading.Value value && value.note().isEmpty()) {
          assertThat(answer.kind()).isEqualTo(SourceAnswer.Kind.ONE);
          assertThat(value.milli() / 1000.0).isEqualTo(answer.value());
        } else if (readings.get(m) instanceof MetricReading.Failure failure) {
          assertThat(failure.reason()).isNotBlank();
        }
      }
    }
  }
}
