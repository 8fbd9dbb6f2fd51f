// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import loopbench.loop.ReplayScenario;
import loopbench.loop.ScalingTrace;
import loopbench.score.Scores;

/**
 * What an autoscaler would have done with a recording, and how it is judged.
 *
 * @param keep how much of the trace is stored as rows
 */
public record ReplayRun(ReplayScenario scenario, ScalingTrace trace, Scores scores, Keep keep)
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
    return keep.of(Tables.rows(trace));
  }
}
