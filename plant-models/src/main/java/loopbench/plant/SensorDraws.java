// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/** What a sensor makes of a latency, window by window. */
final class SensorDraws {
  private final Sensor sensor;
  private final double floorMs;
  private final double quantile;
  private final Dice dice;
  private final BucketReading reading;

  /**
   * @param floorMs what an exponential tail stands on
   * @param quantile which quantile of a window the latency stands for
   */
  SensorDraws(Sensor sensor, double floorMs, double quantile, long seed) {
    this.sensor = sensor;
    this.floorMs = floorMs;
    this.quantile = quantile;
    this.dice = new Dice(seed);
    this.reading =
        sensor.buckets() == Sensor.Buckets.NONE
            ? null
            : new BucketReading(sensor.buckets().boundsMs());
  }

  /**
   * @param expected how many operations the window holds on average
   */
  void record(double latencyMs, double expected, Latencies latencies) {
    if (reading == null) {
      drawn(latencyMs, expected, latencies);
      return;
    }
    reading.open();
    if (sensor.samples().counting() == Sensor.Counting.EXACT
        && sensor.tail() == Sensor.Tail.EXPONENTIAL) {
      reading.fill(floorMs, Sensor.tailMeanMs(latencyMs - floorMs, quantile));
      latencies.record(reading.read(quantile), 1);
      return;
    }
    drawn(latencyMs, expected, reading);
    if (reading.count() > 0) {
      latencies.record(reading.read(quantile), reading.count());
    }
  }

  private void drawn(double latencyMs, double expected, Latencies latencies) {
    Sensor.Samples samples = sensor.samples();
    switch (samples.counting()) {
      case EXACT -> latencies.record(latencyMs, 1);
      case COUNT -> record(latencyMs, samples.count(), latencies);
      case POISSON -> record(latencyMs, dice.poisson(expected, Sensor.MOST_SAMPLES), latencies);
    }
  }

  private void record(double latencyMs, int count, Latencies latencies) {
    if (count == 0) {
      return;
    }
    if (sensor.tail() == Sensor.Tail.NONE) {
      latencies.record(latencyMs, count);
      return;
    }
    double meanMs = Sensor.tailMeanMs(latencyMs - floorMs, quantile);
    for (int i = 0; i < count; i++) {
      latencies.record(Math.min(floorMs + meanMs * dice.exponential(), Double.MAX_VALUE), 1);
    }
  }
}
