// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import loopbench.cell.lang.Unit;
import loopbench.cell.lang.Value;
import loopbench.flow.Gains;
import loopbench.identify.Relay;
import loopbench.identify.Ultimate;
import loopbench.score.Scores;

/**
 * What a relay test gave.
 *
 * @param relay how it was driven
 * @param edge where proportional action alone would swing
 * @param windows all of the test, to the window in which the last period that counts ended
 */
public record RelayRun(Relay relay, Ultimate edge, List<Window> windows) implements RunResult {
  /** The numbers that other cells may read. */
  static final List<String> TOKENS =
      List.of("ku", "ku_low", "ku_high", "pu", "amplitude", "periods");

  private static final Scores NOTHING_CONTROLLED = Scores.of(Map.of());

  /**
   * A window.
   *
   * @param tS its end, seconds
   * @param rate in force in it, 1/s
   * @param latencyMs NaN while no window has had any
   */
  public record Window(double tS, double rate, double latencyMs) {}

  public RelayRun {
    windows = List.copyOf(windows);
  }

  /**
   * What Ziegler and Nichols (1942) would make of it: Kc = 0.45 Ku, Ti = Pu / 1.2, and for the core
   * kp = Kc, ki = Kc / Ti with Ti in ms.
   */
  Gains zieglerNichols() {
    double kp = 0.45 * edge.gain().value();
    return new Gains(kp, kp * 1.2 / (1000 * edge.periodS().value()), 0, 0);
  }

  /** A relay is no controller, and its swing has no scores of one. */
  @Override
  public Scores scores() {
    return NOTHING_CONTROLLED;
  }

  @Override
  public Optional<Value> named(String token) {
    return switch (token) {
      case "ku" -> amount(edge.gain().value(), Unit.NONE);
      case "ku_low" -> amount(edge.gain().low(), Unit.NONE);
      case "ku_high" -> amount(edge.gain().high(), Unit.NONE);
      case "pu" -> amount(edge.periodS().value(), Unit.SECONDS);
      case "amplitude" -> amount(edge.amplitudeMs(), Unit.MILLISECONDS);
      case "periods" -> amount(edge.periods(), Unit.NONE);
      default -> Optional.empty();
    };
  }

  private static Optional<Value> amount(double number, Unit unit) {
    return Optional.of(new Value.Amount(number, unit));
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.relay(this);
  }

  @Override
  public List<String> columns() {
    return List.of("t_s", "rate [1/s]", "p99 [ms]");
  }

  @Override
  public List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (Window window : windows) {
      rows.add(
          List.of(
              Tables.number(window.tS()),
              Tables.number(window.rate()),
              Double.isNaN(window.latencyMs()) ? "" : Tables.number(window.latencyMs())));
    }
    return rows;
  }
}
