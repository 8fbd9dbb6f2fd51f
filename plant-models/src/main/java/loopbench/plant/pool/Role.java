// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/** Which part of a request's work a pool does. */
public enum Role {
  BOTH,
  /** A request is done with its first token, and its KV goes elsewhere. */
  PREFILL,
  /** Prompts come computed; a request waits only for room in the KV cache. */
  DECODE
}
