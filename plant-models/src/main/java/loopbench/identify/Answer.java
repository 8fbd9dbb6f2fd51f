// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.function.Function;

/** What was asked for, or why there is none. */
public sealed interface Answer<T> {
  <R> R match(Function<? super T, R> found, Function<Refusal, R> refused);

  record Found<T>(T value) implements Answer<T> {
    @Override
    public <R> R match(Function<? super T, R> found, Function<Refusal, R> refused) {
      return found.apply(value);
    }
  }

  record Refused<T>(Refusal refusal) implements Answer<T> {
    @Override
    public <R> R match(Function<? super T, R> found, Function<Refusal, R> refused) {
      return refused.apply(refusal);
    }
  }

  static <T> Answer<T> refused(String what, String where, String why, String whatNow) {
    return new Refused<>(new Refusal(what, where, why, whatNow));
  }

  /** Goes on with what was found. */
  default <R> Answer<R> then(Function<? super T, Answer<R>> next) {
    return match(next, Refused::new);
  }
}
