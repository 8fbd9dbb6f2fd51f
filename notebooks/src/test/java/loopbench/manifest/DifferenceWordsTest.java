// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DifferenceWordsTest {
  /**
   * Blocks of: {@code @} text, {@code -} from, {@code +} to, then {@code :} and {@code =} lines.
   */
  private static final String TABLE = "/manifest/difference-words.txt";

  private static final String SCALER =
      """
      apiVersion: keda.sh/v1alpha1
      kind: ScaledObject
      metadata:
        name: decode
        labels: {team: a}
        annotations: {note: x}
      spec:
        scaleTargetRef: {name: decode}
        minReplicaCount: 1
        maxReplicaCount: 8
        fallback: {failureThreshold: 3, replicas: 6}
        advanced:
          horizontalPodAutoscalerConfig:
            behavior:
              scaleUp:
                policies:
                - {type: Percent, value: 100, periodSeconds: 15}
              scaleDown:
                stabilizationWindowSeconds: 300
        triggers:
        - type: prometheus
          name: queue
          metadata:
            serverAddress: http://p:9090
            query: sum(queue)
            threshold: "1"
        - type: prometheus
          name: running
          metricType: Value
          metadata: {serverAddress: "http://p:9090", query: max(running), threshold: "16"}
      """;

  private static final String FORMULA =
      """
      apiVersion: keda.sh/v1alpha1
      kind: ScaledObject
      metadata: {name: decode}
      spec:
        scaleTargetRef: {name: decode}
        advanced:
          scalingModifiers: {formula: queue + 1, target: "2"}
        triggers:
        - {type: prometheus, name: queue, metadata: {serverAddress: p, query: q, threshold: "1"}}
      """;

  private static final String AUTHENTICATION =
      """
      apiVersion: keda.sh/v1alpha1
      kind: TriggerAuthentication
      metadata: {name: prometheus}
      spec:
        podIdentity: {provider: aws}
        secretTargetRef:
        - {parameter: bearerToken, name: reader, key: token}
        - {parameter: ca, name: reader, key: ca.crt}
        env:
        - {parameter: username, name: USER}
      """;

  private static final String HPA =
      """
      apiVersion: autoscaling/v2
      kind: HorizontalPodAutoscaler
      metadata: {name: keda-hpa-decode}
      spec:
        scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: decode}
        maxReplicas: 8
        metrics:
        - type: External
          external:
            metric: {name: s0-prometheus, selector: {matchLabels: {scaledobject: decode}}}
            target: {type: AverageValue, averageValue: "1"}
        - type: Resource
          resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}
      """;

  /**
   * One change of a text and what is said of it.
   *
   * @param text which of the texts above
   * @param from what is replaced, once
   * @param to what stands there afterwards
   * @param said a line of path and values, then one of words, for each difference
   */
  record Row(String text, String from, String to, List<String> said) {
    @Override
    public String toString() {
      return text + ": " + from + " -> " + to;
    }

    String before() {
      return switch (text) {
        case "scaler" -> SCALER;
        case "formula" -> FORMULA;
        case "authentication" -> AUTHENTICATION;
        default -> HPA;
      };
    }

    String after() {
      assertThat(before()).contains(from);
      return before().replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
    }

    Comparison compared(String before, String after) {
      Comparison comparison =
          switch (text) {
            case "scaler", "formula" -> Comparison.of(before, after);
            case "authentication" -> Comparison.ofTriggerAuthentications(before, after);
            default -> Comparison.ofHpas(before, after);
          };
      assertThat(comparison.problems()).isEmpty();
      return comparison;
    }
  }

  static List<Row> rows() throws IOException {
    String file;
    try (InputStream in = DifferenceWordsTest.class.getResourceAsStream(TABLE)) {
      file = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<Row> rows = new ArrayList<>();
    for (String block : file.split("\n\n")) {
      List<String> lines = block.strip().lines().toList();
      rows.add(
          new Row(
              value(lines.get(0)),
              value(lines.get(1)),
              value(lines.get(2)),
              lines.subList(3, lines.size())));
    }
    return rows;
  }

  private static String value(String line) {
    return line.length() < 2 ? "" : line.substring(2).replace("\\n", "\n");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void aChangeIsSaidInWordsAndNumbers(Row row) {
    List<String> said = new ArrayList<>();
    row.compared(row.before(), row.after())
        .differences()
        .forEach(
            difference -> {
              said.add(": " + difference.text());
              said.add("= " + difference.words());
            });
    assertThat(said).isEqualTo(row.said());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theWayBackSaysAsMuch(Row row) {
    List<Difference> there = row.compared(row.before(), row.after()).differences();
    List<Difference> back = row.compared(row.after(), row.before()).differences();
    assertThat(back).hasSameSizeAs(there);
    assertThat(back.stream().map(d -> List.of(d.after(), d.before())))
        .containsExactlyInAnyOrderElementsOf(
            there.stream().map(d -> List.of(d.before(), d.after())).toList());
    assertThat(back)
        .allSatisfy(
            difference ->
                assertThat(difference.words()).doesNotContain("{", "}", "null", "nothing instead"));
  }

  /** The table of words is complete: no field of a kind is left to the plain sentence. */
  @Test
  void everyTypedFieldHasWordsOfItsOwn() {
    List<String> plain = new ArrayList<>();
    for (Kind<?> kind :
        List.of(ScaledObjectYaml.KIND, TriggerAuthenticationYaml.KIND, HpaYaml.KIND)) {
      collect(kind, kind.spec(), "", "", plain);
      collect(kind, Shapes.META, "metadata", "", plain);
    }
    assertThat(plain).isEmpty();
  }

  private static void collect(
      Kind<?> kind, Shape shape, String path, String around, List<String> plain) {
    Optional<Meaning> meaning = kind.meanings().at(path, around);
    if (meaning.isPresent() && !meaning.get().sort().goesOn() || shape instanceof Shape.Unread) {
      return;
    }
    if (shape instanceof Shape.Fields fields) {
      fields
          .known()
          .forEach(
              (key, below) ->
                  collect(kind, below, path.isEmpty() ? key : path + "." + key, path, plain));
    } else if (shape instanceof Shape.Items items) {
      collect(kind, items.item(), path + ".*", path, plain);
    } else if (shape instanceof Shape.Texts) {
      collect(kind, Shape.Leaf.TEXT, path + ".*", path, plain);
    } else {
      plain.add(kind.word() + ": " + path);
    }
  }
}
