// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import loopbench.scaling.hpa.TargetType;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.signal.Signal;

/** A signal that a fixed number of clients keeps up, however many replicas there are. */
final class ClosedLoad implements Rule {
  @Override
  public String id() {
    return "closed-load";
  }

  @Override
  public String about() {
    return "A signal that a fixed number of clients keeps up, however many replicas there are.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    Optional<PoolFacts.Asked> asked = subject.pool().asked();
    if (asked.isEmpty() || asked.orElseThrow().clients().isEmpty()) {
      return findings;
    }
    for (JudgedTrigger trigger : subject.withOwnTarget()) {
      if (trigger.comparedAs(TargetType.AVERAGE_VALUE)) {
        Kept.by(subject.pool(), trigger)
            .filter(kept -> kept.asksMost() > subject.min())
            .ifPresent(kept -> findings.add(found(subject, trigger, kept)));
      }
    }
    return findings;
  }

  /**
   * What the clients make a trigger read.
   *
   * @param words how it comes about
   * @param most with all of them in flight
   * @param least with so many replicas that nobody waits for another; NaN where not known
   */
  private record Kept(int clients, String words, double most, double least, long target) {
    static Optional<Kept> by(PoolFacts pool, JudgedTrigger trigger) {
      PoolFacts.Asked asked = pool.asked().orElseThrow();
      PoolFacts.Clients clients = asked.clients().orElseThrow();
      int count = clients.count();
      double prefillS =
          pool.prefill().map(p -> asked.uncachedMean() / p.tokensPerSecond()).orElse(Double.NaN);
      double decodeS =
          pool.decode()
              .map(d -> asked.outputMean() * (d.baseS() + d.perRequestS()))
              .orElse(Double.NaN);
      double cycleS = prefillS + decodeS + clients.thinkS();
      long target = trigger.thresholdMilli().orElseThrow();
      double running = Weight.of(trigger, Signal.REQUEST_RUNNING);
      if (!Double.isNaN(running)) {
        double most = count * running;
        // Without a pause they are in flight all the time, however long that is.
        double share = clients.thinkS() == 0 ? 1 : (prefillS + decodeS) / cycleS;
        return Optional.of(
            new Kept(count, count + " clients in flight", most, most * share, target));
      }
      double weight = Weight.of(trigger, Signal.INFLIGHT_TOKENS);
      double most = count * asked.uncachedMean() * weight;
      String words =
          count
              + " clients x "
              + Text.about(asked.uncachedMean())
              + " uncached tokens"
              + (weight == 1 ? "" : " / " + Text.about(1 / weight))
              + " = "
              + Text.about(most);
      return Double.isNaN(weight)
          ? Optional.empty()
          : Optional.of(new Kept(count, words, most, most * prefillS / cycleS, target));
    }

    long asksMost() {
      return LargestAsk.mostReplicas(KedaNumbers.milli(most), target);
    }

    /** 0 where it is not known. */
    long asksLeast() {
      return LargestAsk.mostReplicas(KedaNumbers.milli(least), target);
    }
  }

  private Finding found(Subject subject, JudgedTrigger trigger, Kept kept) {
    long most = kept.asksMost();
    long least = kept.asksLeast();
    int max = subject.max();
    String who =
        "The load is " + kept.clients() + " clients that each wait for their answer, so that ";
    String numbers =
        kept.words()
            + ", and ceil("
            + Text.about(kept.most())
            + " / "
            + trigger.thresholdText()
            + ") = "
            + most
            + (kept.least() < kept.most()
                ? "; with replicas enough that none waits for another "
                    + Text.about(kept.least())
                    + ", which asks for "
                    + least
                : "");
    String advice =
        "Judge this trigger with an open load, such as `requests: 2/s`; for one that is closed, scale"
            + " on a latency.";
    if (least > subject.min()) {
      String stays =
          least >= max
              ? ": it climbs to maxReplicaCount " + max + " and stays there."
              : ": it never asks for fewer than " + Text.replicas(least) + ".";
      return warning(
          trigger.path(),
          who + trigger.name() + " does not fall as replicas are added" + stays,
          numbers,
          advice);
    }
    return warning(
        trigger.path(),
        who
            + trigger.name()
            + " counts clients, not demand: it asks for up to "
            + Text.replicas(most)
            + (most >= max && max > 1 ? " (maxReplicaCount is " + max + ")" : "")
            + " when all of them wait, and it cannot tell that from too few replicas.",
        numbers,
        advice);
  }
}
