// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.yaml.Limits;
import loopbench.yaml.Nodes;
import loopbench.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scalars as kubectl reads them, and the fields that are made of them. */
class KubectlScalarTest {

  private static Object value(String written) {
    return KubectlScalar.value(
        Nodes.scalarAt(Yaml.parse("a: " + written, Limits.CELL).root().orElseThrow(), "a")
            .orElseThrow());
  }

  @ParameterizedTest(name = "{0} is {1} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1500 | Long | 1500",
        "-7 | Long | -7",
        "0x10 | Long | 16",
        "010 | Long | 8",
        "0o10 | Long | 8",
        "0b101 | Long | 5",
        "1_000 | Long | 1000",
        "089 | Double | 89.0",
        "8.0 | Double | 8.0",
        ".5 | Double | 0.5",
        "1e3 | Double | 1000.0",
        "18446744073709551615 | BigInteger | 18446744073709551615",
        "18446744073709551616 | Double | 1.8446744073709552E19",
        "1e999 | String | 1e999",
        ".inf | String | .inf",
        "yes | Boolean | true",
        "On | Boolean | true",
        "y | Boolean | true",
        "FALSE | Boolean | false",
        "off | Boolean | false",
        "tRUE | String | tRUE",
        "'yes' | String | yes",
        "\"1\" | String | 1",
        "500m | String | 500m",
        "1:30 | String | 1:30",
        "2026-08-21 | String | 2026-08-21",
        "${REPLICAS} | String | ${REPLICAS}",
      })
  void plainScalarsAreWhatKubectlTakesThemFor(String written, String type, String value) {
    assertThat(value(written).getClass().getSimpleName()).isEqualTo(type);
    assertThat(value(written)).hasToString(value);
  }

  @ParameterizedTest
  @CsvSource({"~", "null", "Null", "NULL", "''"})
  void nothingIsNull(String written) {
    assertThat(value(written)).isNull();
  }

  private static ReadScaledObject scaler(String fields) {
    return ScaledObjectYaml.read(
        "apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: a}\nspec:\n"
            + "  scaleTargetRef: {name: d}\n  triggers:\n"
            + "  - {type: prometheus, useCachedMetrics: yes, metadata: {serverAddress: s, query: q,"
            + " threshold: \"1\"}}\n"
            + fields);
  }

  @Test
  void fieldsTakeWhatKubectlHandsOver() {
    ReadScaledObject read = scaler("  maxReplicaCount: 8.0\n  minReplicaCount: 0x2\n");
    assertThat(read.problems()).isEmpty();
    assertThat(read.scaler().orElseThrow().replicas().max()).hasValue(8);
    assertThat(read.scaler().orElseThrow().replicas().min()).hasValue(2);
    assertThat(read.scaler().orElseThrow().triggers().get(0).useCachedMetrics()).isTrue();
  }

  /** A field of the wrong type and the one sentence about it. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "maxReplicaCount: 8.5 | 'maxReplicaCount must be a whole number, was 8.5.'",
        "maxReplicaCount: 99999999999 | 'maxReplicaCount must be a whole number, was 99999999999.'",
        "maxReplicaCount: \"8\" | 'maxReplicaCount must be a whole number, was the text \"8\"; write it"
            + " without quotes.'",
        "maxReplicaCount: ${MAX} | 'maxReplicaCount must be a whole number, was the placeholder"
            + " ${MAX}; fill it in first.'",
        "maxReplicaCount: [8] | 'maxReplicaCount must be a whole number, was a list.'",
        "pollingInterval: 30s | 'pollingInterval must be a whole number of seconds, without a unit, was"
            + " 30s.'",
        "advanced: {restoreToOriginalReplicaCount: maybe} | 'restoreToOriginalReplicaCount must be true"
            + " or false, was maybe.'",
        "advanced: {scalingModifiers: {target: 1e1}} | 'target must be text, was 1e1, which YAML takes"
            + " for a number; write \"1e1\".'",
        "advanced: {scalingModifiers: {formula: on}} | 'formula must be text, was on, which YAML takes"
            + " for a truth value; write \"on\".'",
        "advanced: x | 'advanced must be fields by name, was x.'",
        "advanced: {horizontalPodAutoscalerConfig: {behavior: {scaleUp: {tolerance: 5 %}}}} | 'tolerance"
            + " must be a quantity such as \"0.1\" or \"100m\", was 5 %.'",
        "advanced: {horizontalPodAutoscalerConfig: {behavior: {scaleUp: {selectPolicy: max}}}} |"
            + " 'selectPolicy must be Max, Min or Disabled, was max.'",
      })
  void aWrongTypeIsOneSentence(String field, String message) {
    assertThat(scaler("  " + field + "\n").problems())
        .extracting(ManifestProblem::message)
        .containsExactly(message);
  }

  @ParameterizedTest(name = "{0} is {1} s")
  @CsvSource({
    "30s, 30",
    "1m30s, 90",
    "1h, 3600",
    "1.5s, 1.5",
    ".5s, 0.5",
    "250ms, 0.25",
    "1us, 0.000001",
    "1ns, 0.000000001",
    "+2s, 2",
    "0, 0",
    "0s, 0",
    "1s1s, 2"
  })
  void durationsAreGos(String text, BigDecimal seconds) {
    assertThat(GoDuration.seconds(text).orElseThrow()).isEqualByComparingTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({"30", "s", "'1s '", "-1s", "1 s", "1d", "1s2", "''", "1,5s"})
  void whatIsNoDurationIsNone(String text) {
    assertThat(GoDuration.seconds(text)).isEmpty();
  }

  @Test
  void timeoutsAreMillisecondsToo() {
    assertThat(GoDuration.secondsOrMillis("30000")).isEqualTo(GoDuration.secondsOrMillis("30s"));
    assertThat(Sort.TIMEOUT.meaning("0")).isNull();
    assertThat(Sort.TIMEOUT.meaning("0s")).isNull();
    assertThat(Sort.TIMEOUT.meaning("soon")).isEqualTo("soon");
    assertThat(GoDuration.seconds("1s".repeat(500_000))).isEqualTo(Optional.empty());
  }

  /** Two ways to write one thing, by sort. */
  @ParameterizedTest(name = "{0}: {1} = {2}")
  @CsvSource({
    "NUMBER, 1, 1.0",
    "NUMBER, 1e1, ' 10 '",
    "QUANTITY, 500m, 0.5",
    "QUANTITY, 1Ki, 1024",
    "QUANTITY, 2k, 2e3",
    "TRUTH_TEXT, T, true",
    "TRUTH_TEXT, 0, False",
    "PAUSE, 'yes', true",
    "PAUSE, '', true",
    "TEXT, ' a ', a",
    "QUERY, 'sum( a )', sum(a)",
    "QUERY, 'sum by (x) (a)', sum by(x)(a)",
    "TIMEOUT, 90s, 1m30s",
  })
  void whatMeansTheSameIsEqual(Sort sort, String one, String other) {
    assertThat(sort.meaning(one)).isEqualTo(sort.meaning(other));
  }

  @ParameterizedTest(name = "{0}: {1} is not {2}")
  @CsvSource({
    "NUMBER, 1, 1.001",
    "NUMBER, 500m, 0.5",
    "NUMBER, .5, 0.5",
    "QUANTITY, 1M, 1Mi",
    "QUANTITY, 1m, 1M",
    "TRUTH_TEXT, yes, true",
    "PAUSE, false, off",
    "QUERY, 'a and b', aand b",
    "QUERY, '{x=\"a b\"}', '{x=\"ab\"}'",
    "QUERY, 'a # b', 'a #b'",
  })
  void whatDoesNotStaysApart(Sort sort, String one, String other) {
    assertThat(sort.meaning(one)).isNotEqualTo(sort.meaning(other));
  }

  @Test
  void policiesAreASet() {
    Map<String, Object> pods = Map.of("type", "Pods", "value", 4L, "periodSeconds", 15L);
    Map<String, Object> percent = Map.of("type", "Percent", "value", 100L, "periodSeconds", 15L);
    assertThat(Sort.POLICIES.meaning(List.of(pods, percent)))
        .isEqualTo(Sort.POLICIES.meaning(List.of(percent, pods)));
  }
}
