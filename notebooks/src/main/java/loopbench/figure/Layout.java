// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

/**
 * Where a drawing put things, so that a pointer can be answered. Positions are the pen's pixels.
 */
public sealed interface Layout permits LineLayout, MapLayout, ScatterLayout, BudgetLayout {

  <R> R match(Cases<R> cases);

  /** One answer for each kind of layout. */
  interface Cases<R> {
    R lines(LineLayout layout);

    R map(MapLayout layout);

    R scatter(ScatterLayout layout);

    R budget(BudgetLayout layout);
  }
}
