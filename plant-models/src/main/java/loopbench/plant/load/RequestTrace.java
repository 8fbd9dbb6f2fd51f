// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import loopbench.plant.Problem;

/**
 * Requests as they were recorded: when each came, and how long prompt and answer were. Immutable.
 */
public final class RequestTrace {
  private static final int MOST_NAMED = 5;

  private final double[] arrivalS;
  private final int[] promptTokens;
  private final int[] outputTokens;

  private RequestTrace(double[] arrivalS, int[] promptTokens, int[] outputTokens) {
    this.arrivalS = arrivalS;
    this.promptTokens = promptTokens;
    this.outputTokens = outputTokens;
  }

  /**
   * A trace from three columns; {@link #problems} says what in them cannot be.
   *
   * @param arrivalS seconds from the trace's start, not falling
   * @param promptTokens at least 1
   * @param outputTokens at least 1
   * @throws IllegalArgumentException when the columns differ in length
   */
  public static RequestTrace of(double[] arrivalS, int[] promptTokens, int[] outputTokens) {
    if (arrivalS.length != promptTokens.length || arrivalS.length != outputTokens.length) {
      throw new IllegalArgumentException(
          "a trace's columns must be of one length, were "
              + arrivalS.length
              + ", "
              + promptTokens.length
              + " and "
              + outputTokens.length);
    }
    return new RequestTrace(arrivalS.clone(), promptTokens.clone(), outputTokens.clone());
  }

  public int size() {
    return arrivalS.length;
  }

  public double arrivalS(int index) {
    return arrivalS[index];
  }

  public int promptTokens(int index) {
    return promptTokens[index];
  }

  public int outputTokens(int index) {
    return outputTokens[index];
  }

  /** What cannot be, by request counted from 1; of many the first five, and how many there are. */
  public List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    if (size() == 0) {
      return List.of(new Problem("trace", "The trace holds no requests."));
    }
    int wrong = 0;
    for (int i = 0; i < size(); i++) {
      String message = problem(i);
      if (message != null && wrong++ < MOST_NAMED) {
        problems.add(new Problem("trace", "Request " + (i + 1) + " of the trace: " + message));
      }
    }
    if (wrong > MOST_NAMED) {
      problems.add(
          new Problem("trace", "The trace has " + (wrong - MOST_NAMED) + " more such requests."));
    }
    return List.copyOf(problems);
  }

  private String problem(int i) {
    if (!(arrivalS[i] >= 0 && arrivalS[i] <= Demand.LONGEST_S)) {
      return "its arrival must be from 0 to "
          + Amounts.plain(Demand.LONGEST_S)
          + " s after the start, was "
          + Amounts.plain(arrivalS[i])
          + ".";
    }
    if (i > 0 && arrivalS[i] < arrivalS[i - 1]) {
      return "it arrives at "
          + Amounts.plain(arrivalS[i])
          + " s, before the one above it at "
          + Amounts.plain(arrivalS[i - 1])
          + " s; sort the trace by time.";
    }
    if (promptTokens[i] < 1 || promptTokens[i] > Lengths.MOST_TOKENS) {
      return "its prompt must be of 1 to "
          + Lengths.MOST_TOKENS
          + " tokens, was of "
          + promptTokens[i]
          + ".";
    }
    if (outputTokens[i] < 1 || outputTokens[i] > Lengths.MOST_TOKENS) {
      return "its output must be of 1 to "
          + Lengths.MOST_TOKENS
          + " tokens, was of "
          + outputTokens[i]
          + ".";
    }
    return null;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RequestTrace trace
        && Arrays.equals(arrivalS, trace.arrivalS)
        && Arrays.equals(promptTokens, trace.promptTokens)
        && Arrays.equals(outputTokens, trace.outputTokens);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(arrivalS) + Arrays.hashCode(promptTokens))
        + Arrays.hashCode(outputTokens);
  }

  /** Tells traces apart, for what is kept by a model's text. */
  @Override
  public String toString() {
    long digest = size();
    for (int i = 0; i < size(); i++) {
      digest = (digest ^ Double.doubleToLongBits(arrivalS[i])) * 0x9E3779B97F4A7C15L;
      digest ^= digest >>> 29;
      digest = (digest ^ promptTokens[i]) * 0xBF58476D1CE4E5B9L;
      digest = (digest ^ outputTokens[i]) * 0x94D049BB133111EBL;
      digest ^= digest >>> 32;
    }
    return "RequestTrace[" + size() + " requests, " + Long.toHexString(digest) + "]";
  }
}
