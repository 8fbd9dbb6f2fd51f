// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.form;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import loopbench.cell.lang.Numbers;
import loopbench.knob.Range;
import loopbench.knob.Scale;

/**
 * Where the values of a range lie along a slider, from 0 at its left end to 1 at its right. On a
 * log range that allows 0 the left end is 0 itself and the range begins a little way in.
 */
public final class Track {
  /** A labelled place on the track. */
  public record Tick(double position, String label) {}

  private static final double ZERO_ROOM = 0.06;

  private final Range range;
  private final double begin;

  public Track(Range range) {
    this.range = range;
    this.begin = range.zero() && range.scale() == Scale.LOG ? ZERO_ROOM : 0;
  }

  /** The value at a position, rounded to three digits: a slider is no finer than that. */
  public double value(double position) {
    if (begin > 0 && position < begin / 2) {
      return 0;
    }
    double exact = range.at((position - begin) / (1 - begin));
    return range.clamp(Numbers.rounded(exact, 3));
  }

  public double position(double value) {
    if (begin > 0 && value <= 0) {
      return 0;
    }
    return begin + range.fraction(value) * (1 - begin);
  }

  /**
   * The value some steps on.
   *
   * @param step the size of a step; 0 for a hundredth of the track
   */
  public double stepped(double from, int steps, double step) {
    if (step > 0) {
      return range.clamp(Numbers.rounded(from + steps * step, 6));
    }
    double next = value(Math.max(0, Math.min(1, position(from) + steps * 0.01)));
    boolean leavesZero = from == 0 && steps > 0;
    boolean reachesZero = begin > 0 && steps < 0 && from <= range.min();
    return reachesZero ? 0 : leavesZero && begin > 0 ? range.min() : next;
  }

  /** Decades of a log range, round numbers of a linear one. */
  public List<Tick> ticks() {
    List<Tick> ticks = new ArrayList<>();
    if (begin > 0) {
      ticks.add(new Tick(0, "0"));
    }
    if (range.scale() == Scale.LOG) {
      int from = (int) Math.ceil(Math.log10(range.min()) - 1e-9);
      int to = (int) Math.floor(Math.log10(range.max()) + 1e-9);
      int every = 1 + (to - from) / 6;
      for (int decade = from; decade <= to; decade += every) {
        ticks.add(tick(decade(decade), decadeLabel(decade)));
      }
      return ticks;
    }
    double step = roundStep((range.max() - range.min()) / 5);
    long first = (long) Math.ceil(range.min() / step - 1e-9);
    long last = (long) Math.floor(range.max() / step + 1e-9);
    for (long i = first; i <= last; i++) {
      double value = Numbers.rounded(i * step, 12);
      ticks.add(tick(value, plain(value)));
    }
    return ticks;
  }

  private Tick tick(double value, String label) {
    return new Tick(position(value), label);
  }

  private static double decade(int exponent) {
    return BigDecimal.ONE.scaleByPowerOfTen(exponent).doubleValue();
  }

  private static String decadeLabel(int exponent) {
    if (exponent >= -3 && exponent <= 4) {
      return plain(decade(exponent));
    }
    StringBuilder label = new StringBuilder("10");
    for (char c : Integer.toString(exponent).toCharArray()) {
      label.append(c == '-' ? '⁻' : "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0'));
    }
    return label.toString();
  }

  private static double roundStep(double rough) {
    double decade = Math.pow(10, Math.floor(Math.log10(rough)));
    double part = rough / decade;
    return decade * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
  }

  private static String plain(double value) {
    return new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }
}
