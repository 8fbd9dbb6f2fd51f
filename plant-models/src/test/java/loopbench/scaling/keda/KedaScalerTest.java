// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static loopbench.scaling.keda.ScaledObjects.annotated;
import static loopbench.scaling.keda.ScaledObjects.cached;
import static loopbench.scaling.keda.ScaledObjects.intervals;
import static loopbench.scaling.keda.ScaledObjects.strict;
import static loopbench.scaling.keda.ScaledObjects.trigger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.MetricReading;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Examples, many of them reported from real clusters. */
class KedaScalerTest {
  private static final SourceAnswer FAILED = new SourceAnswer.Failure("status 503");

  private static ScaledObject with(int min, int max, Trigger... triggers) {
    return ScaledObject.of("so", "d", min, max, List.of(triggers));
  }

  private static ScaledObject formula(ScaledObject scaler, String formula, String target) {
    return scaler.withAdvanced(
        scaler.advanced().withModifiers(ScalingModifiers.of(formula, target)));
  }

  /** Runs from 0 to an end, second by second, with a sync every 15 s. */
  private static Cluster run(
      ScaledObject scaler, int replicas, int end, IntFunction<SourceAnswer> answers) {
    Cluster cluster = new Cluster(scaler, replicas, 15_000);
    for (int t = 0; t <= end; t++) {
      cluster.second(t, List.of(answers.apply(t)));
    }
    return cluster;
  }

  /** When the replicas changed at a sync, and to what: {@code 345=3}. */
  private static List<String> moves(Cluster cluster, int start) {
    List<String> moves = new ArrayList<>();
    int last = start;
    for (Cluster.Sync sync : cluster.syncs) {
      if (sync.replicas() != last) {
        moves.add(Cluster.seconds(sync.nowMs()) + "=" + sync.replicas());
      }
      last = sync.replicas();
    }
    return moves;
  }

  private static List<String> notes(Cluster cluster) {
    return cluster.syncs.stream().map(sync -> said(sync.readings().get(0))).toList();
  }

  private static String said(MetricReading reading) {
    return reading.match(
        new MetricReading.Cases<>() {
          @Override
          public String value(MetricReading.Value value) {
            return value.milli() + " " + value.note();
          }

          @Override
          public String failure(MetricReading.Failure failure) {
            return "x " + failure.reason();
          }
        });
  }

  private static Behavior down(int windowS, ScalingPolicy policy) {
    return Behavior.EMPTY.withDown(
        ScalingRules.UNSET.withStabilizationWindowS(windowS).withPolicies(List.of(policy)));
  }

  private static final ScalingPolicy ALL = new ScalingPolicy(ScalingPolicy.Type.PERCENT, 100, 15);

  /** Prometheus answers nothing for ten minutes at the peak (kedacore/keda#3065). */
  @Test
  void nothingIsZeroAnErrorOrTheFallback() {
    IntFunction<SourceAnswer> gap = t -> t < 60 ? SourceAnswer.of(2000) : SourceAnswer.ABSENT;
    Advanced advanced = Advanced.UNSET.withBehavior(down(300, ALL));
    Cluster lenient = run(with(3, 30, trigger("q", "100")).withAdvanced(advanced), 20, 660, gap);
    assertThat(moves(lenient, 20)).containsExactly("345=3");
    assertThat(notes(lenient)).element(4).isEqualTo("0 absent, read as 0");
    ScaledObject strict = with(3, 30, strict("q", "100")).withAdvanced(advanced);
    Cluster failing = run(strict, 20, 660, gap);
    assertThat(moves(failing, 20)).isEmpty();
    assertThat(notes(failing)).element(4).isEqualTo("x absent, and ignoreNullValues is false");
    Cluster falling = run(strict.withFallback(Fallback.of(3, 10)), 20, 660, gap);
    assertThat(moves(falling, 20)).containsExactly("345=10");
    assertThat(notes(falling).subList(3, 8))
        .containsExactly(
            "2000000 ",
            "x absent, and ignoreNullValues is false, failure 2 in a row, a fallback comes after"
                + " more than 3",
            "x absent, and ignoreNullValues is false, failure 3 in a row, a fallback comes after"
                + " more than 3",
            "1000000 fallback to 10 replicas: absent, and ignoreNullValues is false, failure 5 in"
                + " a row",
            "1000000 fallback to 10 replicas: absent, and ignoreNullValues is false, failure 6 in"
                + " a row");
  }

  /** A formula that multiplies by a count which is no longer reported. */
  @Test
  void aFormulaDrainsThePoolWhenItsCountGoesMissing() {
    ScaledObject scaler =
        formula(
            with(3, 8, trigger("saturation", "1"), trigger("replicas", "1"))
                .withAdvanced(
                    Advanced.UNSET.withBehavior(
                        down(180, new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 120)))),
            "saturation > 0.55 ? replicas + ceil(replicas * (saturation / 0.55 - 1))"
                + " : (saturation < 0.40 ? replicas - floor(replicas * (1 - saturation / 0.40))"
                + " : replicas)",
            "1");
    Cluster cluster = new Cluster(scaler, 8, 15_000);
    for (int t = 0; t <= 900; t++) {
      cluster.second(
          t,
          List.of(
              SourceAnswer.of(0.5),
              t < 60 ? SourceAnswer.of(cluster.replicas) : SourceAnswer.ABSENT));
    }
    assertThat(moves(cluster, 8)).containsExactly("225=7", "345=6", "465=5", "585=4", "705=3");
    assertThat(notes(cluster)).element(4).isEqualTo("0 replicas: absent, read as 0");
  }

  /** Two failures, one success, and so on: the count starts anew each time (keda#4249). */
  @Test
  void aFlappingSourceNeverEngagesTheFallback() {
    ScaledObject scaler =
        with(1, 8, strict("q", "10"))
            .withIntervals(intervals(100_000, 300))
            .withFallback(Fallback.of(3, 5));
    Cluster cluster = new Cluster(scaler, 2, 15_000);
    int most = 0;
    for (int sync = 0; sync < 60; sync++) {
      cluster.second(sync * 15, List.of(sync % 3 == 0 ? SourceAnswer.of(20) : SourceAnswer.ABSENT));
      most = Math.max(most, cluster.keda.failures(0));
    }
    assertThat(most).isEqualTo(2);
    assertThat(cluster.syncs).noneMatch(s -> said(s.readings().get(0)).contains("fallback to"));
    assertThat(moves(cluster, 2)).isEmpty();
    Cluster steady = run(scaler, 2, 60, t -> FAILED);
    // The poll at 0 and the syncs at 0, 15 and 30 are four failures.
    assertThat(moves(steady, 2)).containsExactly("30=4", "45=5");
  }

  /** A formula's result is not held at 0 (keda#6374): the target's type decides what follows. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"AverageValue, 9", "Value, 2"})
  void aNegativeFormulaGoesToAnExtreme(String type, int replicas) {
    ScaledObject scaler =
        with(2, 9, trigger("a", "1"))
            .withAdvanced(
                Advanced.UNSET.withModifiers(new ScalingModifiers("a - 4", "1", "", type)));
    Cluster cluster = run(scaler, 5, 600, t -> SourceAnswer.of(1));
    assertThat(cluster.replicas).isEqualTo(replicas);
    assertThat(notes(cluster)).first().asString().startsWith("-3000 below 0, which ");
  }

  /** With a minimum of 1 the cooldown has no say: the HPA's window has (keda#6844). */
  @Test
  void theCooldownDoesNotGovernTheWayToOne() {
    Cluster cluster =
        new Cluster(with(1, 8, trigger("q", "5")).withIntervals(intervals(30, 60)), 4, 15_010);
    for (long nowMs = 0; nowMs <= 330_000; nowMs += 10) {
      cluster.at(nowMs, List.of(SourceAnswer.of(0)));
    }
    assertThat(cluster.syncs.stream().filter(s -> s.replicas() == 1).findFirst())
        .hasValueSatisfying(s -> assertThat(s.nowMs()).isEqualTo(300_200));
    assertThat(cluster.polls).allMatch(p -> p.action() == PollAction.REST);
    assertThat(cluster.polls.get(0).reason())
        .isEqualTo("nothing active: 4 replicas are the HPA's to lower, not KEDA's");
  }

  /** KEDA goes to 0 from whatever runs, while the HPA's own window runs beside it (llm-d#2492). */
  @ParameterizedTest(name = "poll {0} s")
  @CsvSource({"15, 315, ''", "30, 330, 315=1"})
  void cooldownAndWindowRunSideBySide(int pollingS, int zeroAt, String hpaMove) {
    ScaledObject scaler = with(0, 8, trigger("q", "5")).withIntervals(intervals(pollingS, 300));
    Cluster cluster = run(scaler, 3, zeroAt - 1, t -> SourceAnswer.of(t == 0 ? 15 : 0));
    assertThat(moves(cluster, 3)).isEqualTo(hpaMove.isEmpty() ? List.of() : List.of(hpaMove));
    cluster.second(zeroAt, List.of(SourceAnswer.of(0)));
    Poll last = cluster.polls.get(cluster.polls.size() - 1);
    assertThat(last.replicas()).isZero();
    assertThat(last.reason())
        .isEqualTo("nothing active for " + zeroAt + " s (cooldownPeriod 300 s): set to 0");
    assertThat(cluster.polls.get(cluster.polls.size() - 2).reason())
        .isEqualTo(
            "nothing active for "
                + (zeroAt - pollingS)
                + " s (cooldownPeriod 300 s), which must be exceeded: "
                + "3 replicas are kept");
  }

  /** A series that begins with the first request wakes the target at the next poll. */
  @Test
  void aRequestWakesTheTargetAtTheNextPoll() {
    ScaledObject scaler = with(0, 8, trigger("q", "1")).withIntervals(intervals(15, 300));
    Cluster cluster = run(scaler, 0, 15, t -> t == 0 ? SourceAnswer.ABSENT : SourceAnswer.of(1));
    assertThat(cluster.polls.stream().map(Poll::reason))
        .containsExactly("nothing active and nothing running", "q is 1, above 0: set from 0 to 1");
  }

  /** An empty pool reports itself saturated: it never sleeps, or never wakes. */
  @ParameterizedTest(name = "activationThreshold {0}")
  @CsvSource({"0, 2, STAY_ACTIVE", "1, 0, REST"})
  void anEmptyPoolThatReportsItselfFull(String activation, int replicas, PollAction action) {
    ScaledObject scaler =
        with(0, 8, trigger("saturation", "0.7").withMetadata("activationThreshold", activation))
            .withIntervals(intervals(15, 30));
    Cluster cluster = run(scaler, 0, 600, t -> SourceAnswer.of(1));
    assertThat(cluster.replicas).isEqualTo(replicas);
    assertThat(cluster.polls.stream().skip(1).map(Poll::action).distinct()).containsExactly(action);
  }

  /** The trial run at admission uses -1 for all: what fails at 0 passes it. */
  @Test
  void aFormulaMayPassAdmissionAndFailAtZero() {
    ScaledObject scaler =
        formula(with(0, 8, trigger("a", "1")), "100 % int(a)", "1")
            .withIntervals(intervals(30, 60));
    Cluster cluster = run(scaler, 2, 30, t -> SourceAnswer.of(0));
    assertThat(notes(cluster))
        .first()
        .asString()
        .startsWith("x the formula failed: ")
        .contains("division by 0");
    // No metric is no error to the loop: it may go to 0.
    assertThat(cluster.polls.stream().map(Poll::action))
        .containsExactly(PollAction.COOLDOWN, PollAction.SCALE_TO_ZERO_OR_IDLE);
  }

  /**
   * With cached metrics the HPA takes the poll's fallback for a success, so the count starts anew
   * and the fallback comes and goes.
   */
  @Test
  void cachedMetricsMakeAFallbackFlap() {
    ScaledObject scaler = with(1, 8, cached(strict("q", "5"))).withFallback(Fallback.of(3, 6));
    Cluster cluster = run(scaler, 6, 105, t -> FAILED);
    assertThat(notes(cluster).stream().map(n -> n.substring(0, 1)))
        .containsExactly("x", "x", "3", "3", "x", "x", "3", "3");
    assertThat(notes(cluster))
        .element(3)
        .isEqualTo("30000 from the poll 15 s ago, which fell back");
    assertThat(cluster.polls.stream().map(Poll::fallback))
        .containsExactly(
            KedaCondition.NO_FALLBACK_FOUND,
            KedaCondition.FALLBACK_EXISTS,
            KedaCondition.NO_FALLBACK_FOUND,
            KedaCondition.FALLBACK_EXISTS);
  }

  @Test
  void theHpaGetsTheLastPollsValueOfACachedTrigger() {
    ScaledObject scaler = with(1, 8, cached(trigger("q", "5")));
    Cluster cluster = run(scaler, 2, 45, SourceAnswer::of);
    assertThat(notes(cluster))
        .containsExactly(
            "0 from the poll 0 s ago",
            "0 from the poll 15 s ago",
            "30000 from the poll 0 s ago",
            "30000 from the poll 15 s ago");
  }

  /** The failed trigger is nil; but out of the cache it comes as -1. */
  @ParameterizedTest(name = "cached {0}")
  @CsvSource({
    "false, 9000 a: nil to the formula",
    "true, '-1000 a: from the poll 0 s ago, as the -1 that stood for nil; below 0'"
  })
  void aFailedTriggerIsNilToTheFormula(boolean cached, String said) {
    Trigger a = cached ? cached(strict("a", "1")) : strict("a", "1");
    ScaledObject scaler =
        formula(with(1, 20, a, trigger("b", "1")), "a ?? b", "1")
            .withFallback(Fallback.of(3, 6).withBehavior(Fallback.Kind.SCALING_MODIFIERS));
    Cluster cluster = new Cluster(scaler, 6, 15_000);
    for (int t = 0; t <= 30; t++) {
      cluster.second(t, List.of(FAILED, SourceAnswer.of(9)));
    }
    assertThat(notes(cluster))
        .first()
        .asString()
        .isEqualTo(
            "x a: "
                + (cached ? "the poll 0 s ago failed" : "status 503")
                + ", failure 2 in a row, a fallback comes after more than 3");
    assertThat(notes(cluster)).last().asString().startsWith(said);
  }

  /** The fallback of any trigger is the formula's whole result; the formula is not asked. */
  @Test
  void theFirstFallbackStandsForTheFormula() {
    ScaledObject scaler =
        formula(with(0, 20, strict("a", "1"), strict("b", "1")), "a + b", "2")
            .withFallback(Fallback.of(1, 6));
    Cluster cluster = new Cluster(scaler, 1, 15_000);
    List<SourceAnswer> answers = List.of(SourceAnswer.of(100), FAILED);
    for (int t = 0; t <= 30; t++) {
      cluster.second(t, answers);
    }
    assertThat(notes(cluster))
        .containsExactly(
            "12000 b: fallback to 6 replicas: status 503, failure 2 in a row",
            "12000 b: fallback to 6 replicas: status 503, failure 3 in a row",
            "12000 b: fallback to 6 replicas: status 503, failure 5 in a row");
    assertThat(cluster.polls.get(0).action()).isEqualTo(PollAction.AWAIT_FALLBACK);
    assertThat(cluster.polls.get(0).reason())
        .isEqualTo("b failed: 1 replica is kept until the fallback takes over");
    assertThat(cluster.polls.get(1).reason())
        .isEqualTo("the formula is 12, above 0: how many replicas is the HPA's to decide");
  }

  @Test
  void aTargetThatIsNoWholeNumberDisablesTheFallback() {
    ScaledObject scaler =
        formula(with(1, 20, strict("a", "1")), "a", "2.5").withFallback(Fallback.of(0, 6));
    assertThat(run(scaler, 3, 60, t -> FAILED).replicas).isEqualTo(3);
    assertThat(run(formula(scaler, "a", "2"), 3, 60, t -> FAILED).replicas).isEqualTo(6);
  }

  /** Falling back to 11 of 10 stays at 10: the HPA's tolerance still applies. */
  @Test
  void theHpasToleranceAppliesToAFallback() {
    ScaledObject scaler = with(1, 20, strict("q", "5")).withFallback(Fallback.of(0, 11));
    assertThat(run(scaler, 10, 60, t -> FAILED).replicas).isEqualTo(10);
    assertThat(run(scaler, 9, 60, t -> FAILED).replicas).isEqualTo(11);
  }

  @Test
  void aFallbackOfAValueTargetNeedsAReadyPod() {
    Trigger value = ScaledObjects.ofType(strict("q", "5"), "Value");
    KedaScaler keda = new KedaScaler(with(1, 20, value).withFallback(Fallback.of(0, 6)), 0);
    assertThat(keda.hpaMetrics(0, List.of(FAILED), 3, 0).get(0))
        .isEqualTo(
            new MetricReading.Failure(
                "status 503, failure 1 in a row, and with no pod ready no fallback"));
    assertThat(keda.hpaMetrics(0, List.of(FAILED), 3, 4).get(0))
        .isEqualTo(
            new MetricReading.Value(
                7500, "fallback to 6 replicas: status 503, failure 2 in a row"));
  }

  @Test
  void anUnreadableActivationTargetStopsTheLoop() {
    ScaledObject scaler =
        with(0, 8, trigger("a", "1"))
            .withAdvanced(Advanced.UNSET.withModifiers(new ScalingModifiers("a", "1", "five", "")));
    KedaScaler keda = new KedaScaler(scaler, 0);
    Poll poll = keda.poll(0, List.of(SourceAnswer.of(9)), 0, 0);
    assertThat(poll.action()).isEqualTo(PollAction.ABORTED);
    assertThat(poll.replicas()).isZero();
    assertThat(keda.nextPollMs()).isEqualTo(30_000);
  }

  @Test
  void pausingTakesTheHpaAwayAndGoingOnMakesANewOne() {
    ScaledObject scaler = with(0, 8, cached(trigger("q", "5"))).withIntervals(intervals(30, 60));
    Cluster cluster = run(scaler, 1, 44, t -> SourceAnswer.of(20));
    assertThat(cluster.replicas).isEqualTo(4);
    cluster.keda.annotate(44_000, Map.of("autoscaling.keda.sh/paused-replicas", "2"));
    assertThat(cluster.keda.hpaExists()).isFalse();
    assertThat(cluster.keda.hpaReads(4)).isFalse();
    assertThat(cluster.keda.pausedReplicas()).hasValue(2);
    assertThat(cluster.keda.nextPollMs()).isEqualTo(Long.MAX_VALUE);
    Poll idle = cluster.keda.poll(45_000, List.of(SourceAnswer.of(20)), 2, 2);
    assertThat(idle.reason())
        .isEqualTo("paused by annotation: no trigger is asked, 2 replicas are kept");
    assertThat(idle.paused()).isEqualTo(KedaCondition.PAUSED);
    int syncs = cluster.syncs.size();
    cluster.replicas = 2;
    for (int t = 45; t < 400; t++) {
      cluster.second(t, List.of(SourceAnswer.of(0)));
    }
    assertThat(cluster.syncs).hasSize(syncs);
    assertThat(cluster.replicas).isEqualTo(2);
    cluster.keda.annotate(400_000, Map.of());
    cluster.second(400, List.of(SourceAnswer.of(0)));
    // Polled at once; last active at 30 s, so the cooldown is long over.
    assertThat(cluster.polls.get(cluster.polls.size() - 1).reason())
        .isEqualTo("nothing active for 370 s (cooldownPeriod 60 s): set to 0");
    assertThat(cluster.syncs).hasSize(syncs + 1);
  }

  @Test
  void pausingForgetsWhatPollsFound() {
    KedaScaler keda = new KedaScaler(with(1, 8, cached(trigger("q", "5"))), 0);
    keda.poll(0, List.of(SourceAnswer.of(20)), 1, 1);
    assertThat(said(keda.hpaMetrics(1000, List.of(SourceAnswer.of(3)), 1, 1).get(0)))
        .isEqualTo("20000 from the poll 1 s ago");
    keda.annotate(2000, Map.of("autoscaling.keda.sh/paused", "true"));
    keda.annotate(3000, Map.of());
    assertThat(said(keda.hpaMetrics(3000, List.of(SourceAnswer.of(3)), 1, 1).get(0)))
        .isEqualTo("3000 ");
  }

  /** At 0 nobody but KEDA asks, so that only polls count; the fallback then wakes the target. */
  @Test
  void aFallbackCountsAsActive() {
    ScaledObject scaler = with(0, 8, strict("q", "5")).withFallback(Fallback.of(1, 3));
    Cluster cluster = run(scaler, 0, 30, t -> FAILED);
    assertThat(cluster.polls.stream().map(Poll::reason))
        .containsExactly(
            "q failed: 0 replicas are kept until the fallback takes over",
            "the fallback of q is 15, above 0: set from 0 to 1");
    assertThat(cluster.replicas).isEqualTo(3);
  }

  @Test
  void forcedActivationAndPausedDirectionsSayWhatTheyAre() {
    ScaledObject scaler = with(0, 8, trigger("q", "5")).withIntervals(intervals(30, 60));
    List<SourceAnswer> zero = List.of(SourceAnswer.of(0));
    List<SourceAnswer> nine = List.of(SourceAnswer.of(9));
    assertThat(
            new KedaScaler(annotated(scaler, "force-activation", "true"), 0)
                .poll(0, zero, 0, 0)
                .reason())
        .isEqualTo("activation is forced by annotation: set from 0 to 1");
    assertThat(
            new KedaScaler(annotated(scaler, "paused-scale-out", "true"), 0)
                .poll(0, nine, 0, 0)
                .reason())
        .isEqualTo("q is 9, above 0, but paused-scale-out is set: 0 replicas are kept");
    assertThat(
            new KedaScaler(annotated(scaler, "paused-scale-in", "true"), 0)
                .poll(0, zero, 3, 3)
                .reason())
        .isEqualTo("nothing active, but paused-scale-in is set: 3 replicas are kept");
    assertThat(new KedaScaler(scaler, -5000).poll(0, zero, 3, 3).reason())
        .isEqualTo("nothing ever active, 5 s after creation (initialCooldownPeriod 0 s): set to 0");
    assertThat(new KedaScaler(with(4, 8, trigger("q", "5")), 0).poll(0, zero, 2, 2).reason())
        .isEqualTo("nothing active, and 2 is below minReplicaCount: set to 4");
  }

  @Test
  void onlyCpuAndMemoryAlwaysCountAsActive() {
    ScaledObject scaler =
        with(
            1,
            8,
            new Trigger("cpu", "", "Utilization", Map.of("value", "60"), false, Optional.empty()));
    Poll poll = new KedaScaler(scaler, 0).poll(0, List.of(SourceAnswer.ABSENT), 0, 0);
    assertThat(poll.reason())
        .isEqualTo("only cpu and memory triggers, which always count as active: set from 0 to 1");
  }

  @Test
  void whatIsWrongIsRefused() {
    assertThatThrownBy(() -> new KedaScaler(with(1, 8, trigger("q", "0")), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("triggers.q.metadata.threshold: ");
    KedaScaler keda = new KedaScaler(with(1, 8, trigger("q", "1")), 0);
    assertThatThrownBy(() -> keda.poll(0, List.of(), 1, 1))
        .hasMessage("a ScaledObject of 1 triggers needs as many answers, got 0");
    assertThatThrownBy(() -> keda.annotate(0, Map.of("autoscaling.keda.sh/paused-replicas", "two")))
        .hasMessageContaining("paused-replicas");
  }
}
