// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

import java.util.Optional;

/**
 * What a histogram's buckets leave to be seen of a latency: the one its quantile is read in. The
 * answer is a point on the way through that bucket, whatever lies where in it.
 *
 * @param fromMs where the bucket begins
 * @param toMs where it ends; infinite for the last, which reads as its beginning
 * @param share of all latencies that lie in it, 0 to 1
 */
public record BucketSight(double fromMs, double toMs, double share) {
  /** With more than this share of all latencies in one bucket, its bounds are all that is known. */
  public static final double BLIND_ABOVE = 0.9;

  /** Whether the quantile says little more than which bucket most latencies lie in. */
  public boolean blind() {
    return share > BLIND_ABOVE;
  }

  /**
   * What is to be expected of a plant's windows; what few samples make of it scatters around this.
   * Empty without buckets, and where there is no latency.
   *
   * @param latencyMs the true quantile; may be NaN
   * @param quantile which, above 0 and at most 1
   */
  public static Optional<BucketSight> of(PlantModel plant, double latencyMs, double quantile) {
    Sensor sensor = plant.sensor();
    if (sensor.buckets() == Sensor.Buckets.NONE || !(latencyMs >= 0)) {
      return Optional.empty();
    }
    BucketReading reading = new BucketReading(sensor.buckets().boundsMs());
    reading.open();
    if (sensor.tail() == Sensor.Tail.EXPONENTIAL) {
      double aboveFloorMs = Math.max(0, latencyMs - plant.floorMs());
      reading.fill(plant.floorMs(), Sensor.tailMeanMs(aboveFloorMs, quantile));
    } else {
      reading.record(latencyMs, 1);
    }
    return Optional.of(reading.sight(quantile));
  }
}
