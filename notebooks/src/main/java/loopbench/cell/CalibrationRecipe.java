// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.Optional;

/**
 * What a calibration is before it is shown.
 *
 * @param where its address
 * @param measured what it gives, where that is known without running anything: a plant is asked at
 *     once, a recording is read when the cell runs
 */
record CalibrationRecipe(String where, Optional<CalibrationRun> measured) {}
