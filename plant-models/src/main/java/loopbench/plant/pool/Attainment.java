// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/**
 * How many requests met both objectives, exactly, and how late the others were. What is judged is
 * when tokens were made, whether or not the client streams; a request that was lost met nothing.
 */
public final class Attainment implements Answers {
  private final double ttftS;
  private final double tpotS;
  private final Quantiles ttft = new Quantiles();
  private final Quantiles tpot = new Quantiles();
  private final Quantiles duration = new Quantiles();
  private long ended;
  private long served;
  private long met;
  private long missedTtft;
  private long missedTpot;

  /**
   * @param ttftS the most seconds to the first token, inclusive; infinite for no objective
   * @param tpotS the most seconds per output token, inclusive; infinite for no objective
   */
  public Attainment(double ttftS, double tpotS) {
    if (!(ttftS > 0 && tpotS > 0)) {
      throw new IllegalArgumentException(
          "objectives must be above 0 s, were " + ttftS + " and " + tpotS + ".");
    }
    this.ttftS = ttftS;
    this.tpotS = tpotS;
  }

  @Override
  public void finished(Answer answer) {
    ended++;
    if (answer.fate() != Fate.SERVED) {
      return;
    }
    served++;
    double first = answer.ttftS();
    double each = answer.tpotS();
    boolean late = first > ttftS;
    boolean slow = each > tpotS; // NaN, an answer of one token, is not slow
    missedTtft += late ? 1 : 0;
    missedTpot += slow ? 1 : 0;
    met += late || slow ? 0 : 1;
    ttft.add(first);
    tpot.add(each);
    duration.add(answer.durationS());
  }

  /** The share of requests that met both, of all that ended; NaN when none did. */
  public double share() {
    return ended == 0 ? Double.NaN : (double) met / ended;
  }

  /** Requests that ended, served or lost. */
  public long ended() {
    return ended;
  }

  public long served() {
    return served;
  }

  /** Requests that met both objectives. */
  public long met() {
    return met;
  }

  /** Requests served, but with a first token that came too late. */
  public long missedTtft() {
    return missedTtft;
  }

  /** Requests served, but with tokens that came too slowly. */
  public long missedTpot() {
    return missedTpot;
  }

  /** Seconds to the first token of requests served. */
  public Quantiles ttft() {
    return ttft;
  }

  /** Seconds per output token of requests served. */
  public Quantiles tpot() {
    return tpot;
  }

  /** Seconds that requests took that were served. */
  public Quantiles duration() {
    return duration;
  }
}
