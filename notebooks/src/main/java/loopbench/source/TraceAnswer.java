// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import loopbench.plant.load.RequestTrace;

/** What came of reading a file of recorded requests. */
public sealed interface TraceAnswer {
  <R> R match(Cases<R> cases);

  /** What to do with each kind of answer. */
  interface Cases<R> {
    R data(Data data);

    R refused(Refused refused);
  }

  /** The requests, of which nothing is wrong; the first comes at 0 s. */
  record Data(RequestTrace trace) implements TraceAnswer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.data(this);
    }
  }

  /** No requests, and why: the first row that cannot be. */
  record Refused(SourceProblem problem) implements TraceAnswer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.refused(this);
    }
  }
}
