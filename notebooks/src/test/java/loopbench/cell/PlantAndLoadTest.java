// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import loopbench.plant.FirstOrder;
import loopbench.plant.KneeLatency;
import loopbench.plant.Queueing;
import loopbench.plant.Schedule;
import loopbench.plant.Sensor;
import loopbench.plant.load.Arrivals;
import loopbench.plant.load.Demand;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.RequestTrace;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.Removal;
import loopbench.plant.pool.Role;
import loopbench.plant.pool.Serving;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plants and loads in cells: what their words mean, and what is wrong with them. */
class PlantAndLoadTest {
  private static final String FIRST_ORDER =
      "plant: p\nmodel: first-order\ngain: 0.6\ntime-constant: 5s\ndead-time: 2s\nfloor: 5ms\n";
  private static final String QUEUEING =
      "plant: p\nmodel: queueing\nservers: 10\nservice-time: 100ms\n";
  private static final String KNEE =
      "plant: p\nmodel: knee-latency\nfloor: 5ms\nrise: 4ms\ncapacity: {0s: 100/s, 30s: 60/s}\n";
  private static final String POOL =
      "plant: p\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n";
  private static final String LENGTHS =
      "prompt: {mean: 4000, sd: 300, min: 3500, max: 4500}\noutput: {mean: 1000, sd: 80}\n";
  private static final String LADDER =
      "load: l\nrequests: {0s: 2/s, 330s: 4/s, 690s: 6/s}\n" + LENGTHS;
  private static final String SLOW_FLOW =
      Notebooks.FLOW.replace("$target", "50ms").replace("$kp", "0.01").replace("$ki", "0.0001");
  private static final String RUN = "run: r\nplant: p\nflow: ctl\nticks: 300\n";

  @TempDir Path folder;

  private RunReport.CellReport ran(String address, String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder).cells().stream()
        .filter(cell -> cell.address().equals(address))
        .findFirst()
        .orElseThrow();
  }

  private <T> T value(String address, Class<T> type, String... sources) {
    RunReport.CellReport cell = ran(address, sources);
    assertThat(cell.problems()).isEmpty();
    return type.cast(cell.result().orElseThrow().value());
  }

  private String problem(String... sources) {
    return Notebooks.run(Notebooks.of(sources), folder).cells().stream()
        .filter(c -> c.ending() == RunReport.Ending.FAILED)
        .map(RunReport.CellReport::sentence)
        .findFirst()
        .orElse("nothing failed");
  }

  // ---- plants ------------------------------------------------------------------------------

  @Test
  void plantsThatTakeTheirTime() {
    assertThat(value("plant.p", FirstOrder.class, FIRST_ORDER))
        .isEqualTo(new FirstOrder(0.6, 5, 2, 5, Sensor.EXACT));
    assertThat(
            value(
                "plant.p",
                FirstOrder.class,
                FIRST_ORDER + "sensor: {samples: 50, tail: exponential}"))
        .extracting(FirstOrder::sensor)
        .isEqualTo(new Sensor(Sensor.Samples.count(50), Sensor.Tail.EXPONENTIAL));
    assertThat(value("plant.p", KneeLatency.class, KNEE))
        .isEqualTo(new KneeLatency(5, 4, Schedule.step(100, 30, 60), 10_000, Sensor.EXACT));
    assertThat(
            value("plant.p", KneeLatency.class, KNEE + "ceiling: 2s\nsensor: {samples: poisson}\n"))
        .isEqualTo(
            new KneeLatency(
                5,
                4,
                Schedule.step(100, 30, 60),
                2_000,
                new Sensor(Sensor.Samples.POISSON, Sensor.Tail.NONE)));
    assertThat(value("plant.p", Queueing.class, QUEUEING)).isEqualTo(Queueing.EXAMPLE);
    assertThat(value("plant.p", Queueing.class, QUEUEING + "arrivals: regular\n"))
        .isEqualTo(Queueing.EXAMPLE.withArrivals(Queueing.Arrivals.REGULAR));
  }

  @ParameterizedTest
  @ValueSource(strings = {FIRST_ORDER, QUEUEING, KNEE})
  void theyRunWithAFlow(String plant) {
    RunReport.CellReport run = ran("run.r", plant, SLOW_FLOW, RUN);
    assertThat(run.sentence()).doesNotContain("NaN").doesNotContain("gain margin");
    assertThat(run.passed()).as(run.sentence()).isTrue();
  }

  /** A knob in seconds is swept in seconds, however the axis writes it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plant.time-constant | {linear: [1s, 5s], n: 3} | 1.0 3.0 5.0",
        "plant.time-constant | {linear: [500ms, 5s], n: 2} | 0.5 5.0",
        "plant.time-constant | {log: [1, 4], n: 3} | 1.0 2.0 4.0",
        "plant.dead-time | [0s, 3s] | 0.0 3.0",
        "plant.floor | [1ms, 0.01s] | 1.0 10.0",
      })
  void theyAreSweptByPath(String path, String axis, String values) {
    SweepRun sweep =
        value(
            "sweep.s",
            SweepRun.class,
            FIRST_ORDER,
            SLOW_FLOW,
            RUN,
            "sweep: s\nrun: r\naxes: {" + path + ": " + axis + "}\n");
    assertThat(sweep.axes().get(0).values().stream().map(v -> Math.round(v * 1e9) / 1e9).toList())
        .isEqualTo(List.of(values.split(" ")).stream().map(Double::valueOf).toList());
  }

  @Test
  void aTimeOnAnAxisThatIsNone() {
    assertThat(
            problem(
                FIRST_ORDER, SLOW_FLOW, RUN, "sweep: s\nrun: r\naxes: {plant.gain: [1s, 2s]}\n"))
        .isEqualTo("sweep.s, line 3: plant.gain is no time, but 1s stands on its axis.");
    assertThat(
            problem(
                FIRST_ORDER, SLOW_FLOW, RUN, "sweep: s\nrun: r\naxes: {plant.ded-time: [1s]}\n"))
        .isEqualTo(
            "sweep.s, line 3: the run has no knob `plant.ded-time`. Did you mean plant.dead-time?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gain: 0.6 | gain: 0.6ms | plant.p, line 3: gain is a bare number, but has the unit ms. Write 0.6.",
        "gain: 0.6 | gain: -1 | plant.p, line 3: gain must be finite and at least 0 ms, was -1.0.",
        "5s | 5 | plant.p, line 4: time-constant has no unit. Write 5s if s is meant.",
        "dead-time: 2s | dead-time: 2d | plant.p, line 5: dead-time must be from 0 to 86400 s",
        "dead-time | deadtime | plant.p, line 5: there is no field `deadtime`. Did you mean dead-time?",
        "floor: 5ms | servers: 5 | plant.p, line 1: floor is missing. Write `floor: 5ms`.",
        "first-order | firstorder | plant.p, line 2: model cannot be `firstorder`. It is one of affine-latency, knee-latency, first-order, queueing or model-server-pool. Did you mean first-order?",
      })
  void aFirstOrderPlantThatCannotBe(String good, String bad, String sentence) {
    assertThat(problem(FIRST_ORDER.replace(good, bad))).startsWith(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rise: 4ms | about: x | plant.p, line 1: rise is missing. Write `rise: 4.5ms`.",
        "rise: 4ms | rise: 0ms | plant.p, line 4: rise must be a finite time above 0 ms, was 0.0.",
        "rise: 4ms | slope: 4ms | plant.p, line 1: rise is missing.",
        "60/s | 0/s | plant.p, line 5: capacity must be above 0/s at every time, was 0.0.",
        "rise: 4ms | 'rise: 4ms;ceiling: 0ms' | plant.p, line 5: ceiling must be a finite time above 0 ms, was 0.0.",
      })
  void aKneeThatCannotBe(String good, String bad, String sentence) {
    assertThat(problem(KNEE.replace(good, bad.replace(";", "\n")))).startsWith(sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "servers: 10 | servers: 0 | plant.p, line 3: servers is 0. Write a whole number from 1 to 10000.",
        "servers: 10 | servers: 1000000 | plant.p, line 3: servers is 1000000. Write a whole number",
        "servers: 10 | servers: 2.5 | plant.p, line 3: servers is 2.5. Write a whole number",
        "100ms | 0ms | plant.p, line 4: service-time must be finite and above 0 ms, was 0.0.",
        "100ms | 100 tokens | plant.p, line 4: service-time is given in tokens. Write it like 30ms.",
      })
  void aQueueingPlantThatCannotBe(String good, String bad, String sentence) {
    assertThat(problem(QUEUEING.replace(good, bad))).startsWith(sentence);
  }

  // ---- pools -------------------------------------------------------------------------------

  @Test
  void aPoolIsItsPreset() {
    PoolPart part = value("plant.p", PoolPart.class, POOL);
    assertThat(part).isEqualTo(new PoolPart(PoolModel.QWEN3_32B_2XH100, 5, 15, Optional.empty()));
  }

  @Test
  void singleFieldsStandOverThePreset() {
    PoolPart part =
        value(
            "plant.p",
            PoolPart.class,
            POOL
                + "prefill: 9000 tokens/s\ndecode: {base: 25ms}\nkv: 48000 tokens\nmax-running: 64\n"
                + "kv-reserve: 2%\nwarm-up: 4s\nremoval: cut\nrole: decode\nscrape: 1s\nrules: 30s\n"
                + "gateway: {ttl: 300s, capacity: 64, detector: concurrency, concurrency: 30,"
                + " kv-threshold: 90%, queue-threshold: 8, restart: 30m}\n"
                + "budget: {cohort: gpus, floor: 5, borrow: unlimited, lend: 3, gpus-per-replica: 2}\n");
    assertThat(part)
        .isEqualTo(
            new PoolPart(
                new PoolModel(
                    new Serving(9_000, 25, 0.35, 48_000, 0.02, 64),
                    new Gateway(300, 300, 64, Gateway.Detector.CONCURRENCY, 8, 0.9, 30, 1_800),
                    Role.DECODE,
                    Removal.CUT,
                    4),
                1,
                30,
                Optional.of(
                    new PoolPart.BudgetPart(
                        "gpus", 5, OptionalInt.empty(), OptionalInt.of(3), 2))));
  }

  @Test
  void aPoolWithoutAPresetSaysEverything() {
    String own =
        "plant: p\nmodel: model-server-pool\nprefill: 30000 tokens/s\n"
            + "decode: {base: 7ms, per-request: 0.027ms}\nkv: 400000 tokens\nwarm-up: 240s\n";
    assertThat(value("plant.p", PoolPart.class, own).pool()).isEqualTo(PoolModel.LLAMA3_8B_H100);
    assertThat(problem(own.replace("kv: 400000 tokens\n", "").replace("warm-up: 240s\n", "")))
        .startsWith(
            "plant.p, line 1: the pool has no preset, and kv and warm-up must be given then. Write");
    assertThat(problem(own.replace("base: 7ms, ", "")))
        .startsWith("plant.p, line 4: decode.base is missing.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prefill: 0 tokens/s | line 4: prefill must be from 1 to 1000000000 tokens/s, was 0.",
        "prefill: 15928 | line 4: prefill has no unit. Write 15928 tokens/s if tokens/s is meant.",
        "prefill: 1.0e30 tokens/s | line 4: prefill must be from 1 to",
        "kv: 0 tokens | line 4: kv must be from 16 to 1000000000 tokens, was 0.",
        "kv: -5 tokens | line 4: kv must be from 16 to",
        "kv: 1.0e12 tokens | line 4: kv is 1000000000000 tokens. Write a whole number, such as",
        "kv: 2.5 tokens | line 4: kv is 2.5 tokens.",
        "decode: {base: 0ms} | line 4: decode.base must be from 0.001 to 1000000 ms, was 0.",
        "decode: {bas: 1ms} | line 4: there is no field `decode.bas`. Did you mean base?",
        "decode: 20ms | line 4: decode must be a mapping.",
        "max-running: 0 | line 4: max-running is 0. Write a whole number from 1 to 100000.",
        "warm-up: 30d | line 4: warm-up must be from 0 to 86400 s, was 2592000.",
        "gateway: {capacity: 0} | line 4: gateway.capacity is 0. Write a whole number from 1 to 1000000.",
        "gateway: {capacity: 99999999} | line 4: gateway.capacity is 99999999.",
        "gateway: {ttl: -1s} | line 4: gateway.ttl must be from 0 to",
        "gateway: {restart: 0s} | line 4: gateway.restart must be from 0.001 to",
        "gateway: {kv-threshold: 180%} | line 4: gateway.kv-threshold is 180%. Write a share from 0.1% to 100%.",
        "gateway: {detector: utilisation} | line 4: gateway.detector cannot be `utilisation`. It is one of utilization, concurrency or off. Did you mean utilization?",
        "scrape: 0s | line 4: scrape is 0 s. Write a time above 0",
        "rules: 2h | line 4: rules is 7200 s. Write a time above 0 and of at most an hour",
        "role: prefil | line 4: role cannot be `prefil`.",
        "removal: kill | line 4: removal cannot be `kill`.",
        "budget: {floor: 5} | line 4: budget.cohort is missing. Write `cohort: gpus`.",
        "budget: {cohort: gpus} | line 4: budget.floor is missing.",
        "budget: {cohort: gpus, floor: -1} | line 4: budget.floor is -1.",
        "budget: {cohort: gpus, floor: 1, borrow: all} | line 4: budget.borrow is `all`, which is no number.",
        "prefil: 1 tokens/s | line 4: there is no field `prefil`. Did you mean prefill?",
        "sensor: {samples: exact} | line 4: there is no field `sensor`.",
      })
  void aPoolThatCannotBe(String field, String sentence) {
    assertThat(problem(POOL + field + "\n")).startsWith("plant.p, " + sentence);
  }

  @Test
  void aPoolThatIsNoPreset() {
    assertThat(problem(POOL.replace("qwen3-32b-2xh100", "qwen3-32b-h100")))
        .startsWith("plant.p, line 3: preset cannot be `qwen3-32b-h100`. It is one of")
        .contains("Did you mean");
  }

  @Test
  void aFlowDoesNotRunOnAPool() {
    String sentence =
        "plant.p is a pool of model servers, and an admission controller does not run on one in this version."
            + " Ask a load of it (`load: <name>`, and a scaler or `replicas: 8`), or name another plant.";
    assertThat(problem(POOL, SLOW_FLOW, RUN)).isEqualTo("run.r, line 2: " + sentence);
    assertThat(
            problem(
                POOL,
                FIRST_ORDER.replace("plant: p", "plant: q"),
                SLOW_FLOW,
                RUN.replace("plant: p", "plant: q"),
                "sweep: s\nrun: r\nplants: [q, p]\naxes: {flow.kp: [0.01, 0.02]}\n"))
        .isEqualTo("sweep.s, line 3: " + sentence);
  }

  // ---- loads -------------------------------------------------------------------------------

  @Test
  void aLadderOfRequests() {
    LoadModel load = value("load.l", LoadModel.class, LADDER);
    assertThat(load)
        .isEqualTo(
            LoadModel.open(
                new Schedule(
                    List.of(
                        new Schedule.Step(0, 2),
                        new Schedule.Step(330, 4),
                        new Schedule.Step(690, 6))),
                Spacing.POISSON,
                Lengths.normal(4_000, 300, 3_500, 4_500),
                Lengths.normal(1_000, 80, 1, Lengths.MOST_TOKENS)));
    assertThat(load.endS()).isEqualTo(OptionalDouble.empty());
    RunReport.CellReport cell = ran("load.l", LADDER);
    assertThat(cell.sentence())
        .startsWith("3")
        .contains(" requests in 14.4 min, ")
        .contains("/s on average; prompts of 400")
        .contains("), outputs of 999 (99 % up to 11");
    List<Output> outputs = cell.result().orElseThrow().outputs();
    assertThat(outputs).hasSize(2);
    assertThat(outputs.get(1)).isInstanceOf(Output.Chart.class);
    assertThat(((Output.Facts) outputs.get(0)).facts().toString())
        .contains("ends, value=with the run")
        .contains("prompt p50");
    assertThat(ran("load.l", LADDER).result()).isEqualTo(cell.result());
  }

  @Test
  void everyWayOfAsking() {
    assertThat(
            value(
                    "load.l",
                    LoadModel.class,
                    "load: l\nrequests: 2/s\narrivals: gamma(2.5)\n" + LENGTHS)
                .arrivals())
        .isEqualTo(new Arrivals.Open(new Demand.Steps(Schedule.constant(2)), Spacing.gamma(2.5)));
    assertThat(
            value(
                    "load.l",
                    LoadModel.class,
                    "load: l\nrequests: 2/s\narrivals: regular\n" + LENGTHS)
                .arrivals())
        .isEqualTo(new Arrivals.Open(new Demand.Steps(Schedule.constant(2)), Spacing.REGULAR));
    assertThat(
            value("load.l", LoadModel.class, "load: l\nshape: diurnal(8/s, 1/s, 24h)\n" + LENGTHS)
                .arrivals())
        .isEqualTo(new Arrivals.Open(new Demand.Diurnal(8, 1, 86_400), Spacing.POISSON));
    assertThat(
            value("load.l", LoadModel.class, "load: l\nshape: ramp( 1/s, 8/s ,10m)\n" + LENGTHS)
                .arrivals())
        .isEqualTo(new Arrivals.Open(new Demand.Ramp(1, 8, 600), Spacing.POISSON));
    LoadModel closed =
        value(
            "load.l",
            LoadModel.class,
            "load: l\nclients: 32\nthink: 500ms\nprompt: 512\noutput: 64 tokens\n"
                + "prefix-hit: 30%\nstreaming: 0%\n");
    assertThat(closed)
        .isEqualTo(
            LoadModel.closed(32, 0.5, Lengths.constant(512), Lengths.constant(64))
                .withPrefixHit(0.3)
                .withStreaming(0));
    assertThat(ran("load.l", "load: l\nclients: 32\nprompt: 512\noutput: 64\n").sentence())
        .isEqualTo(
            "32 clients ask again 0 s after each answer, so that the pool sets the pace; prompts of"
                + " 512 tokens on average (99 % up to 512), outputs of 64 (99 % up to 64).");
    assertThat(
            value(
                    "load.l",
                    LoadModel.class,
                    "load: l\nrequests: 1/s\noutput: 5\nprompt: {mean: 2000, sd: 1500, law: lognormal}\n")
                .prompt())
        .isEqualTo(Lengths.lognormal(2_000, 1_500, 1, Lengths.MOST_TOKENS));
  }

  @Test
  void aTraceIsALoadThatEnds() throws Exception {
    Files.writeString(
        folder.resolve("r.csv"),
        "arrived_at,num_prefill_tokens,num_decode_tokens\n10,374,44\n12,396,109\n20,879,55\n",
        StandardCharsets.UTF_8);
    String cell = "load: l\ntrace: r.csv\nspeed: 2\nrate: 3\n";
    LoadModel load = value("load.l", LoadModel.class, cell);
    assertThat(load.arrivals())
        .isEqualTo(
            new Arrivals.Traced(
                RequestTrace.of(
                    new double[] {0, 2, 10}, new int[] {374, 396, 879}, new int[] {44, 109, 55}),
                2,
                3));
    assertThat(load.prompt()).isEqualTo(Lengths.TRACED);
    assertThat(load.endS()).isEqualTo(OptionalDouble.of(5));
    assertThat(ran("load.l", cell).sentence())
        .startsWith("9 requests in 5 s, 1.8/s on average; prompts of 550 tokens");
    assertThat(value("load.l", LoadModel.class, cell + "output: 100\n").output())
        .isEqualTo(Lengths.constant(100));
    Files.writeString(
        folder.resolve("bad.csv"),
        "arrived_at,num_prefill_tokens,num_decode_tokens\n10,374,44\n9,396,109\n",
        StandardCharsets.UTF_8);
    assertThat(problem("load: l\ntrace: bad.csv\n"))
        .isEqualTo(
            "load.l, line 2: bad.csv, line 3: arrived_at is 9 s, before the request above it."
                + " Sort the trace by time.");
    assertThat(problem("load: l\ntrace: none.csv\n")).contains("there is no file `none.csv`");
  }

  @Test
  void aLoadOfItsOwnWhileNoTraceIsNamed() throws Exception {
    Files.writeString(
        folder.resolve("r.csv"),
        "arrived_at,num_prefill_tokens,num_decode_tokens\n0,374,44\n9,396,109\n",
        StandardCharsets.UTF_8);
    String otherwise = "otherwise:\n  requests: 2/s\n  prompt: 4000\n  output: 1000\n";
    String load = "load: l\ntrace: $trace\nspeed: 2\n" + otherwise;
    assertThat(value("load.l", LoadModel.class, "params:\n  trace: {value: \"\"}\n", load))
        .isEqualTo(
            LoadModel.open(
                Schedule.constant(2),
                Spacing.POISSON,
                Lengths.constant(4_000),
                Lengths.constant(1_000)));
    LoadModel traced = value("load.l", LoadModel.class, "params:\n  trace: {value: r.csv}\n", load);
    assertThat(((Arrivals.Traced) traced.arrivals()).speed()).isEqualTo(2);
    assertThat(traced.prompt()).isEqualTo(Lengths.TRACED);
    assertThat(problem("load: l\n" + otherwise))
        .isEqualTo(
            "load.l, line 3: otherwise says what is asked while `trace` names no file, but there"
                + " is no trace. Write `trace: $trace` beside it, or write its fields without"
                + " otherwise.");
    assertThat(
            problem("load: l\ntrace: r.csv\notherwise: {requests: -1/s, prompt: 1, output: 1}\n"))
        .isEqualTo(
            "load.l, line 3: requests must be from 0 to 1000000 requests per second, was" + " -1.");
    assertThat(problem("load: l\ntrace: \"\"\notherwise: {trace: r.csv}\n"))
        .isEqualTo("load.l, line 3: the trace is named outside of otherwise already. Take it out.");
    assertThat(
            problem("load: l\ntrace: \"\"\notherwise: {clients: 5, prompt: 1, output: 1, x: 1}\n"))
        .startsWith("load.l, line 3: there is no field `otherwise.x`.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "requests: -1/s | line 2: requests must be from 0 to 1000000 requests per second, was -1.",
        "requests: 1.0e9/s | line 2: requests must be from 0 to 1000000 requests per second",
        "requests: 2 | line 2: requests has no unit. Write 2/s if /s is meant.",
        "requests: {5s: 2/s} | line 2: A schedule must say what holds from 0 s on",
        "requests: {0s: 2/s, 5: 3/s} | line 2: `5` is no time. Write it like 0s or 30s.",
        "request: 2/s | line 1: nothing says what is asked. Write exactly one of `requests: 2/s`",
        "clients: 0 | line 2: clients is 0. Write a whole number from 1 to 1000000.",
        "clients: 9999999 | line 2: clients is 9999999.",
        "'clients: 5;requests: 2/s' | line 2: requests and clients are both given. Write exactly one of",
        "'clients: 5;think: -1s' | line 3: think must be from 0 to 1000000000 s, was -1.",
        "'clients: 5;arrivals: poisson' | line 3: arrivals does not belong here: only requests that are asked per second are spaced.",
        "'requests: 2/s;think: 1s' | line 3: think does not belong here: only clients think.",
        "'requests: 2/s;speed: 2' | line 3: speed does not belong here: only a trace has a speed.",
        "'requests: 2/s;arrivals: possion' | line 3: arrivals cannot be `possion`. It is one of regular, poisson or gamma(2), where 2 is the gaps' coefficient of variation. Did you mean poisson?",
        "'requests: 2/s;arrivals: gamma' | line 3: arrivals cannot be `gamma`.",
        "'requests: 2/s;arrivals: gamma(0)' | line 3: arrivals must be from 0.01 to 100 as gamma's cv, was 0.",
        "'requests: 2/s;arrivals: gamma(x)' | line 3: arrivals is `x`, which is no number.",
        "shape: sine(1) | line 2: shape cannot be `sine(1)`. It is one of diurnal(peak, trough, period) and ramp",
        "shape: ramp(1/s, 8/s) | line 2: shape cannot be `ramp(1/s, 8/s)`.",
        "shape: ramp(1, 8/s, 5m) | line 2: shape has no unit. Write 1/s if /s is meant.",
        "shape: ramp(1/s, 8/s, 0s) | line 2: shape.over must be from 0.001 to",
        "shape: diurnal(1/s, 8/s, 24h) | line 2: shape.peak must be from 8 to 1000000 requests per second, and not below the trough, was 1.",
        "trace: | line 2: trace is missing. Write `trace: requests.csv`.",
        "'trace: r.csv;speed: 0' | line 3: speed must be from 0.000001 to 1000000, was 0.",
        "'trace: r.csv;rate: 1.0e9' | line 3: rate must be from 0.000001 to 1000, was 1000000000.",
        "'requests: 2/s;prefix-hit: 120%' | line 3: prefix-hit is 120%. Write a share from 0% to 100%.",
        "'requests: 2/s;prefix-hit: 0.3' | line 3: prefix-hit has no unit. Write 0.3% if % is meant.",
        "'requests: 2/s;seed: 1' | line 3: a load has no seed: each run draws its own requests. Write it in the run.",
      })
  void aLoadThatCannotBe(String fields, String sentence) {
    String bent = fields.startsWith("'") ? fields.substring(1, fields.length() - 1) : fields;
    assertThat(problem("load: l\n" + bent.replace(';', '\n') + "\n" + LENGTHS))
        .startsWith("load.l, " + sentence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "output: 5 | load.l, line 1: prompt is missing. Write `prompt: {mean: 4000, sd: 300}`, in tokens.",
        "output: 0;prompt: 5 | load.l, line 3: output.mean must be from 1 to 10000000 tokens, was 0.",
        "output: 5s;prompt: 5 | load.l, line 3: output is given in s. Write it like 8192 tokens.",
        "prompt: {sd: 3};output: 5 | load.l, line 3: prompt.mean is missing. Write `mean: 4000`, in tokens.",
        "prompt: {mean: 5, sd: -3};output: 5 | load.l, line 3: prompt.sd must be from 0 to 10000000 tokens, was -3.",
        "prompt: {mean: 5, min: 6};output: 5 | load.l, line 3: prompt.mean must be from 6 to 10000000 tokens, was 5.",
        "prompt: {mean: 5, max: 1.0e12};output: 5 | load.l, line 3: prompt.max is 1000000000000 tokens. Write a whole number from 1 to 10000000.",
        "prompt: {mean: 5, min: 0};output: 5 | load.l, line 3: prompt.min is 0 tokens.",
        "prompt: {mean: 5, law: pareto};output: 5 | load.l, line 3: prompt.law cannot be `pareto`.",
        "prompt: {mean: 5, std: 1};output: 5 | load.l, line 3: there is no field `prompt.std`.",
      })
  void lengthsThatCannotBe(String fields, String sentence) {
    assertThat(problem("load: l\nrequests: 2/s\n" + fields.replace(';', '\n') + "\n"))
        .startsWith(sentence);
  }

  /** However large it is, what a load shows costs little. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "requests: 1000000/s",
        "requests: 0/s",
        "requests: 0.000001/s",
        "requests: {0s: 1000000/s, 1000000s: 0/s}",
        "shape: diurnal(1000000/s, 0/s, 10000d)",
        "shape: ramp(0/s, 1000000/s, 1ms)",
        "clients: 1000000",
      })
  void anAbsurdLoadIsDrawnInPart(String ask) {
    RunReport.CellReport cell = ran("load.l", "load: l\n" + ask + "\n" + LENGTHS);
    assertThat(cell.passed()).as(cell.sentence()).isTrue();
    assertThat(cell.sentence()).doesNotContain("NaN").doesNotContain("nfinity");
  }
}
