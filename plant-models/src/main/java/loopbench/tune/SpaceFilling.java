// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.List;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.RandomVectorGenerator;
import org.apache.commons.math3.random.SobolSequenceGenerator;

/** So many points between the ends of the axes; a zero strip is left aside. */
record SpaceFilling(Kind kind, int n) implements Search {
  enum Kind {
    SOBOL("sobol"),
    RANDOM("random");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  SpaceFilling {
    refuseUnlessFits(kind.word, n);
  }

  static void refuseUnlessFits(String word, int n) {
    if (n < 1 || n > MOST) {
      throw new IllegalArgumentException(word + " takes 1 to " + MOST + " points, was " + n + ".");
    }
  }

  @Override
  public String text() {
    return kind.word + "(" + n + ")";
  }

  @Override
  public long points(List<Axis> axes) {
    return n;
  }

  @Override
  public SweepResult run(List<Axis> axes, Evaluator evaluator, Objective objective, Effort effort) {
    RandomVectorGenerator generator = generator(axes.size(), effort.seed());
    double[][] points = new double[n][axes.size()];
    for (double[] point : points) {
      double[] fractions = generator.nextVector();
      for (int a = 0; a < point.length; a++) {
        point[a] = axes.get(a).at(fractions[a]);
      }
    }
    return Sweep.run(
        new Scattered(axes, points),
        evaluator,
        objective,
        effort.threads(),
        effort.listener(),
        effort.cancelled());
  }

  /** Vectors within 0 and 1. */
  private RandomVectorGenerator generator(int size, long seed) {
    if (kind == Kind.SOBOL) {
      SobolSequenceGenerator sobol = new SobolSequenceGenerator(size);
      sobol.nextVector(); // the first is the corner of all lower ends
      return sobol;
    }
    MersenneTwister random = new MersenneTwister(seed);
    return () -> {
      double[] vector = new double[size];
      for (int a = 0; a < size; a++) {
        vector[a] = random.nextDouble();
      }
      return vector;
    };
  }
}
