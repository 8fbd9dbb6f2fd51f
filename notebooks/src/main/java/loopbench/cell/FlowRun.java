// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import loopbench.loop.FlowScenario;
import loopbench.loop.FlowTrace;
import loopbench.score.Scores;

/** What an admission loop did, and how it is judged. */
public record FlowRun(FlowScenario scenario, FlowTrace trace, Scores scores) implements RunResult {
  @Override
  public <R> R match(Cases<R> cases) {
    return cases.flow(this);
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
