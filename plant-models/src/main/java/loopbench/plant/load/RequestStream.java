// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

/**
 * Requests, one after the other, as primitives: {@link #take} moves on, and the fields then speak
 * of the request taken until the next take.
 *
 * <p>Law: {@link #nextS} does not fall from one take to the next, and lengths are at least 1.
 */
public interface RequestStream {
  /**
   * When the next request comes, seconds; infinite where none is due: a trace is at its end, or all
   * clients of a closed loop wait for an answer.
   */
  double nextS();

  /**
   * Moves on to the next request, which must be due.
   *
   * @return false when nobody comes: an admission controller holds it or has refused it; the fields
   *     then say nothing
   */
  boolean take();

  /**
   * When the request taken was first asked, seconds: when it came, but for one that another pool
   * hands over.
   */
  double arrivedS();

  /**
   * When it was let through to the pool, seconds: when it was first asked, unless an admission
   * controller held it before.
   */
  default double admittedS() {
    return arrivedS();
  }

  int promptTokens();

  /** The tokens of the prompt that no prefix cache holds, at least 1. */
  int uncachedTokens();

  int outputTokens();

  /** Whether the client reads tokens as they come. */
  boolean streaming();

  /**
   * A request came to its end. Times do not fall; which request it was does not matter.
   *
   * @param served false when it was lost
   */
  default void answered(double tS, boolean served) {}
}
