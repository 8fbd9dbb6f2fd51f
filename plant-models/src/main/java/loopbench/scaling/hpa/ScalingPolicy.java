// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.hpa;

/**
 * How much may change within a period. Holds whatever a manifest says; {@link Behavior} tells what
 * the API server would refuse.
 *
 * @param type what {@code value} counts
 * @param value pods, or percent of the replicas at the period's start
 * @param periodS the period, seconds
 */
public record ScalingPolicy(Type type, int value, int periodS) {

  /** What a policy counts. */
  public enum Type {
    PODS("Pods"),
    PERCENT("Percent");

    private final String token;

    Type(String token) {
      this.token = token;
    }

    /** The word used in manifests. */
    public String token() {
      return token;
    }
  }

  public ScalingPolicy {
    if (type == null) {
      throw new IllegalArgumentException("a policy needs a type, Pods or Percent");
    }
  }

  public ScalingPolicy withValue(int newValue) {
    return new ScalingPolicy(type, newValue, periodS);
  }

  public ScalingPolicy withPeriodS(int newPeriodS) {
    return new ScalingPolicy(type, value, newPeriodS);
  }

  /** For people: {@code 100 % per 15 s}, {@code 4 pods per 60 s}. */
  public String text() {
    String much = type == Type.PERCENT ? value + " %" : value == 1 ? "1 pod" : value + " pods";
    return much + " per " + periodS + " s";
  }
}
