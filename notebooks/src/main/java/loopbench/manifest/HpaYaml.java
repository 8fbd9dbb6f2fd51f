// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Map;
import loopbench.scaling.keda.HorizontalPodAutoscaler;

/** HorizontalPodAutoscalers of autoscaling/v2 from and to YAML text. */
public final class HpaYaml {
  static final Kind<WrittenHpa> KIND =
      new Kind<>(
          List.of(HpaForm.WORD),
          "autoscaling/v2",
          "Kubernetes'",
          Shapes.HPA,
          Map.of(),
          new HpaForm(),
          Meanings.HPA);
  private static final KindYaml<WrittenHpa> YAML = new KindYaml<>(KIND);

  private HpaYaml() {}

  /**
   * Reads the one HPA of a text, which may hold other documents too. Never throws for what the text
   * says.
   */
  public static ReadManifest<WrittenHpa> read(String text) {
    return YAML.read(text);
  }

  /**
   * The text with one field set; all else stays to the last blank.
   *
   * @param path metrics by their names: {@code metrics.s0-prometheus.external.target.averageValue}
   */
  public static Edited with(String text, String path, Object value) {
    return YAML.with(text, path, value);
  }

  /** The text changed as little as possible so that it reads as this HPA. */
  public static Edited with(String text, WrittenHpa wanted) {
    return YAML.with(text, wanted);
  }

  /** The HPA that KEDA makes, as a manifest of its own. */
  public static String write(HorizontalPodAutoscaler hpa) {
    return write(WrittenHpa.of(hpa));
  }

  /** An HPA as a manifest of its own. */
  public static String write(WrittenHpa hpa) {
    return YAML.write(hpa);
  }
}
