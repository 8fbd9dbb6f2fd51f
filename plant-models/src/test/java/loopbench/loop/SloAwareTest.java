// SPDX-License-Identifier: Apache-2.0
package loopbench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import loopbench.plant.Schedule;
import loopbench.plant.load.Lengths;
import loopbench.plant.load.LoadModel;
import loopbench.plant.load.Spacing;
import loopbench.plant.pool.PoolModel;
import loopbench.scaling.keda.Preset;
import loopbench.score.PoolScores;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.signal.Rules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** llm-d's benchmark of SLO-aware scaling: Qwen3-32B on two H100, 3 s and 100 ms, 3 to 8. */
class SloAwareTest {
  private static final double LOAD_S = 2430;

  private static final Schedule LADDER =
      new Schedule(
          List.of(
              new Schedule.Step(0, 2),
              new Schedule.Step(330, 4),
              new Schedule.Step(690, 6),
              new Schedule.Step(1050, 8),
              new Schedule.Step(1410, 10),
              new Schedule.Step(1770, 4),
              new Schedule.Step(2130, 1),
              new Schedule.Step(LOAD_S, 0)));

  static LoadModel load(Spacing spacing) {
    return LoadModel.open(
        LADDER,
        spacing,
        Lengths.normal(4000, 300, 3500, 4500),
        Lengths.normal(1000, 80, 900, 1100));
  }

  static PoolScenario scenario(Spacing spacing, Scaling scaling, long seed) {
    return PoolScenario.of(
            3600, seed, Pool.of("", PoolModel.QWEN3_32B_2XH100, load(spacing), scaling))
        .withRules(Rules.sloAware(Rules.Slo.DEFAULTS));
  }

  static Scaling.Scaled sloAware() {
    return Scaling.Scaled.of(
        Preset.SLO_AWARE.at(new Preset.Place("ns", "epp", "qwen", "pool", "decode")));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void benchmark(long seed) {
    for (Spacing spacing : List.of(Spacing.REGULAR, Spacing.POISSON)) {
      long t0 = System.nanoTime();
      PoolRun run = PoolLoop.run(scenario(spacing, sloAware(), seed)).first();
      double ms = (System.nanoTime() - t0) / 1e6;
      Scores s = PoolScores.of(run);
      int floor = run.size() - 1;
      while (floor > 0 && run.desired(floor - 1) == 3) {
        floor--;
      }
      double sum = 0;
      for (int i = 0; i < floor; i++) {
        sum += run.desired(i);
      }
      StringBuilder moves = new StringBuilder();
      for (int i = 1; i < run.size(); i++) {
        if (run.desired(i) != run.desired(i - 1)) {
          moves.append(" ").append((int) run.timeS(i)).append(":").append(run.desired(i));
        }
      }
      System.out.println(
          spacing.law()
              + " seed " + seed
              + " att " + s.get(Score.ATTAINMENT)
              + " avg " + sum / floor
              + " floor at " + run.timeS(floor)
              + " ttft90 " + s.get(Score.TTFT_P90)
              + " missTtft " + run.attainment().missedTtft() + " tpot " + run.attainment().missedTpot()
              + " of " + run.attainment().ended()
              + moves + " ms " + ms);
      assertThat(run.size()).isPositive();
    }
  }
}
