// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

/**
 * What a controller knows of itself at one moment, under the original's keys, and our own count of
 * empty windows. Rates are in operations per second, latencies in ms.
 *
 * @param depth items waiting
 * @param submitted items accepted into the queue, so that submitted = admitted + depth
 * @param recorded latencies accepted
 * @param dropped items refused because the queue was full: the number to alert on
 * @param observations windows that moved the servo; one that stops means a stale rate
 * @param p99 of the current, partial window at the quantile in force; NaN when it is empty
 * @param saturated whether the servo rests on a bound; false before the first observation
 * @param emptyWindows observations of nothing, at which the rate was held
 */
public record FlowStats(
    double rate,
    double minRate,
    double maxRate,
    double targetP99,
    double quantile,
    int depth,
    int queueCapacity,
    long submitted,
    long admitted,
    long recorded,
    long dropped,
    long observations,
    double p99,
    boolean saturated,
    long emptyWindows) {}
