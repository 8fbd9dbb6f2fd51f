// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/** Where the ends of requests go, one by one, in the order of time: to scores, or nowhere. */
@FunctionalInterface
public interface Answers {
  void finished(Answer answer);

  /**
   * The first token of a request whose client reads tokens as they come, which can be seen before
   * the request has ended.
   *
   * @param arrivedS when the request was asked
   * @param admittedS when it was let through to the pool
   * @param tS now
   */
  default void firstToken(double arrivedS, double admittedS, double tS) {}
}
