// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

/**
 * A poll of KEDA's loop that changed the replicas.
 *
 * @param timeS seconds since the recording's start
 * @param beforeSync the sync that came next, by position
 * @param from the replicas before
 * @param to the replicas after
 * @param why one sentence, without a full stop
 */
public record KedaMove(double timeS, int beforeSync, int from, int to, String why) {}
