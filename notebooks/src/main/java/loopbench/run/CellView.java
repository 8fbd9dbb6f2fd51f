// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.List;
import java.util.Optional;
import loopbench.cell.CellProblem;
import loopbench.cell.Cost;
import loopbench.cell.Result;
import loopbench.cell.RunControl;
import loopbench.cell.SweepRecipe;

/**
 * One loop cell as a front end shows it. Immutable.
 *
 * @param id the cell's id
 * @param address what others call it
 * @param kind its kind's word, empty when the text names none
 * @param name its name, may be empty
 * @param about its caption, may be empty
 * @param cost when it runs by itself
 * @param state how it stands
 * @param problems what is wrong, empty when nothing is
 * @param blockedBy addresses of what keeps it from running
 * @param reads addresses of the cells it reads
 * @param readBy addresses of the cells that read it
 * @param key the key of its result now, where it can be told
 * @param result the result to show: that of now, else the last good or the partial one; empty where
 *     the outputs in the document are those of now
 * @param resultKey the key the shown result was made under, empty when there is none
 * @param sweep the sweep whose knobs can be set from its map, where it shows one
 * @param progress how far it is, while it runs
 * @param startedMs when its work began, milliseconds on the session's clock; 0 when it does not run
 * @param tookMs how long the shown result took, milliseconds; negative when unknown
 */
public record CellView(
    String id,
    String address,
    String kind,
    String name,
    String about,
    Cost cost,
    CellState state,
    List<CellProblem> problems,
    List<String> blockedBy,
    List<String> reads,
    List<String> readBy,
    Optional<String> key,
    Optional<Result> result,
    Optional<String> resultKey,
    Optional<SweepRecipe> sweep,
    Optional<RunControl.Progress> progress,
    long startedMs,
    double tookMs) {}
