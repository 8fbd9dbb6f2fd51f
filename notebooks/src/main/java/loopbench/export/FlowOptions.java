// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.flow.FlowSettings;

/** Which options the original is given for some settings, and what is to be said about them. */
final class FlowOptions {
  private FlowOptions() {}

  /** Why these settings cannot be exported at all. */
  static Optional<String> refusal(FlowSettings settings) {
    return settings.preload()
        ? Optional.of(
            "PowerFlowController has no preload: its first observation drops the start rate, so it"
                + " would not do what was tuned here. Set preload: false, run again and export"
                + " that.")
        : Optional.empty();
  }

  /** By the original's names and in its order; what it takes as unlimited is left out. */
  static Map<String, Double> of(FlowSettings settings) {
    Map<String, Double> options = new LinkedHashMap<>();
    options.put("rate", settings.rate().start());
    options.put("minRate", settings.rate().min());
    if (!settings.rate().unlimited()) {
      options.put("maxRate", settings.rate().max());
    }
    options.put("burst", settings.burst());
    options.put("targetP99", settings.targetP99Ms());
    options.put("quantile", settings.quantile());
    options.put("queueCapacity", (double) settings.queueCapacity());
    options.put("kp", settings.gains().kp());
    options.put("ki", settings.gains().ki());
    options.put("kd", settings.gains().kd());
    options.put("derivativeFilter", settings.gains().derivativeFilter());
    options.put("dt", settings.dtMs());
    options.put("relativeAccuracy", settings.relativeAccuracy());
    return options;
  }

  static List<String> notes(FlowSettings settings) {
    List<String> notes = new ArrayList<>();
    if (settings.rate().unlimited()) {
      notes.add(
          "maxRate is unlimited and left out; without it the integral has no ceiling, so a"
              + " maxRate is better set.");
    }
    notes.add(
        "observe(dt) takes milliseconds; called without an argument it takes dt, here "
            + ShortNumber.javaScript(settings.dtMs())
            + " ms.");
    return notes;
  }
}
