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
   * Moves on to what is due, which must be something.
   *
   * @return false when nothing came of it for whoever pulls: the request waits or was refused on
   *     the way. The fields then speak of no request
   */
  boolean take();

  /**
   * When the request taken was first asked, seconds: when it came, but for one that another pool
   * hands over.
   */
  double arrivedS();

  /**
   * When the request taken came to whoever pulls it, seconds: when it was asked, but for one that
   * had to wait for admission.
   */
  default double enteredS() {
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
