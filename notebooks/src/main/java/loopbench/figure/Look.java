// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/** The role a line plays, which decides its ink. */
public enum Look {
  LATENCY,
  RATE,
  /** Waiting requests. */
  QUEUE,
  /** Requests in service, samples. */
  RUNNING,
  /** Pods, servers. */
  REPLICAS,
  /** What would have been needed; a pale area with a thin edge. */
  NEED,
  /** What another line is known to lie between; a hair line that ends without a mark. */
  LIMIT
}
