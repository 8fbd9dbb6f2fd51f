// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

/** A cell could not do its work for a reason its text does not show. Carries the problem. */
public final class CellFailure extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient CellProblem problem;

  public CellFailure(CellProblem problem) {
    super(problem.sentence());
    this.problem = problem;
  }

  public CellProblem problem() {
    return problem;
  }
}
