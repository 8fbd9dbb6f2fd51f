// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/** How a request ended. Those that left the gateway's line without an endpoint have its words. */
public enum Fate {
  SERVED("Dispatched"),
  /**
   * The queue of an admission controller before the pool was full; the pool never saw it, so the
   * EPP has no word for it and no pool counts it.
   */
  REJECTED_AT_ADMISSION(""),
  /** The gateway's line was full. */
  REJECTED_CAPACITY("RejectedCapacity"),
  /** The line was full and there was no endpoint; or flow control is off and there was none. */
  REJECTED_NO_ENDPOINTS("RejectedNoEndpoints"),
  /** It waited for too long while there were endpoints. */
  EVICTED_TTL("EvictedTTL"),
  /** It waited for too long while there were none. */
  EVICTED_NO_ENDPOINTS("EvictedNoEndpoints"),
  /**
   * It waited at the gateway when that was restarted: the line is in memory. The process that would
   * have counted it is gone, so the EPP has no word for it either.
   */
  LOST_AT_RESTART(""),
  /** A model server refused it: prompt and answer together do not fit into its KV cache. */
  TOO_LONG("Dispatched"),
  /** Its replica was taken away. */
  CUT("Dispatched");

  private final String outcome;

  Fate(String outcome) {
    this.outcome = outcome;
  }

  /** The EPP's word for how it left the line, the label {@code outcome}. */
  public String outcome() {
    return outcome;
  }

  public boolean dispatched() {
    return this == SERVED || this == TOO_LONG || this == CUT;
  }
}
