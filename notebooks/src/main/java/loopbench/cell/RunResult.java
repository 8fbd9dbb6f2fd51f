// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import loopbench.score.Scores;

/** What a run gave. */
public sealed interface RunResult extends Tabulated permits FlowRun, ReplayRun {
  Scores scores();

  <R> R match(Cases<R> cases);

  /** One answer per case. */
  interface Cases<R> {
    R flow(FlowRun run);

    R replay(ReplayRun run);
  }
}
