// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.Optional;

/**
 * An HPA's {@code behavior} as written. That there is one at all, even an empty one, switches the
 * controller from its built-in limits to rules per direction.
 *
 * @param up the rules for more replicas
 * @param down the rules for fewer
 */
public record Behavior(Optional<ScalingRules> up, Optional<ScalingRules> down) {
  public static final Behavior EMPTY = new Behavior(Optional.empty(), Optional.empty());

  public Behavior withUp(ScalingRules rules) {
    return new Behavior(Optional.of(rules), down);
  }

  public Behavior withDown(ScalingRules rules) {
    return new Behavior(up, Optional.of(rules));
  }
}
