// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.io.Serial;

/** Carries a problem up to where it becomes an answer; never leaves the package. */
final class Refusal extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final transient SourceProblem problem;

  Refusal(String what, String where, String whatNow) {
    super(what, null, false, false);
    this.problem = new SourceProblem(what, where, whatNow);
  }

  SourceProblem problem() {
    return problem;
  }
}
