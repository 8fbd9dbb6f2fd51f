// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What one sync decided and why.
 *
 * @param outcome which way through the sync was taken
 * @param current S, the replicas the sync found
 * @param proposals what each metric asked, in the order of the spec; empty where metrics were not
 *     read
 * @param named which proposal decided, by position; -1 where none did
 * @param raw the replicas asked for before the bounds; the current ones where nothing was decided
 * @param desired the replicas set; the current ones where nothing was decided
 * @param bound what held the raw ask
 * @param bounds between which counts
 */
public record Decision(
    Outcome outcome,
    int current,
    List<Proposal> proposals,
    int named,
    int raw,
    int desired,
    Bound bound,
    ReplicaBounds bounds) {

  /** The ways through a sync ({@code reconcileAutoscaler} in horizontal.go). */
  public enum Outcome {
    /** S is 0: the HPA does nothing until something else starts a replica. */
    DISABLED,
    /** S above maxReplicas: set to it, metrics not read. */
    ABOVE_MAX,
    /** S below minReplicas: set to it, metrics not read. */
    BELOW_MIN,
    /** Metrics failed, and what is left would scale down or is nothing: nothing changes. */
    NO_DECISION,
    /** The largest ask, held between the bounds. */
    COMPUTED
  }

  /** What held the raw ask back. */
  public enum Bound {
    NONE(""),
    MIN("minReplicas"),
    MAX("maxReplicas");

    private final String token;

    Bound(String token) {
      this.token = token;
    }

    /** The field's name, as in an HPA; empty for none. */
    public String token() {
      return token;
    }
  }

  public Decision {
    proposals = List.copyOf(proposals);
  }

  /** One sentence for people, without a full stop. */
  public String reason() {
    return switch (outcome) {
      case DISABLED -> "0 replicas: the HPA is disabled until something else starts one";
      case ABOVE_MAX ->
          current
              + " replicas are above maxReplicas "
              + bounds.max()
              + ": set to "
              + desired
              + " without reading metrics";
      case BELOW_MIN ->
          current
              + " replicas are below minReplicas "
              + bounds.min()
              + ": set to "
              + desired
              + " without reading metrics";
      case NO_DECISION -> asks() + "; a failed metric forbids scaling down: stays at " + current;
      case COMPUTED ->
          asks()
              + switch (bound) {
                case NONE -> "";
                case MIN -> "; bounded by minReplicas " + bounds.min();
                case MAX -> "; bounded by maxReplicas " + bounds.max();
              };
    };
  }

  private String asks() {
    return proposals.isEmpty()
        ? "no metrics"
        : proposals.stream().map(Proposal::text).collect(Collectors.joining(", "));
  }
}
