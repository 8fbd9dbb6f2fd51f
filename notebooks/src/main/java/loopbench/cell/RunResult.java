// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Optional;
import loopbench.cell.lang.Value;
import loopbench.score.Scores;

/** What a run gave. */
public sealed interface RunResult extends Tabulated
    permits FlowRun, ReplayRun, PoolsRun, CalibrationRun, RelayRun {
  Scores scores();

  /** What a check may read by name: the class, a score, or a number of a kind's own. */
  default Optional<Value> named(String token) {
    return ScoreValues.named(scores(), token);
  }

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

    R calibration(CalibrationRun run);

    R relay(RelayRun run);
  }
}
