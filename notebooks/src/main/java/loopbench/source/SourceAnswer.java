// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import loopbench.series.SeriesSet;

/** What came of asking a file or a server. */
public sealed interface SourceAnswer {
  <R> R match(Cases<R> cases);

  /** What to do with each kind of answer. */
  interface Cases<R> {
    R data(Data data);

    R refused(Refused refused);
  }

  /** Series on one clock, in the order asked for, and where they come from. */
  record Data(SeriesSet series, Provenance provenance) implements SourceAnswer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.data(this);
    }
  }

  /** No data, and why. */
  record Refused(SourceProblem problem) implements SourceAnswer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.refused(this);
    }
  }
}
