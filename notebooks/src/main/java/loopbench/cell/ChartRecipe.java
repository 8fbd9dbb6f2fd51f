// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Optional;

/**
 * What a chart is told.
 *
 * @param data address of what it shows
 * @param sweep for a map, the sweep whose knobs can be set from it
 */
public record ChartRecipe(String data, Optional<SweepRecipe> sweep) {}
