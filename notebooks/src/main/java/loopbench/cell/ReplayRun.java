// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import loopbench.loop.ReplayScenario;
import loopbench.loop.ScalingTrace;
import loopbench.score.Scores;

/** What an autoscaler would have done with a recording, and how it is judged. */
public record ReplayRun(ReplayScenario scenario, ScalingTrace trace, Scores scores)
    implements RunResult {
  @Override
  public <R> R match(Cases<R> cases) {
    return cases.replay(this);
  }

  @Override
  public List<String> columns() {
    return Tables.columns(trace);
  }

  @Override
  public List<List<String>> rows() {
    return Tables.rows(trace);
  }
}
