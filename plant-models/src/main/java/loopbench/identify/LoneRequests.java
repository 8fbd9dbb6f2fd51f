// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.Arrays;
import loopbench.plant.load.RequestStream;
import loopbench.plant.pool.Fate;
import loopbench.plant.pool.PoolModel;
import loopbench.plant.pool.PoolPlant;

/**
 * Requests that are alone on one replica: equal prompts that no cache holds, answers of one token,
 * each sent when the one before it has its answer.
 */
public final class LoneRequests implements RequestStream {
  /** Long past the end of any request. */
  private static final double END_S = 1e12;

  private final int promptTokens;
  private int left;
  private double nextS;
  private double arrivedS;

  private LoneRequests(int promptTokens, int requests) {
    this.promptTokens = promptTokens;
    this.left = requests;
    this.nextS = requests > 0 ? 0 : Double.POSITIVE_INFINITY;
  }

  /**
   * Their times to the first token, seconds, in order; shorter than asked where the pool does not
   * serve such a request.
   *
   * @param promptTokens of each, at least 1
   * @throws IllegalArgumentException with the first of the model's problems
   */
  public static double[] ttftS(PoolModel model, int promptTokens, int requests) {
    double[] ttftS = new double[requests];
    int[] served = new int[1];
    PoolPlant plant =
        model.start(
            new LoneRequests(promptTokens, requests),
            answer -> {
              if (answer.fate() == Fate.SERVED) {
                ttftS[served[0]++] = answer.ttftS();
              }
            });
    plant.addReplica();
    plant.advance(END_S);
    return Arrays.copyOf(ttftS, served[0]);
  }

  @Override
  public double nextS() {
    return nextS;
  }

  @Override
  public boolean take() {
    arrivedS = nextS;
    nextS = Double.POSITIVE_INFINITY;
    left--;
    return true;
  }

  @Override
  public void answered(double tS, boolean served) {
    // Who is not served is not asked again: it would be no other.
    nextS = served && left > 0 ? tS : Double.POSITIVE_INFINITY;
  }

  @Override
  public double arrivedS() {
    return arrivedS;
  }

  @Override
  public int promptTokens() {
    return promptTokens;
  }

  @Override
  public int uncachedTokens() {
    return promptTokens;
  }

  @Override
  public int outputTokens() {
    return 1;
  }

  @Override
  public boolean streaming() {
    return true;
  }
}
