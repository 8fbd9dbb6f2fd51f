// SPDX-License-Identifier: Apache-2.0
package loopbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.NotebookWriter;
import loopbench.run.Notebooks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest extends Spoken {
  @TempDir Path folder;

  private Path write(String name, String... sources) throws IOException {
    Path path = folder.resolve(name);
    Files.writeString(path, NotebookWriter.write(Notebooks.of(sources)));
    return path;
  }

  private Path example() throws IOException {
    return write(
        "example.ipynb",
        Notebooks.PARAMS,
        Notebooks.PLANT,
        Notebooks.FLOW,
        Notebooks.RUN,
        Notebooks.SWEEP,
        Notebooks.CHART,
        Notebooks.CHECK);
  }

  @Test
  void runsTwiceToTheSameBytesAndLeavesTheInputAlone() throws IOException {
    Path input = example();
    byte[] before = Files.readAllBytes(input);
    Path one = folder.resolve("a/one.ipynb");
    Path two = folder.resolve("b/two.ipynb");
    assertThat(say("run", input.toString(), "-o", one.toString())).isEqualTo(Main.ALL_HOLD);
    assertThat(printed()).endsWith("7 passed, 0 failed\n");
    assertThat(printed().lines().filter(l -> l.startsWith("ok "))).hasSize(7);
    say("run", input.toString(), "-o", two.toString());
    assertThat(Files.readAllBytes(one)).isEqualTo(Files.readAllBytes(two));
    assertThat(Files.readAllBytes(input)).isEqualTo(before);
    assertThat(say("run", one.toString(), "-o", two.toString())).isEqualTo(Main.ALL_HOLD);
    assertThat(Files.readAllBytes(one))
        .as("running the output again")
        .isEqualTo(Files.readAllBytes(two));
    try (Stream<Path> left = Files.walk(folder)) {
      assertThat(left.filter(p -> p.toString().contains(".part"))).isEmpty();
    }
  }

  @Test
  void aParameterFromOutsideGoesIntoACellOfItsOwn() throws IOException {
    Path output = folder.resolve("out.ipynb");
    assertThat(
            say(
                "run",
                example().toString(),
                "-o",
                output.toString(),
                "-p",
                "kp=0.1",
                "-p",
                "ki=0.0005"))
        .isEqualTo(Main.ALL_HOLD);
    String text = Files.readString(output);
    assertThat(text).contains("injected-parameters").contains("kp: {value: 0.1}");
    assertThat(printed()).contains("run.baseline: Settles in");
    assertThat(say("run", output.toString(), "-o", output.toString(), "-p", "kp=0.2"))
        .as("the older injected cell is replaced, so ki is back at its own value")
        .isEqualTo(Main.ALL_HOLD);
    assertThat(Files.readString(output)).contains("kp: {value: 0.2}").doesNotContain("value: 0.1}");
  }

  private static Notebook read(Path file) throws IOException {
    return NotebookReader.read(Files.readAllBytes(file)).notebook().orElseThrow();
  }

  /** As papermill leaves it, but for its times, which no two runs share. */
  @Test
  void whatWasSetIsRecordedInTheMetadata() throws IOException {
    Path output = folder.resolve("out.ipynb");
    say("run", example().toString(), "-o", output.toString(), "-p", "kp=0.1", "-p", "target=40ms");
    assertThat(read(output).metadata().get("papermill"))
        .isEqualTo(Map.of("parameters", Map.of("kp", 0.1, "target", "40ms")));
    say("run", example().toString(), "-o", output.toString());
    assertThat(read(output).metadata()).doesNotContainKey("papermill");
  }

  /** The seed reaches a cell that names none, and no other; each result is stamped with its own. */
  @Test
  void aSeedFromOutsideIsThatOfEveryCellThatNamesNone() throws IOException {
    String plant =
        "plant: p\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: 400/s\n"
            + "sensor: {samples: 50, tail: exponential}\n";
    String flow =
        "flow: ctl\nrate: 200/s\nminRate: 5/s\nmaxRate: 800/s\nburst: 5\ntargetP99: 30ms\n"
            + "dt: 1s\nkp: 0.05\nki: 0.001\n";
    Notebook notebook =
        Notebooks.of(
            plant,
            flow,
            "run: free\nplant: p\nflow: ctl\nticks: 40\n",
            "run: own\nplant: p\nflow: ctl\nticks: 40\nseed: 42\n");
    Path input = folder.resolve("seeded.ipynb");
    Files.writeString(input, NotebookWriter.write(notebook));
    List<List<String>> told = new ArrayList<>();
    for (List<String> seed :
        List.of(List.<String>of(), List.of("--seed", "42"), List.of("--seed", "7"))) {
      Path output = folder.resolve("out.ipynb");
      List<String> words =
          new ArrayList<>(List.of("run", input.toString(), "-o", output.toString()));
      words.addAll(seed);
      assertThat(say(words.toArray(String[]::new))).isEqualTo(Main.ALL_HOLD);
      told.add(
          read(output).cells().stream()
              .skip(2)
              .map(c -> c.metadata().get("loopbench") + " " + c.outputs())
              .toList());
    }
    assertThat(told.get(1)).isEqualTo(told.get(0));
    assertThat(told.get(2).get(0)).isNotEqualTo(told.get(0).get(0));
    assertThat(told.get(2).get(1)).isEqualTo(told.get(0).get(1));
    assertThat(say("run", input.toString(), "-o", "x.ipynb", "--seed", "-1"))
        .isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).isEqualTo("--seed is -1. Write a whole number from 0 on.\n");
  }

  @Test
  void aWrongParameterIsBadInput() throws IOException {
    assertThat(say("run", example().toString(), "-o", "x.ipynb", "-p", "kb=0.1"))
        .isEqualTo(Main.BAD_INPUT);
    assertThat(complained())
        .isEqualTo("there is no parameter `kb` in this notebook. Did you mean ki or kp?\n");
    assertThat(say("run", example().toString(), "-o", "x.ipynb", "-p", "target=40"))
        .isEqualTo(Main.BAD_INPUT);
    assertThat(complained())
        .isEqualTo(
            "the parameter target is `30ms` in the notebook; `40` does not fit. Write it like 30ms.\n");
  }

  @Test
  void aFailedCheckIsOneAndHoldsTheExportBack() throws IOException {
    Path input =
        write(
            "n.ipynb",
            Notebooks.PARAMS,
            Notebooks.PLANT,
            Notebooks.FLOW,
            Notebooks.RUN,
            "check: strict\nthat:\n  - run.baseline.overshoot <= 0.1ms\n",
            "export: options\nwhat: flow.ctl\nas: json\nrequires: [strict]\nwrite: out/options.json\n");
    Path output = folder.resolve("o.ipynb");
    assertThat(say("run", input.toString(), "-o", output.toString())).isEqualTo(Main.CHECK_FAILED);
    assertThat(printed())
        .contains(
            "export.options: Nothing is exported, because check.strict does not hold: run.baseline.overshoot <= 0.1ms (was 0.791 ms).");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void anExportWhoseChecksHoldIsWrittenBelowTheOutput() throws IOException {
    Path input =
        write(
            "n.ipynb",
            Notebooks.PARAMS,
            Notebooks.PLANT,
            Notebooks.FLOW,
            Notebooks.RUN,
            Notebooks.CHECK,
            "export: options\nwhat: flow.ctl\nas: json\nrequires: [ok]\nwrite: out/options.json\n",
            "export: outside\nwhat: flow.ctl\nas: js\nwrite: ../../options.js\n");
    assertThat(say("run", input.toString(), "-o", folder.resolve("a/r/o.ipynb").toString()))
        .isEqualTo(Main.CELL_FAILED);
    assertThat(folder.resolve("a/r/out/options.json")).content().contains("\"kp\": 0.05");
    assertThat(printed())
        .contains("export.outside: `../../options.js` leads out of the output folder.");
    assertThat(folder.resolve("options.js")).doesNotExist();
  }

  @Test
  void aFailedCellIsTwoAndNamesTheLine() throws IOException {
    Path input =
        write(
            "n.ipynb",
            Notebooks.PARAMS,
            Notebooks.PLANT,
            Notebooks.FLOW.replace("dt: 1s", "dt: 1"),
            Notebooks.RUN);
    assertThat(say("run", input.toString(), "-o", folder.resolve("o.ipynb").toString()))
        .isEqualTo(Main.CELL_FAILED);
    assertThat(printed())
        .contains("FAILED  flow.ctl, line 8: dt has no unit. Write 1ms if ms is meant.")
        .contains("blocked run.baseline: not run, because flow.ctl did not finish.")
        .endsWith("2 passed, 2 failed\n");
  }

  @Test
  void badFilesAreThreeAndLoseNothing() throws IOException {
    Path cut = folder.resolve("cut.ipynb");
    String whole = Files.readString(example());
    Files.writeString(cut, whole.substring(0, whole.length() / 2));
    Path merge = folder.resolve("merge.ipynb");
    Files.writeString(
        merge,
        whole
            .replaceFirst("\n", "\n<<<<<<< HEAD\n")
            .replaceFirst("\"cells\"", "\n=======\n\"cells\""));
    for (Path bad : List.of(cut, merge, folder.resolve("absent.ipynb"))) {
      assertThat(say("run", bad.toString(), "-o", folder.resolve("o.ipynb").toString()))
          .as(bad.toString())
          .isEqualTo(Main.BAD_INPUT);
      assertThat(complained()).as(bad.toString()).isNotBlank().doesNotContain("Exception");
      assertThat(say("validate", bad.toString())).isEqualTo(Main.BAD_INPUT);
    }
    assertThat(folder.resolve("o.ipynb")).doesNotExist();
  }

  @Test
  void timeOverIsFour() throws IOException {
    String big = Notebooks.SWEEP.replace("n: 4", "n: 900");
    Path input =
        write("n.ipynb", Notebooks.PARAMS, Notebooks.PLANT, Notebooks.FLOW, Notebooks.RUN, big);
    assertThat(
            say(
                "run",
                input.toString(),
                "-o",
                folder.resolve("o.ipynb").toString(),
                "--timeout",
                "1ms"))
        .isEqualTo(Main.TIME_OVER);
    assertThat(say("run", input.toString(), "-o", "x", "--timeout", "soon"))
        .isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).contains("Write it like 120s");
  }

  @Test
  void frozenRefusesTheNetwork() throws IOException {
    Path connections = folder.resolve("c.properties");
    Files.writeString(connections, "prod.url = http://127.0.0.1:1/\n");
    Path input =
        write(
            "n.ipynb",
            "source: s\nprometheus: prod\nseries:\n  q: up\nrange: {last: 5m, step: 15s}\n");
    String[] common = {
      "run",
      input.toString(),
      "-o",
      folder.resolve("o.ipynb").toString(),
      "--connections",
      connections.toString()
    };
    assertThat(say(Stream.concat(Stream.of(common), Stream.of("--frozen")).toArray(String[]::new)))
        .isEqualTo(Main.CELL_FAILED);
    assertThat(printed()).contains("the network is refused here (--frozen)");
    assertThat(say(common)).isEqualTo(Main.CELL_FAILED);
    assertThat(printed()).contains("source.s: ").contains("127.0.0.1:1");
  }

  @Test
  void writesTracesAndGridsWithUnits() throws IOException {
    say(
        "run",
        example().toString(),
        "-o",
        folder.resolve("o.ipynb").toString(),
        "--data",
        folder.resolve("d").toString(),
        "--report",
        folder.resolve("r.xml").toString());
    List<String> trace = Files.readAllLines(folder.resolve("d/run.baseline.csv"));
    assertThat(trace.get(0)).isEqualTo("t_s,rate [1/s],p99 [ms],samples,depth,dropped,saturated");
    assertThat(trace).hasSize(61);
    assertThat(trace.get(1)).isEqualTo("0,200,50,1,0,0,true");
    List<String> grid = Files.readAllLines(folder.resolve("d/sweep.band.csv"));
    assertThat(grid).hasSize(1 + 4 * 5);
    assertThat(grid.get(0)).startsWith("flow.kp [(1/s)/ms],flow.ki [(1/s)/ms²],class,");
    assertThat(Files.readString(folder.resolve("r.xml")))
        .contains("tests=\"7\" failures=\"0\" errors=\"0\" skipped=\"0\"")
        .contains("name=\"check.ok\"");
  }

  @Test
  void wrongWordsAreBadInputAndSayWhereHelpIs() {
    assertThat(say("run")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).contains("--help");
    assertThat(say("rn")).isEqualTo(Main.BAD_INPUT);
    assertThat(say()).isEqualTo(Main.BAD_INPUT);
    assertThat(printed()).contains("run").contains("validate");
  }

  private Path pool() throws IOException {
    return write(
        "pool.ipynb",
        "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\n",
        "load: two\nrequests: 2/s\nprompt: 1000\noutput: 100\n",
        "run: one\nplant: pool\nload: two\nreplicas: 1\nfor: 1m\n",
        Notebooks.PARAMS,
        Notebooks.PLANT,
        Notebooks.FLOW,
        Notebooks.RUN);
  }

  @Test
  void exposesARunAsAFile() throws IOException {
    Path file = folder.resolve("one.om");
    assertThat(say("expose", pool().toString(), "--run", "one", "--file", file.toString()))
        .isEqualTo(Main.ALL_HOLD);
    assertThat(printed())
        .matches(
            "(?s).*one\\.om: [0-9]+ samples of [0-9]+ series\\. Read it into a Prometheus with"
                + " `promtool tsdb create-blocks-from openmetrics .*one\\.om DATA`\\.\n");
    assertThat(Files.readString(file))
        .contains("# TYPE llm_d_epp_flow_control_queue_size gauge\n")
        .contains(" 1767225660\n")
        .endsWith("# EOF\n");
  }

  /** Serves until it is interrupted; says where as soon as it can be asked. */
  @Test
  @Timeout(60)
  void servesARunUntilItIsInterrupted() throws Exception {
    String pool = pool().toString();
    CompletableFuture<String> address = new CompletableFuture<>();
    PrintStream printed =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8) {
          private final StringBuilder all = new StringBuilder();

          @Override
          public void write(byte[] bytes, int from, int length) {
            all.append(new String(bytes, from, length, StandardCharsets.UTF_8));
            if (all.indexOf("/metrics") > 0) {
              address.complete(all.substring(0, all.indexOf(" ")));
            }
          }
        };
    CompletableFuture<Integer> ended = new CompletableFuture<>();
    Thread serving =
        new Thread(
            () ->
                ended.complete(
                    Main.execute(
                        printed,
                        System.err,
                        "expose",
                        pool,
                        "--run",
                        "one",
                        "--port",
                        "0",
                        "--start",
                        "30s")));
    serving.start();
    try (InputStream answer = URI.create(address.get()).toURL().openStream()) {
      assertThat(new String(answer.readAllBytes(), StandardCharsets.UTF_8))
          .contains("# TYPE llm_d_epp_request counter\n", "\nllm_d_epp_request_total{")
          .endsWith("# EOF\n");
    }
    serving.interrupt();
    assertThat(ended.get()).isEqualTo(Main.ALL_HOLD);
  }

  @Test
  void whatCannotBeExposedIsSaid() throws IOException {
    String pool = pool().toString();
    assertThat(say("expose", pool, "--run", "none")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).endsWith("pool.ipynb: there is no cell run.none.\n");
    assertThat(say("expose", pool, "--run", "baseline")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained())
        .isEqualTo(
            "run.baseline is no run on a pool, and only a pool has an EPP's metrics. Name a run"
                + " with `load:`.\n");
    assertThat(say("expose", pool, "--run", "one", "--start", "soon")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).isEqualTo("--start is `soon`, which is no time. Write it like 10m.\n");
    assertThat(say("expose", pool, "--run", "one", "--epoch", "today")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).startsWith("--epoch is `today`, which is no instant.");
    assertThat(say("expose", pool, "--run", "one", "--speed", "0")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).startsWith("--speed is 0.0. Write a factor above 0");
    assertThat(say("expose", pool, "--run", "one", "--port", "99999")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).startsWith("--port is 99999. Write one from 0 to 65535.");
    assertThat(say("expose", pool, "--run", "one", "--start", "2m")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained())
        .isEqualTo(
            "--start is 2m, but the last scrape of run.one is at 60 s. Write a time before it.\n");
    assertThat(say("expose", pool, "--run", "one", "--bind", ":::")).isEqualTo(Main.BAD_INPUT);
    assertThat(complained()).contains("which is no address of this machine.");
    String nowhere = folder.resolve("no/such/folder/one.om").toString();
    assertThat(say("expose", pool, "--run", "one", "--file", nowhere)).isEqualTo(Main.BAD_INPUT);
    assertThat(complained())
        .isEqualTo(
            nowhere
                + " cannot be written (NoSuchFileException). Take another --file, in a folder that"
                + " is there.\n");
    Path broken =
        write(
            "broken.ipynb",
            "plant: pool\nmodel: model-server-pool\npreset: qwen3-32b-2xh100\nwarm-up: -1s\n",
            "load: two\nrequests: 2/s\nprompt: 1000\noutput: 100\n",
            "run: one\nplant: pool\nload: two\nreplicas: 1\nfor: 1m\n");
    assertThat(say("expose", broken.toString(), "--run", "one")).isEqualTo(Main.CELL_FAILED);
    assertThat(complained()).isNotEmpty();
  }
}
