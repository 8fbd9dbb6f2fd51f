// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
}
