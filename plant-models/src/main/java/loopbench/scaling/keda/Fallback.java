// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What replaces a metric that keeps failing. Holds whatever a manifest says.
 *
 * @param failureThreshold more failures in a row than this engage it; required, 0 or more
 * @param replicas how many replicas it stands for; required, 0 or more
 * @param behavior how {@code replicas} is meant; unset means static
 */
public record Fallback(OptionalInt failureThreshold, OptionalInt replicas, String behavior) {

  /** How the replicas of a fallback are meant. */
  public enum Kind {
    STATIC("static"),
    CURRENT_REPLICAS("currentReplicas"),
    CURRENT_REPLICAS_IF_HIGHER("currentReplicasIfHigher"),
    CURRENT_REPLICAS_IF_LOWER("currentReplicasIfLower"),
    /** The failed trigger enters the formula as nil. */
    SCALING_MODIFIERS("scalingModifiers");

    private final String token;

    Kind(String token) {
      this.token = token;
    }

    /** The word used in manifests. */
    public String token() {
      return token;
    }
  }

  public static Fallback of(int failureThreshold, int replicas) {
    return new Fallback(OptionalInt.of(failureThreshold), OptionalInt.of(replicas), "");
  }

  public Fallback withBehavior(Kind kind) {
    return new Fallback(failureThreshold, replicas, kind.token());
  }

  public Fallback withFailureThreshold(int newThreshold) {
    return new Fallback(OptionalInt.of(newThreshold), replicas, behavior);
  }

  public Fallback withReplicas(int newReplicas) {
    return new Fallback(failureThreshold, OptionalInt.of(newReplicas), behavior);
  }

  /** How the replicas are meant; empty for words KEDA does not know. */
  public Optional<Kind> kind() {
    if (behavior.isEmpty()) {
      return Optional.of(Kind.STATIC);
    }
    for (Kind kind : Kind.values()) {
      if (kind.token().equals(behavior)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }
}
