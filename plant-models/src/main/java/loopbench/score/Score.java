// SPDX-License-Identifier: Apache-2.0
package loopbench.score;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The numbers a run is judged by; control-loop scores first, scaling scores after them.
 *
 * <table>
 *   <caption>Tokens and units</caption>
 *   <tr><th>token</th><th>unit</th><th>token</th><th>unit</th></tr>
 *   <tr><td>settle, first_entry</td><td>ticks</td><td>transient, overshoot, p99_mean</td><td>ms</td></tr>
 *   <tr><td>reversals</td><td>count</td><td>slo_debt, iae</td><td>ms·s</td></tr>
 *   <tr><td>ise</td><td>ms²·s</td><td>itae</td><td>ms·s²</td></tr>
 *   <tr><td>starvation, at_floor, at_ceiling, equilibrium_error</td><td>fraction</td><td>effort, rebound</td><td>1/s</td></tr>
 *   <tr><td>gain_margin, max_sensitivity</td><td>factor</td><td>delay_margin</td><td>ticks</td></tr>
 *   <tr><td>noise_gain</td><td>(1/s)/ms</td><td>attainment</td><td>fraction</td></tr>
 *   <tr><td>replica_hours, unmet</td><td>replica·h</td><td>average_replicas, over_ask</td><td>replicas</td></tr>
 *   <tr><td>flaps_per_hour</td><td>1/h</td><td>lost</td><td>requests</td></tr>
 *   <tr><td>time_to_ready</td><td>s</td><td>missed</td><td>fraction</td></tr>
 *   <tr><td>arrived, settled, lost_share, rejected, cold_exposure</td><td>fraction</td><td>admitted_rate</td><td>1/s</td></tr>
 *   <tr><td>asked_while_warming, preempted</td><td>replicas</td><td>ttft_p50, _p90, _p99, tpot_p50, _p90, _p99</td><td>s</td></tr>
 * </table>
 *
 * <p>A fraction is written with {@code %} in cells and has the empty unit here, as counts have.
 */
public enum Score {
  SETTLE(
      "settle",
      "ticks",
      false,
      "From the event to the first tick from which the error stays within tolerance; never is"
          + " infinite."),
  FIRST_ENTRY(
      "first_entry",
      "ticks",
      false,
      "From the event to the first tick within tolerance, whatever follows; never is infinite."),
  TRANSIENT(
      "transient",
      "ms",
      false,
      "Largest excess over the target within the loop's own delay after the event: gains cannot"
          + " help it."),
  OVERSHOOT(
      "overshoot",
      "ms",
      false,
      "Largest excess over the target after the error first came within tolerance; does not apply"
          + " to a loop that never did."),
  P99_MEAN("p99_mean", "ms", false, "Mean of the windows' quantiles since the event."),
  REVERSALS(
      "reversals",
      "",
      false,
      "How often the rate turned since the event, movements below 1 % of the equilibrium aside."),
  SLO_DEBT("slo_debt", "ms·s", false, "Excess over the target, summed over time: what users feel."),
  STARVATION(
      "starvation",
      "",
      false,
      "Share of the rate at equilibrium that was not admitted: what throttled customers feel."),
  IAE("iae", "ms·s", false, "Size of the error, summed over time."),
  ISE("ise", "ms²·s", false, "Square of the error, summed over time: the first peak rules it."),
  ITAE(
      "itae",
      "ms·s²",
      false,
      "Size of the error times the time since the event, summed over time: ringing is dear."),
  EFFORT("effort", "1/s", false, "How far the rate travelled since the event, up and down."),
  AT_FLOOR("at_floor", "", false, "Share of the ticks since the event with the rate at minRate."),
  AT_CEILING(
      "at_ceiling", "", false, "Share of the ticks since the event with the rate at maxRate."),
  GAIN_MARGIN(
      "gain_margin",
      "",
      true,
      "How much kp and ki may grow together before the linear loop is unstable, at the plant's"
          + " steepest."),
  DELAY_MARGIN(
      "delay_margin",
      "ticks",
      true,
      "How much later the sensor may answer before the linear loop is unstable, at the plant's"
          + " steepest."),
  MAX_SENSITIVITY(
      "max_sensitivity",
      "",
      false,
      "Largest amplification of a disturbance by the linear loop; 1.4 to 2 is sound, unstable is"
          + " infinite."),
  NOISE_GAIN(
      "noise_gain",
      "(1/s)/ms",
      false,
      "How much the rate scatters for each ms the measurement scatters; the price of speed."),
  REBOUND(
      "rebound",
      "1/s",
      false,
      "The rate two ticks after one window as late as the plant at full capacity, from rest: the"
          + " integral pump."),
  EQUILIBRIUM_ERROR(
      "equilibrium_error",
      "",
      false,
      "How far the rate ended from its equilibrium, as a fraction of it; of the target, where the"
          + " equilibrium is unknown."),
  ARRIVED(
      "arrived",
      "",
      true,
      "Whether the loop held its target in the three ticks before the event, 1 or 0: one that had"
          + " not may meet the new equilibrium on its way by chance. 1 where the run begins with"
          + " its event."),
  SETTLED(
      "settled",
      "",
      true,
      "Share of the seeds with which the loop settles; applies where several were tried."),

  ATTAINMENT(
      "attainment",
      "",
      true,
      "Share of the requests that met every objective; of a replay, of the time with the replicas"
          + " needed."),
  REPLICA_HOURS("replica_hours", "replica·h", false, "Replicas paid for, summed over time."),
  AVERAGE_REPLICAS("average_replicas", "replicas", false, "Replicas paid for, on average."),
  FLAPS_PER_HOUR("flaps_per_hour", "1/h", false, "Changes of direction of the replica count."),
  OVER_ASK("over_ask", "replicas", false, "The most replicas asked for beyond those needed."),
  LOST("lost", "requests", false, "Requests that were refused or ran out of time."),
  LOST_SHARE("lost_share", "", false, "Share of the requests that were lost, whatever the cause."),
  TIME_TO_READY(
      "time_to_ready", "s", false, "From needing a replica to having it ready, at the worst."),
  UNMET("unmet", "replica·h", false, "Replicas needed and not there, summed over time."),
  MISSED("missed", "", false, "Share of the requests that were lost or missed an objective."),
  ASKED_WHILE_WARMING(
      "asked_while_warming",
      "replicas",
      false,
      "Replicas asked for while earlier ones were not ready yet."),
  COLD_EXPOSURE(
      "cold_exposure",
      "",
      false,
      "Share of the run in which replicas that were asked for were not ready yet."),
  PREEMPTED(
      "preempted", "replicas", false, "Replicas that lost their place to another pool's floor."),
  TTFT_P50("ttft_p50", "s", false, "Time to the first token that half of the requests kept."),
  TTFT_P90("ttft_p90", "s", false, "Time to the first token that 90 % of the requests kept."),
  TTFT_P99("ttft_p99", "s", false, "Time to the first token that 99 % of the requests kept."),
  TPOT_P50("tpot_p50", "s", false, "Time per output token that half of the requests kept."),
  TPOT_P90("tpot_p90", "s", false, "Time per output token that 90 % of the requests kept."),
  TPOT_P99("tpot_p99", "s", false, "Time per output token that 99 % of the requests kept."),
  ADMITTED_RATE(
      "admitted_rate",
      "1/s",
      true,
      "Requests that the admission controller let through, on average."),
  REJECTED(
      "rejected",
      "",
      false,
      "Share of the requests that the admission controller refused, since its queue was full.");

  private static final Set<Score> FRACTIONS =
      EnumSet.of(
          STARVATION,
          AT_FLOOR,
          AT_CEILING,
          EQUILIBRIUM_ERROR,
          ARRIVED,
          SETTLED,
          ATTAINMENT,
          LOST_SHARE,
          MISSED,
          COLD_EXPOSURE,
          REJECTED);

  private final String token;
  private final String unit;
  private final boolean moreIsBetter;
  private final String about;

  Score(String token, String unit, boolean moreIsBetter, String about) {
    this.token = token;
    this.unit = unit;
    this.moreIsBetter = moreIsBetter;
    this.about = about;
  }

  /** Its word in expressions and files. */
  public String token() {
    return token;
  }

  /** Its unit; empty for counts, factors and fractions. */
  public String unit() {
    return unit;
  }

  /** Whether it is a share of one, which people read as a percentage. */
  public boolean fraction() {
    return FRACTIONS.contains(this);
  }

  /** Whether the larger of two is the better one. */
  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  /** What it says, in one sentence. */
  public String about() {
    return about;
  }

  public static Optional<Score> of(String token) {
    return Arrays.stream(values()).filter(score -> score.token.equals(token)).findFirst();
  }
}
