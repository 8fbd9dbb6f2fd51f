// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import loopbench.score.LoopClass;
import loopbench.score.Score;
import loopbench.score.Scores;

/**
 * Which points qualify, and which of those is best. Gates come first: an arm must arrive before it
 * can win, else the one that admits nothing has the smallest overshoot.
 *
 * @param minimise what to make small; NaN does not qualify. Null: nothing is ranked by one number
 * @param gates all must hold; a {@link Gate} is named in reasons by its text
 * @param trade two scores whose front is wanted; without {@code minimise} its knee is the best
 */
public record Objective(
    ToDoubleFunction<Scores> minimise,
    List<? extends Predicate<Scores>> gates,
    Optional<Trade> trade) {

  /** No ranking and no gates: a map of classes and scores. */
  public static final Objective NONE = new Objective(null, List.of());

  /** What an admission loop is ranked by unless something else is asked for. */
  public static final ToDoubleFunction<Scores> ADMISSION_COST =
      scores ->
          scores.normalised(Score.SLO_DEBT)
              + 0.3 * scores.normalised(Score.STARVATION)
              + 0.1 * scores.normalised(Score.EFFORT);

  /**
   * The default for an admission loop: {@code slo_debt / target + 0.3 starvation + 0.1 effort /
   * equilibrium}, for loops that had arrived before the event and settle after it, with a gain
   * margin of at least 2, a noise gain of at most 1 and an equilibrium error of at most 2 %.
   */
  public static final Objective ADMISSION = new Objective(ADMISSION_COST, admission(true, false));

  /**
   * The default for pools of model servers: the fewest replica-hours among those that serve the
   * load, which is to say at least 95 % of the requests within both objectives and at most 0.1 %
   * lost.
   */
  public static final Objective POOL =
      new Objective(
          scores -> scores.get(Score.REPLICA_HOURS),
          List.of(Gate.atLeast(Score.ATTAINMENT, 0.95), Gate.atMost(Score.LOST_SHARE, 0.001)));

  public Objective {
    gates = List.copyOf(gates);
  }

  public Objective(ToDoubleFunction<Scores> minimise, List<? extends Predicate<Scores>> gates) {
    this(minimise, gates, Optional.empty());
  }

  /**
   * The default gates of an admission loop.
   *
   * @param margins whether every plant has a linear loop to have margins of
   * @param chance whether points are tried with several seeds, of which 95 % must settle
   */
  public static List<Gate> admission(boolean margins, boolean chance) {
    List<Gate> gates =
        new ArrayList<>(List.of(Gate.loopClass(LoopClass.SETTLES), Gate.atLeast(Score.ARRIVED, 1)));
    if (chance) {
      gates.add(Gate.atLeast(Score.SETTLED, 0.95));
    }
    if (margins) {
      gates.add(Gate.atLeast(Score.GAIN_MARGIN, 2));
      gates.add(Gate.atMost(Score.NOISE_GAIN, 1));
    }
    gates.add(Gate.atMost(Score.EQUILIBRIUM_ERROR, 0.02));
    return List.copyOf(gates);
  }

  /** Whether anything is ranked. */
  public boolean ranks() {
    return minimise != null || trade.isPresent();
  }

  /** Whether all gates hold. */
  public boolean qualifies(Scores scores) {
    for (Predicate<Scores> gate : gates) {
      if (!gate.test(scores)) {
        return false;
      }
    }
    return true;
  }

  /** What is minimised; NaN for a point that does not qualify or cannot be ranked. */
  public double value(Scores scores) {
    return minimise != null && qualifies(scores) ? minimise.applyAsDouble(scores) : Double.NaN;
  }

  /** How many gates a point fails. */
  int failing(Scores scores) {
    int failing = 0;
    for (Predicate<Scores> gate : gates) {
      failing += gate.test(scores) ? 0 : 1;
    }
    return failing;
  }

  /** By how much a point misses its gates, together; 0 for one that qualifies. */
  double missedBy(Scores scores) {
    double missed = 0;
    for (Predicate<Scores> gate : gates) {
      missed +=
          gate instanceof Gate named
              ? named.missedBy().applyAsDouble(scores)
              : gate.test(scores) ? 0 : 1;
    }
    return missed;
  }
}
