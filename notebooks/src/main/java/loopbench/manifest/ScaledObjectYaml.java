// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import loopbench.scaling.keda.ScaledObject;
import loopbench.yaml.Mapping;

/** ScaledObjects from and to YAML text. */
public final class ScaledObjectYaml {
  static final Kind<ScaledObject> KIND =
      new Kind<>(
          List.of("ScaledObject"),
          "keda.sh/v1alpha1",
          "KEDA's",
          Shapes.SCALED_OBJECT,
          Map.of("behavior.", "advanced.horizontalPodAutoscalerConfig.behavior."),
          new ScaledObjectForm(),
          Meanings.SCALED_OBJECT);
  private static final KindYaml<ScaledObject> YAML = new KindYaml<>(KIND);

  private ScaledObjectYaml() {}

  /**
   * Reads the one ScaledObject of a text, which may hold other documents too. Never throws for what
   * the text says.
   */
  public static ReadScaledObject read(String text) {
    return ReadScaledObject.of(YAML.read(text));
  }

  /**
   * Reads the fields of a spec that stands somewhere else than in a manifest, under a name.
   *
   * @param spec read from the text whose lines the problems are to name
   */
  public static ReadScaledObject readSpec(Mapping spec, String name) {
    return ReadScaledObject.of(YAML.readSpec(spec, name));
  }

  /**
   * The text with one field of its ScaledObject set; all else stays to the last blank. A field that
   * is not there is added.
   *
   * @param path as cells write it, see the package
   * @param value text, a whole number, a double or a truth value; a double becomes whole or text as
   *     the field asks
   */
  public static Edited with(String text, String path, Object value) {
    return YAML.with(text, path, value);
  }

  /**
   * The text changed as little as possible so that it reads as a ScaledObject: numbers and words
   * that differ are replaced, fields that are missing are added. What cannot be had that way (a
   * trigger more or less, a field less) is refused by name.
   */
  public static Edited with(String text, ScaledObject wanted) {
    return YAML.with(text, wanted);
  }

  /** The line of a field, or of the nearest field around it; empty where the text is none. */
  public static OptionalInt line(String text, String path) {
    return YAML.lineOf(text, path);
  }

  /** A ScaledObject as a manifest of its own. */
  public static String write(ScaledObject scaler) {
    return YAML.write(scaler);
  }
}
