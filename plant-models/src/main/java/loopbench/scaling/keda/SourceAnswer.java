// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.keda;

import loopbench.series.Reading;

/** What Prometheus answered to one instant query. */
public sealed interface SourceAnswer {
  SourceAnswer ABSENT = new Empty("absent");

  <R> R match(Cases<R> cases);

  /** A fold over the answers. */
  interface Cases<R> {
    R one(One one);

    R empty(Empty empty);

    R nullValue(NullValue nullValue);

    R several(Several several);

    R scalar(Scalar scalar);

    R failure(Failure failure);
  }

  /** The answers without what they carry, for replays that ask millions of times. */
  enum Kind {
    ONE,
    EMPTY,
    NULL,
    SEVERAL,
    SCALAR,
    FAILURE
  }

  Kind kind();

  /** The number of {@link One}; NaN for the others. */
  default double value() {
    return Double.NaN;
  }

  /** What is to be said of an answer that is no plain number, in words that "read as 0" follows. */
  String text();

  /** Whether {@code ignoreNullValues} decides about it: no element, NaN or an infinity. */
  default boolean isNothing() {
    return kind() == Kind.EMPTY || kind() == Kind.ONE && !(Math.abs(value()) <= Double.MAX_VALUE);
  }

  /**
   * One element with a number.
   *
   * @param value may be NaN or infinite
   */
  record One(double value) implements SourceAnswer {
    @Override
    public Kind kind() {
      return Kind.ONE;
    }

    @Override
    public String text() {
      if (Double.isNaN(value)) {
        return "NaN";
      }
      return Double.isInfinite(value)
          ? value > 0 ? "infinite" : "minus infinite"
          : KedaNumbers.text(value);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.one(this);
    }
  }

  /**
   * No element.
   *
   * @param text how the emptiness is called: absent, stale
   */
  record Empty(String text) implements SourceAnswer {
    @Override
    public Kind kind() {
      return Kind.EMPTY;
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.empty(this);
    }
  }

  /** One element whose value is JSON's null. */
  record NullValue() implements SourceAnswer {
    @Override
    public Kind kind() {
      return Kind.NULL;
    }

    @Override
    public String text() {
      return "null (-1 to KEDA)";
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.nullValue(this);
    }
  }

  /**
   * More than one element, an error to KEDA.
   *
   * @param elements how many, 2 or more
   */
  record Several(int elements) implements SourceAnswer {
    @Override
    public Kind kind() {
      return Kind.SEVERAL;
    }

    @Override
    public String text() {
      return "the query returned " + elements + " elements where KEDA takes one";
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.several(this);
    }
  }

  /** A scalar instead of a vector, an error to KEDA. */
  record Scalar() implements SourceAnswer {
    @Override
    public Kind kind() {
      return Kind.SCALAR;
    }

    @Override
    public String text() {
      return "the query returned a scalar where KEDA takes a vector";
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.scalar(this);
    }
  }

  /**
   * No usable answer: a status other than 2xx, no connection, a value that is no number.
   *
   * @param text why, in words that complete "queue failed: "
   */
  record Failure(String text) implements SourceAnswer {
    @Override
    public Kind kind() {
      return Kind.FAILURE;
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.failure(this);
    }
  }

  static SourceAnswer of(double value) {
    return new One(value);
  }

  /** The kind of {@link #of(Reading, double)}. */
  static Kind kindOf(Reading reading) {
    return reading == Reading.STALE || reading == Reading.ABSENT ? Kind.EMPTY : Kind.ONE;
  }

  /**
   * What an instant query would have answered for what a series says.
   *
   * @param value counts only for {@link Reading#VALUE}
   */
  static SourceAnswer of(Reading reading, double value) {
    return switch (reading) {
      case VALUE -> new One(value);
      case NAN -> new One(Double.NaN);
      case STALE -> new Empty("stale");
      case ABSENT -> ABSENT;
    };
  }
}
