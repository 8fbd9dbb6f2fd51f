// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import loopbench.plant.AffineLatency;
import loopbench.plant.FirstOrder;
import loopbench.plant.LinearPlant;
import loopbench.plant.PlantModel;
import loopbench.plant.Schedule;
import loopbench.plant.Sensor;
import org.apache.commons.math3.complex.Complex;
import org.junit.jupiter.api.Test;

/** Plants whose edge of stability is known from their transfer function. */
class RelayTest {
  private static final int CASES = 200;
  private static final double TARGET_MS = 50;

  private record Edge(double ku, double puS) {}

  /** Where {@code slope (lead z + follow) / (z^(d+1) (z - pole))} has a phase of -180 degrees. */
  private static Edge edge(LinearPlant g, double dtS) {
    double low = 1e-4;
    while (phase(g, low) > -Math.PI) {
      low *= 1.001;
    }
    double from = low / 1.001;
    for (int i = 0; i < 60; i++) {
      double middle = (from + low) / 2;
      if (phase(g, middle) > -Math.PI) {
        from = middle;
      } else {
        low = middle;
      }
    }
    return new Edge(1 / answer(g, low).abs(), 2 * Math.PI / low * dtS);
  }

  private static Complex answer(LinearPlant g, double angle) {
    Complex z = new Complex(Math.cos(angle), Math.sin(angle));
    return z.multiply(g.lead())
        .add(g.follow())
        .multiply(g.slope())
        .divide(z.pow(new Complex(g.extraDelayTicks() + 1)).multiply(z.subtract(g.pole())));
  }

  private static double phase(LinearPlant g, double angle) {
    Complex z = new Complex(Math.cos(angle), Math.sin(angle));
    return z.multiply(g.lead()).add(g.follow()).getArgument()
        - (g.extraDelayTicks() + 1) * angle
        - z.subtract(g.pole()).getArgument();
  }

  private static Ultimate found(Answer<Ultimate> answer) {
    return answer.match(
        value -> value,
        refusal -> {
          throw new AssertionError(refusal.sentence());
        });
  }

  private static String refusal(Answer<Ultimate> answer) {
    return answer.match(
        value -> {
          throw new AssertionError("was found: " + value);
        },
        Refusal::sentence);
  }

  private static FirstOrder random(Random random) {
    double tau = 5 + 35 * random.nextDouble();
    double dead = tau * (0.15 + 0.85 * random.nextDouble());
    return new FirstOrder(0.1 + random.nextDouble(), tau, dead, 5, Sensor.EXACT);
  }

  private static Relay relay(FirstOrder plant) {
    return Relay.about(plant.equilibriumRate(TARGET_MS, 0), TARGET_MS, 0.5);
  }

  @Test
  void findsTheEdgeOfKnownPlants() {
    double[] ku = new double[CASES];
    double[] pu = new double[CASES];
    for (int seed = 0; seed < CASES; seed++) {
      FirstOrder plant = random(new Random(seed));
      Edge truth = edge(plant.linear(500, 0).orElseThrow(), 0.5);
      Ultimate found = found(relay(plant).run(plant, 1, () -> false));
      ku[seed] = Math.abs(found.gain().value() / truth.ku() - 1);
      pu[seed] = Math.abs(found.periodS().value() / truth.puS() - 1);
      assertThat(found.periods()).isEqualTo(4);
      assertThat(found.gain().covers(found.gain().value())).isTrue();
    }
    String said = figures("Ku", ku) + ", " + figures("Pu", pu);
    // The describing function takes the swing for a sine: known to be off by up to a quarter.
    assertThat(ku[CASES / 2]).as(said).isLessThan(0.15);
    assertThat(ku[CASES - 1]).as(said).isLessThan(0.3);
    assertThat(pu[CASES / 2]).as(said).isLessThan(0.05);
    assertThat(pu[CASES - 1]).as(said).isLessThan(0.1);
  }

  /** A p99 of 5,000 samples scatters by 1.4 ms; what hysteresis costs is a later switch. */
  @Test
  void hysteresisKeepsNoiseOut() {
    int cases = 12;
    double[] ku = new double[cases];
    double[] pu = new double[cases];
    int found = 0;
    for (int seed = 0; seed < cases; seed++) {
      FirstOrder quiet = random(new Random(seed));
      PlantModel plant =
          quiet.withSensor(new Sensor(Sensor.Samples.count(5_000), Sensor.Tail.EXPONENTIAL));
      double rate = quiet.equilibriumRate(TARGET_MS, 0);
      Edge truth = edge(quiet.linear(500, 0).orElseThrow(), 0.5);
      Relay relay = new Relay(rate, 0.6 * rate, TARGET_MS, 4, 0.5, 800, 4);
      Ultimate one = relay.run(plant, seed, () -> false).match(value -> value, why -> null);
      if (one != null) {
        ku[found] = Math.abs(one.gain().value() / truth.ku() - 1);
        pu[found++] = Math.abs(one.periodS().value() / truth.puS() - 1);
      }
    }
    assertThat(found).isGreaterThan(cases / 2);
    String said =
        figures("Ku", Arrays.copyOf(ku, found)) + ", " + figures("Pu", Arrays.copyOf(pu, found));
    Arrays.sort(ku, 0, found);
    Arrays.sort(pu, 0, found);
    assertThat(ku[found / 2]).as(said).isLessThan(0.4);
    assertThat(pu[found / 2]).as(said).isLessThan(0.3);
  }

  private static String figures(String name, double[] errors) {
    Arrays.sort(errors);
    return String.format(
        Locale.ROOT,
        "%s: median error %.1f %%, largest %.1f %%",
        name,
        100 * errors[errors.length / 2],
        100 * errors[errors.length - 1]);
  }

  @Test
  void aPlantThatAnswersAtOnceIsFoundWithACaution() {
    AffineLatency plant = AffineLatency.SEED.withCapacity(Schedule.constant(150));
    Ultimate found =
        found(
            Relay.about(plant.equilibriumRate(TARGET_MS, 0), TARGET_MS, 1)
                .run(plant, 1, () -> false));
    assertThat(found.caution()).contains("ticks long");
    assertThat(found.gain().value() * plant.slope(0)).isBetween(1.0, 1.35); // 4 / pi of the truth
  }

  @Test
  void driftIsRejected() {
    Schedule falling =
        new Schedule(
            java.util.stream.IntStream.range(0, 900)
                .mapToObj(i -> new Schedule.Step(i * 2.0, 400 * StrictMath.exp(-0.012 * i)))
                .toList());
    AffineLatency plant = AffineLatency.SEED.withCapacity(falling);
    String sentence =
        refusal(new Relay(190, 40, TARGET_MS, 3, 1, 1_500, 4).run(plant, 1, () -> false));
    assertThat(sentence)
        .startsWith(
            "the relay test gives no answer: in 1500 ticks no 4 periods in a row were alike:")
        .endsWith("Widen the hysteresis against noise, or test where the plant does not drift.");
  }

  @Test
  void whatNeverSwingsIsRefusedInWords() {
    FirstOrder plant = new FirstOrder(0.5, 10, 5, 5, Sensor.EXACT);
    assertThat(refusal(relay(plant).withCentre(30).run(plant, 1, () -> false)))
        .contains("stays below the target at either rate");
    assertThat(refusal(relay(plant).withCentre(900).run(plant, 1, () -> false)))
        .contains("stays above the target at either rate");
  }

  @Test
  void aLopsidedSwingIsRefusedInWords() {
    FirstOrder plant = new FirstOrder(0.5, 10, 5, 5, Sensor.EXACT);
    assertThat(refusal(relay(plant).withCentre(90 + 16).run(plant, 1, () -> false)))
        .contains("stands at its lower rate for");
  }

  @Test
  void aTestThatIsTooShortSaysSo() {
    FirstOrder plant = new FirstOrder(0.5, 10, 5, 5, Sensor.EXACT);
    assertThat(refusal(new Relay(90, 18, TARGET_MS, 0, 0.5, 80, 4).run(plant, 1, () -> false)))
        .isEqualTo(
            "the relay test gives no answer: in 80 ticks it swung once, and 4 periods are averaged."
                + " Give it more ticks, or test where the plant does not drift.");
  }

  @Test
  void isWatchedWindowByWindow() {
    FirstOrder plant = new FirstOrder(0.5, 10, 5, 5, Sensor.EXACT);
    List<double[]> seen = new ArrayList<>();
    Relay relay = new Relay(90, 18, TARGET_MS, 0, 0.5, 5_000, 4);
    Ultimate watched =
        found(
            relay.run(
                plant, 1, () -> false, (tS, rate, ms) -> seen.add(new double[] {tS, rate, ms})));
    assertThat(watched).isEqualTo(found(relay.run(plant, 1, () -> false)));
    for (int k = 1; k < seen.size(); k++) {
      assertThat(seen.get(k)[0]).isEqualTo((k + 1) * 0.5);
      // The window before decided.
      assertThat(seen.get(k)[1]).isEqualTo(seen.get(k - 1)[2] > TARGET_MS ? 72 : 108);
    }
  }

  @Test
  void stopsWhenCancelled() {
    FirstOrder plant = new FirstOrder(0.5, 10, 5, 5, Sensor.EXACT);
    assertThat(refusal(relay(plant).run(plant, 1, () -> true))).contains("stopped");
  }

  @Test
  void fewerThanFourPeriodsAreNoTest() {
    assertThatThrownBy(() -> relay(random(new Random(1))).withPeriods(3))
        .hasMessage("periods must be at least 4, was 3");
  }
}
