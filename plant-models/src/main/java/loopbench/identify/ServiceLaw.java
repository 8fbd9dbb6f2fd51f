// SPDX-License-Identifier: Apache-2.0
package loopbench.identify;

import java.util.function.DoubleUnaryOperator;

/**
 * How long a request runs on one replica: {@code base + added b} with b requests beside and
 * including it. By Little's law a replica then ends {@code b / (base + added b)} requests a second.
 *
 * @param base seconds, of a request that runs alone, less {@code added}
 * @param added seconds that each running request adds to every one's time
 * @param evidence where it comes from
 */
public record ServiceLaw(Parameter base, Parameter added, Evidence evidence) {
  /** Where a law comes from. */
  public enum Evidence {
    /** The requests were counted, so that what ended is known. */
    COUNTED("from the requests that were counted"),
    /** Not counted: how fast the running requests fluctuate tells how long one stays. */
    FLUCTUATION("from how fast the number of running requests fluctuates"),
    /** Somebody said so. */
    GIVEN("as it was given");

    private final String words;

    Evidence(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  public ServiceLaw {
    if (!(base.value() >= 0
        && added.value() >= 0
        && base.value() + added.value() > 0
        && base.value() + added.value() < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "base and added must be at least 0 s and not both 0, were "
              + base.value()
              + " and "
              + added.value());
    }
  }

  /** A law that is known, seconds. */
  public static ServiceLaw given(double baseS, double addedS) {
    return new ServiceLaw(
        new Parameter("base", "s", baseS, Double.NaN, Double.NaN),
        new Parameter("added", "s", addedS, Double.NaN, Double.NaN),
        Evidence.GIVEN);
  }

  /** How long a request runs, seconds. */
  public double serviceS(double perReplica) {
    return base.value() + added.value() * perReplica;
  }

  /** How many one replica ends a second. */
  public double endedPerSecond(double perReplica) {
    return perReplica == 0 ? 0 : perReplica / serviceS(perReplica);
  }

  /**
   * The milliseconds per output token that make such a law: base and per request.
   *
   * @param outputTokens of an answer, above 0
   * @param promptS what computing a prompt takes, seconds
   */
  public double[] decodeMs(double outputTokens, double promptS) {
    DoubleUnaryOperator perToken = s -> Math.max(0, s) * 1000 / outputTokens;
    return new double[] {
      perToken.applyAsDouble(base.value() - promptS), perToken.applyAsDouble(added.value())
    };
  }
}
