// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.util.List;

/**
 * What a file holds, before anything is picked from it.
 *
 * @param series each with its own instants; labels are unique
 * @param instants instants that count although no series has a sample there, ascending
 * @param warnings what the file remarks about itself
 */
record Raw(List<Samples> series, long[] instants, List<String> warnings) {}
