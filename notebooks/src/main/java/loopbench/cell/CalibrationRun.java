// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.cell.lang.Unit;
import loopbench.cell.lang.Value;
import loopbench.identify.PrefillCalibration;
import loopbench.identify.PrefillRate;
import loopbench.score.Scores;
import loopbench.tune.TokenThreshold;

/**
 * What a calibration of V_P gave.
 *
 * @param plan how it was measured
 * @param rate V_P
 * @param ttftS the times to the first token it comes from, seconds, warm-ups first
 * @param thresholds what follows for each prompt asked about, in the order written; may be empty
 */
public record CalibrationRun(
    PrefillCalibration plan, PrefillRate rate, List<Double> ttftS, List<TokenThreshold> thresholds)
    implements RunResult {
  /** The numbers that other cells may read. */
  static final List<String> TOKENS =
      List.of("prefill", "prefill_low", "prefill_high", "ttft", "spread", "floor", "threshold");

  private static final Scores NOTHING_RAN = Scores.of(Map.of());

  public CalibrationRun {
    ttftS = List.copyOf(ttftS);
    thresholds = List.copyOf(thresholds);
  }

  /** The one that leaves least: of the longest prompt. */
  Optional<TokenThreshold> tightest() {
    return thresholds.stream().max(Comparator.comparingDouble(TokenThreshold::uncachedTokens));
  }

  /** A calibration is no closed loop, and has no scores of one. */
  @Override
  public Scores scores() {
    return NOTHING_RAN;
  }

  @Override
  public Optional<Value> named(String token) {
    double floorS = tightest().map(TokenThreshold::floorS).orElse(Double.NaN);
    double thresholdS = tightest().map(t -> t.thresholdS().orElse(Double.NaN)).orElse(Double.NaN);
    return switch (token) {
      case "prefill" -> amount(rate.perSecond(), Unit.TOKENS_PER_SECOND);
      case "prefill_low" -> amount(rate.lowPerSecond(), Unit.TOKENS_PER_SECOND);
      case "prefill_high" -> amount(rate.highPerSecond(), Unit.TOKENS_PER_SECOND);
      case "ttft" -> amount(rate.medianS(), Unit.SECONDS);
      case "spread" -> amount(rate.spread(), Unit.PERCENT);
      case "floor" -> amount(floorS, Unit.SECONDS);
      case "threshold" -> amount(thresholdS, Unit.SECONDS);
      default -> Optional.empty();
    };
  }

  private static Optional<Value> amount(double number, Unit unit) {
    return Optional.of(new Value.Amount(number, unit));
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.calibration(this);
  }

  @Override
  public List<String> columns() {
    return List.of("measurement", "warm_up", "ttft [s]");
  }

  @Override
  public List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < ttftS.size(); i++) {
      rows.add(
          List.of(
              Integer.toString(i + 1),
              Boolean.toString(i < plan.warmUps()),
              Tables.number(ttftS.get(i))));
    }
    return rows;
  }
}
