// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import static loopbench.scaling.lint.Given.formula;
import static loopbench.scaling.lint.Given.found;
import static loopbench.scaling.lint.Given.modifiers;
import static loopbench.scaling.lint.Given.trigger;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.scaling.keda.Fallback;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.keda.ScalingModifiers;
import loopbench.scaling.keda.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a formula makes of its triggers. */
class FormulaRulesTest {
  /** The proportional law on ready pods upward and on all pods downward, with a band between. */
  private static final String LAW =
      "s > 0.55 ? ceil((r > 0 && r < n ? r : n) * s / 0.55) : (s < 0.4 ? ceil(n * s / 0.4) : n)";

  private static final String GUARD =
      "let need = max(q / 1, k / 16);\nneed <= n ? need : max(need - (u ?? 0), n)";

  private static ScaledObject scaler(String text, int min, String... namesAndQueries) {
    Trigger[] triggers = new Trigger[namesAndQueries.length / 2];
    for (int i = 0; i < triggers.length; i++) {
      triggers[i] = trigger(namesAndQueries[2 * i], namesAndQueries[2 * i + 1], "1");
    }
    return formula(Given.scaler(min, 8, triggers), text);
  }

  private static ScaledObject law(int min) {
    return scaler(LAW, min, "s", "epp:saturation:smoothed", "n", "REPLICAS", "r", "READY");
  }

  private static ScaledObject guard(int min) {
    return scaler(GUARD, min, "q", "QUEUE", "k", "RUNNING", "u", "UNAVAILABLE", "n", "REPLICAS");
  }

  @Test
  void thresholdsHaveNoEffect() {
    ScaledObject scaler = guard(1);
    Trigger running =
        scaler
            .triggers()
            .get(1)
            .withMetadata("threshold", "16")
            .withMetadata("activationThreshold", "3");
    List<Finding> findings = found("threshold-under-formula", scaler.withTrigger(1, running));
    assertThat(findings).hasSize(4).allMatch(f -> f.severity() == Severity.NOTE);
    assertThat(findings.get(1).path()).isEqualTo("triggers.k.metadata.threshold");
    assertThat(findings.get(1).numbers())
        .isEqualTo("threshold 16, metricType AverageValue, activationThreshold 3");
    assertThat(found("threshold-under-formula", Given.scaler(1, 8, running))).isEmpty();
  }

  @ParameterizedTest(name = "threshold {0}")
  @CsvSource({"16, NOTE", "16.0, NOTE", "1, NOTE", "32, WARNING", "0.16, WARNING"})
  void thresholdsThatDrifted(String threshold, Severity severity) {
    ScaledObject scaler = guard(1);
    Trigger running = scaler.triggers().get(1).withMetadata("threshold", threshold);
    Finding finding = found("threshold-under-formula", scaler.withTrigger(1, running)).get(1);
    assertThat(finding.severity()).isEqualTo(severity);
    if (severity == Severity.WARNING) {
      assertThat(finding.numbers()).contains("threshold " + threshold, "numbers are 1, 16, 0");
    }
  }

  @Test
  void aFormulaWithoutNumbersCannotDrift() {
    ScaledObject scaler = scaler("a", 1, "a", "QUEUE");
    Trigger odd = scaler.triggers().get(0).withMetadata("threshold", "7");
    assertThat(found("threshold-under-formula", scaler.withTrigger(0, odd)))
        .extracting(Finding::severity)
        .containsExactly(Severity.NOTE);
  }

  @Test
  void triggersThatTheFormulaDoesNotRead() {
    assertThat(found("unused-trigger", scaler("a + 1", 1, "a", "QUEUE", "b", "RUNNING")))
        .extracting(Finding::path)
        .containsExactly("triggers.b");
    assertThat(found("unused-trigger", guard(1))).isEmpty();
    assertThat(found("unused-trigger", scaler("c + 1", 1, "a", "QUEUE"))).isEmpty();
    Trigger cpu = new Trigger("cpu", "c", "Utilization", Map.of(), false, Optional.empty());
    assertThat(
            found(
                "unused-trigger",
                formula(Given.scaler(1, 8, trigger("a", "QUEUE", "1"), cpu), "a")))
        .isEmpty();
    assertThat(
            found("unused-trigger", formula(Given.scaler(1, 8, trigger("", "QUEUE", "1")), "3"))
                .get(0)
                .path())
        .isEqualTo("triggers.0");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "float(a) > 1 ? 5 : 0 | 1",
        "float(a) > 5000 ? 5 : 0 | 1",
        "float(a) > 20 ? 5 : 0.5 | 1",
        "(float(a) > 1 ? 5 : 0) | 0",
        "float(a) > 1 ? 5.0 : 0.0 | 0",
        "float(a) | 0",
        "a > 1 ? 5 : 0 | 0",
        "a + b | 0"
      })
  void resultsThatAreNoFloat(String text, int count) {
    List<Finding> findings =
        found("formula-not-float", scaler(text, 1, "a", "QUEUE", "b", "RUNNING"));
    assertThat(findings).hasSize(count);
    findings.forEach(f -> assertThat(f.what()).contains("begins with float("));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "[1, 2][int(a) > 10 ? 5 : 0] | 1",
        "int(100) % int(a) | 1",
        "int(100) % (int(a) + 2) | 0",
        "a / b | 0"
      })
  void formulasThatFail(String text, int count) {
    List<Finding> findings =
        found("formula-run-error", scaler(text, 1, "a", "QUEUE", "b", "RUNNING"));
    assertThat(findings).hasSize(count);
    findings.forEach(f -> assertThat(f.numbers()).startsWith("a "));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "q - u | less than zero",
        "n - 3 | less than zero",
        "max(0, q - u) | ",
        "q - 0.001 * u | less than zero",
        "q - 0.0001 * u | ",
        "q + u | ",
        "q / r | no number",
        "r > 0 ? q / r : 0 | ",
        "q / (r - 1) | both"
      })
  void resultsBelowZero(String text, String what) {
    ScaledObject scaler =
        scaler(text, 1, "q", "QUEUE", "u", "UNAVAILABLE", "n", "REPLICAS", "r", "READY");
    List<Finding> findings = found("formula-negative", scaler);
    boolean below = "less than zero".equals(what) || "both".equals(what);
    boolean none = "no number".equals(what) || "both".equals(what);
    assertThat(findings.stream().anyMatch(f -> f.what().contains("below 0"))).isEqualTo(below);
    assertThat(findings.stream().anyMatch(f -> f.what().contains("NaN or infinite")))
        .isEqualTo(none);
    findings.forEach(
        f -> {
          assertThat(f.what()).contains("to its maximum");
          assertThat(f.numbers()).endsWith("maxReplicaCount 8");
        });
    ScaledObject value = modifiers(scaler, new ScalingModifiers(text, "1", "", "Value"));
    found("formula-negative", value).forEach(f -> assertThat(f.what()).contains("to its minimum"));
  }

  @Test
  void aFractionOfAMilliIsCutToZero() {
    assertThat(found("formula-negative", scaler("0 - a * 0.0000001", 1, "a", "QUEUE"))).isEmpty();
    assertThat(found("formula-negative", scaler("0 - a * 0.0001", 1, "a", "QUEUE"))).hasSize(1);
  }

  @Test
  void theGuidesFormulasAreNeverNegativeAndNeverFail() {
    for (ScaledObject scaler : List.of(law(3), guard(1))) {
      for (String rule : List.of("formula-negative", "formula-run-error", "formula-not-float")) {
        assertThat(found(rule, scaler)).as(rule).isEmpty();
      }
    }
  }

  @Test
  void missingInputsThatEmptyThePool() {
    List<Finding> findings = found("formula-missing-input", law(3));
    assertThat(findings)
        .extracting(Finding::path)
        .containsExactly(
            "triggers.s.metadata.ignoreNullValues", "triggers.n.metadata.ignoreNullValues");
    assertThat(findings.get(1).numbers())
        .isEqualTo(
            "s 1, n 8, r 8 gives 15; without n 0, which becomes 3 after the scale-down window of 300 s");
    // Either load alone keeps the guard up, and without replicas it asks for what is needed.
    assertThat(found("formula-missing-input", guard(1))).isEmpty();
  }

  @Test
  void anInputThatFailsInsteadIsNotMissing() {
    ScaledObject law = law(3);
    ScaledObject strict =
        law.withTrigger(1, law.triggers().get(1).withMetadata("ignoreNullValues", "false"));
    assertThat(found("formula-missing-input", strict))
        .extracting(Finding::path)
        .containsExactly("triggers.s.metadata.ignoreNullValues");
    Trigger hidden =
        trigger("n", "REPLICAS or vector(0)", "1").withMetadata("ignoreNullValues", "false");
    assertThat(found("formula-missing-input", law.withTrigger(1, hidden))).hasSize(2);
  }

  @Test
  void aGuardedInputMayBeMissing() {
    String guarded = "n > 0 ? ceil(n * s) : 5";
    assertThat(found("formula-missing-input", scaler(guarded, 1, "s", "my:ratio", "n", "REPLICAS")))
        .extracting(Finding::path)
        .containsExactly("triggers.s.metadata.ignoreNullValues");
  }

  @ParameterizedTest(name = "min {0}")
  @CsvSource({"0, PROBLEM", "3, NOTE"})
  void aLawThatRestsAtZero(int min, Severity severity) {
    assertThat(found("formula-rests-at-zero", law(min)))
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.severity()).isEqualTo(severity);
              assertThat(f.what()).contains("fixed point at 0");
              assertThat(f.numbers()).startsWith("s 1000, n 0, r 0 gives 0");
            });
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "n * s | 0 | 1",
        "n * s + 1 | 0 | 0",
        "n * s + 1 | 1 | 1",
        "max(n * s, q) | 0 | 0",
        "s | 0 | 0",
        "s / n | 0 | 0"
      })
  void otherLawsAtZero(String text, String activation, int count) {
    ScaledObject scaler = scaler(text, 0, "s", "my:ratio", "q", "QUEUE", "n", "REPLICAS");
    ScaledObject with = modifiers(scaler, new ScalingModifiers(text, "1", activation, ""));
    assertThat(found("formula-rests-at-zero", with)).hasSize(count);
  }

  @Test
  void nilThatNeverComes() {
    Fallback nil = Fallback.of(3, 1).withBehavior(Fallback.Kind.SCALING_MODIFIERS);
    assertThat(found("nil-never-comes", guard(1)).get(0).what()).contains("there is no fallback");
    assertThat(found("nil-never-comes", guard(1).withFallback(Fallback.of(3, 1))).get(0).what())
        .contains("behavior static");
    assertThat(found("nil-never-comes", guard(1).withFallback(nil))).isEmpty();
    assertThat(found("nil-never-comes", law(1))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "'', 0",
    "0, 0",
    "0.5, 0",
    ".5, 0",
    "+1e3, 0",
    "inf, 0",
    "x, 1",
    "1m, 1",
    "'0,5', 1",
    "0 , 0",
    "' 0', 1"
  })
  void activationTargets(String target, int count) {
    ScaledObject scaler = modifiers(law(0), new ScalingModifiers(LAW, "1", target, ""));
    assertThat(found("activation-target", scaler)).hasSize(count);
    ScaledObject none = modifiers(law(0), new ScalingModifiers("", "", target, ""));
    assertThat(found("activation-target", none)).isEmpty();
  }

  @Test
  void aFormulaThatKedaRefusesIsLeftToItsOwnProblems() {
    ScaledObject scaler = scaler("a + ", 1, "a", "QUEUE");
    for (String rule :
        List.of(
            "unused-trigger",
            "formula-negative",
            "formula-not-float",
            "formula-missing-input",
            "formula-rests-at-zero")) {
      assertThat(found(rule, scaler)).as(rule).isEmpty();
    }
    assertThat(found("threshold-under-formula", scaler)).hasSize(1);
  }

  @Test
  void manyInputsAreTriedInBoundedTime() {
    String[] all = new String[60];
    StringBuilder sum = new StringBuilder("0.0");
    for (int i = 0; i < 30; i++) {
      all[2 * i] = "a" + i;
      all[2 * i + 1] = "QUEUE";
      sum.append(" - a").append(i);
    }
    assertThat(found("formula-negative", scaler(sum.toString(), 1, all))).hasSize(1);
  }
}
