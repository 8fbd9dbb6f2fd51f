// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One evaluation of the formulas that autoscalers are given. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FormulaBenchmark {
  private final Formula slo =
      formula(
          "s > 0.55 ? n + ceil(n * (s * (r > 0 && r < n ? r / n : 1.0) / 0.55 - 1))"
              + " : (s < 0.40 ? n - floor(n * (1 - s / 0.40)) : n)",
          "s",
          "n",
          "r");
  private final Formula guard =
      formula(
          "let per_replica = 16; let required = max(queue / 1, running / per_replica);"
              + " required <= n ? required : max(required - (coming ?? 0), n)",
          "queue",
          "running",
          "coming",
          "n");
  private final Formula count = formula("count([a, b, c], {# > 1}) > 1 ? 5 : 0", "a", "b", "c");

  private final double[] sloValues = {0.8, 8, 4};
  private final double[] guardValues = {9, 40, 2, 4};
  private final double[] countValues = {2, 1, 3};

  private static Formula formula(String text, String... names) {
    return Formula.read(text, List.of(names), Map.of()).formula().orElseThrow();
  }

  @Benchmark
  public double sloLaw() {
    return slo.evaluate(sloValues, null).value();
  }

  @Benchmark
  public double guardLaw() {
    return guard.evaluate(guardValues, null).value();
  }

  @Benchmark
  public double countOfThree() {
    return count.evaluate(countValues, null).value();
  }
}
