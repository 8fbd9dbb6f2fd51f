// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A piece of a PromQL query, as far as it was read. Immutable; each knows where it stands. */
public sealed interface Expr {

  /** Where it stands in the query's text. */
  Span at();

  <R> R match(Cases<R> cases);

  /** A fold over the kinds of pieces. */
  interface Cases<R> {
    R number(NumberLiteral number);

    R text(TextLiteral text);

    R selector(Selector selector);

    R call(Call call);

    R aggregation(Aggregation aggregation);

    R binary(Binary binary);

    R negation(Negation negation);

    R parentheses(Parentheses parentheses);

    R unread(Unread unread);
  }

  /** The pieces directly inside, in the order written. */
  default List<Expr> parts() {
    return match(PARTS);
  }

  /** The piece without parentheses around it. */
  default Expr bare() {
    Expr here = this;
    while (here instanceof Parentheses around) {
      here = around.inner();
    }
    return here;
  }

  /** A number; NaN and infinities may be written, and durations count as seconds. */
  record NumberLiteral(Span at, double value) implements Expr {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.number(this);
    }
  }

  /** A text between quotes, without them and with its escapes resolved. */
  record TextLiteral(Span at, String value) implements Expr {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.text(this);
    }
  }

  /**
   * Series by name and labels.
   *
   * @param metric the name, also where it is given as {@code {__name__="..."}}; empty when it is a
   *     pattern or not given
   * @param matchers the conditions in the order written, those on {@code __name__} included
   * @param rangeMs how far back, for {@code [5m]}
   * @param offsetMs how much earlier, for {@code offset 5m}; below 0 for later
   * @param pinned whether an {@code @} fixes the time
   */
  record Selector(
      Span at,
      String metric,
      List<LabelMatcher> matchers,
      OptionalLong rangeMs,
      OptionalLong offsetMs,
      boolean pinned)
      implements Expr {
    public Selector {
      matchers = List.copyOf(matchers);
    }

    /** What is known of the metric, if anything. */
    public Optional<Signal> signal() {
      return Signal.named(metric);
    }

    /** Whether a condition narrows a label. */
    public boolean pins(String label) {
      return matchers.stream().anyMatch(m -> m.label().equals(label) && m.pins());
    }

    /** Whether a condition leaves a label one value. */
    public boolean fixes(String label) {
      return matchers.stream().anyMatch(m -> m.label().equals(label) && m.exact());
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.selector(this);
    }
  }

  /** A function of Prometheus with its arguments. */
  record Call(Span at, String function, List<Expr> arguments) implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.call(this);
    }
  }

  /**
   * Many elements made one, or one per group.
   *
   * @param operator {@code sum}, {@code max}..., in lower case
   * @param parameter the first argument of {@code topk}, {@code quantile} and their like
   * @param body what is aggregated
   * @param grouping by which labels
   */
  record Aggregation(
      Span at, String operator, Optional<Expr> parameter, Expr body, Grouping grouping)
      implements Expr {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.aggregation(this);
    }
  }

  /**
   * {@code by (...)} and {@code without (...)}.
   *
   * @param kind which of them; NONE makes one element of all
   * @param labels the labels named
   */
  record Grouping(Kind kind, List<String> labels) {
    public enum Kind {
      NONE,
      BY,
      WITHOUT
    }

    public static final Grouping NONE = new Grouping(Kind.NONE, List.of());

    public Grouping {
      labels = List.copyOf(labels);
    }
  }

  /**
   * Two pieces and an operator between them.
   *
   * @param operator as written, set operators in lower case
   * @param bool whether a comparison answers 0 or 1 instead of filtering
   */
  record Binary(Span at, Expr left, String operator, boolean bool, Matching matching, Expr right)
      implements Expr {
    /** Whether elements are kept or dropped by comparing them. */
    public boolean filters() {
      return !bool && List.of("==", "!=", "<", ">", "<=", ">=").contains(operator);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.binary(this);
    }
  }

  /**
   * How elements of the two sides find each other.
   *
   * @param kind by all labels, {@code on (...)} or {@code ignoring (...)}
   * @param labels the labels named by them
   * @param many which side may have several elements for one of the other: {@code group_left} is
   *     LEFT
   * @param include the labels copied from the other side
   */
  record Matching(Kind kind, List<String> labels, Many many, List<String> include) {
    public enum Kind {
      ALL,
      ON,
      IGNORING
    }

    public enum Many {
      NEITHER,
      LEFT,
      RIGHT
    }

    public static final Matching ALL = new Matching(Kind.ALL, List.of(), Many.NEITHER, List.of());

    public Matching {
      labels = List.copyOf(labels);
      include = List.copyOf(include);
    }
  }

  /** Minus in front. */
  record Negation(Span at, Expr inner) implements Expr {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.negation(this);
    }
  }

  record Parentheses(Span at, Expr inner) implements Expr {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.parentheses(this);
    }
  }

  /**
   * What was not read: a subquery, a placeholder outside quotes, a function that is not known, or a
   * whole text that is no query.
   *
   * @param text what stands there, shortened when long
   * @param why one sentence
   * @param inside what was read within it all the same
   */
  record Unread(Span at, String text, String why, List<Expr> inside) implements Expr {
    private static final int SHOWN = 80;

    public Unread {
      inside = List.copyOf(inside);
      text = text.length() <= SHOWN ? text : text.substring(0, SHOWN - 3) + "...";
    }

    /** The place of its first character, from 0. */
    public int offset() {
      return at.from();
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.unread(this);
    }
  }

  /** See {@link #parts}. */
  Cases<List<Expr>> PARTS =
      new Cases<>() {
        @Override
        public List<Expr> number(NumberLiteral number) {
          return List.of();
        }

        @Override
        public List<Expr> text(TextLiteral text) {
          return List.of();
        }

        @Override
        public List<Expr> selector(Selector selector) {
          return List.of();
        }

        @Override
        public List<Expr> call(Call call) {
          return call.arguments();
        }

        @Override
        public List<Expr> aggregation(Aggregation aggregation) {
          return aggregation
              .parameter()
              .map(parameter -> List.of(parameter, aggregation.body()))
              .orElse(List.of(aggregation.body()));
        }

        @Override
        public List<Expr> binary(Binary binary) {
          return List.of(binary.left(), binary.right());
        }

        @Override
        public List<Expr> negation(Negation negation) {
          return List.of(negation.inner());
        }

        @Override
        public List<Expr> parentheses(Parentheses parentheses) {
          return List.of(parentheses.inner());
        }

        @Override
        public List<Expr> unread(Unread unread) {
          return unread.inside();
        }
      };
}
