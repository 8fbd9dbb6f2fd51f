// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.ToIntFunction;
import loopbench.loop.Pool;
import loopbench.loop.PoolScenario;
import loopbench.loop.Scaling;
import loopbench.score.Score;
import loopbench.score.Scores;
import loopbench.tune.Axis;
import loopbench.tune.Evaluator;
import loopbench.tune.OverSeeds;
import loopbench.tune.PoolEvaluator;

/** Pools of model servers in closed loop. */
final class PoolsSwept implements Swept {
  private final WrittenSweep written;
  private final PoolScenario base;
  private final List<Axis> axes;

  PoolsSwept(WrittenSweep written, PoolScenario base) {
    this.written = written;
    this.base = base;
    this.axes = WrittenAxis.known(written.axes(), base.knobs());
  }

  @Override
  public List<Axis> axes() {
    return axes;
  }

  @Override
  public String identity() {
    PoolScenario neutral = base;
    for (Axis axis : axes) {
      try {
        neutral = neutral.knob(axis.path()).orElseThrow().with(neutral, axis.values().get(0));
      } catch (IllegalArgumentException refused) {
        continue;
      }
    }
    return neutral.toString();
  }

  @Override
  public List<String> reads() {
    return List.of();
  }

  @Override
  public Ranking ranking() {
    return Ranking.pools(written);
  }

  @Override
  public Arms arms(Results results, BooleanSupplier stopped) {
    Evaluator evaluator = seeded(base, axes, stopped);
    return new Arms() {
      @Override
      public Evaluator evaluator() {
        return evaluator;
      }

      @Override
      public List<Control> controls() {
        List<Control> controls = new ArrayList<>();
        Scores now = seeded(base, List.of(), stopped).at(new double[0]);
        if (now == null) {
          return controls;
        }
        controls.add(new Control(NOW, now));
        for (Fixed fixed : fixed(now)) {
          Scores scores = seeded(fixed.scenario(), List.of(), stopped).at(new double[0]);
          if (scores != null) {
            controls.add(new Control(fixed.name(), scores));
          }
        }
        return controls;
      }
    };
  }

  private Evaluator seeded(PoolScenario scenario, List<Axis> turned, BooleanSupplier stopped) {
    return OverSeeds.of(
        scenario.seed(),
        written.seeds(),
        seed -> new PoolEvaluator(scenario.withSeed(seed), turned, stopped));
  }

  private record Fixed(String name, PoolScenario scenario) {}

  /**
   * Is scaling worth it at all? Replicas that never change: as few and as many as the scaler may
   * ask for, and of one pool as many as it has now on average.
   */
  private List<Fixed> fixed(Scores now) {
    if (base.pools().stream().noneMatch(p -> p.scaling() instanceof Scaling.Scaled)) {
      return List.of();
    }
    List<Fixed> all = new ArrayList<>();
    if (base.pools().size() > 1) {
      all.add(new Fixed("fixed at each minimum", held(PoolsSwept::least)));
      all.add(new Fixed("fixed at each maximum", held(PoolsSwept::most)));
      return all;
    }
    Set<Integer> counts = new LinkedHashSet<>();
    counts.add(least(base.pools().get(0)));
    double average = now.get(Score.AVERAGE_REPLICAS);
    if (average >= 0) {
      counts.add((int) Math.ceil(average - 1e-9));
    }
    counts.add(most(base.pools().get(0)));
    for (int count : counts) {
      all.add(
          new Fixed(
              "fixed at " + count + (count == 1 ? " replica" : " replicas"), held(pool -> count)));
    }
    return all;
  }

  private PoolScenario held(ToIntFunction<Pool> replicas) {
    PoolScenario held = base;
    for (int i = 0; i < base.pools().size(); i++) {
      Pool pool = base.pools().get(i);
      if (pool.scaling() instanceof Scaling.Scaled) {
        held = held.withPool(i, pool.withScaling(new Scaling.Fixed(replicas.applyAsInt(pool))));
      }
    }
    return held;
  }

  private static int least(Pool pool) {
    return pool.scaling() instanceof Scaling.Scaled scaled
        ? scaled.scaler().replicas().min().orElse(0)
        : pool.scaling().startReplicas();
  }

  /** What KEDA allows where a manifest says nothing. */
  private static final int KEDA_MOST = 100;

  private static int most(Pool pool) {
    return pool.scaling() instanceof Scaling.Scaled scaled
        ? scaled.scaler().replicas().max().orElse(KEDA_MOST)
        : pool.scaling().startReplicas();
  }
}
