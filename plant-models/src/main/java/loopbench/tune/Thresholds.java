// SPDX-License-Identifier: Apache-2.0
package loopbench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import loopbench.plant.pool.Gateway;
import loopbench.plant.pool.SteadyReplica;

/**
 * Scaling thresholds from objectives and a replica's law, in place of guesses. A replica is to
 * carry a share of the most it can carry within its objectives; each threshold is what its signal
 * reads per replica at that rate.
 *
 * @param replica what one replica does at a steady rate
 * @param gateway what counts as full to it
 * @param objectives what is promised
 * @param share of the most that a replica is to carry, above 0 to 1: the room for what comes while
 *     replicas warm up
 * @param peakPerSecond the load at its peak, requests a second, above 0
 */
public record Thresholds(
    SteadyReplica replica,
    Gateway gateway,
    Objectives objectives,
    double share,
    double peakPerSecond) {
  /** The share that a replica carries unless somebody says otherwise. */
  public static final double SHARE = 0.8;

  private static final int BISECTIONS = 60;

  /** The change of a threshold that its sensitivity is told for. */
  public static final double STEP = 0.2;

  /**
   * What is promised.
   *
   * @param ttftS to the first token, seconds, above 0
   * @param tpotS per output token, seconds, above 0
   * @param quantile of the requests that are to keep the former, above 0 and below 1
   */
  public record Objectives(double ttftS, double tpotS, double quantile) {
    public Objectives {
      if (!(ttftS > 0) || !(tpotS > 0)) {
        throw new IllegalArgumentException(
            "objectives must be above 0 s, were " + ttftS + " and " + tpotS);
      }
      if (!(quantile > 0 && quantile < 1)) {
        throw new IllegalArgumentException("quantile must be between 0 and 1, was " + quantile);
      }
    }
  }

  /** What a threshold is of. */
  public enum Signal {
    RUNNING("running requests", "requests per replica"),
    QUEUE("queue at the gateway", "requests per replica"),
    SATURATION("pool saturation", "as a Value, not divided by replicas"),
    BACKLOG("token backlog", "s per replica"),
    KV("KV caches in use", "caches per replica"),
    LATENCY_UP("latency, to scale up", "of the objective"),
    LATENCY_DOWN("latency, to scale down", "of the objective");

    private final String what;
    private final String unit;

    Signal(String what, String unit) {
      this.what = what;
      this.unit = unit;
    }

    /** What is measured, in words. */
    public String what() {
      return what;
    }

    public String unit() {
      return unit;
    }
  }

  /**
   * A threshold and where it comes from.
   *
   * @param value empty where no threshold works; the derivation says why
   * @param derivation in words and numbers
   * @param sensitivity what a threshold a fifth lower and a fifth higher would buy, in replicas at
   *     the peak; empty where that is not a matter of the threshold
   */
  public record Derived(
      Signal signal,
      Optional<Double> value,
      String derivation,
      Optional<Sensitivity> sensitivity) {}

  /**
   * Replicas at the peak.
   *
   * @param breaks whether each then carries more than it can within the objectives
   */
  public record AtPeak(int replicas, boolean breaks) {}

  /**
   * What three thresholds buy.
   *
   * @param lower a threshold a fifth lower
   * @param at the threshold itself
   * @param higher a threshold a fifth higher
   */
  public record Sensitivity(AtPeak lower, AtPeak at, AtPeak higher) {}

  public Thresholds {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be above 0 and at most 1, was " + share);
    }
    if (!(peakPerSecond > 0 && peakPerSecond < 1e12)) {
      throw new IllegalArgumentException(
          "peakPerSecond must be above 0 and finite, was " + peakPerSecond);
    }
  }

  /** The most requests a second that one replica carries within the objectives; 0 for none. */
  public double mostPerSecond() {
    return replica.mostPerSecond(objectives.ttftS(), objectives.tpotS(), objectives.quantile());
  }

  /** What a replica is to carry, requests a second. */
  public double perSecond() {
    return share * mostPerSecond();
  }

  /** What would break first if a replica carried more than the most. */
  public SteadyReplica.Limit limit() {
    return replica.limit(
        mostPerSecond() * 1.001 + 1e-9,
        objectives.ttftS(),
        objectives.tpotS(),
        objectives.quantile());
  }

  /** Replicas that the peak needs. */
  public int replicasAtPeak() {
    return replicas(perSecond());
  }

  private int replicas(double perSecondEach) {
    return (int) Math.min(1e6, Math.max(1, Math.ceil(peakPerSecond / perSecondEach - 1e-9)));
  }

  /** All thresholds; empty where no rate keeps the objectives, which {@link #limit} explains. */
  public List<Derived> all() {
    List<Derived> all = new ArrayList<>();
    if (!(mostPerSecond() > 0)) {
      return all;
    }
    double rate = perSecond();
    all.add(
        derived(
            Signal.RUNNING,
            replica::inflight,
            words(
                "Little's law: %s/s times the %s s a request stays (%s in decode, %s in its prompt).",
                rate,
                replica.inflight(rate) / rate,
                replica.decoding(rate),
                replica.inflight(rate) - replica.decoding(rate))));
    all.add(queue(rate));
    all.add(
        derived(
            Signal.SATURATION,
            this::saturation,
            words(
                "the larger of %s waiting over %s and %s of KV over %s.",
                replica.waiting(rate),
                gateway.queueThreshold(),
                replica.kv(rate),
                gateway.kvThreshold())));
    all.add(backlog(rate));
    all.add(
        derived(
            Signal.KV,
            replica::kv,
            words(
                "%s requests in decode hold %s tokens each, and %s in prefill %s, in a cache of %s.",
                replica.decoding(rate),
                replica.promptTokens() + replica.outputTokens() / 2,
                replica.busy(rate),
                replica.promptTokens(),
                (double) replica.serving().kvTokens())));
    all.add(up(rate));
    all.add(down(rate));
    return all;
  }

  private Derived queue(double rate) {
    // A queue at the gateway begins when prompts wait inside: what they wait there is lost to it.
    double insideS = (gateway.queueThreshold() + 1) * replica.promptS();
    double leftS = objectives.ttftS() - insideS;
    if (!(leftS > 0)) {
      return new Derived(
          Signal.QUEUE,
          Optional.empty(),
          words(
              "a queue begins when prompts wait %s s inside the model server, more than the %s s"
                  + " promised: it comes too late for any threshold.",
              insideS, objectives.ttftS()),
          Optional.empty());
    }
    return new Derived(
        Signal.QUEUE,
        Optional.of(rate * leftS),
        words(
            "%s s promised less the %s s inside once a queue begins leave %s s; at %s/s that is so"
                + " many requests.",
            objectives.ttftS(), insideS, leftS, rate),
        Optional.empty());
  }

  private Derived backlog(double rate) {
    double perSecond = replica.serving().prefillPerSecond();
    TokenThreshold threshold =
        new TokenThreshold(
            perSecond, replica.uncachedTokens(), objectives.ttftS(), TokenThreshold.FOR_A_TAIL);
    DoubleUnaryOperator reading = r -> replica.busy(r) * meanTtftS(r);
    double valueS = threshold.thresholdS().orElseThrow(); // the objective is above the floor
    return new Derived(
        Signal.BACKLOG,
        Optional.of(valueS),
        words(
            "%s %% of the %s s that the objective leaves when the prompt's own %s s are taken off;"
                + " at %s/s a replica reads %s s.",
            TokenThreshold.FOR_A_TAIL * 100,
            objectives.ttftS() - threshold.floorS(),
            threshold.floorS(),
            rate,
            reading.applyAsDouble(rate)),
        Optional.of(sensitivity(reading, valueS)));
  }

  /** Between what the EPP's buckets read at that rate and the next thing they can read. */
  private Derived up(double rate) {
    double reads = latency(rate);
    double next = nextReading(rate);
    double value = next < Double.POSITIVE_INFINITY ? (reads + next) / 2 : reads * (1 + STEP);
    return new Derived(
        Signal.LATENCY_UP,
        Optional.of(value),
        words(
                "%s s to the first token and %s ms a token read %s of the objectives in the EPP's"
                    + " buckets",
                replica.ttftS(rate, objectives.quantile()), replica.tokenS(rate) * 1000, reads)
            + (next < Double.POSITIVE_INFINITY
                ? words(", and the next they can read is %s.", next)
                : "."),
        Optional.empty());
  }

  /** The least above a reading that a rate within reach gives; infinite where there is none. */
  private double nextReading(double rate) {
    double reads = latency(rate);
    double most = mostPerSecond() * 4;
    for (int i = 1; i <= 1_000; i++) {
      double higher = latency(rate + (most - rate) * i / 1_000);
      if (higher > reads) {
        return higher;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private Derived down(double rate) {
    int n = Math.max(2, replicasAtPeak());
    double reads = latency(rate * (n - 1) / n);
    double up = up(rate).value().orElseThrow();
    // The law sheds one of n at down x (n - 1) / n.
    double value = Math.min(reads * n / (n - 1), 0.95 * up);
    return new Derived(
        Signal.LATENCY_DOWN,
        Optional.of(value),
        words(
            "where one fewer of %s would carry %s/s each they read %s; the law sheds one at %s of"
                + " this.",
            (double) n, rate, reads, (double) (n - 1) / n),
        Optional.empty());
  }

  private double meanTtftS(double perSecond) {
    return replica.promptS() + replica.waitS(perSecond);
  }

  private double saturation(double perSecond) {
    return Math.max(
        replica.waiting(perSecond) / gateway.queueThreshold(),
        replica.kv(perSecond) / gateway.kvThreshold());
  }

  private double latency(double perSecond) {
    return Math.max(
        replica.ttftReadS(perSecond, objectives.quantile()) / objectives.ttftS(),
        replica.tokenReadS(perSecond, objectives.quantile()) / objectives.tpotS());
  }

  private Derived derived(Signal signal, DoubleUnaryOperator reading, String derivation) {
    double value = reading.applyAsDouble(perSecond());
    return new Derived(
        signal, Optional.of(value), derivation, Optional.of(sensitivity(reading, value)));
  }

  private Sensitivity sensitivity(DoubleUnaryOperator reading, double value) {
    return new Sensitivity(
        atPeak(rateAt(reading, value * (1 - STEP))),
        atPeak(rateAt(reading, value)),
        atPeak(rateAt(reading, value * (1 + STEP))));
  }

  private AtPeak atPeak(double perSecondEach) {
    return new AtPeak(replicas(perSecondEach), perSecondEach > mostPerSecond() * (1 + 1e-9));
  }

  /** The rate at which a signal that rises with it reads so much. */
  private double rateAt(DoubleUnaryOperator reading, double value) {
    double low = 0;
    double high = mostPerSecond() * 4;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (reading.applyAsDouble(middle) <= value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.max(low, 1e-9);
  }

  private static String words(String format, double... numbers) {
    Object[] texts = new Object[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      texts[i] = brief(numbers[i]);
    }
    return String.format(Locale.ROOT, format, texts);
  }

  /** Three digits, without an exponent. */
  private static String brief(double number) {
    if (number == Math.rint(number) && Math.abs(number) < 1e12) {
      return Long.toString((long) number);
    }
    return new java.math.BigDecimal(number)
        .round(new java.math.MathContext(3))
        .stripTrailingZeros()
        .toPlainString();
  }
}
