// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.scaling.hpa.Behavior;
import loopbench.scaling.keda.Advanced;
import loopbench.scaling.keda.AuthenticationRef;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.HpaSettings;
import loopbench.scaling.keda.Intervals;
import loopbench.scaling.keda.ObjectMeta;
import loopbench.scaling.keda.ReplicaCounts;
import loopbench.scaling.keda.ScaleTarget;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalerKnobs;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.Trigger;
import loopbench.yaml.Limits;
import loopbench.yaml.Mapping;
import loopbench.yaml.Nodes;
import loopbench.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ScaledObjectYamlTest {
  private static final String SMALL =
      """
      apiVersion: keda.sh/v1alpha1
      kind: ScaledObject
      metadata:
        name: small            # the name
        namespace: ${NAMESPACE}
      spec:
        scaleTargetRef:
          name: decode
        maxReplicaCount:  8    # two blanks before
        triggers:
        - type: prometheus
          name: epp-queue-size
          metadata:
            serverAddress: http://p:9090
            query: >-
              sum(queue)

            # about the threshold
            threshold: "1"     # per replica

        - {type: prometheus, name: running, metadata: {serverAddress: "http://p", query: r, threshold: '16'}}
      # the end
      """;

  @Test
  void readsTheSample() {
    ReadScaledObject read = ScaledObjectYaml.read(Beside.sample("scaledobjects/queue-depth.yaml"));
    assertThat(read.problems()).isEmpty();
    assertThat(read.ignored()).isEmpty();
    ScaledObject scaler = read.scaler().orElseThrow();
    assertThat(scaler.thresholds().keySet())
        .containsExactly("epp-queue-size", "epp-running-requests");
    assertThat(scaler.hpaBounds().max()).isEqualTo(8);
    assertThat(ScaledObjectYaml.read(ScaledObjectYaml.write(scaler)).scaler()).contains(scaler);
  }

  @Test
  void readsWhatIsThere() {
    ScaledObject small = ScaledObjectYaml.read(SMALL).scaler().orElseThrow();
    assertThat(small.metadata().namespace()).isEqualTo("${NAMESPACE}");
    assertThat(small.replicas().min()).isEmpty();
    assertThat(small.replicas().max()).hasValue(8);
    assertThat(small.target().effectiveKind()).isEqualTo("Deployment");
    assertThat(small.triggers().get(0).metadata())
        .containsExactly(
            Map.entry("serverAddress", "http://p:9090"),
            Map.entry("query", "sum(queue)"),
            Map.entry("threshold", "1"));
    assertThat(ScaledObjectYaml.read(SMALL).ignored()).isEmpty();
  }

  /** Path, value, the text to be found and what stands there afterwards; nothing else changes. */
  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "maxReplicaCount | 12 | 'maxReplicaCount:  8 ' | 'maxReplicaCount:  12 '",
        "triggers.epp-queue-size.threshold | 2.5 | 'threshold: \"1\" ' | 'threshold: \"2.5\" '",
        "triggers.0.metadata.threshold | 3 | 'threshold: \"1\" ' | 'threshold: \"3\" '",
        "triggers.running.threshold | 20 | '''16''' | '''20'''",
        "spec.scaleTargetRef.name | prefill | 'name: decode' | 'name: prefill'",
        "metadata.name | big | 'name: small ' | 'name: big '",
        "triggers.epp-queue-size.serverAddress | http://q | http://p:9090 | http://q",
      })
  void anEditChangesOneScalar(String path, String value, String before, String after) {
    Object typed = value.matches("[0-9.]+") ? (Object) Double.valueOf(value) : value;
    Edited edited = ScaledObjectYaml.with(SMALL, path, typed);
    assertThat(edited.problems()).isEmpty();
    assertThat(edited.text()).contains(SMALL.replace(before, after));
    assertThat(SMALL).contains(before);
    String windows = SMALL.replace("\n", "\r\n");
    assertThat(ScaledObjectYaml.with(windows, path, typed).text())
        .contains(windows.replace(before, after));
  }

  @Test
  void aFieldThatIsNotThereIsAddedAtTheEndOfItsNeighbours() {
    assertThat(ScaledObjectYaml.with(SMALL, "minReplicaCount", 2).text())
        .contains(SMALL.replace("# the end\n", "  minReplicaCount: 2\n# the end\n"));
    assertThat(
            ScaledObjectYaml.with(SMALL, "triggers.epp-queue-size.ignoreNullValues", "false")
                .text())
        .contains(
            SMALL.replace("# per replica\n", "# per replica\n      ignoreNullValues: \"false\"\n"));
    assertThat(ScaledObjectYaml.with(SMALL, "triggers.running.activationThreshold", 0.5).text())
        .contains(SMALL.replace("'16'}}", "'16', activationThreshold: \"0.5\"}}"));
    assertThat(
            ScaledObjectYaml.with(SMALL, "behavior.scaleUp.stabilizationWindowSeconds", 60L).text())
        .contains(
            SMALL.replace(
                "# the end\n",
                """
                  advanced:
                    horizontalPodAutoscalerConfig:
                      behavior:
                        scaleUp:
                          stabilizationWindowSeconds: 60
                # the end
                """));
    assertThat(
            ScaledObjectYaml.with(SMALL.strip(), "metadata.labels.app.kubernetes.io/name", "x")
                .text())
        .contains(
            SMALL
                .strip()
                .replace(
                    "${NAMESPACE}\n", "${NAMESPACE}\n  labels:\n    app.kubernetes.io/name: x\n"));
  }

  @Test
  void aFieldIsAddedToATextThatEndsAnyhow() {
    String open = "apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nspec:\n  maxReplicaCount: 8";
    assertThat(ScaledObjectYaml.with(open, "minReplicaCount", 1).text())
        .contains(open + "\n  minReplicaCount: 1");
    String empty = "kind: ScaledObject\nspec:  # nothing yet\nmetadata: {}\n";
    assertThat(ScaledObjectYaml.with(empty, "minReplicaCount", 1).text())
        .contains("kind: ScaledObject\nspec:  # nothing yet\n  minReplicaCount: 1\nmetadata: {}\n");
    assertThat(ScaledObjectYaml.with(empty, "metadata.name", "x").text())
        .contains("kind: ScaledObject\nspec:  # nothing yet\nmetadata: {name: x}\n");
    String block =
        "kind: ScaledObject\nspec:\n  advanced:\n    scalingModifiers:\n      formula: |\n        a +\n        b\n\n\n"
            + "metadata:\n  name: x\n";
    assertThat(ScaledObjectYaml.with(block, "advanced.scalingModifiers.target", "2").text())
        .contains(block.replace("        b\n", "        b\n      target: \"2\"\n"));
    String unset = "kind: ScaledObject\nspec:\n  maxReplicaCount:\n";
    assertThat(ScaledObjectYaml.with(unset, "maxReplicaCount", 3).text())
        .contains("kind: ScaledObject\nspec:\n  maxReplicaCount: 3\n");
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "minReplicaCont | 2 | 6 | There is no field minReplicaCont. Did you mean minReplicaCount?",
        "triggers.epp-queue-sise.threshold | 2 | 10 | There is no trigger epp-queue-sise; the manifest"
            + " has epp-queue-size, running. Did you mean epp-queue-size?",
        "maxReplicaCount | 2.5 | 9 | maxReplicaCount must be a whole number, was 2.5.",
        "behavior.scaleUp.policies.0.value | 2 | 6 | behavior.scaleUp.policies.0.value cannot be set here,"
            + " since the text has no place for it; write it into the manifest by hand.",
        "triggers | 2 | 10 | triggers is not a single value; name one of the fields below it.",
        "behavior.scaleup.stabilizationWindowSeconds | 2 | 6 | There is no field"
            + " behavior.scaleup.stabilizationWindowSeconds. Did you mean scaleUp?",
      })
  void anEditThatCannotBeMadeSaysWhy(String path, double value, int line, String message) {
    Edited edited = ScaledObjectYaml.with(SMALL, path, value);
    assertThat(edited.text()).isEmpty();
    assertThat(edited.problems()).containsExactly(new ManifestProblem(path, line, message));
  }

  @Test
  void anEditLeavesTheOtherDocumentsOfAFileAlone() {
    String file =
        "# first\nkind: Deployment\nmetadata: {name: d}\n---\n" + SMALL + "---\nkind: Service\n";
    assertThat(ScaledObjectYaml.with(file, "maxReplicaCount", 9).text())
        .contains(file.replace("maxReplicaCount:  8", "maxReplicaCount:  9"));
  }

  @Test
  void problemsNameFieldAndLine() {
    String wrong =
        SMALL
            .replace("threshold: \"1\"", "threshold: 1")
            .replace("maxReplicaCount:  8", "maxReplicaCount: many")
            .replace("name: decode", "name: true");
    assertThat(ScaledObjectYaml.read(wrong).scaler()).isEmpty();
    assertThat(ScaledObjectYaml.read(wrong).problems().stream().map(ManifestProblem::located))
        .containsExactly(
            "Line 8, scaleTargetRef.name: name must be text, was true, which YAML takes for a truth"
                + " value; write \"true\".",
            "Line 9, maxReplicaCount: maxReplicaCount must be a whole number, was many.",
            "Line 19, triggers.epp-queue-size.metadata.threshold: threshold must be text, was 1, which YAML takes"
                + " for a number; write \"1\".");

    String refused =
        SMALL
            .replace("'16'", "'16m'")
            .replace("maxReplicaCount:  8", "minReplicaCount: 9\n  maxReplicaCount: 8");
    ReadScaledObject read = ScaledObjectYaml.read(refused);
    assertThat(read.scaler()).isPresent();
    assertThat(read.problems().stream().map(ManifestProblem::located))
        .containsExactly(
            "Line 9, minReplicaCount: minReplicaCount must not be above maxReplicaCount 8, was 9.",
            "Line 22, triggers.running.metadata.threshold: threshold must be a plain number such as"
                + " \"16\" or \"0.5\" (no sign in front, no unit, a digit before the point), was"
                + " \"16m\".");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 1 | There is no ScaledObject in this text; it is empty.",
        "'kind: Deployment' | 1 | 'There is no ScaledObject in this text, but Deployment; a ScaledObject"
            + " begins with apiVersion: keda.sh/v1alpha1 and kind: ScaledObject.'",
        "'[1, 2]' | 1 | 'There is no ScaledObject in this text, but a list; a"
            + " ScaledObject begins with apiVersion: keda.sh/v1alpha1 and kind: ScaledObject.'",
        "'{apiVersion: keda.sh/v1alpha1, kind: ScaledObject, metadata: {name: x}}' | 1 | A ScaledObject"
            + " needs a spec; there is none.",
        "'{apiVersion: v1, kind: ScaledObject, metadata: {name: x}, spec: [1]}' | 1 | 'apiVersion must be"
            + " keda.sh/v1alpha1, was \"v1\".'",
      })
  void aTextThatIsNoneSaysSo(String text, int line, String message) {
    ManifestProblem first = ScaledObjectYaml.read(text).problems().get(0);
    assertThat(first.line()).isEqualTo(line);
    assertThat(first.message()).isEqualTo(message);
  }

  @Test
  void brokenYamlIsAProblemWithItsLine() {
    assertThat(ScaledObjectYaml.read("kind: ScaledObject\nspec: [1\n").problems())
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.line()).isGreaterThan(1));
    assertThat(ScaledObjectYaml.with("a: [", "minReplicaCount", 1).problems()).isNotEmpty();
    assertThat(ScaledObjectYaml.read(SMALL + "---\n" + SMALL).problems())
        .containsExactly(
            new ManifestProblem(
                "", 24, "There are 2 ScaledObjects in this text; keep one, or split the file."));
  }

  @Test
  void unknownFieldsAreKeptAndNamed() {
    String more =
        SMALL.replace(
            "  maxReplicaCount", "  minReplicas: 3\n  minReplicaCount: 1\n  maxReplicaCount");
    ReadScaledObject read = ScaledObjectYaml.read(more);
    assertThat(read.problems()).isEmpty();
    assertThat(read.ignored())
        .containsExactly(
            new IgnoredFeature(
                "minReplicas",
                9,
                "KEDA's ScaledObject has no field minReplicas, and kubectl refuses unknown fields"
                    + " unless told otherwise. Did you mean minReplicaCount?"));
    assertThat(ScaledObjectYaml.with(more, "maxReplicaCount", 9).text().orElseThrow())
        .contains("  minReplicas: 3\n");
  }

  @Test
  void aSpecOfACellIsReadInPlace() {
    String cell =
        "scaler: keda\nspec:\n  scaleTargetRef: {name: d}\n  triggers:\n"
            + "    - {type: prometheus, name: q, metadata: {serverAddress: s, query: q, threshold: \"x\"}}\n";
    Mapping spec =
        (Mapping)
            Nodes.at(Yaml.parse(cell, Limits.CELL).root().orElseThrow(), "spec").orElseThrow();
    ReadScaledObject read = ScaledObjectYaml.readSpec(spec, "keda");
    assertThat(read.scaler().orElseThrow().metadata().name()).isEqualTo("keda");
    assertThat(read.problems())
        .extracting(ManifestProblem::path, ManifestProblem::line)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("triggers.q.metadata.threshold", 5));
  }

  @Test
  void aTextIsBroughtToAWantedObjectByItsDifferencesAlone() {
    ScaledObject now = ScaledObjectYaml.read(SMALL).scaler().orElseThrow();
    ScaledObject wanted =
        ScalerKnobs.at(now, "triggers.running.threshold")
            .orElseThrow()
            .with(ScalerKnobs.at(now, "minReplicaCount").orElseThrow().with(now, 2), 20);
    assertThat(ScaledObjectYaml.with(SMALL, wanted).text())
        .contains(
            SMALL
                .replace("'16'", "'20'")
                .replace("# the end\n", "  minReplicaCount: 2\n# the end\n"));
    assertThat(ScaledObjectYaml.with(SMALL, now).text()).contains(SMALL);

    ScaledObject fewer =
        new ScaledObject(
            now.metadata(),
            now.target(),
            now.intervals(),
            now.replicas(),
            now.triggers().subList(0, 1),
            now.advanced(),
            now.fallback());
    assertThat(ScaledObjectYaml.with(SMALL, fewer).problems())
        .containsExactly(
            new ManifestProblem(
                "spec.triggers.1.type",
                21,
                "spec.triggers.1.type differs in a way that cannot be edited into this text; write a"
                    + " fresh manifest."));
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 200).boxed();
  }

  static Stream<Long> fewSeeds() {
    return seeds().limit(40);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void readingWhatWasWrittenGivesItBack(long seed) {
    ScaledObject scaler = random(new Random(seed));
    String text = ScaledObjectYaml.write(scaler);
    assertThat(ScaledObjectYaml.read(text).scaler()).as(text).contains(scaler);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("fewSeeds")
  void everyKnobCanBeWrittenIntoTheText(long seed) {
    ScaledObject scaler = random(new Random(seed));
    String text = ScaledObjectYaml.write(scaler);
    ScalerKnobs.of(scaler)
        .forEach(
            knob -> {
              ScaledObject turned = knob.with(scaler, Math.rint(knob.range().at(0.4)));
              Edited edited = ScaledObjectYaml.with(text, turned);
              assertThat(edited.problems()).as(knob.name()).isEmpty();
              assertThat(ScaledObjectYaml.read(edited.text().orElseThrow()).scaler())
                  .contains(turned);
              double value = knob.get(turned);
              assertThat(ScaledObjectYaml.with(text, knob.name(), value).text())
                  .isEqualTo(edited.text());
            });
  }

  private static ScaledObject random(Random random) {
    List<Trigger> triggers = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      Map<String, String> metadata = new LinkedHashMap<>();
      metadata.put("query", RandomFields.word(random));
      metadata.put(
          random.nextBoolean() ? "threshold" : RandomFields.nonEmpty(random),
          "1" + random.nextInt(9));
      triggers.add(
          new Trigger(
              random.nextBoolean() ? "prometheus" : RandomFields.nonEmpty(random),
              random.nextBoolean() ? "" : "t" + i + (random.nextBoolean() ? ".x" : ""),
              random.nextBoolean() ? "" : "Value",
              random.nextInt(5) == 0 ? Map.of() : metadata,
              random.nextBoolean(),
              random.nextBoolean()
                  ? Optional.empty()
                  : Optional.of(new AuthenticationRef(RandomFields.nonEmpty(random), ""))));
    }
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put(RandomFields.nonEmpty(random), RandomFields.word(random));
    texts.put("app.kubernetes.io/name", RandomFields.word(random));
    Advanced advanced = Advanced.UNSET;
    if (random.nextBoolean()) {
      advanced =
          advanced.withBehavior(
              new Behavior(RandomFields.rules(random), RandomFields.rules(random)));
    }
    if (random.nextBoolean()) {
      advanced =
          new Advanced(
              Optional.of(random.nextBoolean()),
              new HpaSettings(RandomFields.word(random), advanced.hpa().behavior()),
              new ScalingModifiers(
                  RandomFields.word(random),
                  RandomFields.word(random),
                  RandomFields.word(random),
                  "Value"));
    }
    return new ScaledObject(
        new ObjectMeta(
            RandomFields.word(random),
            RandomFields.word(random),
            random.nextBoolean() ? Map.of() : texts,
            texts),
        new ScaleTarget(
            RandomFields.word(random),
            random.nextBoolean() ? "" : "Deployment",
            "",
            RandomFields.word(random)),
        new Intervals(
            RandomFields.maybe(random), RandomFields.maybe(random), RandomFields.maybe(random)),
        new ReplicaCounts(
            RandomFields.maybe(random), RandomFields.maybe(random), RandomFields.maybe(random)),
        triggers,
        advanced,
        random.nextBoolean()
            ? Optional.empty()
            : Optional.of(
                new Fallback(
                    RandomFields.maybe(random),
                    RandomFields.maybe(random),
                    RandomFields.word(random))));
  }

  @Test
  void comparesWhatTwoManifestsMean() {
    String other =
        """
        # reordered, requoted, defaults spelled out
        kind: ScaledObject
        apiVersion: keda.sh/v1alpha1
        metadata: {namespace: "${NAMESPACE}", name: small, uid: 1234, resourceVersion: "99"}
        spec:
          triggers:
          - name: running
            type: prometheus
            metricType: AverageValue
            metadata: {threshold: 20, query: "r ", serverAddress: http://p, ignoreNullValues: "true"}
          - name: epp-queue-size
            type: prometheus
            metadata:
              threshold: 1
              query: sum(queue)
              serverAddress: http://p:9090
          scaleTargetRef: {name: decode, kind: Deployment, apiVersion: apps/v1}
          pollingInterval: 30
          minReplicaCount: 1
        status: {conditions: []}
        """;
    Comparison comparison = Comparison.of(SMALL, other);
    assertThat(comparison.problems()).isEmpty();
    assertThat(comparison.differences().stream().map(Difference::text))
        .containsExactly(
            "maxReplicaCount: 8 -> (unset)",
            "triggers.running.metadata.threshold: 16 -> 20",
            "minReplicaCount: (unset) -> 1");
    assertThat(Comparison.of(SMALL, SMALL.replace("#", "# #")).differences()).isEmpty();
    assertThat(Comparison.of(SMALL, "kind: Service").problems()).hasSize(1);
  }

  @Test
  void publicManifestsAreReadWithoutLoss() {
    List<Path> files = Beside.publicManifests();
    assertThat(files).hasSizeGreaterThan(8);
    for (Path file : files) {
      String text = Beside.text(file);
      ReadScaledObject read = ScaledObjectYaml.read(text);
      assertThat(read.problems()).as("%s", file).isEmpty();
      ScaledObject scaler = read.scaler().orElseThrow();
      String fresh = ScaledObjectYaml.write(scaler);
      assertThat(ScaledObjectYaml.read(fresh).scaler()).as("%s", file).contains(scaler);
      assertThat(Comparison.of(text, fresh).differences()).as("%s", file).isEmpty();
      assertThat(ScaledObjectYaml.with(text, scaler).text()).contains(text);
      long placeholders =
          text.lines()
              .filter(l -> !l.strip().startsWith("#") && l.contains("${NAMESPACE}"))
              .count();
      assertThat(fresh.lines().filter(l -> l.contains("${NAMESPACE}")).count())
          .as("%s", file)
          .isEqualTo(placeholders);
      ScalerKnobs.of(scaler)
          .forEach(
              knob -> {
                ScaledObject turned = knob.with(scaler, knob.get(scaler) + 1);
                String edited = ScaledObjectYaml.with(text, turned).text().orElseThrow();
                assertThat(ScaledObjectYaml.read(edited).scaler()).contains(turned);
                List<String> changed = new ArrayList<>(edited.lines().toList());
                text.lines().forEach(changed::remove);
                assertThat(changed).as("%s %s", file, knob.name()).hasSize(1);
              });
    }
  }

  @Test
  void whatIsWrittenPassesKedasOwnSchema() {
    assertThat(KedaCrd.errors(Beside.sample("scaledobjects/queue-depth.yaml"))).isEmpty();
    for (Path file : Beside.publicManifests()) {
      ScaledObject scaler = ScaledObjectYaml.read(Beside.text(file)).scaler().orElseThrow();
      assertThat(KedaCrd.errors(ScaledObjectYaml.write(scaler))).as("%s", file).isEmpty();
    }
    String sample = Beside.sample("scaledobjects/queue-depth.yaml");
    for (Object[] edit :
        new Object[][] {
          {"triggers.epp-queue-size.threshold", 4.0},
          {"minReplicaCount", 2.0},
          {"triggers.epp-running-requests.ignoreNullValues", false},
          {"behavior.scaleDown.stabilizationWindowSeconds", 120},
          {"behavior.scaleUp.tolerance", 0.05},
        }) {
      sample = ScaledObjectYaml.with(sample, (String) edit[0], edit[1]).text().orElseThrow();
    }
    assertThat(KedaCrd.errors(sample)).isEmpty();
    // The schema can tell: a bare number is not what it wants.
    assertThat(KedaCrd.errors(sample.replace("threshold: \"4\"", "threshold: 4"))).isNotEmpty();
  }
}
