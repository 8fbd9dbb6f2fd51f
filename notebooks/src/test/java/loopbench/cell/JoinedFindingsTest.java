// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import loopbench.loop.PoolRun;
import loopbench.plant.pool.Fate;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a manifest will do on the plant and under the load of a run. */
class JoinedFindingsTest {
  private static final String POOL =
      "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n";
  private static final String LOAD =
      "load: l\nrequests: 2/s\nprompt: {mean: 4000}\noutput: {mean: 200}\n";
  private static final String TOKENS = "scaler: s\npreset: token-backlog\n";
  private static final String QUEUE = "scaler: s\npreset: queue-depth\n";
  private static final String RUN = "run: r\nplant: pool\nload: l\nscaler: s\nfor: 2m\n";

  @TempDir Path folder;

  private Result result(String... sources) {
    RunReport.CellReport cell =
        Notebooks.run(Notebooks.of(sources), folder).cells().stream()
            .filter(c -> c.address().equals("run.r"))
            .findFirst()
            .orElseThrow();
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    return cell.result().orElseThrow();
  }

  private PoolsRun run(String... sources) {
    return (PoolsRun) result(sources).value();
  }

  private List<Output.Table> found(String... sources) {
    return result(sources).outputs().stream()
        .filter(Output.Table.class::isInstance)
        .map(Output.Table.class::cast)
        .filter(table -> table.headings().contains("what it will do"))
        .toList();
  }

  private List<String> rows(String... sources) {
    return found(sources).stream()
        .flatMap(table -> table.rows().stream())
        .map(row -> row.get(0) + " " + row.get(1) + ": " + row.get(2))
        .toList();
  }

  @Test
  void nothingIsAddedWhereAllFits() {
    assertThat(rows(POOL, LOAD, TOKENS, RUN)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "warm-up: 100s | 'set: {minReplicaCount: 0}' | problem minReplicaCount (line 11): The request that wakes the pool is given up before a pod can serve it",
        "warm-up: 50s | 'set: {minReplicaCount: 0}' | warning minReplicaCount (line 11): Whether the request that wakes the pool is served is a matter of luck",
        "'gateway: {ttl: 10m}' | 'set: {minReplicaCount: 0}' | ",
        "'gateway: {ttl: 0s}' | 'set: {minReplicaCount: 0}' | ",
        "warm-up: 30s | 'set: {minReplicaCount: 0}' | ",
        "warm-up: 100s | 'set: {minReplicaCount: 1}' | ",
      })
  void theQueueIsGivenUp(String plant, String set, String row) {
    List<String> rows = rows(POOL + plant + "\n", LOAD, QUEUE + set + "\n", RUN);
    assertThat(rows).hasSize(row == null ? 0 : 1);
    if (row != null) {
      assertThat(rows.get(0)).startsWith(row);
    }
  }

  /** What is said of the TTL is what the pool does with one request now and then. */
  @ParameterizedTest(name = "TTL {0}: {2} to {3} of 4 lost")
  @CsvSource({"60s, problem, 4, 4", "105s, warning, 1, 4", "120s, , 0, 0", "0s, , 0, 0"})
  void theWakingRequestsAreLostAsSaid(String ttl, String severity, long least, long most) {
    String[] page = {
      POOL + "warm-up: 100s\ngateway: {ttl: " + ttl + "}\n",
      LOAD.replace("2/s", "0.002/s\narrivals: regular"),
      QUEUE + "set: {minReplicaCount: 0}\n",
      RUN.replace("2m", "40m")
    };
    List<String> rows = rows(page);
    assertThat(rows).hasSize(severity == null ? 0 : 1);
    rows.forEach(row -> assertThat(row).startsWith(severity + " minReplicaCount"));
    PoolRun pool = run(page).trace().first();
    assertThat(pool.counters().arrived()).isEqualTo(4);
    assertThat(pool.lost().getOrDefault(Fate.EVICTED_NO_ENDPOINTS, 0L)).isBetween(least, most);
  }

  /** What is said of clients is what the pool does with them, down to the replica. */
  @ParameterizedTest(name = "{0} tokens/s: {1} replicas at the end")
  @CsvSource({"1182, 4, climbs to maxReplicaCount 4", "15928, 3, asks for up to 11 replicas"})
  void clientsKeepAsManyAsSaid(String prefill, int last, String says) {
    String[] page = {
      POOL + "prefill: " + prefill + " tokens/s\n",
      "load: l\nclients: 32\nprompt: {mean: 8192}\noutput: {mean: 256}\n",
      TOKENS + "set: {maxReplicaCount: 4}\n",
      RUN.replace("2m", "40m")
    };
    assertThat(rows(page)).anyMatch(row -> row.contains(says));
    PoolRun pool = run(page).trace().first();
    assertThat(pool.desired(pool.size() - 1)).isEqualTo(last);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prefill: 33821 tokens/s | problem | reads the backlog 2.12 times too short",
        "prefill: 2696 tokens/s | warning | reads the backlog 5.91 times too long",
        "prefill: 15000 tokens/s | | ",
        "prefill: 15928 tokens/s, wait: 0.2s | warning | One request alone asks for 2 replicas",
        "prefill: 15928 tokens/s, wait: 0.3s | | "
      })
  void aBacklogOfAnotherPool(String with, String severity, String says) {
    List<String> rows = rows(POOL, LOAD, TOKENS + "with: {" + with + "}\n", RUN);
    rows = rows.stream().filter(row -> says == null || row.contains(says)).toList();
    assertThat(rows).hasSize(says == null ? 0 : 1);
    rows.forEach(row -> assertThat(row).startsWith(severity));
  }

  @Test
  void calibratedOnThePlantItIsNotBorrowed() {
    String other = POOL + "prefill: 2696 tokens/s\n";
    assertThat(rows(other, LOAD, TOKENS, RUN))
        .anyMatch(row -> row.contains("5.91 times too short"))
        .anyMatch(row -> row.contains("plant.pool computes 2696 tokens/s"));
    String calibration =
        "run: vp\nplant: pool\ncalibrate: {}\nprompt: 4000 tokens\n"
            + "objective: {ttft: 8s, share: 65%}\n";
    assertThat(
            rows(
                other,
                calibration,
                LOAD,
                TOKENS + "with: {prefill: run.vp.prefill, wait: run.vp.threshold}\n",
                RUN))
        .noneMatch(row -> row.contains("times too"))
        .noneMatch(row -> row.contains("alone asks"));
  }

  @Test
  void clientsAreNoDemand() {
    String clients = LOAD.replace("requests: 2/s", "clients: 64");
    assertThat(rows(POOL, clients, QUEUE, RUN))
        .singleElement()
        .asString()
        .startsWith("warning triggers.epp-running-requests")
        .contains("it never asks for fewer than 4 replicas.");
    assertThat(rows(POOL, LOAD, QUEUE, RUN)).isEmpty();
    assertThat(rows(POOL, clients.replace("64", "16"), QUEUE, RUN)).isEmpty();
  }

  @Test
  void withoutFlowControlTheQueueIsAbsent() {
    String off = POOL + "gateway: {detector: off}\n";
    assertThat(rows(off, LOAD, QUEUE + "set: {minReplicaCount: 0}\nreplicas: 1\n", RUN))
        .anyMatch(row -> row.startsWith("problem minReplicaCount") && row.contains("Once at zero"))
        .anyMatch(
            row ->
                row.startsWith("problem triggers.epp-queue-size") && row.contains("never answers"));
  }

  @Test
  void aMaximumBelowThePeak() {
    String step = LOAD.replace("2/s", "{0s: 1/s, 60s: 9/s}");
    assertThat(rows(POOL, step, QUEUE + "set: {maxReplicaCount: 2}\n", RUN))
        .anyMatch(row -> row.startsWith("problem maxReplicaCount") && row.contains("peak of 9/s"));
    // A step after the run's end is none of its business.
    assertThat(rows(POOL, step.replace("60s", "600s"), QUEUE + "set: {maxReplicaCount: 2}\n", RUN))
        .isEmpty();
  }

  @Test
  void aTracesBusiestMinuteIsItsPeak() throws Exception {
    StringBuilder csv = new StringBuilder("arrived_at,num_prefill_tokens,num_decode_tokens\n");
    for (int i = 0; i < 1800; i++) {
      csv.append(i / 10.0).append(",4000,10\n");
    }
    Files.writeString(folder.resolve("t.csv"), csv, StandardCharsets.UTF_8);
    String[] page = {POOL, "load: l\ntrace: t.csv\n", QUEUE + "set: {maxReplicaCount: 2}\n", RUN};
    assertThat(rows(page))
        .anyMatch(row -> row.startsWith("problem maxReplicaCount") && row.contains("peak of 10/s"));
  }

  @Test
  void eachPoolOfSeveralIsJudgedByItsOwn() {
    String two =
        "run: r\nfor: 2m\npools:\n  a: {plant: pool, load: l, scaler: s}\n"
            + "  b: {plant: slow, load: l, scaler: t}\n";
    List<Output.Table> tables =
        found(
            POOL,
            "plant: slow\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n"
                + "prefill: 8000 tokens/s\n",
            LOAD,
            TOKENS,
            TOKENS.replace("scaler: s", "scaler: t"),
            two);
    assertThat(tables).hasSize(1);
    assertThat(tables.get(0).sentence())
        .startsWith("1 warning of this plant and load in the pool b.");
  }

  @Test
  void theHalvesOfASplitAreKnownByTheirParts() {
    List<String> rows =
        rows(
            "plant: p\nmodel: model-server-pool\npreset: qwen3-32b-h100-prefill\n",
            "plant: d\nmodel: model-server-pool\npreset: qwen3-32b-2xh100-decode\n",
            LOAD.replace("2/s", "0.1/s"),
            "scaler: s\npreset: token-backlog-prefill\n",
            "scaler: t\npreset: token-backlog-decode\n",
            "run: r\nfor: 2m\npools:\n  prefill: {plant: p, load: l, scaler: s}\n"
                + "  decode: {plant: d, load: l, scaler: t}\n");
    assertThat(rows)
        .singleElement()
        .asString()
        .contains("reads the backlog 28.6 times too short", "plant.p computes 1182 tokens/s");
  }

  @Test
  void whatTheManifestTellsIsNotSaidAgain() {
    Stream<String> alone =
        Notebooks.run(Notebooks.of(QUEUE), folder).cells().stream()
            .flatMap(c -> c.result().orElseThrow().outputs().stream())
            .map(Output.Table.class::cast)
            .flatMap(table -> table.rows().stream())
            .map(row -> row.get(2));
    List<String> joined = rows(POOL, LOAD, QUEUE + "set: {minReplicaCount: 0}\nreplicas: 1\n", RUN);
    assertThat(joined).isNotEmpty();
    assertThat(alone).noneMatch(what -> joined.stream().anyMatch(row -> row.endsWith(what)));
  }
}
