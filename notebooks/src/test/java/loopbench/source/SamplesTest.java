// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static loopbench.source.Answers.data;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import loopbench.series.Reading;
import loopbench.series.Reduction;
import loopbench.series.Series;
import loopbench.series.SeriesSet;
import loopbench.source.SimulatedPool.State;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The sample series: that they are what their README says, and that a threshold sweep is worth it.
 */
class SamplesTest {
  private static final int INSTANTS = 361;
  private static SeriesSet incident;

  private static byte[] sample(String name) {
    try (InputStream in = SamplesTest.class.getResourceAsStream("/samples/series/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
  }

  @BeforeAll
  static void readAsTheGalleryDoes() {
    Map<String, String> match = Map.of("namespace", SimulatedEpp.NAMESPACE);
    Map<String, Pick> picks = new LinkedHashMap<>();
    picks.put("queue", new Pick.Metric("llm_d_epp_flow_control_queue_size", match, Reduction.SUM));
    picks.put("running", new Pick.Metric("llm_d_epp_request_running", match, Reduction.SUM));
    picks.put("ready", new Pick.Metric("llm_d_epp_ready_endpoints", match, Reduction.MAX));
    picks.put("requests", new Pick.Metric("llm_d_epp_request_total", match, Reduction.SUM));
    picks.put(
        "saturation",
        new Pick.Metric("llm_d_epp_flow_control_pool_saturation", match, Reduction.MAX));
    picks.put("replicas", new Pick.Metric("kube_deployment_status_replicas", match, Reduction.ONE));
    incident =
        data(FileSeries.read(
                sample("queue-incident.json"),
                "queue-incident.json",
                new FileQuery(
                    picks,
                    Optional.of(
                        QueryRange.of(
                            RecordSamples.FROM, RecordSamples.TO, Duration.ofSeconds(15))),
                    Absent.KEEP)))
            .series();
  }

  private static Series series(String name) {
    return incident.named(name).orElseThrow();
  }

  @Test
  void theIncidentLastsNinetyMinutesWithoutARange() {
    SourceAnswer.Data all =
        data(FileSeries.read(sample("queue-incident.json"), "queue-incident.json", FileQuery.ALL));
    assertThat(all.series().clock()).isEqualTo(incident.clock());
    assertThat(all.series().series()).hasSize(19);
    assertThat(incident.clock().size()).isEqualTo(INSTANTS);
  }

  @Test
  void thePrometheusStoredWhatTheSimulationShowed() {
    List<State> moments = RecordSamples.moments(RecordSamples.EPP_LATE_S);
    assertSame("queue", moments, s -> s.requests()[0] == 0 ? -1 : sum(s.queued()));
    assertSame("running", moments, s -> s.requests()[0] == 0 ? -1 : sum(s.running()));
    assertSame("ready", moments, State::ready);
    assertSame("saturation", moments, State::saturation);
    assertSame("requests", moments, s -> s.requests()[0] == 0 ? -1 : sum(s.requests()));
    List<State> kube = RecordSamples.moments(RecordSamples.KUBE_LATE_S);
    for (int i = 0; i < INSTANTS; i++) {
      assertThat(series("replicas").value(i))
          .as("replicas %d", i)
          .isEqualTo(kube.get(i).replicas());
    }
  }

  private static double sum(int[] byTenant) {
    return Arrays.stream(byTenant).sum();
  }

  private static double sum(long[] byTenant) {
    return Arrays.stream(byTenant).sum();
  }

  /** A value below 0 stands for a series that has not begun. */
  private static void assertSame(String name, List<State> moments, ToDoubleFunction<State> value) {
    Series recorded = series(name);
    for (int i = 0; i < INSTANTS; i++) {
      State state = moments.get(i);
      double expected = value.applyAsDouble(state);
      boolean absent = !SimulatedPool.eppRuns(state.second()) || expected < 0;
      assertThat(recorded.reading(i))
          .as("%s %d", name, i)
          .isEqualTo(absent ? Reading.ABSENT : Reading.VALUE);
      if (!absent) {
        assertThat(recorded.value(i)).as("%s %d", name, i).isEqualTo(expected);
      }
    }
  }

  @Test
  void theEppIsMissingForThreeMinutesAndMore() {
    long gap = series("running").count(Reading.ABSENT);
    assertThat(gap).isBetween(12L, 20L);
    assertThat(series("replicas").count(Reading.ABSENT)).isZero();
    assertThat(series("queue").count(Reading.ABSENT)).isEqualTo(gap);
  }

  @Test
  void bothTenantsWaitAndThePoolIsScaledLate() {
    assertThat(Arrays.stream(series("queue").values()).filter(v -> v > 0).max().getAsDouble())
        .isBetween(100.0, 250.0);
    assertThat(Arrays.stream(series("running").values()).filter(v -> v > 0).max().getAsDouble())
        .isBetween(120.0, 160.0);
    assertThat(Arrays.stream(series("replicas").values()).min().getAsDouble()).isEqualTo(1);
    assertThat(Arrays.stream(series("replicas").values()).max().getAsDouble()).isEqualTo(8);
  }

  /** Replica hours and the share of the need (running / 20) that was not met. */
  private record Cost(double hours, double missed) {}

  /**
   * An autoscaler's own arithmetic, in a few lines and apart from the product's: at each instant
   * max(ceil(value / threshold)) with a tolerance of 10 %, absent read as 0, in force from then on.
   */
  private static Cost replay(double queueThreshold, double runningThreshold) {
    int replicas = 1;
    double hours = 0;
    double missed = 0;
    double need = 0;
    for (int i = 0; i < INSTANTS; i++) {
      if (series("running").reading(i) == Reading.VALUE) {
        need += series("running").value(i) / 20;
        missed += Math.max(0, series("running").value(i) / 20 - replicas);
      }
      int now = replicas;
      replicas =
          IntStream.of(
                  ask("queue", i, queueThreshold, now), ask("running", i, runningThreshold, now))
              .map(ask -> Math.max(1, Math.min(8, ask)))
              .max()
              .getAsInt();
      hours += replicas * 15 / 3600.0;
    }
    return new Cost(hours, missed / need);
  }

  private static int ask(String name, int i, double threshold, int replicas) {
    double value = series(name).reading(i) == Reading.VALUE ? series(name).value(i) : 0;
    boolean tolerated = Math.abs(value / (threshold * replicas) - 1) <= 0.1;
    return tolerated ? replicas : (int) Math.ceil(value / threshold);
  }

  @ParameterizedTest
  @CsvSource({"1, 14", "1, 16", "1, 20", "8, 16", "8, 8"})
  void lowThresholdsServeAndCost(double queue, double running) {
    assertThat(replay(queue, running).hours()).isGreaterThan(4);
  }

  @Test
  void theBestThresholdsLieBetweenTheEdges() {
    double[] queues = {1, 2, 4, 8, 16, 32, 64, 128};
    double[] runnings = {6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32};
    double best = Double.POSITIVE_INFINITY;
    String at = "";
    for (double queue : queues) {
      for (double running : runnings) {
        Cost cost = replay(queue, running);
        if (cost.missed() <= 0.001 && cost.hours() < best) {
          best = cost.hours();
          at = queue + " " + running;
        }
      }
    }
    assertThat(at).isEqualTo("16.0 14.0");
    assertThat(best).isLessThan(0.9 * replay(1, 14).hours());
    assertThat(replay(128, 14).missed()).isGreaterThan(0.001);
    assertThat(replay(16, 24).missed()).isGreaterThan(0.02);
  }

  @Test
  void theLatencyStepHasUnitsAndAllKindsOfReadings() {
    SeriesSet step =
        data(FileSeries.read(sample("latency-step.csv"), "latency-step.csv", FileQuery.ALL))
            .series();
    assertThat(step.names()).containsExactly("rate", "p99");
    assertThat(step.named("rate").get().labels().get("__unit__")).isEqualTo("1/s");
    assertThat(step.named("p99").get().labels().get("__unit__")).isEqualTo("ms");
    assertThat(step.clock().size()).isEqualTo(90);
    assertThat(sample("latency-step.csv"))
        .isEqualTo(LatencyStep.table().getBytes(StandardCharsets.UTF_8));
    assertThat(step.named("p99").get().count(Reading.ABSENT)).isEqualTo(1);
    assertThat(step.named("p99").get().count(Reading.NAN)).isEqualTo(1);
  }

  @Test
  void theLatencyWalkIsAsItIsMade() {
    assertThat(sample("latency-walk.csv"))
        .isEqualTo(LatencyWalk.table().getBytes(StandardCharsets.UTF_8));
    SeriesSet walk =
        data(FileSeries.read(sample("latency-walk.csv"), "latency-walk.csv", FileQuery.ALL))
            .series();
    assertThat(walk.clock().size()).isEqualTo(600);
    assertThat(walk.named("p99").get().count(Reading.ABSENT)).isEqualTo(11);
  }
}
