// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * Where bars of time stand: all that they say is written beside them, so nothing is asked of it.
 */
public record BudgetLayout() implements Layout {
  @Override
  public <R> R match(Cases<R> cases) {
    return cases.budget(this);
  }
}
