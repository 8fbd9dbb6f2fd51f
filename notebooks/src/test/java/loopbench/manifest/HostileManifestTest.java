// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import loopbench.yaml.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a text says, the answer is an object or sentences, few of them and short. The timeouts
 * are against hanging.
 */
@Timeout(120)
class HostileManifestTest {
  private static final String SCALER =
      """
      apiVersion: keda.sh/v1alpha1
      kind: ScaledObject
      metadata: {name: a}
      spec:
        scaleTargetRef: {name: d}
        advanced:
          scalingModifiers: {formula: "max([q, 1])", target: "2"}
          horizontalPodAutoscalerConfig:
            behavior:
              scaleUp: {policies: [{type: Pods, value: 4, periodSeconds: 15}]}
        triggers:
        - type: prometheus
          name: q
          metadata:
            serverAddress: http://p
            query: >-
              sum(q)
            threshold: "1"
      """;

  /** The kinds, each with a small sound text and what reads it. */
  enum Reader {
    SCALED_OBJECT(SCALER, text -> ScaledObjectYaml.read(text).problems()),
    TRIGGER_AUTHENTICATION(
        """
        apiVersion: keda.sh/v1alpha1
        kind: TriggerAuthentication
        metadata: {name: a}
        spec:
          secretTargetRef:
          - parameter: bearerToken
            name: "reader"
            key: 'token'
        """,
        text -> TriggerAuthenticationYaml.read(text).problems()),
    HPA(
        """
        apiVersion: autoscaling/v2
        kind: HorizontalPodAutoscaler
        metadata: {name: a}
        spec:
          scaleTargetRef: {kind: Deployment, name: d}
          maxReplicas: 8
          metrics:
          - type: External
            external:
              metric: {name: q}
              target: {type: AverageValue, averageValue: "1"}
        """,
        text -> HpaYaml.read(text).problems());

    final String sound;
    final Function<String, List<ManifestProblem>> problems;

    Reader(String sound, Function<String, List<ManifestProblem>> problems) {
      this.sound = sound;
      this.problems = problems;
    }

    /** The problems, all of them sentences of a length one can read. */
    List<ManifestProblem> of(String text) {
      List<ManifestProblem> found = problems.apply(text);
      assertThat(found)
          .hasSizeLessThanOrEqualTo(20)
          .allSatisfy(
              problem -> {
                assertThat(problem.message()).matches("(?s).+[.?]").hasSizeLessThan(700);
                assertThat(problem.path()).hasSizeLessThan(100);
                assertThat(problem.line()).isPositive();
              });
      return found;
    }

    String only(String text) {
      List<ManifestProblem> found = of(text);
      assertThat(found).hasSize(1);
      return found.get(0).message();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theTextsAreSound(Reader reader) {
    assertThat(reader.of(reader.sound)).isEmpty();
  }

  /** What is done to a text, and how the one sentence begins. */
  static Stream<Arguments> mistakes() {
    StringBuilder laughs = new StringBuilder("a: &a [lol]\n");
    for (char c = 'b'; c < 'k'; c++) {
      laughs.append(c).append(": &").append(c).append(" [");
      laughs.append(("*" + (char) (c - 1) + ",").repeat(9)).append("]\n");
    }
    Map<String, Map.Entry<Function<String, String>, String>> mistakes =
        Map.ofEntries(
            mistake(
                "an open quote", text -> text + "x: \"never closed\n", "The quote opened on line"),
            mistake("an open bracket", text -> text + "x: [1\n", "The bracket opened on line"),
            mistake("an open brace", text -> text + "x: {a: 1\n", "The brace opened on line"),
            mistake(
                "a list cut off",
                text -> text + "x: [1,\n",
                "The text ends where a value is still"),
            mistake(
                "fields cut off",
                text -> text + "x: {a: 1,\n",
                "The text ends where a value is still"),
            mistake("a key alone", text -> text + "x\n", "No colon follows what should be a key"),
            mistake(
                "endless anchors", text -> text + laughs, "Anchors such as \"&a\" are not allowed"),
            mistake(
                "ten megabytes",
                text -> text + "#".repeat(10_000_000),
                "This manifest has 10,000,"),
            mistake(
                "a key twice",
                text -> text + "kind: x\n",
                "The key \"kind\" stands here for the second time"),
            mistake(
                "deep brackets",
                text -> text + "x: " + "[".repeat(200_000),
                "Lists and mappings are nested deeper than 64 levels here"),
            mistake(
                "deep blocks",
                text ->
                    text
                        + IntStream.range(0, 100)
                            .mapToObj(i -> " ".repeat(i) + "x:\n")
                            .collect(Collectors.joining()),
                "Lists and mappings are nested deeper than 64 levels here"),
            mistake(
                "a tab", text -> text + "x:\n\ty: 1\n", "A tab stands where YAML wants spaces."),
            mistake(
                "zeros",
                text -> text + "x: a\0b\0c\0\n",
                "The invisible character U+0000 is not allowed."),
            mistake(
                "every other a zero",
                text -> text.replace("", "\0"),
                "The invisible character U+0000 is not allowed."),
            mistake("two of them", text -> text + "---\n" + text, "There are 2 "),
            mistake("a thousand of them", text -> (text + "---\n").repeat(1000), "There are 1000 "),
            mistake("a list", text -> "- a\n- b\n", "There is no "),
            mistake("a word", text -> "hello\n", "There is no "),
            mistake("nothing", text -> "", "There is no "),
            mistake("comments", text -> "# nothing\n", "There is no "),
            mistake(
                "twenty thousand others", text -> "kind: X\n---\n".repeat(20_000), "There is no "),
            mistake(
                "a kind of a megabyte", text -> "kind: " + "k".repeat(1_000_000), "There is no "),
            mistake("spec as text", text -> cut(text) + "spec: all\n", "spec must be"),
            mistake("spec as a list", text -> cut(text) + "spec: [a]\n", "spec must be"),
            mistake("no spec", HostileManifestTest::cut, "A "),
            mistake("metadata as text", text -> text.replace("{name: a}", "a"), "metadata must be"),
            mistake("a number for a name", text -> text.replace("name: a", "name: 7"), "name must"),
            mistake(
                "a template",
                text -> text.replace("{name: a}", "{{ .Values.meta }}"),
                "A key must be text"));
    return mistakes.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .flatMap(
            mistake ->
                Stream.of(Reader.values())
                    .map(
                        reader ->
                            Arguments.of(
                                mistake.getKey(),
                                reader,
                                mistake.getValue().getKey(),
                                mistake.getValue().getValue())));
  }

  private static Map.Entry<String, Map.Entry<Function<String, String>, String>> mistake(
      String name, Function<String, String> broken, String message) {
    return Map.entry(name, Map.entry(broken, message));
  }

  private static String cut(String text) {
    return text.substring(0, text.indexOf("spec:"));
  }

  @ParameterizedTest(name = "{0} in {1}")
  @MethodSource("mistakes")
  void oneMistakeIsOneSentence(
      String name, Reader reader, Function<String, String> broken, String message) {
    assertThat(reader.only(broken.apply(reader.sound))).startsWith(message);
  }

  @ParameterizedTest
  @EnumSource
  void aTextCutAnywhereIsAnObjectOrSentences(Reader reader) {
    for (int i = 0; i < reader.sound.length(); i++) {
      reader.of(reader.sound.substring(0, i));
    }
  }

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  /** Tokens that mean something to YAML or to a reader, put anywhere. */
  private static final String[] TOKENS = {
    "\0",
    "\t",
    "\n",
    ": ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\"",
    "&a ",
    "*a",
    "!t ",
    "|",
    ">",
    "#",
    "null",
    "yes",
    "1e999",
    "0x",
    "999999999999999999999",
    "${X}",
    "~",
    "---\n",
    "..",
    "\uD800"
  };

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void aTextStruckAnywhereIsAnObjectOrSentences(long seed) {
    Random random = new Random(seed);
    for (Reader reader : Reader.values()) {
      StringBuilder text = new StringBuilder(reader.sound);
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        text.insert(random.nextInt(text.length()), TOKENS[random.nextInt(TOKENS.length)]);
      }
      reader.of(text.toString());
      Comparison.of(reader.sound, text.toString());
      Comparison.of(text.toString(), reader.sound);
      Comparison.ofHpas(reader.sound, text.toString());
      Comparison.ofTriggerAuthentications(text.toString(), reader.sound);
      assertThat(ScaledObjectYaml.with(text.toString(), "minReplicaCount", 2).problems())
          .hasSizeLessThanOrEqualTo(20);
    }
  }

  @Test
  void anyValueInAnyPlaceIsAnObjectOrSentences() {
    for (Reader reader : Reader.values()) {
      for (String value :
          List.of("[]", "{}", "[[]]", "{a: {b: c}}", "7", "-0.0", "true", "''", "~", "x", "[~]")) {
        List<String> lines = reader.sound.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
          String line = lines.get(i);
          int colon = line.indexOf(':');
          if (colon > 0) {
            String broken =
                IntStream.range(0, lines.size())
                    .filter(
                        at -> at <= lines.indexOf(line) || indent(lines.get(at)) <= indent(line))
                    .mapToObj(
                        at ->
                            lines.get(at).equals(line)
                                ? line.substring(0, colon) + ": " + value
                                : lines.get(at))
                    .collect(Collectors.joining("\n"));
            reader.of(broken);
            assertSpoken(Comparison.of(reader.sound, broken));
            assertSpoken(Comparison.of(broken, reader.sound));
            assertSpoken(Comparison.ofHpas(reader.sound, broken));
            assertSpoken(Comparison.ofTriggerAuthentications(broken, reader.sound));
          }
        }
      }
    }
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  private static void assertSpoken(Comparison comparison) {
    assertThat(comparison.differences())
        .allSatisfy(difference -> assertThat(difference.words()).isNotBlank().hasSizeLessThan(900));
  }

  /** Texts of up to a megabyte that are sound YAML, and cost most where work grows by squares. */
  static Stream<String> large() {
    String head = cut(SCALER);
    return Stream.of(
            many(20_000, i -> "x" + i + ": 1\n"),
            head + "spec:\n" + many(20_000, i -> "  x" + i + ": 1\n"),
            head + "spec:\n  triggers:\n" + many(20_000, i -> "  - name: n" + i + "\n"),
            head + "spec:\n  triggers:\n" + many(30_000, i -> "  - {}\n"),
            head + "spec:\n  triggers:\n" + many(1_000, i -> "  - type: prometheus\n"),
            head + "spec:\n  triggers:\n" + many(1_000, i -> "  - {name: n, type: t}\n"),
            head.replace("{name: a}", "\n  labels:\n" + many(20_000, i -> "    l" + i + ": x\n"))
                + "spec: {}\n",
            SCALER.replace("max([q, 1])", "(".repeat(1_000_000)),
            SCALER.replace("max([q, 1])", "q + ".repeat(200_000) + "1"),
            SCALER.replace("sum(q)", "sum(".repeat(200_000)),
            SCALER.replace("threshold: \"1\"", "threshold: \"" + "1".repeat(1_000_000) + "\""),
            SCALER.replace("target: \"2\"", "target: \"" + "9".repeat(1_000_000) + "\""),
            SCALER.replaceFirst(
                "( *)threshold: \"1\"",
                "$1threshold: \"1\"\n$1timeout: \"" + "1s".repeat(500_000) + "\""),
            SCALER.replace("name: q", "name: " + "n.".repeat(400_000) + "n"),
            SCALER.replace("value: 4", "value: " + "4".repeat(1_000_000)),
            SCALER.replace("name: d", "name: " + "1:1".repeat(300_000)))
        .map(text -> text.substring(0, Math.min(text.length(), Limits.MANIFEST.maxBytes())));
  }

  private static String many(int count, IntFunction<String> line) {
    return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining());
  }

  @ParameterizedTest
  @MethodSource("large")
  void aLargeTextIsAnswered(String text) {
    Reader.SCALED_OBJECT.of(text);
    assertThat(ScaledObjectYaml.read(text).ignored()).hasSizeLessThanOrEqualTo(40);
    assertSpoken(Comparison.of(text, SCALER));
    assertSpoken(Comparison.of(SCALER, text));
    ScaledObjectYaml.with(text, "triggers.nowhere.threshold", 2.0);
    ScaledObjectYaml.read(text)
        .scaler()
        .ifPresent(scaler -> assertThat(ScaledObjectYaml.write(scaler)).isNotEmpty());
  }

  @Test
  void longListsAreNotRead() {
    String text =
        cut(SCALER)
            + "spec:\n  triggers:\n"
            + many(1001, i -> "  - {type: prometheus, name: n" + i + "}\n");
    assertThat(Reader.SCALED_OBJECT.only(text))
        .isEqualTo("triggers has 1,001 entries, more than the 1,000 that are read.");
  }
}
