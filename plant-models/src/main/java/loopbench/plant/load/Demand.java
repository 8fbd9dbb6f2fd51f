// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import loopbench.plant.Problem;
import loopbench.plant.Schedule;

/** How many requests per second an open load asks, over time. */
public sealed interface Demand {
  /** The most requests per second that are believed. */
  double MOST_PER_SECOND = 1_000_000;

  /** The longest time that is believed, seconds: some thirty years. */
  double LONGEST_S = 1e9;

  <R> R match(Cases<R> cases);

  /** One case for each shape. */
  interface Cases<R> {
    R steps(Steps steps);

    R ramp(Ramp ramp);

    R diurnal(Diurnal diurnal);
  }

  /** Requests per second at a time. */
  double at(double tS);

  /** When it asks no more for ever; empty where it never ends. */
  OptionalDouble endS();

  /** What cannot be; empty when it can. */
  List<Problem> problems();

  /** Walks along the demand, from 0 s on. */
  Walk start();

  /** Where a walk along a demand has come to. */
  interface Walk {
    /**
     * Goes on until so many more requests are due, and says when that is, seconds; infinite where
     * it never comes to that.
     */
    double until(double requests);
  }

  /** Requests per second that change in steps. */
  record Steps(Schedule perSecond) implements Demand {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.steps(this);
    }

    @Override
    public double at(double tS) {
      return perSecond.valueAt(tS);
    }

    @Override
    public OptionalDouble endS() {
      Schedule.Step last = perSecond.steps().get(perSecond.steps().size() - 1);
      return last.value() == 0 ? OptionalDouble.of(last.fromS()) : OptionalDouble.empty();
    }

    @Override
    public List<Problem> problems() {
      List<Problem> problems = new ArrayList<>();
      for (Schedule.Step step : perSecond.steps()) {
        Amounts.refuseUnless(
            problems, "requests", step.value(), 0, MOST_PER_SECOND, "requests per second");
        Amounts.refuseUnless(problems, "requests", step.fromS(), 0, LONGEST_S, "s");
      }
      return problems;
    }

    @Override
    public Walk start() {
      List<Schedule.Step> steps = perSecond.steps();
      return new Walk() {
        private double nowS;
        private int step;
        private double rate = steps.get(0).value();
        private double endS = end(0);

        private double end(int index) {
          return index + 1 < steps.size() ? steps.get(index + 1).fromS() : Double.POSITIVE_INFINITY;
        }

        @Override
        public double until(double requests) {
          double left = requests;
          while (true) {
            double dueS = rate > 0 ? nowS + left / rate : Double.POSITIVE_INFINITY;
            if (dueS <= endS || endS == Double.POSITIVE_INFINITY) {
              nowS = dueS;
              return dueS;
            }
            left = Math.max(0, left - (endS - nowS) * rate);
            nowS = endS;
            step++;
            rate = steps.get(step).value();
            endS = end(step);
          }
        }
      };
    }
  }

  /**
   * Requests per second that go evenly from one rate to another, and stay there.
   *
   * @param overS how long that takes, seconds, above 0
   */
  record Ramp(double from, double to, double overS) implements Demand {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.ramp(this);
    }

    @Override
    public double at(double tS) {
      return tS >= overS ? to : from + (to - from) * Math.max(0, tS) / overS;
    }

    @Override
    public OptionalDouble endS() {
      return to == 0 ? OptionalDouble.of(overS) : OptionalDouble.empty();
    }

    @Override
    public List<Problem> problems() {
      List<Problem> problems = new ArrayList<>();
      Amounts.refuseUnless(problems, "shape.from", from, 0, MOST_PER_SECOND, "requests per second");
      Amounts.refuseUnless(problems, "shape.to", to, 0, MOST_PER_SECOND, "requests per second");
      Amounts.refuseUnless(problems, "shape.over", overS, 1e-3, LONGEST_S, "s");
      return problems;
    }

    @Override
    public Walk start() {
      return new Walk() {
        private double nowS;

        @Override
        public double until(double requests) {
          double left = requests;
          if (nowS < overS) {
            // left = rate x + slope x^2 / 2, in the form that does not cancel.
            double rate = at(nowS);
            double slope = (to - from) / overS;
            double square = rate * rate + 2 * slope * left;
            double x = square >= 0 ? 2 * left / (rate + Math.sqrt(square)) : Double.NaN;
            if (x <= overS - nowS) {
              nowS += x;
              return nowS;
            }
            left = Math.max(0, left - (overS - nowS) * (rate + to) / 2);
            nowS = overS;
          }
          nowS = to > 0 ? nowS + left / to : Double.POSITIVE_INFINITY;
          return nowS;
        }
      };
    }
  }

  /**
   * Requests per second that go up and down with time as a cosine, from the trough on.
   *
   * @param periodS from one trough to the next, seconds, above 0
   */
  record Diurnal(double peak, double trough, double periodS) implements Demand {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.diurnal(this);
    }

    @Override
    public double at(double tS) {
      return (peak + trough) / 2
          - (peak - trough) / 2 * StrictMath.cos(2 * StrictMath.PI * tS / periodS);
    }

    @Override
    public OptionalDouble endS() {
      return peak == 0 ? OptionalDouble.of(0) : OptionalDouble.empty();
    }

    @Override
    public List<Problem> problems() {
      List<Problem> problems = new ArrayList<>();
      Amounts.refuseUnless(
          problems, "shape.trough", trough, 0, MOST_PER_SECOND, "requests per second");
      Amounts.refuseUnless(
          problems,
          "shape.peak",
          peak,
          trough >= 0 ? trough : 0,
          MOST_PER_SECOND,
          "requests per second, and not below the trough");
      Amounts.refuseUnless(problems, "shape.period", periodS, 1e-3, LONGEST_S, "s");
      return problems;
    }

    private double sine(double tS) {
      return StrictMath.sin(2 * StrictMath.PI * tS / periodS);
    }

    @Override
    public Walk start() {
      double mean = (peak + trough) / 2;
      double swing = (peak - trough) / 2 * periodS / (2 * StrictMath.PI);
      return new Walk() {
        private double nowS;
        private double due;

        /**
         * Newton's steps on the requests due since 0 s, kept between bounds that close in. Counting
         * from 0 s keeps errors from adding up.
         */
        @Override
        public double until(double requests) {
          if (peak == 0) {
            return Double.POSITIVE_INFINITY;
          }
          due += requests;
          double low = nowS;
          double high = nowS + requests / mean + periodS;
          double guess = Math.min(high, nowS + requests / Math.max(at(nowS), mean * 1e-3));
          for (int i = 0; i < 100 && high - low > 1e-12 * high; i++) {
            double over = mean * guess - swing * sine(guess) - due;
            if (over > 0) {
              high = guess;
            } else {
              low = guess;
            }
            double better = guess - over / at(guess);
            double next = better > low && better < high ? better : low + (high - low) / 2;
            boolean there = Math.abs(next - guess) <= 1e-12 * high;
            guess = next;
            if (there) {
              break;
            }
          }
          nowS = guess;
          return nowS;
        }
      };
    }
  }
}
