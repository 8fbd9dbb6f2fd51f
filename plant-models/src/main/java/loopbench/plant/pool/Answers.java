// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/** Where the ends of requests go, one by one, in the order of time: to scores, or nowhere. */
@FunctionalInterface
public interface Answers {
  void finished(Answer answer);

  /**
   * A first token was made.
   *
   * @param tS when, seconds
   * @param arrivedS when the request was asked
   * @param enteredS when it came to the pool
   */
  default void firstToken(double tS, double arrivedS, double enteredS) {}
}
