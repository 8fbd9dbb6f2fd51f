// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * Flow control in front of the pool: requests go through while the detector reads below 1, and wait
 * in one line otherwise. (llm-d-router, {@code pkg/epp/flowcontrol}.)
 *
 * @param ttlS how long a request waits at most while there are endpoints, seconds, counted from
 *     when the pool last stopped being empty if that is later; 0 is for ever
 * @param noEndpointTtlS how long it waits at most while there are none, seconds; 0 is for ever. The
 *     router's default is {@code ttlS}
 * @param capacityRequests how many may wait; more are refused
 * @param detector what saturation is
 * @param queueThreshold requests waiting inside a model server that count as full, for utilization
 * @param kvThreshold share of KV in use that counts as full, for utilization
 * @param concurrency requests in flight per endpoint that count as full, for concurrency
 * @param restartS when its process is restarted, seconds since the start; infinite for never
 */
public record Gateway(
    double ttlS,
    double noEndpointTtlS,
    int capacityRequests,
    Detector detector,
    int queueThreshold,
    double kvThreshold,
    int concurrency,
    double restartS) {

  /** The router's defaults. */
  public static final Gateway DEFAULTS =
      new Gateway(60, 60, 5_000, Detector.UTILIZATION, 5, 0.8, 100, Double.POSITIVE_INFINITY);

  /** What saturation is; an empty pool reads 1 in any case. */
  public enum Detector {
    /** The mean over endpoints of max(waiting / queueThreshold, kv / kvThreshold). */
    UTILIZATION,
    /** Requests in flight over endpoints times {@code concurrency}. */
    CONCURRENCY,
    /**
     * Flow control is off: nothing waits at the gateway, and nothing is accepted without endpoints.
     */
    OFF
  }

  public Gateway withTtlS(double newTtlS) {
    return new Gateway(
        newTtlS,
        noEndpointTtlS,
        capacityRequests,
        detector,
        queueThreshold,
        kvThreshold,
        concurrency,
        restartS);
  }

  public Gateway withNoEndpointTtlS(double newTtlS) {
    return new Gateway(
        ttlS,
        newTtlS,
        capacityRequests,
        detector,
        queueThreshold,
        kvThreshold,
        concurrency,
        restartS);
  }

  public Gateway withCapacityRequests(int newCapacity) {
    return new Gateway(
        ttlS,
        noEndpointTtlS,
        newCapacity,
        detector,
        queueThreshold,
        kvThreshold,
        concurrency,
        restartS);
  }

  public Gateway withDetector(Detector newDetector) {
    return new Gateway(
        ttlS,
        noEndpointTtlS,
        capacityRequests,
        newDetector,
        queueThreshold,
        kvThreshold,
        concurrency,
        restartS);
  }

  public Gateway withThresholds(int newQueueThreshold, double newKvThreshold, int newConcurrency) {
    return new Gateway(
        ttlS,
        noEndpointTtlS,
        capacityRequests,
        detector,
        newQueueThreshold,
        newKvThreshold,
        newConcurrency,
        restartS);
  }

  /** With its process restarted once, at a time since the start; infinite for never. */
  public Gateway withRestartS(double newRestartS) {
    return new Gateway(
        ttlS,
        noEndpointTtlS,
        capacityRequests,
        detector,
        queueThreshold,
        kvThreshold,
        concurrency,
        newRestartS);
  }

  /**
   * A restart is named only where there is one: the text identifies results that are kept, and
   * those without a restart are what they were before there could be one.
   */
  @Override
  public String toString() {
    return "Gateway[ttlS="
        + ttlS
        + ", noEndpointTtlS="
        + noEndpointTtlS
        + ", capacityRequests="
        + capacityRequests
        + ", detector="
        + detector
        + ", queueThreshold="
        + queueThreshold
        + ", kvThreshold="
        + kvThreshold
        + ", concurrency="
        + concurrency
        + (restartS == Double.POSITIVE_INFINITY ? "" : ", restartS=" + restartS)
        + "]";
  }
}
