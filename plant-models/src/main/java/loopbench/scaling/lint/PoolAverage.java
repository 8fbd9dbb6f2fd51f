// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import loopbench.scaling.hpa.Milli;
import loopbench.scaling.hpa.TargetType;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.signal.Signal;

/** A value that does not grow with the pool, divided by its replicas. */
final class PoolAverage implements Rule {
  @Override
  public String id() {
    return "pool-average";
  }

  @Override
  public String about() {
    return "A value that does not grow with the pool, divided by its replicas.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.withOwnTarget()) {
      boolean flat = trigger.shape().growth().equals(OptionalInt.of(0));
      if (flat
          && trigger.comparedAs(TargetType.AVERAGE_VALUE)
          && !trigger.query().selectors().isEmpty()
          && trigger.query().podDivisor().isEmpty()
          && subject.max() > 1) {
        findings.add(flat(subject, trigger));
      }
    }
    return findings;
  }

  private Finding flat(Subject subject, JudgedTrigger trigger) {
    long target = trigger.thresholdMilli().orElseThrow();
    boolean quantile = !trigger.query().quantilesOfRates().isEmpty();
    String path = trigger.path() + ".metricType";
    String what =
        trigger.name()
            + " does not grow with the number of replicas ("
            + (quantile ? "it is a latency" : "it is an average or a share of the whole pool")
            + "), but AverageValue divides it by them: it asks for the same few replicas whatever runs";
    String advice =
        "Set metricType to Value, which multiplies the replicas by value / threshold"
            + (trigger.reads(Signal.POOL_SATURATION)
                ? "; or multiply by the pods in the query, ... * on() sum("
                    + Signal.READY_ENDPOINTS.metric()
                    + "{...})."
                : quantile ? "." : "; or sum over the pods instead of averaging.");
    String numbers = ceiling(subject, trigger, target);
    double limit = limit(trigger);
    boolean enough =
        limit > 0 && LargestAsk.mostReplicas(KedaNumbers.milli(limit), target) >= subject.max();
    return enough
        ? note(
            path,
            what + ". That does no harm while maxReplicaCount is " + subject.max() + ".",
            numbers,
            advice)
        : problem(
            path, what + ", and a larger pool shrinks while it is at its limit.", numbers, advice);
  }

  /**
   * What a pool at its limit reads; NaN when not known. A latency's largest bucket is no such
   * limit: long before it the pool is lost.
   */
  private static double limit(JudgedTrigger trigger) {
    if (!trigger.query().quantilesOfRates().isEmpty()) {
      return Double.NaN;
    }
    return trigger.shape().bounded() ? trigger.shape().high() : EmptyPool.reading(trigger);
  }

  private static String ceiling(Subject subject, JudgedTrigger trigger, long target) {
    StringBuilder numbers = new StringBuilder();
    double limit = limit(trigger);
    if (limit > 0) {
      long milli = KedaNumbers.milli(limit);
      long most = LargestAsk.mostReplicas(milli, target);
      numbers
          .append(
              trigger.shape().bounded()
                  ? "the largest value "
                  : "a full pool, where the gateway stops dispatching, reads ")
          .append(Milli.text(milli))
          .append(trigger.shape().bounded() ? " asks for ceil(" : " and asks for ceil(")
          .append(Milli.text(milli))
          .append(" / ")
          .append(trigger.thresholdText())
          .append(") = ")
          .append(most);
      if (!trigger.shape().bounded()) {
        numbers.append(", as anything up to ").append(Milli.text(most * target)).append(" does");
      }
      numbers.append("; ");
    }
    int n = subject.max();
    return numbers
        .append("for ")
        .append(n)
        .append(" replicas it would have to be above ")
        .append(Milli.text((n - 1) * target))
        .toString();
  }
}
