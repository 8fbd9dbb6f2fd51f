// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.List;
import java.util.Map;
import loopbench.scaling.keda.TriggerAuthentication;

/**
 * TriggerAuthentications and ClusterTriggerAuthentications from and to YAML text. Vaults and the
 * managers of clouds stay in the text and are named as not read. No secret's content is ever here,
 * only where it lies.
 */
public final class TriggerAuthenticationYaml {
  static final Kind<TriggerAuthentication> KIND =
      new Kind<>(
          List.of(TriggerAuthenticationForm.ONE, TriggerAuthenticationForm.CLUSTER),
          "keda.sh/v1alpha1",
          "KEDA's",
          Shapes.TRIGGER_AUTHENTICATION,
          Map.of(),
          new TriggerAuthenticationForm(),
          Meanings.TRIGGER_AUTHENTICATION);
  private static final KindYaml<TriggerAuthentication> YAML = new KindYaml<>(KIND);

  private TriggerAuthenticationYaml() {}

  /**
   * Reads the one authentication of a text, which may hold other documents too. Never throws for
   * what the text says.
   */
  public static ReadManifest<TriggerAuthentication> read(String text) {
    return YAML.read(text);
  }

  /**
   * The text with one field set; all else stays to the last blank.
   *
   * @param path entries by their parameter: {@code secretTargetRef.bearerToken.key}
   */
  public static Edited with(String text, String path, Object value) {
    return YAML.with(text, path, value);
  }

  /** The text changed as little as possible so that it reads as this authentication. */
  public static Edited with(String text, TriggerAuthentication wanted) {
    return YAML.with(text, wanted);
  }

  /** An authentication as a manifest of its own. */
  public static String write(TriggerAuthentication authentication) {
    return YAML.write(authentication);
  }
}
