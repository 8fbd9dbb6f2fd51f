// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import java.util.Arrays;
import java.util.Optional;

/**
 * The one word for how a loop ended (loop-classes/1), in the order in which they are tested; {@link
 * LoopClasses} tests them.
 */
public enum LoopClass {
  INVALID("invalid", "A number was not finite, or the core refused the settings."),
  TOO_SHORT("too-short", "Fewer than 9 ticks after the event say nothing."),
  SENSOR_SATURATED("sensor-saturated", "The latency stays the same whatever the rate is."),
  FLOOR_STUCK("floor-stuck", "The rate rests at minRate although the latency is below target."),
  DEMAND_LIMITED("demand-limited", "The rate rests at maxRate and the latency is below target."),
  OVERLOADED("overloaded", "The rate rests at maxRate and the latency is above target."),
  SETTLES("settles", "The latency stays within tolerance of the target."),
  CLAMP_TO_CLAMP("clamp-to-clamp", "The rate swings between minRate and maxRate."),
  SLUGGISH("sluggish", "The latency has not arrived and does not cross the target."),
  RINGS("rings", "The latency swings about the target and at least halves its swing in time."),
  LIMIT_CYCLE("limit-cycle", "The latency swings about the target and goes on doing so.");

  private final String token;
  private final String about;

  LoopClass(String token, String about) {
    this.token = token;
    this.about = about;
  }

  /** Its word in expressions and files. */
  public String token() {
    return token;
  }

  /** What it says, in one sentence. */
  public String about() {
    return about;
  }

  /** Whether the linear loop behind it is a stable one: it has arrived or is on its way. */
  public boolean stable() {
    return this == SETTLES || this == RINGS || this == SLUGGISH;
  }

  /** Whether a loop of this class ended worse than one of another; settling is best. */
  public boolean worseThan(LoopClass other) {
    return badness() > other.badness();
  }

  private int badness() {
    switch (this) {
      case SETTLES:
        return 0;
      case DEMAND_LIMITED:
        return 1;
      case RINGS:
        return 2;
      case SLUGGISH:
        return 3;
      case TOO_SHORT:
        return 4;
      case LIMIT_CYCLE:
        return 5;
      case OVERLOADED:
        return 6;
      case FLOOR_STUCK:
        return 7;
      case CLAMP_TO_CLAMP:
        return 8;
      case SENSOR_SATURATED:
        return 9;
      default:
        return 10;
    }
  }

  public static Optional<LoopClass> of(String token) {
    return Arrays.stream(values()).filter(one -> one.token.equals(token)).findFirst();
  }
}
