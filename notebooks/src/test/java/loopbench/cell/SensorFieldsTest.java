// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import loopbench.plant.PlantModel;
import loopbench.plant.Sensor;
import loopbench.run.Notebooks;
import loopbench.run.RunReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plant that is read through the EPP's histogram. */
class SensorFieldsTest {
  @TempDir Path folder;

  private RunReport.CellReport plant(String sensor) {
    return Notebooks.run(
            Notebooks.of(
                "plant: seed\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: 400/s\n"
                    + "sensor: "
                    + sensor
                    + "\n"),
            folder)
        .cells()
        .get(0);
  }

  @Test
  void bucketsAreAWord() {
    RunReport.CellReport cell = plant("{samples: 111, tail: exponential, buckets: epp}");
    assertThat(cell.problems()).isEmpty();
    Sensor sensor = ((PlantModel) cell.result().orElseThrow().value()).sensor();
    assertThat(sensor)
        .isEqualTo(
            new Sensor(Sensor.Samples.count(111), Sensor.Tail.EXPONENTIAL, Sensor.Buckets.EPP));
  }

  @Test
  void anotherWordIsRefused() {
    assertThat(plant("{buckets: eppp}").sentence())
        .isEqualTo(
            "plant.seed, line 6: sensor.buckets cannot be `eppp`. It is one of none or epp. Did you"
                + " mean epp?");
  }

  @Test
  void nothingIsExact() {
    assertThat(((PlantModel) plant("{}").result().orElseThrow().value()).sensor())
        .isEqualTo(Sensor.EXACT);
    assertThat(((PlantModel) plant("{samples: poisson}").result().orElseThrow().value()).sensor())
        .isEqualTo(new Sensor(Sensor.Samples.POISSON, Sensor.Tail.NONE));
  }

  /** A latency without scatter lies in one bucket as a whole: the p99 is a point in it. */
  @Test
  void aBlindSensorIsSaid() {
    for (String tail : List.of("none", "exponential")) {
      RunReport.CellReport run =
          Notebooks.run(
                  Notebooks.of(
                      "plant: seed\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\n"
                          + "capacity: 400/s\nsensor: {buckets: epp, tail: "
                          + tail
                          + "}\n",
                      "flow: ctl\nrate: 200/s\nminRate: 5/s\nburst: 5\nmaxRate: 800/s\ntargetP99: 30ms\n"
                          + "dt: 1s\nkp: 0.05\nki: 0.001\n",
                      "run: looked\nplant: seed\nflow: ctl\nticks: 100\n"),
                  folder)
              .cells()
              .get(2);
      assertThat(run.problems()).isEmpty();
      boolean blind = tail.equals("none");
      assertThat(run.sentence().contains("The sensor is blind in 100 of 100 ticks"))
          .isEqualTo(blind);
      if (blind) {
        assertThat(run.sentence())
            .endsWith(
                "more than 90 % of the latencies lie in one bucket, at last that from 5 to 25 ms,"
                    + " and the quantile read is a point on the way through it.");
      }
    }
  }
}
