// SPDX-License-Identifier: Apache-2.0
package loopbench.plant;

/** What a sensor makes of a latency, window by window. */
final class SensorDraws {
  private final Sensor sensor;
  private final double floorMs;
  private final double quantile;
  private final Dice dice;

  /**
   * @param floorMs what an exponential tail stands on
   * @param quantile which quantile of a window the latency stands for
   */
  SensorDraws(Sensor sensor, double floorMs, double quantile, long seed) {
    this.sensor = sensor;
    this.floorMs = floorMs;
    this.quantile = quantile;
    this.dice = new Dice(seed);
  }

  /**
   * @param expected how many operations the window holds on average
   */
  void record(double latencyMs, double expected, Latencies latencies) {
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
