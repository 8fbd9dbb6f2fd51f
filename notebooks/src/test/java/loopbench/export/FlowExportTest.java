// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import loopbench.flow.FlowSettings;
import loopbench.flow.Gains;
import loopbench.flow.RateBounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;

class FlowExportTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final FlowSettings TUNED =
      FlowSettings.of(200, 5).withMaxRate(800).withTargetP99Ms(30).withDtMs(1000);
  private static final Provenance PROVENANCE =
      new Provenance(
          "01-admission-loop.ipynb", "ctl", "sha256:0011", "1.0.0", List.of("class settles"));

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  private static FlowSettings random(long seed) {
    Random random = new Random(seed);
    double min = Math.exp(random.nextDouble() * 20 - 14);
    double start = min * (1 + random.nextDouble());
    double max =
        random.nextInt(4) == 0 ? Double.POSITIVE_INFINITY : start * (1 + random.nextDouble());
    return new FlowSettings(
        new RateBounds(start, min, max),
        random.nextBoolean() ? random.nextInt(20) : random.nextDouble(),
        Math.exp(random.nextDouble() * 20 - 5),
        1 - random.nextDouble(),
        1 + random.nextInt(FlowSettings.MAX_QUEUE_CAPACITY),
        new Gains(
            Math.exp(random.nextDouble() * 40 - 30),
            random.nextGaussian() * 1e-6,
            random.nextInt(3) * 100,
            random.nextDouble()),
        random.nextInt(5) * 250 + random.nextInt(2) * random.nextDouble(),
        0.5 * (1 - random.nextDouble()),
        false);
  }

  private static Exported.Text text(Exported exported) {
    return exported.match(
        new Exported.Cases<>() {
          @Override
          public Exported.Text text(Exported.Text text) {
            return text;
          }

          @Override
          public Exported.Text refused(Exported.Refused refused) {
            throw new AssertionError(refused.reason());
          }
        });
  }

  private static Map<String, Object> parsed(String json) {
    return JSON.readValue(json, new TypeReference<>() {});
  }

  @Test
  void writesTheOptionsObjectAndNothingElse() {
    Exported.Text json = text(FlowOptionsJson.write(TUNED));
    assertThat(json.text())
        .isEqualTo(
            """
            {
              "rate": 200,
              "minRate": 5,
              "maxRate": 800,
              "burst": 0,
              "targetP99": 30,
              "quantile": 0.99,
              "queueCapacity": 100,
              "kp": 0.05,
              "ki": 0.001,
              "kd": 0,
              "derivativeFilter": 0,
              "dt": 1000,
              "relativeAccuracy": 0.01
            }
            """);
    assertThat(json.fileName()).isEqualTo("flow-options.json");
    assertThat(json.mediaType()).isEqualTo("application/json");
    assertThat(json.notes()).hasSize(1).first().asString().contains("milliseconds", "1000 ms");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsWrittenReadsBackEqual(long seed) {
    FlowSettings settings = random(seed);
    assertThat(FlowSettings.fromOptions(parsed(text(FlowOptionsJson.write(settings)).text())))
        .as("seed %d", seed)
        .isEqualTo(settings);
  }

  @Test
  void leavesOutAnUnlimitedRateAndSaysSo() {
    Exported.Text json = text(FlowOptionsJson.write(TUNED.withMaxRate(Double.POSITIVE_INFINITY)));
    assertThat(parsed(json.text())).doesNotContainKey("maxRate");
    assertThat(json.notes()).first().asString().startsWith("maxRate is unlimited and left out");
  }

  @Test
  void refusesPreloadWithTheReason() {
    FlowSettings preloaded = TUNED.withPreload(true);
    assertThat(FlowOptionsJson.write(preloaded)).isInstanceOf(Exported.Refused.class);
    assertThat(((Exported.Refused) FlowConstructorJs.write(preloaded, PROVENANCE)).reason())
        .startsWith("PowerFlowController has no preload")
        .contains("Set preload: false");
  }

  @Test
  void writesAModuleWithItsProvenance() {
    Exported.Text js = text(FlowConstructorJs.write(TUNED.withKi(0.00001), PROVENANCE));
    assertThat(js.text())
        .isEqualTo(
            """
            // Tuned with Loopbench.
            // notebook: 01-admission-loop.ipynb
            // cell: ctl
            // inputs: sha256:0011
            // core: 1.0.0
            // evidence: class settles
            // observe(dt) takes milliseconds; called without an argument it takes dt, here 1000 ms.
            import { PowerFlowController } from 'performance-helpers/powerFlowController';

            export const flow = new PowerFlowController({
              rate: 200,
              minRate: 5,
              maxRate: 800,
              burst: 0,
              targetP99: 30,
              quantile: 0.99,
              queueCapacity: 100,
              kp: 0.05,
              ki: 0.00001,
              kd: 0,
              derivativeFilter: 0,
              dt: 1000,
              relativeAccuracy: 0.01,
            });
            """);
    assertThat(js.fileName()).isEqualTo("flow-controller.js");
  }

  @Test
  void aNameWithALineEndStaysAComment() {
    Exported.Text js =
        text(
            FlowConstructorJs.write(
                TUNED,
                new Provenance(
                    "a\nprocess.exit(1)\u2028b\rc", "ctl", "k", "1", List.of("x\u0085\u2029y"))));
    assertThat(js.text()).contains("// notebook: a process.exit(1) b c\n");
    assertThat(js.text().lines().filter(l -> !l.startsWith("//")).findFirst().orElseThrow())
        .startsWith("import ");
  }

  @Test
  void nodeTakesTheModuleAndConstructsWhatWasTuned(@TempDir Path folder) throws Exception {
    assumeTrue(nodeRuns(), "node is not on the path");
    Path stub = Files.createDirectories(folder.resolve("node_modules/performance-helpers"));
    Files.writeString(
        stub.resolve("package.json"),
        """
        {"type": "module", "exports": {"./powerFlowController": "./stub.js"}}
        """);
    Files.writeString(
        stub.resolve("stub.js"),
        """
        export class PowerFlowController {
          constructor(options) { this.options = options; }
        }
        """);
    Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
    Files.writeString(
        folder.resolve("main.js"),
        "import { flow } from './flow-controller.js'; console.log(JSON.stringify(flow.options));");
    for (long seed = 0; seed < 3; seed++) {
      FlowSettings settings = random(seed);
      Files.writeString(
          folder.resolve("flow-controller.js"),
          text(FlowConstructorJs.write(settings, PROVENANCE)).text());
      Process node =
          new ProcessBuilder("node", "main.js")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      String out = new String(node.getInputStream().readAllBytes());
      assertThat(node.waitFor()).as(out).isZero();
      assertThat(FlowSettings.fromOptions(parsed(out))).as("seed %d", seed).isEqualTo(settings);
    }
  }

  private static boolean nodeRuns() throws InterruptedException {
    try {
      Process node =
          new ProcessBuilder("node", "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return node.waitFor(20, TimeUnit.SECONDS) && node.exitValue() == 0;
    } catch (IOException absent) {
      return false;
    }
  }
}
