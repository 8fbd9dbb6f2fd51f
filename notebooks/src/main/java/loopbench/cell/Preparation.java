// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;

/** What preparing a recipe gave. */
public sealed interface Preparation {
  <R> R match(Cases<R> cases);

  /** One answer per case. */
  interface Cases<R> {
    R ready(Ready ready);

    R wrong(Wrong wrong);
  }

  /**
   * @param value what cells that refer to this one build on; never null
   * @param identity everything the result depends on apart from the results in {@code reads}
   * @param reads addresses of the cells whose results the work reads
   * @param work what to do
   * @param live whether the result depends on when it is asked for, so that only its fingerprint
   *     tells what came
   */
  record Ready(Object value, String identity, List<String> reads, Work work, boolean live)
      implements Preparation {
    public Ready {
      reads = List.copyOf(reads);
    }

    /** Work whose result its identity determines. */
    public Ready(Object value, String identity, List<String> reads, Work work) {
      this(value, identity, reads, work, false);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.ready(this);
    }
  }

  /** What is wrong with it. */
  record Wrong(List<CellProblem> problems) implements Preparation {
    public Wrong {
      problems = List.copyOf(problems);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.wrong(this);
    }
  }

  static Preparation wrong(CellProblem problem) {
    return new Wrong(List.of(problem));
  }
}
