// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Optional;
import loopbench.score.Scores;

/** What a run gave. */
public sealed interface RunResult extends Tabulated permits FlowRun, ReplayRun, PoolsRun {
  Scores scores();

  /** Those of one of several pools; empty where there is none of that name. */
  default Optional<Scores> scores(String pool) {
    return Optional.empty();
  }

  <R> R match(Cases<R> cases);

  /** One answer per case. */
  interface Cases<R> {
    R flow(FlowRun run);

    R replay(ReplayRun run);

    R pools(PoolsRun run);
  }
}
