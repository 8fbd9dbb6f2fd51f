// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import loopbench.series.Labels;

/**
 * One group of Prometheus' recording rules: evaluated in order at one instant, so that a rule sees
 * what those before it recorded.
 *
 * @param rules in the order written
 */
public record Rules(List<Rule> rules) {
  public static final Rules NONE = new Rules(List.of());

  /**
   * @param name what is recorded
   * @param query what is evaluated
   */
  public record Rule(String name, Query query) {
    public static Rule of(String name, String query) {
      return new Rule(name, Query.read(query));
    }
  }

  /**
   * The constants of llm-d's SLO-aware signal.
   *
   * @param quantile which share of the requests is looked at, 0 to 1
   * @param ttftS the objective of the time to the first token, seconds
   * @param tpotS the objective of the time per output token, seconds
   * @param clamp the most that one evaluation counts
   * @param smoothingS over how long is averaged, seconds
   * @param windowS over how long rates are taken, seconds
   */
  public record Slo(
      double quantile, double ttftS, double tpotS, double clamp, int smoothingS, int windowS) {
    /** The guide's: P90, 3 s, 100 ms, 2, 45 s over rates of a minute. */
    public static final Slo DEFAULTS = new Slo(0.9, 3, 0.1, 2, 45, 60);

    public Slo {
      if (!(quantile > 0 && quantile < 1)) {
        throw new IllegalArgumentException("quantile must be between 0 and 1, was " + quantile);
      }
      if (!(ttftS > 0 && tpotS > 0 && clamp > 0)) {
        throw new IllegalArgumentException(
            "ttft, tpot and clamp must be above 0, were "
                + ttftS
                + " s, "
                + tpotS
                + " s and "
                + clamp);
      }
      if (smoothingS < 1 || windowS < 1) {
        throw new IllegalArgumentException(
            "smoothing and window must be 1 s or more, were " + smoothingS + " and " + windowS);
      }
    }

    public Slo withQuantile(double newQuantile) {
      return new Slo(newQuantile, ttftS, tpotS, clamp, smoothingS, windowS);
    }

    public Slo withTtftS(double newTtftS) {
      return new Slo(quantile, newTtftS, tpotS, clamp, smoothingS, windowS);
    }

    public Slo withTpotS(double newTpotS) {
      return new Slo(quantile, ttftS, newTpotS, clamp, smoothingS, windowS);
    }

    public Slo withClamp(double newClamp) {
      return new Slo(quantile, ttftS, tpotS, newClamp, smoothingS, windowS);
    }

    public Slo withSmoothingS(int newSmoothingS) {
      return new Slo(quantile, ttftS, tpotS, clamp, newSmoothingS, windowS);
    }
  }

  public Rules {
    rules = List.copyOf(rules);
  }

  /**
   * The chain of llm-d's SLO-aware autoscaling: both latencies (predicted, or else measured, or
   * else 0), the worse of their shares of the objective, clamped and then smoothed. Like the
   * guide's it looks at every series in the Prometheus, whichever pool's.
   */
  public static Rules sloAware(Slo slo) {
    return sloAware(slo, "");
  }

  /**
   * The same for one pool.
   *
   * @param matchers what its series have in common, {@code namespace="a",service="b"}; empty for
   *     all there are
   */
  public static Rules sloAware(Slo slo, String matchers) {
    String ttft = "epp:latency_ttft_p90:seconds";
    String tpot = "epp:latency_tpot_p90:seconds";
    String ttftShare = ttft + " / " + plain(slo.ttftS);
    String tpotShare = tpot + " / " + plain(slo.tpotS);
    return new Rules(
        List.of(
            Rule.of(
                ttft,
                latency(slo, matchers, "predicted_ttft_seconds")
                    + " or "
                    + latency(slo, matchers, "ttft_seconds")
                    + " or vector(0)"),
            Rule.of(
                tpot,
                latency(slo, matchers, "predicted_tpot_seconds")
                    + " or "
                    + latency(slo, matchers, "streaming_tpot_seconds")
                    + " or vector(0)"),
            Rule.of("epp:saturation:raw", ttftShare + " >= " + tpotShare + " or " + tpotShare),
            Rule.of(
                "epp:saturation:clamped",
                "clamp_max(epp:saturation:raw, " + plain(slo.clamp) + ")"),
            Rule.of(
                "epp:saturation:smoothed",
                "avg_over_time(epp:saturation:clamped[" + slo.smoothingS + "s])")));
  }

  /** A quantile that is a number: NaN, which is what nothing observed gives, drops out. */
  private static String latency(Slo slo, String matchers, String metric) {
    return "histogram_quantile("
        + plain(slo.quantile)
        + ", sum by (le) (rate(llm_d_epp_request_"
        + metric
        + "_bucket"
        + (matchers.isEmpty() ? "" : "{" + matchers + "}")
        + "["
        + slo.windowS
        + "s]))) >= 0";
  }

  private static String plain(double value) {
    return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }

  /** What is not evaluated here, by the name of the rule; empty when all is. */
  public SortedMap<String, List<Refusal>> refusals() {
    SortedMap<String, List<Refusal>> refusals = new TreeMap<>();
    for (Rule rule : rules) {
      List<Refusal> refused = Evaluation.refusals(rule.query());
      if (!refused.isEmpty()) {
        refusals.put(rule.name(), refused);
      }
    }
    return Collections.unmodifiableSortedMap(refusals);
  }

  /** The group at work on a store. */
  public Recorder start(Scrapes scrapes) {
    return new Recorder(scrapes);
  }

  /** See {@link #start}. */
  public final class Recorder {
    private final Scrapes scrapes;
    private final List<Evaluation> evaluations = new ArrayList<>();
    private final List<Scrapes.Target> targets = new ArrayList<>();

    private Recorder(Scrapes scrapes) {
      this.scrapes = scrapes;
      for (Rule rule : rules) {
        evaluations.add(new Evaluation(rule.query(), scrapes));
        targets.add(scrapes.target());
      }
    }

    /** Evaluates all and records what they answer; elements that are no more end. */
    public void record(long nowMs) {
      for (int i = 0; i < rules.size(); i++) {
        Scrapes.Target target = targets.get(i);
        String name = rules.get(i).name();
        QueryAnswer answer = evaluations.get(i).at(nowMs);
        target.begin(nowMs);
        answer.match(
            new QueryAnswer.Cases<Void>() {
              @Override
              public Void scalar(QueryAnswer.Scalar scalar) {
                put(target, name, Labels.NONE, scalar.value());
                return null;
              }

              @Override
              public Void vector(QueryAnswer.Vector vector) {
                vector.elements().forEach(e -> put(target, name, e.labels(), e.value()));
                return null;
              }

              @Override
              public Void failed(QueryAnswer.Failed failed) {
                return null; // nothing is recorded, and what was ends
              }
            });
        target.end();
      }
    }

    private void put(Scrapes.Target target, String name, Labels labels, double value) {
      SortedMap<String, String> named = new TreeMap<>(labels.byName());
      named.put(Labels.METRIC, name);
      target.sample(scrapes.line(new Labels(named)), value);
    }
  }

  /** What is recorded by name, with the queries' texts, for whoever writes them down. */
  public LinkedHashMap<String, String> texts() {
    LinkedHashMap<String, String> texts = new LinkedHashMap<>();
    rules.forEach(rule -> texts.put(rule.name(), rule.query().text()));
    return texts;
  }
}
