// SPDX-License-Identifier: Apache-2.0
package loopbench.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loopbench.cell.CellProblem;

/**
 * What to run, and what cannot run and why.
 *
 * @param runnable ids in the order they run: topological, ties by page position
 * @param blocked ids of sound cells that read something that cannot run, with the addresses of it
 * @param problems what is wrong with each cell, by id; an empty list for a sound one
 */
public record RunOrder(
    List<String> runnable,
    Map<String, List<String>> blocked,
    Map<String, List<CellProblem>> problems) {
  public RunOrder {
    runnable = List.copyOf(runnable);
    blocked = Collections.unmodifiableMap(new LinkedHashMap<>(blocked));
    Map<String, List<CellProblem>> copy = new LinkedHashMap<>();
    problems.forEach((id, list) -> copy.put(id, List.copyOf(list)));
    problems = Collections.unmodifiableMap(copy);
  }
}
