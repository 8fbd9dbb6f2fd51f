// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import loopbench.plant.Sensor;
import org.junit.jupiter.api.Test;

/** A plant's sensor and a pool's histogram have the EPP's one set of buckets. */
class SensorBucketsTest {
  @Test
  void areThoseOfThePoolsTimesToTheFirstToken() {
    double[] boundsMs = Sensor.Buckets.EPP.boundsMs();
    BucketCounts ttft = BucketCounts.ttft();
    assertThat(ttft.size()).isEqualTo(boundsMs.length);
    for (int i = 0; i < boundsMs.length; i++) {
      assertThat(ttft.bound(i) * 1000).isCloseTo(boundsMs[i], within(1e-9));
    }
  }
}
