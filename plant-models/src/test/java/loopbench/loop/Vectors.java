// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.StreamSupport;
import loopbench.flow.FlowSettings;
import loopbench.flow.RateBounds;
import loopbench.plant.AffineLatency;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The published experiment and its vectors. */
public final class Vectors {
  private Vectors() {}

  public static JsonNode read(String name) {
    try (InputStream in = Vectors.class.getResourceAsStream("/loop/" + name)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new IllegalStateException(name, e);
    }
  }

  public static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  /** The published experiment's controller: start 200, 5 to 800 a second, 30 ms, dt 1 s. */
  public static FlowSettings settings(double kp, double ki) {
    return FlowSettings.of(200, 5)
        .withRate(new RateBounds(200, 5, 800))
        .withTargetP99Ms(30)
        .withDtMs(1000)
        .withKp(kp)
        .withKi(ki);
  }

  /** The published experiment: 60 ticks, capacity 400 and from tick 30 on 150. */
  public static FlowScenario published(double kp, double ki) {
    return new FlowScenario(new Admission.Controlled(settings(kp, ki)), AffineLatency.SEED, 60, 42);
  }

  /** Its control row. */
  public static FlowScenario fixed() {
    return new FlowScenario(
        new Admission.FixedRate(1000.0 / 9, 30, 1000), AffineLatency.SEED, 60, 42);
  }

  /** A row's scenario. */
  public static FlowScenario row(JsonNode row) {
    return row.get("kp").isNull()
        ? fixed()
        : published(row.get("kp").asDouble(), row.get("ki").asDouble());
  }

  public static void assertExact(String as, double actual, double expected) {
    assertThat(Double.doubleToLongBits(actual))
        .as("%s: %s should be %s", as, actual, expected)
        .isEqualTo(Double.doubleToLongBits(expected));
  }
}
