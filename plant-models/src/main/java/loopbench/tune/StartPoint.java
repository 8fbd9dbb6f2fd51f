// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;
import java.util.Optional;
import loopbench.flow.Gains;
import loopbench.score.LinearLoop;

/**
 * What a rule makes of a plant, and its price.
 *
 * @param rule the rule
 * @param gains what to start with; empty where the rule does not apply, and a warning says why
 * @param loop the linear loop of these gains, for its margins
 * @param warnings what does not hold, one sentence each
 */
public record StartPoint(
    TuningRule rule, Optional<Gains> gains, Optional<LinearLoop> loop, List<String> warnings) {
  public StartPoint {
    warnings = List.copyOf(warnings);
  }
}
