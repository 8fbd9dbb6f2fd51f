// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import static loopbench.scaling.lint.Given.found;
import static loopbench.scaling.lint.Given.idle;
import static loopbench.scaling.lint.Given.intervals;
import static loopbench.scaling.lint.Given.scaler;
import static loopbench.scaling.lint.Given.trigger;
import static loopbench.scaling.lint.Given.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a manifest will do on the pool it scales, and under its load. */
class PoolRulesTest {
  private static final Trigger QUEUE = trigger("queue", "QUEUE", "1");

  private static LintContext with(PoolFacts pool) {
    return LintContext.NONE.withPool(pool);
  }

  private static PoolFacts gateway(double ttlS) {
    return PoolFacts.NONE.withGateway(new PoolFacts.Gateway(true, ttlS, 5000));
  }

  private static PoolFacts noFlowControl() {
    return PoolFacts.NONE.withGateway(new PoolFacts.Gateway(false, 60, 5000));
  }

  private static PoolFacts prefill(double perSecond) {
    return PoolFacts.NONE.withPrefill(new PoolFacts.Prefill(perSecond, "plant.pool"));
  }

  private static PoolFacts.Asked open(double perSecond, double prompt, double output) {
    return new PoolFacts.Asked(
        OptionalDouble.of(perSecond), Optional.empty(), prompt, prompt, 1, output, 1);
  }

  private static PoolFacts.Asked closed(int clients, double thinkS, double prompt, double output) {
    return new PoolFacts.Asked(
        OptionalDouble.empty(),
        Optional.of(new PoolFacts.Clients(clients, thinkS)),
        prompt,
        prompt,
        1,
        output,
        1);
  }

  /** Qwen3-32B on two H100. */
  private static PoolFacts qwen() {
    return prefill(15_928).withDecode(new PoolFacts.Decode(0.02, 0.00035, 350_000, 256));
  }

  private static Trigger backlog(String divisor, String threshold) {
    return trigger(
        "backlog",
        "sum(llm_d_epp_inflight_tokens{namespace='n',service='e'}) / " + divisor + " or vector(0)",
        threshold);
  }

  private static void nothingWithout(String rule, ScaledObject scaler) {
    assertThat(found(rule, scaler)).isEmpty();
  }

  // ---- scaling to zero ---------------------------------------------------------------------

  /** T42: polled at 15 s, 135 s to warm up, requests wait 60 s. */
  @Test
  void theWakingRequestIsGivenUp() {
    ScaledObject scaler = intervals(scaler(0, 8, QUEUE), 15, 300);
    Finding finding = found("ttl-below-warm-up", scaler, with(gateway(60).withWarmUpS(135))).get(0);
    assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
    assertThat(finding.path()).isEqualTo("minReplicaCount");
    assertThat(finding.numbers())
        .isEqualTo(
            "a request waits 60 s at most; the first pod is ready 135 to 150 s after it (warm-up 135"
                + " s, pollingInterval 15 s)");
    assertThat(finding.advice())
        .contains("noEndpointRequestTTL of 150 s or more, or 0s for ever", "minReplicaCount at 1");
    nothingWithout("ttl-below-warm-up", scaler);
  }

  @ParameterizedTest(name = "TTL {0} s, warm-up {1} s, polled every {2} s: {3}")
  @CsvSource({
    "60, 135, 15, PROBLEM",
    "60, 60.5, 15, PROBLEM",
    "60, 60, 15, WARNING",
    "60, 45, 15, WARNING",
    "60, 45, 10, ",
    "60, 40, 15, ",
    "60, 40, 30, WARNING",
    "600, 135, 15, ",
    "0, 135, 15, "
  })
  void ttlAgainstWarmUp(double ttlS, double warmUpS, int pollS, Severity severity) {
    List<Finding> findings =
        found(
            "ttl-below-warm-up",
            intervals(scaler(0, 8, QUEUE), pollS, 300),
            with(gateway(ttlS).withWarmUpS(warmUpS).withScrapeS(5)));
    assertThat(findings).hasSize(severity == null ? 0 : 1);
    findings.forEach(f -> assertThat(f.severity()).isEqualTo(severity));
  }

  @Test
  void onlyAPoolThatSleepsIsWoken() {
    LintContext known = with(gateway(60).withWarmUpS(135));
    assertThat(found("ttl-below-warm-up", scaler(1, 8, QUEUE), known)).isEmpty();
    assertThat(found("ttl-below-warm-up", idle(scaler(1, 8, QUEUE), 0), known))
        .singleElement()
        .satisfies(f -> assertThat(f.path()).isEqualTo("idleReplicaCount"));
    assertThat(
            found(
                "ttl-below-warm-up", scaler(0, 8, QUEUE).withReplicas(ReplicaCounts.UNSET), known))
        .hasSize(1);
    assertThat(
            found("ttl-below-warm-up", scaler(0, 8, QUEUE), with(noFlowControl().withWarmUpS(135))))
        .isEmpty();
  }

  @Test
  void theGatewayFillsWhileTheFirstPodWarmsUp() {
    PoolFacts pool =
        PoolFacts.NONE
            .withGateway(new PoolFacts.Gateway(true, 0, 100))
            .withWarmUpS(120)
            .withAsked(open(1, 4000, 1000));
    Finding finding = found("gateway-overflows", scaler(0, 8, QUEUE), with(pool)).get(0);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.numbers()).isEqualTo("1/s x 120 s = 120 requests, of which 100 may wait");
    assertThat(found("gateway-overflows", scaler(1, 8, QUEUE), with(pool))).isEmpty();
    assertThat(found("gateway-overflows", scaler(0, 8, QUEUE), with(pool.withWarmUpS(100))))
        .isEmpty();
    // Who is given up after a minute makes room for the next.
    PoolFacts given = pool.withGateway(new PoolFacts.Gateway(true, 60, 100));
    assertThat(found("gateway-overflows", scaler(0, 8, QUEUE), with(given))).isEmpty();
    nothingWithout("gateway-overflows", scaler(0, 8, QUEUE));
  }

  @Test
  void withoutFlowControlTheQueueWakesNobody() {
    nothingWithout("never-wakes", scaler(0, 8, QUEUE));
    assertThat(found("never-wakes", scaler(0, 8, QUEUE), with(gateway(60)))).isEmpty();
    Finding finding = found("never-wakes", scaler(0, 8, QUEUE), with(noFlowControl())).get(0);
    assertThat(finding.numbers())
        .isEqualTo("queue: llm_d_epp_flow_control_queue_size is absent while flow control is off");
    assertThat(finding.advice()).startsWith("Turn the gateway's flow control on");
    assertThat(found("never-wakes", scaler(1, 8, QUEUE), with(noFlowControl()))).isEmpty();
  }

  /** T43: an empty pool reads 1.0, but only where flow control is there to say so. */
  @Test
  void withoutFlowControlAnEmptyPoolIsNotSaturated() {
    ScaledObject scaler = scaler(0, 8, trigger("saturation", "SATURATION", "0.7"));
    assertThat(found("always-awake", scaler, with(gateway(60)))).hasSize(1);
    assertThat(found("always-awake", scaler, with(noFlowControl()))).isEmpty();
    assertThat(found("never-wakes", scaler, with(noFlowControl()))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"QUEUE", "SATURATION", "sum(llm_d_epp_flow_control_queue_bytes)"})
  void aTriggerThatNeverAnswers(String query) {
    ScaledObject scaler = scaler(1, 8, trigger("t", query, "1"), trigger("r", "RUNNING", "16"));
    Finding finding = found("flow-control-off", scaler, with(noFlowControl())).get(0);
    assertThat(finding.path()).isEqualTo("triggers.t.metadata.query");
    assertThat(finding.what()).endsWith("the series is absent, which reads as 0.");
    assertThat(found("flow-control-off", scaler, with(noFlowControl()))).hasSize(1);
    assertThat(found("flow-control-off", scaler, with(gateway(60)))).isEmpty();
    nothingWithout("flow-control-off", scaler);
    Trigger strict = trigger("t", query, "1").withMetadata("ignoreNullValues", "false");
    assertThat(found("flow-control-off", scaler(1, 8, strict), with(noFlowControl())).get(0).what())
        .endsWith("which is an error at every sync.");
  }

  // ---- token backlogs ----------------------------------------------------------------------

  /** T27: a lone request of 8192 tokens reads 3.04 s at 2696 tokens/s. */
  @Test
  void oneRequestAsksForThreeReplicas() {
    PoolFacts pool = PoolFacts.NONE.withAsked(open(1, 8192, 256));
    ScaledObject scaler = scaler(1, 8, backlog("2696", "1.5"));
    Finding finding = found("one-request-scales", scaler, with(pool)).get(0);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.path()).isEqualTo("triggers.backlog.metadata.threshold");
    assertThat(finding.what())
        .isEqualTo(
            "One request alone asks for 3 replicas: until its first token comes it reads 3.04 s, above"
                + " the threshold, and no second replica can make it faster.");
    assertThat(finding.numbers())
        .isEqualTo("8192 uncached tokens / 2696 = 3.04 s, ceil(3.04 / 1.5) = 3");
    nothingWithout("one-request-scales", scaler);
  }

  @ParameterizedTest(name = "/ {0}, threshold {1}, min {2}: {3} replicas")
  @CsvSource({
    "2696, 1.5, 1, 3",
    // 3.0386 / 1.5 / 2 = 1.013: two that run are kept, three are not asked for.
    "2696, 1.5, 2, 0",
    "2696, 1.3, 2, 3",
    "2696, 1.5, 3, 0",
    "2696, 3.1, 1, 0",
    // 3.0386 / 2.8 = 1.085 lies within the HPA's tolerance.
    "2696, 2.8, 1, 0",
    "2696, 2.7, 1, 2",
    "15928, 1.5, 1, 0",
    "15928, 0.4, 1, 2",
  })
  void oneRequestAgainstTheThreshold(String divisor, String threshold, int min, int replicas) {
    List<Finding> findings =
        found(
            "one-request-scales",
            scaler(min, 8, backlog(divisor, threshold)),
            with(PoolFacts.NONE.withAsked(open(1, 8192, 256))));
    assertThat(findings).hasSize(replicas == 0 ? 0 : 1);
    findings.forEach(
        f -> assertThat(f.what()).startsWith("One request alone asks for " + replicas + " "));
  }

  @Test
  void aCacheAndAVariedPromptCount() {
    PoolFacts.Asked cached =
        new PoolFacts.Asked(OptionalDouble.of(1), Optional.empty(), 8192, 8192, 0.4, 256, 1);
    ScaledObject scaler = scaler(1, 8, backlog("2696", "1.5"));
    assertThat(found("one-request-scales", scaler, with(PoolFacts.NONE.withAsked(cached))))
        .isEmpty(); // 1.22 s
    PoolFacts.Asked varied =
        new PoolFacts.Asked(OptionalDouble.of(1), Optional.empty(), 3000, 8192, 1, 256, 1);
    assertThat(
            found("one-request-scales", scaler, with(PoolFacts.NONE.withAsked(varied)))
                .get(0)
                .what())
        .startsWith("One long prompt alone (one in ten is as long) asks for 3 replicas");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max(llm_d_epp_inflight_tokens) / 2696",
        "sum(rate(llm_d_epp_inflight_tokens[1m])) / 2696",
        "sum(llm_d_epp_inflight_tokens) / 2696 / sum(llm_d_epp_ready_endpoints)",
        "sum(llm_d_epp_inflight_tokens) + 5",
        "sum by (endpoint_name) (llm_d_epp_inflight_tokens) / 2696",
        "sum(my_own_tokens) / 2696"
      })
  void whatIsNoPlainBacklogIsNotJudged(String query) {
    LintContext known = with(prefill(15_928).withAsked(closed(64, 0, 8192, 256)));
    ScaledObject scaler = scaler(1, 8, trigger("t", query, "0.1"));
    assertThat(found("one-request-scales", scaler, known)).isEmpty();
    assertThat(found("closed-load", scaler, known)).isEmpty();
    assertThat(found("borrowed-prefill-rate", scaler, known)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sum(llm_d_epp_inflight_tokens) / 2696",
        "(sum(llm_d_epp_inflight_tokens / 2696)) or vector(0)",
        "sum(llm_d_epp_inflight_tokens) / (2696)",
        "sum(llm_d_epp_inflight_tokens and on(endpoint_name) llm_d_epp_per_endpoint_queue_size)"
            + " / 2696",
        "2 * sum(llm_d_epp_inflight_tokens) / 5392"
      })
  void howeverABacklogIsWritten(String query) {
    ScaledObject scaler = scaler(1, 8, trigger("t", query, "1.5"));
    PoolFacts pool = PoolFacts.NONE.withAsked(open(1, 8192, 256));
    assertThat(found("one-request-scales", scaler, with(pool)))
        .singleElement()
        .satisfies(f -> assertThat(f.numbers()).endsWith("ceil(3.04 / 1.5) = 3"));
  }

  @Test
  void aBacklogInTokens() {
    ScaledObject scaler = scaler(1, 8, trigger("t", "sum(llm_d_epp_inflight_tokens)", "4096"));
    LintContext known = with(prefill(15_928).withAsked(open(1, 8192, 256)));
    assertThat(found("one-request-scales", scaler, known).get(0).numbers())
        .isEqualTo("ceil(8192 / 4096) = 2");
    assertThat(found("borrowed-prefill-rate", scaler, known)).isEmpty();
  }

  /** T28, and the factor of 28 through a split. */
  @ParameterizedTest(name = "/ {0} on {1} tokens/s: {2} {3}")
  @CsvSource({
    "33821, 15928, PROBLEM, 2.12 times too short",
    "33821, 1182, PROBLEM, 28.6 times too short",
    "15928, 2696, PROBLEM, 5.91 times too short",
    "15928, 14000, WARNING, 1.14 times too short",
    "2696, 15928, WARNING, 5.91 times too long",
    "15928, 15375, , ",
    "15928, 14500, , ",
    "15928, 17600, , ",
    "15928, 15928, , "
  })
  void aBorrowedRate(String divisor, double measured, Severity severity, String says) {
    ScaledObject scaler = scaler(1, 8, backlog(divisor, "1.5"));
    List<Finding> findings = found("borrowed-prefill-rate", scaler, with(prefill(measured)));
    assertThat(findings).hasSize(severity == null ? 0 : 1);
    for (Finding finding : findings) {
      assertThat(finding.severity()).isEqualTo(severity);
      assertThat(finding.path()).isEqualTo("triggers.backlog.metadata.query");
      assertThat(finding.what()).contains(says);
      assertThat(finding.numbers()).startsWith("divisor " + divisor);
    }
    nothingWithout("borrowed-prefill-rate", scaler);
  }

  @Test
  void aBorrowedRateSaysWhereItActs() {
    Finding finding =
        found("borrowed-prefill-rate", scaler(1, 8, backlog("33821", "1.5")), with(prefill(15_928)))
            .get(0);
    assertThat(finding.what())
        .endsWith("it acts at 3.19 s of waiting work per replica instead of 1.5 s.");
    assertThat(finding.numbers())
        .isEqualTo(
            "divisor 33821 (published for gpt-oss-120b on one H200, through P/D), plant.pool computes"
                + " 15928 tokens/s: a factor of 2.12");
    assertThat(finding.advice()).startsWith("Divide by 15928,");
    // Under a formula the reading is as wrong, but its threshold is not what acts.
    ScaledObject formula =
        Given.modifiers(
            scaler(1, 8, backlog("33821", "1.5")), ScalingModifiers.of("backlog / 1.5", "1"));
    assertThat(found("borrowed-prefill-rate", formula, with(prefill(15_928))).get(0).what())
        .endsWith("than a replica computes.");
  }

  // ---- loads -------------------------------------------------------------------------------

  /** T29: 32 clients of 8192 tokens. */
  @Test
  void clientsKeepABacklogUp() {
    ScaledObject scaler = scaler(1, 4, backlog("33821", "1.5"));
    PoolFacts pool = prefill(1_182).withAsked(closed(32, 0, 8192, 256));
    Finding finding = found("closed-load", scaler, with(pool)).get(0);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.path()).isEqualTo("triggers.backlog");
    assertThat(finding.what())
        .startsWith("The load is 32 clients that each wait for their answer")
        .contains("it asks for up to 6 replicas (maxReplicaCount is 4)");
    assertThat(finding.numbers())
        .isEqualTo("32 clients x 8192 uncached tokens / 33821 = 7.75, and ceil(7.75 / 1.5) = 6");
    nothingWithout("closed-load", scaler);
    assertThat(found("closed-load", scaler, with(prefill(1_182).withAsked(open(2, 8192, 256)))))
        .isEmpty();
  }

  @Test
  void nobodyWaitsAndItStillAsks() {
    PoolFacts slow =
        PoolFacts.NONE
            .withPrefill(new PoolFacts.Prefill(1_182, "plant.pool"))
            .withDecode(new PoolFacts.Decode(0.02, 0, 350_000, 256))
            .withAsked(closed(32, 0, 8192, 256));
    // 6.93 s of computing in a cycle of 12.05 s.
    Finding finding = found("closed-load", scaler(1, 4, backlog("1182", "1.5")), with(slow)).get(0);
    assertThat(finding.what()).endsWith("it climbs to maxReplicaCount 4 and stays there.");
    assertThat(finding.numbers())
        .endsWith("with replicas enough that none waits for another 128, which asks for 86");
    assertThat(
            found("closed-load", scaler(1, 100, backlog("1182", "1.5")), with(slow)).get(0).what())
        .endsWith("it never asks for fewer than 86 replicas.");
  }

  @ParameterizedTest(name = "{0} clients that think {1} s, threshold {2}, {3} to {4}: {5}")
  @CsvSource({
    "64, 0, 16, 1, 4, climbs to maxReplicaCount 4 and stays",
    "64, 0, 16, 1, 8, never asks for fewer than 4 replicas",
    "64, 0, 64, 1, 8, ",
    "64, 0, 16, 4, 8, ",
    "64, 1000, 16, 1, 8, asks for up to 4 replicas when all of them wait",
    "64, 20, 16, 1, 8, never asks for fewer than 3 replicas",
  })
  void clientsInFlight(
      int clients, double thinkS, String threshold, int min, int max, String says) {
    List<Finding> findings =
        found(
            "closed-load",
            scaler(min, max, trigger("running", "RUNNING", threshold)),
            with(qwen().withAsked(closed(clients, thinkS, 4000, 1000))));
    assertThat(findings).hasSize(says == null ? 0 : 1);
    findings.forEach(f -> assertThat(f.what()).contains(says));
  }

  @Test
  void aQueueFallsWithReplicasAndAValueIsNoTotal() {
    LintContext known = with(qwen().withAsked(closed(64, 0, 4000, 1000)));
    assertThat(found("closed-load", scaler(1, 8, QUEUE), known)).isEmpty();
    assertThat(found("closed-load", scaler(1, 8, value(trigger("t", "RUNNING", "16"))), known))
        .isEmpty();
  }

  @Test
  void moreThanTheMaximumCanServe() {
    ScaledObject scaler = scaler(1, 8, QUEUE);
    // 40/s x 4000 / 15928 = 10.05 replicas of prefill; decode needs more.
    Finding finding =
        found("max-below-peak", scaler, with(qwen().withAsked(open(40, 4000, 200)))).get(0);
    assertThat(finding.severity()).isEqualTo(Severity.PROBLEM);
    assertThat(finding.path()).isEqualTo("maxReplicaCount");
    assertThat(finding.numbers()).isEqualTo("prompts alone keep 10 replicas busy (40/s x 0.251 s)");
    assertThat(finding.advice()).startsWith("Allow at least 11 replicas;");
    assertThat(found("max-below-peak", scaler, with(qwen().withAsked(open(20, 4000, 200)))))
        .isEmpty();
    nothingWithout("max-below-peak", scaler);
  }

  @ParameterizedTest(name = "{0}/s, {1} + {2} tokens, KV {3}, {4} running: {5}")
  @CsvSource({
    "1.7, 4000, 1000, 350000, 256, each would hold 382521 tokens in a KV cache of 350000",
    "1.6, 100, 1000, 350000, 64, 'each would run 72.8 requests, and runs at most 64'",
    "4, 100, 1000, 350000, 256, every request slows the others down by more than it adds"
  })
  void whatIsLacking(
      double perSecond, double prompt, double output, double kv, int running, String says) {
    PoolFacts pool =
        prefill(15_928)
            .withDecode(new PoolFacts.Decode(0.02, 0.00035, kv, running))
            .withAsked(open(perSecond, prompt, output));
    List<Finding> findings = found("max-below-peak", scaler(1, 1, QUEUE), with(pool));
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).numbers()).contains(says);
  }

  /** The guide's 16 on long answers: at 10/s a replica's share runs far more than that. */
  @Test
  void theRunningThresholdRestsAtTheMaximum() {
    PoolFacts pool = qwen().withAsked(open(10, 4000, 1000));
    ScaledObject scaler = scaler(3, 8, trigger("running", "RUNNING", "16"));
    Finding finding = found("running-beyond-max", scaler, with(pool)).get(0);
    assertThat(finding.severity()).isEqualTo(Severity.NOTE);
    // 1.25/s each: (0.251 + 20) x 1.25 / (1 - 0.4375) = 45 run on each.
    assertThat(finding.numbers())
        .isEqualTo(
            "by Little's law 360 requests run at 10/s on 8 replicas, and ceil(360 / 16) = 23");
    assertThat(finding.advice()).startsWith("For fewer replicas raise the threshold above 46,");
    assertThat(
            found(
                "running-beyond-max",
                scaler(3, 8, trigger("running", "RUNNING", "46")),
                with(pool)))
        .isEmpty();
    // Where the maximum cannot serve it, that is what is said.
    assertThat(found("running-beyond-max", scaler, with(qwen().withAsked(open(30, 4000, 1000)))))
        .isEmpty();
    nothingWithout("running-beyond-max", scaler);
  }

  @ParameterizedTest(name = "{0} streams: {1}")
  @CsvSource({"0.5, one of theirs", "0.95, moves this quantile up", "1, "})
  void wholeAnswersAmongFirstTokens(double streaming, String says) {
    PoolFacts pool =
        PoolFacts.NONE.withAsked(
            new PoolFacts.Asked(
                OptionalDouble.of(1), Optional.empty(), 4000, 4000, 1, 1000, streaming));
    String query =
        "histogram_quantile(0.9, sum by (le) (rate(llm_d_epp_request_ttft_seconds_bucket%s[1m])))";
    List<Finding> findings =
        found(
            "non-streaming-latency",
            scaler(1, 8, value(trigger("t", query.formatted(""), "3"))),
            with(pool));
    assertThat(findings).hasSize(says == null ? 0 : 1);
    findings.forEach(f -> assertThat(f.what()).contains(says));
    assertThat(
            found(
                "non-streaming-latency",
                scaler(1, 8, value(trigger("t", query.formatted("{streaming='true'}"), "3"))),
                with(pool)))
        .isEmpty();
  }

  // ---- facts -------------------------------------------------------------------------------

  @Test
  void factsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> new PoolFacts.Gateway(true, -1, 5))
        .hasMessage("a gateway's TTL and capacity must be 0 or more, were -1.0 s and 5");
    assertThatThrownBy(() -> new PoolFacts.Prefill(Double.NaN, "x"))
        .hasMessageContaining("above 0 and finite, was NaN");
    assertThatThrownBy(() -> new PoolFacts.Decode(0.02, -1, 1, 1)).hasMessageContaining("-1.0 s");
    assertThatThrownBy(() -> new PoolFacts.Clients(0, 0)).hasMessageContaining("were 0");
    assertThatThrownBy(() -> open(1, 0, 1)).hasMessageContaining("above 0 tokens");
  }
}
