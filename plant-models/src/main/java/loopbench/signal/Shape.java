// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a query's text alone tells of its answer.
 *
 * @param elements how many elements there can be
 * @param labels which labels they carry
 * @param fixed labels that have the one value a selector or grouping leaves them
 * @param low a value it is never below; minus infinity when not known
 * @param high a value it is never above; infinity when there is none or it is not known
 * @param neverAbsent whether there is an element even when no series is
 * @param growth how it follows the pool when load and pods double together: 1 for a total, 0 for an
 *     average, a share or a latency, -1 for what is divided by the pods once too often; empty when
 *     not known
 * @param onePerPod whether there is one element for each pod
 */
public record Shape(
    Elements elements,
    CarriedLabels labels,
    Map<String, String> fixed,
    double low,
    double high,
    boolean neverAbsent,
    OptionalInt growth,
    boolean onePerPod) {

  /** How many elements an instant query answers. */
  public enum Elements {
    /** A bare number, which KEDA cannot read as an answer. */
    SCALAR,
    /** One, or none when it is absent. */
    ONE,
    /** As many as there are series, pods or groups; several is to be expected. */
    SEVERAL,
    /** Not told by the text, as for a recorded series or a fully pinned selector. */
    UNKNOWN
  }

  /**
   * The labels of the elements.
   *
   * @param known whether {@code names} is all there is
   * @param names the labels, where known
   * @param some whether there is at least one label for certain
   */
  public record CarriedLabels(boolean known, Set<String> names, boolean some) {
    static final CarriedLabels NONE = new CarriedLabels(true, Set.of(), false);

    /** Those that scraping gives: not known, but never none. */
    static final CarriedLabels SCRAPED = new CarriedLabels(false, Set.of(), true);

    static final CarriedLabels UNKNOWN = new CarriedLabels(false, Set.of(), false);

    public CarriedLabels {
      names = Set.copyOf(names);
    }

    static CarriedLabels of(Set<String> names) {
      return new CarriedLabels(true, names, !names.isEmpty());
    }

    boolean none() {
      return known && names.isEmpty();
    }

    CarriedLabels without(List<String> gone) {
      if (!known) {
        return this;
      }
      Set<String> left = new LinkedHashSet<>(names);
      gone.forEach(left::remove);
      return of(left);
    }
  }

  static final Shape UNKNOWN =
      new Shape(
          Elements.UNKNOWN,
          CarriedLabels.UNKNOWN,
          Map.of(),
          Double.NEGATIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          false,
          OptionalInt.empty(),
          false);

  public Shape {
    fixed = Map.copyOf(fixed);
  }

  /** The shape of a piece of a query. */
  public static Shape of(Expr expr) {
    return expr.match(Shaping.INSTANCE);
  }

  /** Whether it can never be above {@link #high}. */
  public boolean bounded() {
    return high < Double.POSITIVE_INFINITY;
  }

  static Shape number(double value) {
    boolean nan = Double.isNaN(value);
    return new Shape(
        Elements.SCALAR,
        CarriedLabels.NONE,
        Map.of(),
        nan ? Double.NEGATIVE_INFINITY : value,
        nan ? Double.POSITIVE_INFINITY : value,
        true,
        OptionalInt.of(0),
        false);
  }

  boolean scalar() {
    return elements == Elements.SCALAR;
  }

  /** Whether it is a number written in the query, which does not count towards growth. */
  boolean constant() {
    return low == high;
  }

  Shape with(Elements some, CarriedLabels carried) {
    return new Shape(some, carried, fixed, low, high, neverAbsent, growth, onePerPod);
  }

  Shape within(double newLow, double newHigh) {
    boolean told = newLow <= newHigh;
    return new Shape(
        elements,
        labels,
        fixed,
        told ? newLow : Double.NEGATIVE_INFINITY,
        told ? newHigh : Double.POSITIVE_INFINITY,
        neverAbsent,
        growth,
        onePerPod);
  }

  Shape anyValue() {
    return within(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  Shape never(boolean absent) {
    return new Shape(elements, labels, fixed, low, high, absent, growth, onePerPod);
  }

  Shape growing(OptionalInt newGrowth, boolean perPod) {
    return new Shape(elements, labels, fixed, low, high, neverAbsent, newGrowth, perPod);
  }

  /** The labels that have one value on both sides. */
  Map<String, String> fixedWith(Shape other) {
    Map<String, String> both = new LinkedHashMap<>(fixed);
    both.entrySet().retainAll(other.fixed.entrySet());
    return both;
  }
}
