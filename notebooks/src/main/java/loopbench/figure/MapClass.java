// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One class of a map.
 *
 * @param token as in expressions and files, such as {@code limit-cycle}
 * @param word for people, such as {@code limit cycle}
 * @param cover how its area looks
 */
public record MapClass(String token, String word, Cover cover) {

  public MapClass {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(word, "word");
    Objects.requireNonNull(cover, "cover");
  }

  /** Colour and pattern together; the pattern carries the difference where colours come close. */
  public enum Cover {
    SETTLES,
    RINGS,
    SLUGGISH,
    LIMIT_CYCLE,
    CLAMP_TO_CLAMP,
    FLOOR_STUCK,
    DEMAND_LIMITED,
    OVERLOADED,
    SENSOR_SATURATED,
    INVALID,
    TOO_SHORT
  }

  /** All classes of loop-classes/1 in the order of a legend: best first. */
  public static final List<MapClass> LOOP_CLASSES =
      List.of(
          new MapClass("settles", "settles", Cover.SETTLES),
          new MapClass("rings", "rings, decaying", Cover.RINGS),
          new MapClass("sluggish", "sluggish", Cover.SLUGGISH),
          new MapClass("limit-cycle", "limit cycle", Cover.LIMIT_CYCLE),
          new MapClass("clamp-to-clamp", "clamp to clamp", Cover.CLAMP_TO_CLAMP),
          new MapClass("floor-stuck", "stuck at floor", Cover.FLOOR_STUCK),
          new MapClass("demand-limited", "demand limited", Cover.DEMAND_LIMITED),
          new MapClass("overloaded", "overloaded", Cover.OVERLOADED),
          new MapClass("sensor-saturated", "sensor saturated", Cover.SENSOR_SATURATED),
          new MapClass("invalid", "invalid", Cover.INVALID),
          new MapClass("too-short", "too short", Cover.TOO_SHORT));

  /** The loop class of a token, empty for a word that is none. */
  public static Optional<MapClass> ofToken(String token) {
    return LOOP_CLASSES.stream().filter(c -> c.token.equals(token)).findFirst();
  }
}
