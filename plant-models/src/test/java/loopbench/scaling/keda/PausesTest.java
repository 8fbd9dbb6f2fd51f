// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import loopbench.scaling.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class PausesTest {
  static Stream<Arguments> pauses() {
    return Cases.of("keda-decisions.json", "kedaPaused", "kedaPausedReplicas");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pauses")
  void annotationsAreReadAsKedaReadsThem(String id, String kind, JsonNode input, JsonNode output) {
    Map<String, String> annotations = Specs.texts(input.get("annotations"));
    if (output.has("hasPausedAnnotation")) {
      assertThat(Pauses.isMentioned(annotations))
          .isEqualTo(output.get("hasPausedAnnotation").asBoolean());
    }
    if (output.has("needsPause")) {
      assertThat(Pauses.of(annotations).stopped()).isEqualTo(output.get("needsPause").asBoolean());
    }
    if (output.has("error")) {
      assertThat(!Pauses.problems(annotations).isEmpty())
          .isEqualTo(output.get("error").asBoolean());
    }
    if (output.has("replicas")) {
      assertThat(Pauses.of(annotations).replicas()).isEqualTo(Specs.count(output, "replicas"));
    }
  }

  @Test
  void anythingButFalseIsTrue() {
    Map<String, String> annotations =
        Map.of(
            "autoscaling.keda.sh/paused-scale-in", "F",
            "autoscaling.keda.sh/paused-scale-out", "no",
            "autoscaling.keda.sh/force-activation", "",
            "paused", "true");
    assertThat(Pauses.of(annotations))
        .isEqualTo(new Pauses(false, OptionalInt.empty(), false, true, true));
    assertThat(Pauses.of(Map.of())).isEqualTo(Pauses.NONE);
  }
}
