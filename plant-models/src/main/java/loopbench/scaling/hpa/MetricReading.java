// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/** What the metrics API answered for one external metric at one sync. */
public sealed interface MetricReading {

  <R> R match(Cases<R> cases);

  /** A fold over the two answers. */
  interface Cases<R> {
    R value(Value value);

    R failure(Failure failure);
  }

  /**
   * One value; KEDA always answers exactly one.
   *
   * @param milli the value times 1000
   * @param note how the number came about when the source did not say it as such, for instance
   *     "absent, read as 0"; empty otherwise
   */
  record Value(long milli, String note) implements MetricReading {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.value(this);
    }
  }

  /**
   * An error in place of a value.
   *
   * @param reason what was wrong, in words that complete "queue failed: "
   */
  record Failure(String reason) implements MetricReading {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.failure(this);
    }
  }

  static MetricReading of(long milli) {
    return new Value(milli, "");
  }
}
