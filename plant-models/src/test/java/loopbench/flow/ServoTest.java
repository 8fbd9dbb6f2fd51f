// SPDX-License-Identifier: Apache-2.0
package loopbench.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ServoTest {
  static Stream<Arguments> cases() {
    return Vectors.cases("servo.json", "cases");
  }

  static LongStream seeds() {
    return LongStream.range(0, 50);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void stepsAsTheOriginalToTheBit(Map<String, Object> golden) {
    Servo servo = Servo.fromOptions(Vectors.options(golden.get("options")));
    int row = 0;
    for (Object each : Vectors.list(golden.get("steps"))) {
      List<Object> step = Vectors.list(each);
      if (step.size() > 8) {
        Vectors.list(step.get(8)).forEach(change -> apply(servo, Vectors.list(change)));
      }
      double measured = Vectors.number(step.get(0));
      double disturbance = step.get(2) == null ? 0 : Vectors.number(step.get(2));
      double output =
          step.get(1) == null && step.get(2) == null
              ? servo.step(measured)
              : servo.step(measured, Vectors.number(step.get(1)), disturbance);
      String at = "step " + row++;
      assertThat(output).as(at).isEqualTo(Vectors.number(step.get(3)));
      assertThat(servo.output()).as(at).isEqualTo(output);
      assertThat(servo.error()).as(at).isEqualTo(Vectors.number(step.get(4)));
      assertThat(servo.integral()).as(at).isEqualTo(Vectors.number(step.get(5)));
      assertThat(servo.derivative()).as(at).isEqualTo(Vectors.number(step.get(6)));
      assertThat(servo.saturated()).as(at).isEqualTo(step.get(7));
    }
    assertThat(row).isEqualTo(80);
  }

  private static void apply(Servo servo, List<Object> change) {
    String what = (String) change.get(0);
    switch (what) {
      case "reset" -> servo.reset();
      case "setpoint" -> servo.setSetpoint(Vectors.number(change.get(1)));
      case "min" -> servo.setMin(Vectors.number(change.get(1)));
      case "max" -> servo.setMax(Vectors.number(change.get(1)));
      default -> throw new IllegalStateException(what);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void outputAndIntegralStayWithinTheBounds(long seed) {
    Random random = new Random(seed);
    double min = random.nextDouble() * 10;
    double max = min + random.nextDouble() * 500;
    double kp = Math.exp(random.nextDouble() * 12 - 7);
    double ki = Math.exp(random.nextDouble() * 14 - 12) * (random.nextBoolean() ? 1 : -1);
    double kd = random.nextInt(3) == 0 ? random.nextDouble() * 400 : 0;
    Servo servo = new Servo(30, new Gains(kp, ki, kd, random.nextDouble()), min, max);
    for (int i = 0; i < 500; i++) {
      double out = servo.step(random.nextDouble() * 200, random.nextInt(4) * 500);
      assertThat(out).as("seed %d step %d", seed, i).isBetween(min, max);
      double pSpan = kp * Math.abs(servo.error());
      assertThat(ki * servo.integral()).isBetween(min - pSpan - 1e-6, max + pSpan + 1e-6);
      assertThat(servo.saturated()).isEqualTo(out == min || out == max);
    }
  }

  @Test
  void theClampPumpsTheIntegralUpAfterOneVeryLateWindow() {
    Servo hot = new Servo(30, new Gains(1, 0.001, 0, 0), 5, 800);
    hot.step(95, 1000);
    assertThat(hot.step(30, 1000)).isCloseTo(70, within(1e-9));
    Servo calm = new Servo(30, new Gains(0.05, 0.001, 0, 0), 5, 800);
    calm.step(95, 1000);
    assertThat(calm.step(30, 1000)).isCloseTo(8.25, within(1e-9));
  }

  @Test
  void preloadHoldsTheOutputWhileThereIsNoError() {
    Servo servo = new Servo(30, Gains.DEFAULT, 5, 800);
    servo.preload(200);
    assertThat(servo.step(30, 1000)).isEqualTo(200);
    Servo proportional = new Servo(30, Gains.DEFAULT.withKi(0), 5, 800);
    proportional.preload(200);
    assertThat(proportional.step(30, 1000)).isEqualTo(5);
  }

  @Test
  void refusesAMeasurementThatIsNoNumberAndTouchesNothing() {
    Servo servo = new Servo(30, Gains.DEFAULT, 5, 800);
    servo.step(20, 1000);
    double integral = servo.integral();
    double output = servo.output();
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> servo.step(bad, 1000))
          .withMessageStartingWith("measured must be a finite number, was");
    }
    assertThat(servo.integral()).isEqualTo(integral);
    assertThat(servo.output()).isEqualTo(output);
  }

  @Test
  void boundsAndSetpointAreLiveButNotNonsense() {
    Servo servo = new Servo(30, Gains.DEFAULT, 5, 800);
    assertThatIllegalArgumentException().isThrownBy(() -> servo.setSetpoint(Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> servo.setSetpoint(Double.POSITIVE_INFINITY));
    assertThatIllegalArgumentException().isThrownBy(() -> servo.setMin(Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> servo.setMin(801))
        .withMessage("min must be a number, at most max = 800, was 801.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> servo.setMax(4))
        .withMessage("max must be a number, at least min = 5, was 4.");
    servo.setMax(Double.POSITIVE_INFINITY);
    assertThat(servo.max()).isInfinite();
    assertThat(servo.setpoint()).isEqualTo(30);
  }

  @Test
  void readsOptionsAsLenientlyAsTheOriginal() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Servo.fromOptions(Map.of("min", 10, "max", 5)))
        .withMessage("max must be a number, at least min = 10, was 5.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Servo.fromOptions(Map.of("setpiont", 30)))
        .withMessage("Unknown option 'setpiont'; did you mean 'setpoint'?");
    assertThat(Servo.fromOptions(Map.of("setpoint", Double.POSITIVE_INFINITY)).setpoint()).isZero();
    assertThat(Servo.fromOptions(Map.of("setpoint", "30")).setpoint()).isZero();
    assertThat(Servo.fromOptions(Map.of("min", Double.NaN)).min())
        .isEqualTo(Double.NEGATIVE_INFINITY);
    Servo fresh = Servo.fromOptions(Map.of());
    assertThat(fresh.output()).isZero();
    assertThat(fresh.saturated()).isFalse();
  }

  @Test
  void disposeForgetsAndStaysUsable() {
    Servo servo = new Servo(30, Gains.DEFAULT, 5, 800);
    servo.step(1, 1000);
    servo.dispose();
    assertThat(servo.integral()).isZero();
    assertThat(servo.saturated()).isFalse();
    assertThat(servo.step(1, 1000)).isEqualTo(5);
  }
}
