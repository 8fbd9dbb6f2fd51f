// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import static loopbench.scaling.lint.Given.annotated;
import static loopbench.scaling.lint.Given.cached;
import static loopbench.scaling.lint.Given.found;
import static loopbench.scaling.lint.Given.idle;
import static loopbench.scaling.lint.Given.intervals;
import static loopbench.scaling.lint.Given.modifiers;
import static loopbench.scaling.lint.Given.scaler;
import static loopbench.scaling.lint.Given.trigger;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.HpaConstants;
import loopbench.scaling.hpa.KubernetesVersion;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.Trigger;
import loopbench.series.Clock;
import loopbench.series.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The object as a whole, the HPA that comes of it, and the fallback. */
class ObjectRulesTest {
  private static final Trigger QUEUE = trigger("queue", "QUEUE", "1");

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "paused, yes, 1", "paused, '', 1", "paused-scale-in, on, 1", "paused-scale-out, TrUe, 1",
    "force-activation, 2, 1", "paused, true, 0", "paused, F, 0", "paused-scale-in, 0, 0",
    "paused-replicas, yes, 0", "something, yes, 0"
  })
  void unclearAnnotations(String key, String text, int count) {
    List<Finding> findings = found("unclear-annotation", annotated(scaler(1, 8, QUEUE), key, text));
    assertThat(findings).hasSize(count);
    findings.forEach(
        f -> assertThat(f.path()).isEqualTo("metadata.annotations.autoscaling.keda.sh/" + key));
  }

  @Test
  void pausedReplicasPauseWhateverElseIsSaid() {
    ScaledObject both = annotated(scaler(1, 8, QUEUE), "paused", "false", "paused-replicas", "3");
    assertThat(found("paused-all-the-same", both))
        .singleElement()
        .satisfies(f -> assertThat(f.what()).contains("stays at 3"));
    assertThat(found("paused-all-the-same", annotated(scaler(1, 8, QUEUE), "paused-replicas", "x")))
        .extracting(Finding::severity)
        .containsExactly(Severity.PROBLEM);
    assertThat(found("paused-all-the-same", annotated(scaler(1, 8, QUEUE), "paused-replicas", "3")))
        .isEmpty();
    ScaledObject agreed = annotated(scaler(1, 8, QUEUE), "paused", "yes", "paused-replicas", "3");
    assertThat(found("paused-all-the-same", agreed)).isEmpty();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "paused-scale-in, true, 1",
    "paused-scale-out, true, 1",
    "paused-scale-out, huh, 1",
    "paused-scale-in, false, 0",
    "paused, true, 0"
  })
  void pausingOneDirectionMakesRules(String key, String text, int count) {
    ScaledObject scaler = annotated(scaler(1, 8, QUEUE), key, text);
    assertThat(found("pause-makes-rules", scaler)).hasSize(count);
    ScaledObject behaved = scaler.withAdvanced(scaler.advanced().withBehavior(Behavior.EMPTY));
    assertThat(found("pause-makes-rules", behaved)).isEmpty();
  }

  @ParameterizedTest(name = "{0} {1}/{2} on {3} {4}")
  @CsvSource({
    "HorizontalPodAutoscaler, '', other, Deployment, d, 1",
    "ScaledObject, n, other, Deployment, d, 1",
    "ScaledObject, m, other, Deployment, d, 0",
    "ScaledObject, m, s, Deployment, d, 0",
    "ScaledObject, n, other, StatefulSet, d, 0",
    "ScaledObject, n, other, Deployment, e, 0",
    "ScaledObject, n, s, Deployment, d, 0",
    "HorizontalPodAutoscaler, n, keda-hpa-s, Deployment, d, 0",
    "HorizontalPodAutoscaler, n, s, Deployment, d, 1"
  })
  void twoAutoscalers(
      String kind, String namespace, String name, String target, String targetName, int count) {
    ScaledObject plain = scaler(1, 8, QUEUE);
    ScaledObject scaler = plain.withMetadata(new ObjectMeta("s", "n", Map.of(), Map.of()));
    LintContext context =
        LintContext.NONE.withOthers(
            List.of(new LintContext.Autoscaler(kind, namespace, name, target, targetName)));
    assertThat(found("two-autoscalers", scaler, context)).hasSize(count);
    assertThat(
            found(
                "two-autoscalers",
                scaler,
                LintContext.NONE.withOthers(List.of(LintContext.Autoscaler.of(scaler)))))
        .isEmpty();
  }

  @ParameterizedTest(name = "{1} {0}/{2}")
  @CsvSource({
    "'', Deployment, d, 1",
    "n, Deployment, d, 1",
    "m, Deployment, d, 0",
    "n, StatefulSet, d, 0",
    "n, Deployment, e, 0"
  })
  void replicasWrittenDown(String namespace, String kind, String name, int count) {
    ScaledObject scaler =
        scaler(1, 8, QUEUE).withMetadata(new ObjectMeta("s", "n", Map.of(), Map.of()));
    LintContext context =
        LintContext.NONE.withWorkloads(List.of(new LintContext.Workload(kind, namespace, name, 3)));
    assertThat(found("replicas-written-down", scaler, context))
        .hasSize(count)
        .allSatisfy(f -> assertThat(f.numbers()).isEqualTo("replicas 3 in the Deployment d"));
    assertThat(found("replicas-written-down", scaler)).isEmpty();
  }

  @Test
  void pollingAndCooldownAreInertFromOneReplicaOn() {
    ScaledObject scaler = intervals(scaler(1, 8, QUEUE), 15, 60);
    assertThat(found("polling-inert", scaler).get(0).numbers())
        .isEqualTo("pollingInterval 15 s, minReplicaCount 1, HPA sync every 15.01 s");
    assertThat(found("cooldown-inert", scaler).get(0).numbers())
        .isEqualTo("cooldownPeriod 60 s, minReplicaCount 1, scale-down window 300 s");
    for (ScaledObject other :
        List.of(
            intervals(scaler(0, 8, QUEUE), 15, 60),
            idle(intervals(scaler(1, 8, QUEUE), 15, 60), 0),
            intervals(scaler(1, 8, QUEUE), 15, 60)
                .withReplicas(
                    new ReplicaCounts(OptionalInt.empty(), OptionalInt.of(8), OptionalInt.empty())),
            scaler(1, 8, QUEUE))) {
      assertThat(found("polling-inert", other)).isEmpty();
      assertThat(found("cooldown-inert", other)).isEmpty();
    }
    ScaledObject cached = intervals(scaler(1, 8, cached(QUEUE)), 15, 60);
    assertThat(found("polling-inert", cached)).isEmpty();
    assertThat(found("cooldown-inert", cached)).hasSize(1);
    assertThat(found("polling-inert", scaler.withFallback(Fallback.of(3, 2))).get(0).what())
        .contains("failures count");
    ScaledObject initial =
        scaler(2, 8, QUEUE)
            .withIntervals(
                new Intervals(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.of(9)));
    assertThat(found("cooldown-inert", initial).get(0).path()).isEqualTo("initialCooldownPeriod");
  }

  @Test
  void theWindowShownBesideTheCooldownIsTheOneThatHolds() {
    ScaledObject scaler = intervals(scaler(1, 8, QUEUE), 15, 60);
    Behavior behavior = Behavior.EMPTY.withDown(ScalingRules.UNSET.withStabilizationWindowS(180));
    assertThat(
            found("cooldown-inert", scaler.withAdvanced(scaler.advanced().withBehavior(behavior)))
                .get(0)
                .numbers())
        .endsWith("window 180 s");
    assertThat(
            found(
                    "cooldown-inert",
                    scaler,
                    LintContext.NONE.withHpa(HpaConstants.DEFAULTS.withDownscaleStabilizationS(60)))
                .get(0)
                .numbers())
        .endsWith("window 60 s");
  }

  @ParameterizedTest(name = "idle {0}")
  @CsvSource({"0, 0", "1, 1", "2, 1"})
  void idleCountsOtherThanZero(int idle, int count) {
    assertThat(found("idle-not-zero", idle(scaler(3, 8, QUEUE), idle))).hasSize(count);
    assertThat(found("idle-not-zero", scaler(3, 8, QUEUE))).isEmpty();
  }

  @ParameterizedTest(name = "{0} above {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SATURATION | 0 | 1 | 0",
        "SATURATION | 0.99 | 1 | 0",
        "SATURATION | 1 | 0 | 1",
        "SATURATION / 2 | 0.4 | 1 | 0",
        "SATURATION / 2 | 0.5 | 0 | 1",
        "max(llm_d_epp_flow_control_pool_saturation) * 100 | 99 | 1 | 0",
        "SATURATION * on() sum(llm_d_epp_ready_endpoints) | 0 | 0 | 1",
        "QUEUE | 0 | 0 | 0",
        "RUNNING | 0 | 0 | 1",
        "sum(llm_d_epp_inflight_tokens) / 15928 | 0 | 0 | 1",
        "sum(KV) | 0 | 0 | 1",
        "max(llm_d_epp_average_queue_size) | 0 | 0 | 1",
        "sum(my_own) | 0 | 0 | 0",
        "sum(rate(llm_d_epp_request_total[1m])) | 0 | 0 | 0",
        "SATURATION + QUEUE | 0 | 0 | 0",
        "clamp_max(SATURATION, 2) | 0 | 0 | 0"
      })
  void signalsOfAnEmptyPool(String query, String activation, int awake, int asleep) {
    Trigger trigger = trigger("t", query, "1").withMetadata("activationThreshold", activation);
    assertThat(found("always-awake", scaler(0, 8, trigger))).hasSize(awake);
    assertThat(found("never-wakes", scaler(0, 8, trigger))).hasSize(asleep);
    for (ScaledObject other :
        List.of(scaler(1, 8, trigger), Given.formula(scaler(0, 8, trigger), "t"))) {
      assertThat(found("always-awake", other)).isEmpty();
      assertThat(found("never-wakes", other)).isEmpty();
    }
  }

  @Test
  void oneTriggerThatWakesIsEnough() {
    Trigger running = trigger("running", "RUNNING", "16");
    assertThat(found("never-wakes", scaler(0, 8, running, QUEUE))).isEmpty();
    Trigger cron = new Trigger("cron", "c", "", Map.of(), false, Optional.empty());
    assertThat(found("never-wakes", scaler(0, 8, running, cron))).isEmpty();
    Trigger cpu = new Trigger("cpu", "c", "Utilization", Map.of(), false, Optional.empty());
    assertThat(found("never-wakes", scaler(0, 8, running, cpu))).hasSize(1);
    Trigger kv = trigger("kv", "sum(KV) or vector(0)", "1");
    assertThat(found("never-wakes", scaler(0, 8, running, kv)).get(0).numbers())
        .contains("running: llm_d_epp_request_running is 0 or absent", "kv: vllm:");
  }

  @Test
  void anEmptyBehaviorIsNotNone() {
    ScaledObject scaler = scaler(1, 8, QUEUE);
    assertThat(found("behavior-empty", scaler)).isEmpty();
    assertThat(
            found(
                "behavior-empty",
                scaler.withAdvanced(scaler.advanced().withBehavior(Behavior.EMPTY))))
        .hasSize(1);
    Behavior up = Behavior.EMPTY.withUp(ScalingRules.UNSET.withStabilizationWindowS(0));
    assertThat(found("behavior-empty", scaler.withAdvanced(scaler.advanced().withBehavior(up))))
        .isEmpty();
  }

  private static HpaConstants kubernetes(int minor) {
    return HpaConstants.DEFAULTS.withKubernetes(new KubernetesVersion(1, minor));
  }

  private static ScaledObject tolerant(int max, String up, String down) {
    ScaledObject scaler = scaler(1, max, QUEUE);
    Behavior behavior = Behavior.EMPTY;
    if (!up.isEmpty()) {
      behavior = behavior.withUp(ScalingRules.UNSET.withTolerance(Quantity.read(up).orElseThrow()));
    }
    if (!down.isEmpty()) {
      behavior =
          behavior.withDown(ScalingRules.UNSET.withTolerance(Quantity.read(down).orElseThrow()));
    }
    return scaler.withAdvanced(scaler.advanced().withBehavior(behavior));
  }

  @ParameterizedTest(name = "1.{0}")
  @CsvSource({"30, 2, does not know", "33, 2, refuses", "34, 2, refuses", "35, 0, ''"})
  void tolerancesPerDirectionNeedTheirRelease(int minor, int count, String says) {
    List<Finding> findings =
        found(
            "tolerance-refused",
            tolerant(8, "50m", "0.2"),
            LintContext.NONE.withHpa(kubernetes(minor)));
    assertThat(findings).hasSize(count);
    findings.forEach(f -> assertThat(f.what()).contains(says));
  }

  @ParameterizedTest(name = "n {0}, 1.{1}, tolerance {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "9 | 35 | 0.1 | ",
        "10 | 35 | 0.1 | From 10 replicas on, an ask for one replica more or fewer changes nothing.",
        "10 | 30 | 0.1 | From 10 replicas on, an ask for one replica fewer changes nothing.",
        "11 | 30 | 0.1 | From 11 replicas on, an ask for one replica more changes nothing. From 10 replicas on, an ask for one replica fewer changes nothing.",
        "100 | 35 | 0 | ",
        "4 | 35 | 0.5 | From 2 replicas on, an ask for one replica more or fewer changes nothing.",
        "5 | 35 | 0.2 | From 5 replicas on, an ask for one replica more or fewer changes nothing."
      })
  void onesThatAreDead(int n, int minor, double tolerance, String says) {
    List<Finding> findings =
        found(
            "dead-band",
            scaler(1, n, QUEUE),
            LintContext.NONE.withHpa(kubernetes(minor).withTolerance(tolerance)));
    if (says == null) {
      assertThat(findings).isEmpty();
    } else {
      assertThat(findings).hasSize(1);
      assertThat(findings.get(0).what()).startsWith(says + " The HPA");
    }
  }

  @Test
  void theBandAtASize() {
    LintContext at45 = LintContext.NONE.withReplicas(45);
    assertThat(found("dead-band", scaler(1, 100, QUEUE), at45).get(0).numbers())
        .isEqualTo(
            "at 45 replicas the nearest asks that act are 40 and 50; what needs 45 replicas is left"
                + " on 41 to 50 (tolerance 0.1 down, 0.1 up)");
    assertThat(
            found("dead-band", scaler(1, 100, QUEUE), LintContext.NONE.withReplicas(30))
                .get(0)
                .numbers())
        .contains("left on 28 to 33 ");
    assertThat(found("dead-band", scaler(1, 100, QUEUE), LintContext.NONE.withReplicas(9)))
        .isEmpty();
  }

  @Test
  void theBandHasTwoSides() {
    Finding up = found("dead-band", tolerant(12, "10m", "")).get(0);
    assertThat(up.what()).startsWith("From 10 replicas on, an ask for one replica fewer changes");
    assertThat(up.numbers()).contains("act are 10 and 13", "(tolerance 0.1 down, 0.01 up)");
    // 1.33 has the field behind a gate that is off: the controller's tolerance holds.
    assertThat(
            found("dead-band", tolerant(12, "10m", ""), LintContext.NONE.withHpa(kubernetes(33)))
                .get(0)
                .numbers())
        .contains("act are 10 and 14");
    assertThat(found("dead-band", tolerant(12, "0", "0"))).isEmpty();
  }

  @ParameterizedTest(name = "{0}, fallback {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "QUEUE | '' | 1",
        "QUEUE | true | 1",
        "QUEUE or vector(0) | false | 1",
        "QUEUE | false | 0",
        "KV or vector(0) | 0 | 1"
      })
  void fallbackThatAbsenceNeverEngages(String query, String ignore, int count) {
    ScaledObject scaler =
        scaler(1, 8, trigger("t", query, "1").withMetadata("ignoreNullValues", ignore));
    assertThat(found("fallback-on-absence", scaler.withFallback(Fallback.of(3, 4)))).hasSize(count);
    assertThat(found("fallback-on-absence", scaler)).isEmpty();
    ScaledObject second =
        scaler(
            1,
            8,
            scaler.triggers().get(0),
            trigger("strict", "RUNNING", "1").withMetadata("ignoreNullValues", "false"));
    assertThat(found("fallback-on-absence", second.withFallback(Fallback.of(3, 4)))).isEmpty();
  }

  @ParameterizedTest(name = "{0} {1}, min {2}")
  @CsvSource({
    "0, '', 1, 1, 0",
    "0, static, 0, 1, 0",
    "0, currentReplicasIfLower, 1, 1, 0",
    "0, currentReplicas, 1, 0, 0",
    "0, currentReplicasIfHigher, 1, 0, 0",
    "1, static, 1, 0, 1",
    "3, '', 3, 0, 1",
    "2, currentReplicasIfLower, 3, 0, 1",
    "4, static, 3, 0, 0",
    "1, currentReplicasIfHigher, 3, 0, 0",
    "1, scalingModifiers, 1, 0, 0",
    "1, nonsense, 1, 0, 0"
  })
  void fallbackReplicas(int replicas, String behavior, int min, int nothing, int shrinks) {
    ScaledObject scaler =
        scaler(min, 8, QUEUE)
            .withFallback(new Fallback(OptionalInt.of(3), OptionalInt.of(replicas), behavior));
    assertThat(found("fallback-to-nothing", scaler)).hasSize(nothing);
    assertThat(found("fallback-shrinks", scaler)).hasSize(shrinks);
    if (nothing > 0) {
      assertThat(found("fallback-to-nothing", scaler).get(0).what().contains("take it to zero"))
          .isEqualTo(min == 0);
    }
  }

  @Test
  void aPoolOfOneSizeHasNothingToLose() {
    assertThat(found("fallback-shrinks", scaler(3, 3, QUEUE).withFallback(Fallback.of(3, 3))))
        .isEmpty();
  }

  @ParameterizedTest(name = "target {0}")
  @CsvSource({"1, 0", "10, 0", "+3, 0", "2.5, 1", "1.0, 1", "0, 1", "1e1, 1", "'', 1"})
  void fallbackUnderAFractionalTarget(String target, int count) {
    ScaledObject scaler =
        modifiers(scaler(1, 8, QUEUE), new ScalingModifiers("queue", target, "", ""));
    assertThat(found("fallback-target", scaler.withFallback(Fallback.of(3, 4)))).hasSize(count);
    assertThat(found("fallback-target", scaler)).isEmpty();
    assertThat(found("fallback-target", scaler(1, 8, QUEUE).withFallback(Fallback.of(3, 4))))
        .isEmpty();
  }

  @Test
  void fallbackBesideCachedMetrics() {
    ScaledObject scaler = scaler(1, 8, QUEUE, cached(trigger("running", "RUNNING", "16")));
    assertThat(found("fallback-flaps", scaler)).isEmpty();
    assertThat(found("fallback-flaps", scaler.withFallback(Fallback.of(3, 4))))
        .extracting(Finding::path)
        .containsExactly("triggers.running.useCachedMetrics");
    assertThat(found("fallback-flaps", scaler(1, 8, QUEUE).withFallback(Fallback.of(3, 4))))
        .isEmpty();
  }

  @Test
  void fallbackThatNeedsAFormula() {
    Fallback nil = Fallback.of(3, 4).withBehavior(Fallback.Kind.SCALING_MODIFIERS);
    ScaledObject scaler = scaler(1, 8, QUEUE);
    assertThat(found("fallback-without-formula", scaler.withFallback(nil))).hasSize(1);
    assertThat(found("fallback-without-formula", Given.formula(scaler, "queue").withFallback(nil)))
        .isEmpty();
    assertThat(found("fallback-without-formula", scaler.withFallback(Fallback.of(3, 4)))).isEmpty();
  }

  private static ScaledObject windows(int upS, int downS) {
    ScaledObject scaler = scaler(2, 10, trigger("t", "sum(my_own)", "10"));
    return scaler.withAdvanced(
        scaler
            .advanced()
            .withBehavior(
                Behavior.EMPTY
                    .withUp(ScalingRules.UNSET.withStabilizationWindowS(upS))
                    .withDown(ScalingRules.UNSET.withStabilizationWindowS(downS))));
  }

  private static LintContext recorded(double... values) {
    Map<String, LintContext.Recording> recordings = new HashMap<>();
    Series series = Series.of("t", Clock.regular(0, 15_000, values.length), values);
    recordings.put("t", new LintContext.Recording(OptionalInt.empty(), Optional.of(series)));
    return LintContext.NONE.withRecordings(recordings);
  }

  @ParameterizedTest(name = "window {0} s")
  @CsvSource({"0, 0", "30, 0", "45, 0", "46, 1", "300, 1"})
  void windowsLongerThanAnyPeak(int windowS, int count) {
    // Above 2 replicas' worth from 30 s to 60 s; the last instant below is at 15 s.
    LintContext context = recorded(10, 10, 50, 50, 50, 10, 25, 10);
    List<Finding> findings =
        found("window-outlasts-peaks", windows(windowS, 0), context.withReplicas(2));
    assertThat(findings).hasSize(count);
    findings.forEach(
        f -> {
          assertThat(f.path()).endsWith("behavior.scaleUp.stabilizationWindowSeconds");
          assertThat(f.numbers()).endsWith("longest time asking for more than 2: 45 s");
        });
  }

  @Test
  void whatIsWithinTheToleranceIsNoPeak() {
    LintContext context = recorded(10, 22, 22, 22, 10).withReplicas(2);
    assertThat(found("window-outlasts-peaks", windows(300, 0), context)).isEmpty();
  }

  @Test
  void aFailureNeitherAsksNorEndsAPeak() {
    ScaledObject windows = windows(50, 0);
    ScaledObject strict =
        windows.withTrigger(0, windows.triggers().get(0).withMetadata("ignoreNullValues", "false"));
    LintContext context = recorded(10, 50, Double.NaN, 50, 50, 10).withReplicas(2);
    assertThat(found("window-outlasts-peaks", strict, context)).isEmpty();
    assertThat(found("window-outlasts-peaks", windows, context)).hasSize(1);
  }

  @ParameterizedTest(name = "window {0} s")
  @CsvSource({"0, 0", "45, 0", "60, 1"})
  void windowsLongerThanAnyDip(int windowS, int count) {
    LintContext context = recorded(80, 80, 20, 20, 20, 80);
    List<Finding> findings =
        found("window-outlasts-peaks", windows(0, windowS), context.withReplicas(8));
    assertThat(findings).hasSize(count);
    findings.forEach(f -> assertThat(f.what()).contains("never have scaled down"));
  }

  @Test
  void allTriggersMustBeRecorded() {
    ScaledObject one = windows(300, 0);
    LintContext context = recorded(10, 50, 10).withReplicas(2);
    assertThat(found("window-outlasts-peaks", one, context)).hasSize(1);
    ScaledObject two =
        new ScaledObject(
            one.metadata(),
            one.target(),
            one.intervals(),
            one.replicas(),
            List.of(one.triggers().get(0), QUEUE),
            one.advanced(),
            one.fallback());
    assertThat(found("window-outlasts-peaks", two, context)).isEmpty();
    assertThat(found("window-outlasts-peaks", one)).isEmpty();
  }

  @Test
  void aFormulaAsksToo() {
    ScaledObject windows = windows(300, 0);
    ScaledObject formula = Given.formula(windows, "t / 10");
    LintContext context = recorded(10, 50, 50, 10).withReplicas(2);
    assertThat(found("window-outlasts-peaks", formula, context).get(0).numbers()).endsWith("30 s");
    assertThat(found("window-outlasts-peaks", Given.formula(windows, "t / 50"), context)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -3})
  void aReplicaCountToJudgeAtIsOneOrMore(int replicas) {
    assertThatThrownBy(() -> LintContext.NONE.withReplicas(replicas))
        .hasMessageContaining("must be 1 or more, was " + replicas);
  }
}
