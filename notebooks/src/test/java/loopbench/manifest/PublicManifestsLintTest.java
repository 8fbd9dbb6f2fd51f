// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import loopbench.scaling.keda.ScaledObject;
import loopbench.scaling.lint.Finding;
import loopbench.scaling.lint.Lint;
import loopbench.scaling.lint.LintContext;
import loopbench.scaling.lint.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The public guides' manifests, looked at with every rule; where they lie beside the project. */
class PublicManifestsLintTest {
  static Stream<Path> scaledObjects() {
    return Beside.publicManifests().stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scaledObjects")
  void isReadAndLookedAt(Path file) {
    String text = Beside.text(file);
    ReadScaledObject read = ScaledObjectYaml.read(text);
    assertThat(read.problems()).isEmpty();
    ScaledObject scaler = read.scaler().orElseThrow();
    List<Finding> findings = Lint.of(scaler, LintContext.NONE);
    assertThat(findings).isNotEmpty();
    for (Finding finding : findings) {
      assertThat(ScaledObjectYaml.line(text, finding.path())).as(finding.path()).isPresent();
      assertThat(finding.what()).endsWith(".").doesNotContain("null");
      assertThat(finding.advice()).endsWith(".");
    }
    assertThat(ScaledObjectYaml.read(ScaledObjectYaml.write(scaler)).scaler()).contains(scaler);
  }

  @Test
  void aMetricTypeInsideMetadataIsFound() {
    Map<String, List<Finding>> byRule =
        scaledObjects()
            .filter(path -> path.toString().contains("older.fma-saturation"))
            .flatMap(
                path ->
                    Lint.of(
                        ScaledObjectYaml.read(Beside.text(path)).scaler().orElseThrow(),
                        LintContext.NONE)
                        .stream())
            .collect(Collectors.groupingBy(Finding::rule));
    assertThat(byRule.get("misplaced-field"))
        .extracting(Finding::path)
        .containsExactly(
            "triggers.pool-saturation.metadata.metricType",
            "triggers.running-requests.metadata.metricType");
    assertThat(byRule.get("auth-not-used"))
        .extracting(Finding::severity)
        .containsOnly(Severity.PROBLEM);
    assertThat(byRule).containsKeys("pool-average", "namespace-unpinned");
  }
}
