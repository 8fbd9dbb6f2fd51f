// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.List;
import loopbench.plant.Schedule;

/**
 * What was asked of a recorded pool, and how well that explains the recording.
 *
 * @param recording what it was made from
 * @param perSecond requests per second from the recording's start on; 0 from its end on
 * @param law of one replica
 * @param places how many requests one replica takes before others wait; infinite where none ever
 *     waited
 * @param used the points that law and places were found in
 * @param unseen the points that judge them
 * @param queue the requests waiting that the law predicts at each point; not to be changed
 * @param running the requests running that it predicts; not to be changed
 * @param queueFit how well on the used and unseen points
 * @param runningFit likewise
 * @param unknownS how many seconds of demand were not seen and are bridged
 * @param gaveUp how many requests left without having run, as far as was counted; NaN where none
 *     were counted
 * @param assumed what was taken for granted, a sentence each
 */
public record Reconstructed(
    PoolRecording recording,
    Schedule perSecond,
    ServiceLaw law,
    double places,
    Part used,
    Part unseen,
    double[] queue,
    double[] running,
    Agreement queueFit,
    Agreement runningFit,
    double unknownS,
    double gaveUp,
    List<String> assumed) {
  public Reconstructed {
    assumed = List.copyOf(assumed);
  }

  /**
   * How well something is predicted.
   *
   * @param used {@code 100 (1 - |y - yhat| / |y - mean y|)} percent on the used points; NaN where
   *     they do not move
   * @param unseen the same on those that were not used
   * @param offUsed root mean square error on the used points, requests
   * @param offUnseen on the others
   */
  public record Agreement(double used, double unseen, double offUsed, double offUnseen) {}
}
