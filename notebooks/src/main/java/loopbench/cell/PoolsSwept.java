// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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
      public Optional<Scores> now() {
        return alone(base, stopped);
      }

      @Override
      public List<Control> controls(double[] point, Scores scores) {
        PoolScenario turned = base;
        for (int a = 0; a < point.length; a++) {
          turned = turned.knob(axes.get(a).path()).orElseThrow().with(turned, point[a]);
        }
        List<Control> controls = new ArrayList<>();
        for (Fixed fixed : fixed(turned, scores)) {
          alone(fixed.scenario(), stopped)
              .ifPresent(s -> controls.add(new Control(fixed.name(), s)));
        }
        return controls;
      }
    };
  }

  private Optional<Scores> alone(PoolScenario scenario, BooleanSupplier stopped) {
    return Optional.ofNullable(seeded(scenario, List.of(), stopped).at(new double[0]));
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
   * ask for, and of one pool as many as the winner has on average.
   */
  private static List<Fixed> fixed(PoolScenario base, Scores scores) {
    if (base.pools().stream().noneMatch(p -> p.scaling() instanceof Scaling.Scaled)) {
      return List.of();
    }
    List<Fixed> all = new ArrayList<>();
    if (base.pools().size() > 1) {
      all.add(new Fixed("fixed at each minimum", held(base, PoolsSwept::least)));
      all.add(new Fixed("fixed at each maximum", held(base, PoolsSwept::most)));
      return all;
    }
    Set<Integer> counts = new LinkedHashSet<>();
    counts.add(least(base.pools().get(0)));
    double average = scores.get(Score.AVERAGE_REPLICAS);
    if (average >= 0) {
      counts.add((int) Math.ceil(average - 1e-9));
    }
    counts.add(most(base.pools().get(0)));
    for (int count : counts) {
      all.add(
          new Fixed(
              "fixed at " + count + (count == 1 ? " replica" : " replicas"),
              held(base, pool -> count)));
    }
    return all;
  }

  private static PoolScenario held(PoolScenario base, ToIntFunction<Pool> replicas) {
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
