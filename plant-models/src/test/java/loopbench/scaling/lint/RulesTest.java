// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import static loopbench.scaling.lint.Given.formula;
import static loopbench.scaling.lint.Given.intervals;
import static loopbench.scaling.lint.Given.scaler;
import static loopbench.scaling.lint.Given.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.hpa.KubernetesVersion;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.keda.AuthenticationRef;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.Trigger;
import loopbench.series.Clock;
import loopbench.series.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The list of rules, and what holds for all of them. */
class RulesTest {
  @Test
  void everyRuleIsListed() throws Exception {
    Path classes = Path.of(Rule.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> written = new TreeSet<>();
    try (Stream<Path> files = Files.list(classes.resolve("loopbench/scaling/lint"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName("loopbench.scaling.lint." + name);
        if (Rule.class.isAssignableFrom(type) && !type.isInterface()) {
          written.add(type.getName());
        }
      }
    }
    assertThat(written).hasSizeGreaterThan(40);
    assertThat(Rules.standard())
        .extracting(r -> r.getClass().getName())
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(written);
  }

  @Test
  void everyRuleHasItsOwnNameAndSaysWhatItIsAbout() {
    assertThat(Rules.standard()).extracting(Rule::id).doesNotHaveDuplicates();
    assertThat(Rules.standard())
        .allSatisfy(
            rule -> {
              assertThat(rule.id()).matches("[a-z]+(-[a-z]+)*");
              assertThat(rule.about()).matches("[A-Z].*\\.");
            });
  }

  @Test
  void findingsStandInTheOrderOfTheManifest() {
    ScaledObject scaler =
        formula(
                intervals(
                    scaler(
                        1,
                        20,
                        trigger("b", "KV", "1"),
                        trigger("a", "sum(llm_d_epp_request_running)", "16")),
                    15,
                    300),
                "a + b")
            .withFallback(Fallback.of(3, 1));
    List<String> paths =
        Lint.of(scaler, LintContext.NONE).stream()
            .map(f -> f.path().replaceFirst("^(triggers\\.[ab]|[a-zA-Z]+).*", "$1"))
            .distinct()
            .toList();
    assertThat(paths)
        .containsExactly(
            "pollingInterval",
            "cooldownPeriod",
            "maxReplicaCount",
            "triggers.b",
            "triggers.a",
            "fallback");
  }

  @Test
  void aSoundObjectGivesNothing() {
    Trigger queue = trigger("queue", "QUEUE", "2").withMetadata("ignoreNullValues", "false");
    assertThat(
            Lint.of(
                scaler(1, 8, queue)
                    .withFallback(
                        Fallback.of(3, 4).withBehavior(Fallback.Kind.CURRENT_REPLICAS_IF_HIGHER)),
                LintContext.NONE))
        .isEmpty();
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 200).boxed();
  }

  /** Whatever a manifest says: no exception, the same again, sentences, and paths that exist. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void anyObjectIsLookedAt(long seed) {
    Random random = new Random(seed);
    ScaledObject scaler = any(random);
    LintContext context = anyContext(random, scaler);
    List<Finding> findings = Lint.of(scaler, context);
    assertThat(Lint.of(scaler, context)).isEqualTo(findings);
    for (Finding finding : findings) {
      assertThat(finding.what()).matches("(?s)\\S.*\\.").doesNotContain("  ", "..  ", "Optional");
      assertThat(finding.advice()).matches("(?s)[A-Z].*\\.").doesNotContain("  ", "Optional");
      assertThat(finding.numbers()).doesNotContain("Optional", "null").doesNotEndWith(".");
      assertThat(finding.path())
          .matches(
              "(metadata\\.annotations|scaleTargetRef|pollingInterval|initialCooldownPeriod"
                  + "|cooldownPeriod|idleReplicaCount|minReplicaCount|maxReplicaCount"
                  + "|advanced\\.(horizontalPodAutoscalerConfig\\.behavior|scalingModifiers)"
                  + "|triggers\\.[^.]+|fallback)(\\..*)?");
    }
  }

  private static <T> T pick(Random random, List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private static ScaledObject any(Random random) {
    List<String> queries =
        List.of(
            "QUEUE",
            "RUNNING",
            "SATURATION",
            "KV",
            "avg(KV)",
            "sum(KV) or vector(0)",
            "REPLICAS",
            "KV or vector(0)",
            "READY",
            "UNAVAILABLE",
            "sum(x) / count(y)",
            "",
            "sum(",
            "vector(1)",
            "epp:saturation:smoothed",
            "clamp_max(QUEUE, 3)",
            "scalar(QUEUE)",
            "1/0",
            "sum(llm_d_epp_flow_control_pool_saturation)",
            "max_over_time(QUEUE[5m:1m])",
            "sum(llm_d_epp_inflight_tokens) / ${V_P}",
            "sum(llm_d_epp_inflight_tokens) / 33821 or vector(0)",
            "histogram_quantile(0.9, sum by (le) (rate(llm_d_epp_request_ttft_seconds_bucket[1m])))",
            "QUEUE * llm_d_epp_ready_endpoints",
            "{__name__=~'llm_d_epp_.*'}",
            "inference_pool_average_queue_size{name='p'}");
    List<Trigger> triggers = new ArrayList<>();
    List<String> names = List.of("a", "b", "c", "d-e", "");
    for (int i = random.nextInt(4); i >= 0; i--) {
      Map<String, String> metadata = new LinkedHashMap<>();
      metadata.put("serverAddress", pick(random, List.of("http://p", "https://p", "")));
      metadata.put("query", Given.filled(pick(random, queries)));
      metadata.put("threshold", pick(random, List.of("1", "0.7", "16", "0", "x", "1e300")));
      if (random.nextBoolean()) {
        metadata.put(
            pick(
                random,
                List.of(
                    "activationThreshold", "ignoreNullValues", "authModes", "metricType", "ns")),
            pick(random, List.of("1", "false", "true", "bearer", "Value", "", "-2")));
      }
      triggers.add(
          new Trigger(
              pick(random, List.of("prometheus", "prometheus", "prometheus", "cpu", "kafka", "")),
              pick(random, names),
              pick(random, List.of("", "AverageValue", "Value", "Utilization", "x")),
              metadata,
              random.nextInt(4) == 0,
              random.nextBoolean()
                  ? Optional.empty()
                  : Optional.of(new AuthenticationRef("auth", ""))));
    }
    ScaledObject scaler = ScaledObject.of("s", "d", 1, 1, triggers);
    scaler =
        scaler
            .withReplicas(
                new ReplicaCounts(some(random, -1, 5), some(random, 0, 300), some(random, 0, 3)))
            .withIntervals(
                new Intervals(some(random, 0, 60), some(random, 0, 600), some(random, 0, 60)));
    if (random.nextBoolean()) {
      scaler =
          Given.modifiers(
              scaler,
              new ScalingModifiers(
                  pick(
                      random,
                      List.of(
                          "a",
                          "a + b",
                          "a / b",
                          "a - b",
                          "float(a) > 1 ? 5 : 0",
                          "a ?? b ?? 3",
                          "[a][int(b) - 10]",
                          "int(a) % int(b + 2)",
                          "(",
                          "",
                          "max(0, a)",
                          "7")),
                  pick(random, List.of("1", "2.5", "", "0", "x")),
                  pick(random, List.of("", "0", "x", "1")),
                  pick(random, List.of("", "Value", "AverageValue", "?"))));
    }
    if (random.nextBoolean()) {
      ScalingRules rules =
          new ScalingRules(
              some(random, 0, 600),
              Optional.empty(),
              random.nextBoolean()
                  ? Optional.empty()
                  : Optional.of(List.of(new ScalingPolicy(ScalingPolicy.Type.PODS, 1, 60))),
              random.nextBoolean()
                  ? Optional.empty()
                  : Quantity.read(pick(random, List.of("0", "50m", "-1", "2"))));
      scaler =
          scaler.withAdvanced(
              scaler
                  .advanced()
                  .withBehavior(
                      random.nextInt(3) == 0
                          ? Behavior.EMPTY
                          : random.nextBoolean()
                              ? Behavior.EMPTY.withUp(rules)
                              : Behavior.EMPTY.withUp(rules).withDown(rules)));
    }
    if (random.nextBoolean()) {
      scaler =
          scaler.withFallback(
              new Fallback(
                  some(random, 0, 5),
                  some(random, 0, 5),
                  pick(random, List.of("", "static", "currentReplicas", "scalingModifiers", "x"))));
    }
    if (random.nextInt(3) == 0) {
      scaler =
          Given.annotated(
              scaler,
              pick(random, List.of("paused", "paused-scale-in", "paused-replicas", "x")),
              pick(random, List.of("true", "false", "yes", "3", "")));
    }
    return scaler;
  }

  private static OptionalInt some(Random random, int from, int to) {
    return random.nextInt(3) == 0
        ? OptionalInt.empty()
        : OptionalInt.of(from + random.nextInt(to - from + 1));
  }

  private static LintContext anyContext(Random random, ScaledObject scaler) {
    Map<String, LintContext.Recording> recordings = new HashMap<>();
    Clock clock = Clock.regular(0, 15_000, 20);
    for (int i = 0; i < scaler.triggers().size(); i++) {
      double[] values = random.doubles(20, -1, 30).toArray();
      values[random.nextInt(20)] = Double.NaN;
      recordings.put(
          scaler.triggerName(i),
          new LintContext.Recording(
              some(random, 0, 3),
              random.nextInt(4) == 0
                  ? Optional.empty()
                  : Optional.of(Series.of("x", clock, values))));
    }
    LintContext context = LintContext.NONE.withRecordings(recordings);
    context =
        context.withHpa(
            context
                .hpa()
                .withTolerance(pick(random, List.of(0.0, 0.1, 3.0)))
                .withKubernetes(new KubernetesVersion(1, pick(random, List.of(30, 33, 35)))));
    context = random.nextInt(4) == 0 ? context : context.withPool(anyPool(random));
    return random.nextBoolean() ? context : context.withReplicas(1 + random.nextInt(40));
  }

  private static PoolFacts anyPool(Random random) {
    PoolFacts pool = PoolFacts.NONE;
    if (random.nextBoolean()) {
      pool = pool.withWarmUpS(pick(random, List.of(0.0, 4.0, 100.0, 240.5)));
    }
    if (random.nextBoolean()) {
      pool = pool.withScrapeS(5);
    }
    if (random.nextBoolean()) {
      pool =
          pool.withGateway(
              new PoolFacts.Gateway(
                  random.nextInt(3) > 0, pick(random, List.of(0.0, 60.0, 600.0)), 50));
    }
    if (random.nextBoolean()) {
      pool =
          pool.withPrefill(
              new PoolFacts.Prefill(pick(random, List.of(1182.5, 15928.0, 1e6)), "plant.pool"));
    }
    if (random.nextBoolean()) {
      pool =
          pool.withDecode(
              new PoolFacts.Decode(0.02, pick(random, List.of(0.0, 0.00035)), 350_000, 256));
    }
    if (random.nextBoolean()) {
      boolean closed = random.nextBoolean();
      pool =
          pool.withAsked(
              new PoolFacts.Asked(
                  closed ? OptionalDouble.empty() : OptionalDouble.of(random.nextInt(60)),
                  closed
                      ? Optional.of(
                          new PoolFacts.Clients(1 + random.nextInt(60), random.nextInt(3)))
                      : Optional.empty(),
                  4000,
                  5000,
                  pick(random, List.of(0.0, 0.4, 1.0)),
                  1000,
                  pick(random, List.of(0.0, 0.8, 1.0))));
    }
    return pool;
  }
}
