// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import loopbench.figure.Png;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The recorded incident's demand, and the incident run again in a closed loop. */
class ReconstructTest {
  private static final String SOURCE =
      "source: incident\nfile: queue-incident.json\nseries:\n"
          + "  queue: {metric: llm_d_epp_flow_control_queue_size, reduce: sum}\n"
          + "  running: {metric: llm_d_epp_request_running, reduce: sum}\n"
          + "  total: {metric: llm_d_epp_request_total, reduce: sum}\n"
          + "  ready: {metric: llm_d_epp_ready_endpoints, reduce: sum}\n";
  private static final String BARE =
      "load: reconstructed\nfit: source.incident\nqueue: queue\nrunning: running\n"
          + "replicas: ready\nprompt: 12000 tokens\noutput: 1000 tokens\n";
  private static final String LOAD = BARE + "counted: total\nttl: 60s\n";
  private static final String[] LOOP = {
    "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n",
    "scaler: keda\nmanifest: queue-depth.yaml\n",
    "run: again\nplant: pool\nload: reconstructed\nscaler: keda\nfor: 90m\n"
  };

  @TempDir Path folder;

  @BeforeEach
  void samples() throws Exception {
    Path samples = Path.of("..", "samples");
    for (String file :
        new String[] {"series/queue-incident.json", "scaledobjects/queue-depth.yaml"}) {
      Files.copy(samples.resolve(file), folder.resolve(Path.of(file).getFileName()));
    }
  }

  private RunReport.CellReport ran(String address, String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder).cells().stream()
        .filter(cell -> cell.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theIncidentsDemandIsReconstructed() throws Exception {
    RunReport.CellReport cell = ran("load.reconstructed", SOURCE, LOAD);
    assertThat(cell.problems()).isEmpty();
    assertThat(cell.sentence())
        .contains("requests were asked")
        .contains("from the requests that were counted")
        .contains("% explained");
    assertThat(cell.result().orElseThrow().value()).isInstanceOf(LoadModel.class);
    var outputs = cell.result().orElseThrow().outputs();
    assertThat(outputs).hasSize(4);
    assertThat(Png.encode(((Output.Chart) outputs.get(0)).figure())).isNotEmpty();
    assertThat(((Output.Note) outputs.get(2)).toString()).contains("225 s that were not recorded");
  }

  @Test
  void withoutACounterItSaysWhatItTook() {
    RunReport.CellReport cell = ran("load.reconstructed", SOURCE, BARE);
    assertThat(cell.problems()).isEmpty();
    assertThat(cell.sentence()).contains("from how fast the number of running requests fluctuates");
  }

  @Test
  void theIncidentRunsAgainInAClosedLoop() {
    RunReport.CellReport again = ran("run.again", SOURCE, LOAD, LOOP[0], LOOP[1], LOOP[2]);
    assertThat(again.problems()).isEmpty();
    assertThat(again.passed()).isTrue();
    assertThat(again.sentence()).contains(" of 6757 requests were served in time");
  }

  /** Each field reaches what it is of, in words that tell. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "ttl: 60s|about 6767 requests were asked, at most 3.28/s; one runs for 19.2 (16.7 to 21.7) s",
        "ttl: 60s|is predicted to within 5.4 running and 14.6 waiting",
        "about: nobody gives up|is predicted to within 21.9 running and 75.7 waiting",
        "ttl: 60s;use: {from: 20m, to: 50m}|one runs for 20.4 (17.5 to 23.4) s",
        "ttl: 60s;service: {base: 20s}|one runs for 20 s, as it was given",
        "ttl: 60s;service: {base: 20s, per-request: 500ms}|one runs for 20 s and 0.5 s more for each",
      })
  void aFieldReachesWhatItIsOf(String lines, String says) {
    String cell = BARE + "counted: total\n" + lines.replace(";", "\n") + "\n";
    assertThat(ran("load.reconstructed", SOURCE, cell).sentence()).containsIgnoringCase(says);
  }

  @Test
  void theRestOfTheLoadIsAsWritten() {
    LoadModel load =
        (LoadModel)
            ran(
                    "load.reconstructed",
                    SOURCE,
                    LOAD + "prefix-hit: 40%\nstreaming: 25%\narrivals: poisson\n")
                .result()
                .orElseThrow()
                .value();
    assertThat(load.prompt().mean()).isEqualTo(12_000);
    assertThat(load.output().mean()).isEqualTo(1_000);
    assertThat(load.prefixHit()).isEqualTo(0.4);
    assertThat(load.streaming()).isEqualTo(0.25);
    assertThat(((Arrivals.Open) load.arrivals()).spacing()).isEqualTo(Spacing.POISSON);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "queue: queue|queue: quue|the source has no series called `quue`",
        "ttl: 60s|ttl: 0s|ttl is not above 0 s",
        "ttl: 60s|requests: 2/s|a load that is fitted to a recording has no requests",
        "ttl: 60s|service: {base: 0s}|base and added must be at least 0 s and not both 0",
        "ttl: 60s|use: {from: 5m, to: 1m}|use.to is not above use.from",
        "replicas: ready|replicas: total|tells how long a request runs",
        "replicas: ready||replicas is missing"
      })
  void whatIsWrongIsSaidInWords(String line, String instead, String what) {
    String cell = LOAD.replace(line + "\n", instead == null ? "" : instead + "\n");
    RunReport.CellReport report = ran("load.reconstructed", SOURCE, cell);
    assertThat(report.problems().toString()).contains(what);
  }
}
