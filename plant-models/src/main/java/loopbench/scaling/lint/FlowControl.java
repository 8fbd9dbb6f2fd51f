// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import loopbench.signal.Signal;

/** The EPP's feature gate that holds requests at the gateway, and the series that come with it. */
final class FlowControl {
  private static final String PREFIX = "llm_d_epp_flow_control_";

  private FlowControl() {}

  /** Whether it is known to be off. */
  static boolean off(Subject subject) {
    return subject.pool().gateway().filter(gateway -> !gateway.flowControl()).isPresent();
  }

  /** Whether a metric is there only while it is on. */
  static boolean exposes(Signal signal) {
    return signal.metric().startsWith(PREFIX);
  }
}
