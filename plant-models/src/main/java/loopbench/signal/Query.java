// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A PromQL query, read as far as it can be, and what can be asked of its text.
 *
 * @param text as written
 * @param tree what was read
 */
public record Query(String text, Expr tree) {

  /**
   * Reads a text, in time and depth that are bounded. Never throws for what the text says: what is
   * not read stands in the tree, see {@link #unread}.
   */
  public static Query read(String text) {
    return new Query(text, QueryReader.read(text));
  }

  /** What was not read, in the order of the text; empty when everything was. */
  public List<Expr.Unread> unread() {
    List<Expr.Unread> unread = new ArrayList<>();
    collect(tree, Expr.Unread.class, unread);
    return List.copyOf(unread);
  }

  /** The selectors in the order of the text. */
  public List<Expr.Selector> selectors() {
    return selectorsIn(tree);
  }

  static List<Expr.Selector> selectorsIn(Expr expr) {
    List<Expr.Selector> selectors = new ArrayList<>();
    collect(expr, Expr.Selector.class, selectors);
    return List.copyOf(selectors);
  }

  /** The aggregations in the order of the text, outer ones first. */
  public List<Expr.Aggregation> aggregations() {
    List<Expr.Aggregation> aggregations = new ArrayList<>();
    collect(tree, Expr.Aggregation.class, aggregations);
    return List.copyOf(aggregations);
  }

  /** A piece of this query as a query of its own, whose places are still those in the text. */
  public Query within(Expr piece) {
    return new Query(text, piece);
  }

  private static <T extends Expr> void collect(Expr here, Class<T> kind, List<T> found) {
    if (kind.isInstance(here)) {
      found.add(kind.cast(here));
    }
    here.parts().forEach(part -> collect(part, kind, found));
  }

  /** What the text tells of the answer. */
  public Shape shape() {
    return Shape.of(tree);
  }

  /** The line a position is on, from 1. */
  public int line(int offset) {
    return 1 + (int) text.substring(0, offset).chars().filter(c -> c == '\n').count();
  }

  /** A position's place in its line, from 1. */
  public int column(int offset) {
    return offset - text.lastIndexOf('\n', offset - 1);
  }

  /** A piece's text, with blanks and line breaks made one blank. */
  public String textOf(Expr piece) {
    return text.substring(piece.at().from(), piece.at().to()).strip().replaceAll("\\s+", " ");
  }

  /**
   * The aggregation that decides what elements the answer has: the outermost, looking through
   * brackets, arithmetic with a number, functions of each element and an {@code or}.
   */
  public Optional<Expr.Aggregation> outermostAggregation() {
    return spine().stream()
        .filter(Expr.Aggregation.class::isInstance)
        .map(Expr.Aggregation.class::cast)
        .findFirst();
  }

  /** The number the value is divided by, when it is; several in a row are multiplied. */
  public OptionalDouble divisor() {
    double divisor = 1;
    boolean found = false;
    for (Expr piece : spine()) {
      if (piece instanceof Expr.Binary b && b.operator().equals("/")) {
        Shape right = Shape.of(b.right());
        if (right.scalar() && right.constant()) {
          divisor *= right.high();
          found = true;
        }
      }
    }
    return found ? OptionalDouble.of(divisor) : OptionalDouble.empty();
  }

  /**
   * What counts pods and divides the value, when something does: a count of elements, or one of the
   * metrics that count pods.
   */
  public Optional<Expr> podDivisor() {
    for (Expr piece : spine()) {
      if (piece instanceof Expr.Binary b && b.operator().equals("/") && countsPods(b.right())) {
        return Optional.of(b.right().bare());
      }
    }
    return Optional.empty();
  }

  private static boolean countsPods(Expr expr) {
    Expr bare = expr.bare();
    if (bare instanceof Expr.Aggregation a && a.operator().equals("count")) {
      return true;
    }
    List<Expr.Selector> selectors = selectorsIn(expr);
    return !selectors.isEmpty()
        && selectors.stream()
            .allMatch(
                s ->
                    s.signal().filter(x -> x.scope() == Signal.Scope.POD_COUNT).isPresent()
                        || s.metric().matches("kube_(deployment|replicaset|statefulset|pod)_.*")
                        || countsInside(expr));
  }

  /** Whether the elements are counted somewhere on the way to one number. */
  private static boolean countsInside(Expr expr) {
    List<Expr.Aggregation> aggregations = new ArrayList<>();
    collect(expr, Expr.Aggregation.class, aggregations);
    return aggregations.stream().anyMatch(a -> a.operator().equals("count"));
  }

  /** The {@code or vector(...)} that the answer ends in, when it does. */
  public Optional<Expr.Binary> orVector() {
    return unsummed().stream()
        .filter(piece -> piece instanceof Expr.Binary b && isOrVector(b))
        .map(Expr.Binary.class::cast)
        .findFirst();
  }

  private static boolean isOrVector(Expr.Binary binary) {
    return binary.operator().equals("or")
        && binary.right().bare() instanceof Expr.Call call
        && call.function().equals("vector");
  }

  /**
   * Whether the {@code vector(...)} of {@link #orVector} stands beside the elements rather than in
   * their place: it has no labels, they have some, so that both are in the answer.
   */
  public boolean orVectorAddsAnElement() {
    return orVector()
        .filter(
            b -> !(b.matching().kind() == Expr.Matching.Kind.ON && b.matching().labels().isEmpty()))
        .filter(b -> Shape.of(b.left()).labels().some())
        .isPresent();
  }

  /**
   * Arithmetic or a comparison of elements with labels and elements without, which find no partner:
   * the answer is always empty.
   */
  public Optional<Expr.Binary> neverMatches() {
    List<Expr.Binary> binaries = new ArrayList<>();
    collect(tree, Expr.Binary.class, binaries);
    return binaries.stream()
        .filter(b -> !List.of("or", "unless").contains(b.operator()))
        .filter(b -> b.matching().kind() == Expr.Matching.Kind.ALL)
        .filter(
            b -> {
              Shape left = Shape.of(b.left());
              Shape right = Shape.of(b.right());
              return !left.scalar()
                  && !right.scalar()
                  && (left.labels().none() && right.labels().some()
                      || right.labels().none() && left.labels().some());
            })
        .findFirst();
  }

  /**
   * A quantile of a histogram's rate.
   *
   * @param quantile which, 0 to 1; NaN when it is not a number
   * @param histogram the buckets
   * @param windowMs how far back the rate looks
   */
  public record QuantileOfRate(double quantile, Expr.Selector histogram, OptionalLong windowMs) {}

  /** The quantiles of rates in the query, {@code histogram_quantile(q, ... rate(x_bucket[w]))}. */
  public List<QuantileOfRate> quantilesOfRates() {
    List<Expr.Call> calls = new ArrayList<>();
    collect(tree, Expr.Call.class, calls);
    List<QuantileOfRate> quantiles = new ArrayList<>();
    for (Expr.Call call : calls) {
      if (call.function().equals("histogram_quantile") && call.arguments().size() == 2) {
        List<Expr.Call> rates = new ArrayList<>();
        collect(call.arguments().get(1), Expr.Call.class, rates);
        rates.stream()
            .filter(r -> List.of("rate", "increase", "irate").contains(r.function()))
            .flatMap(r -> selectorsIn(r).stream())
            .findFirst()
            .ifPresent(
                s ->
                    quantiles.add(
                        new QuantileOfRate(
                            call.arguments().get(0).bare() instanceof Expr.NumberLiteral q
                                ? q.value()
                                : Double.NaN,
                            s,
                            s.rangeMs())));
      }
    }
    return List.copyOf(quantiles);
  }

  /**
   * The pieces from the outside in that the value passes through: brackets, arithmetic (the side
   * that is no number), functions of each element, the left of an {@code or}, aggregations.
   */
  private List<Expr> spine() {
    List<Expr> spine = new ArrayList<>();
    Expr here = tree;
    while (here != null) {
      spine.add(here);
      here = here instanceof Expr.Aggregation a ? a.body() : inner(here);
    }
    return spine;
  }

  /** The pieces of the spine before the first aggregation, and that. */
  private List<Expr> unsummed() {
    List<Expr> spine = spine();
    for (int i = 0; i < spine.size(); i++) {
      if (spine.get(i) instanceof Expr.Aggregation) {
        return spine.subList(0, i + 1);
      }
    }
    return spine;
  }

  private static Expr inner(Expr here) {
    if (here instanceof Expr.Parentheses p) {
      return p.inner();
    }
    if (here instanceof Expr.Negation n) {
      return n.inner();
    }
    if (here instanceof Expr.Binary b) {
      return Shape.of(b.left()).scalar() ? b.right() : b.left();
    }
    if (here instanceof Expr.Call c && !c.arguments().isEmpty()) {
      Function function = Function.named(c.function()).orElseThrow();
      return c.arguments().get(function.body(c.function(), c.arguments().size()));
    }
    return null;
  }
}
