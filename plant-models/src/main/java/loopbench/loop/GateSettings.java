// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import java.util.Arrays;
import java.util.Optional;
import loopbench.flow.FlowSettings;

/**
 * An admission controller in front of a pool.
 *
 * @param flow its settings; it observes every {@code dtMs}
 * @param measures which latency it holds
 */
public record GateSettings(FlowSettings flow, Measure measures) {
  /** What is measured, from when the controller lets a request through. */
  public enum Measure {
    /** Until the first token is made. */
    TTFT("ttft"),
    /** Until the last token is made. */
    E2E("e2e");

    private final String word;

    Measure(String word) {
      this.word = word;
    }

    /** Its word in a cell. */
    public String word() {
      return word;
    }

    public static Optional<Measure> of(String word) {
      return Arrays.stream(values()).filter(m -> m.word.equals(word)).findFirst();
    }
  }

  public GateSettings withFlow(FlowSettings newFlow) {
    return new GateSettings(newFlow, measures);
  }
}
