// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Expr;
import loopbench.signal.Signal;

/** A query that would read two pools of one namespace together. */
final class PoolUnpinned implements Rule {
  @Override
  public String id() {
    return "pool-unpinned";
  }

  @Override
  public String about() {
    return "A query that would read two pools of one namespace together.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      trigger.query().selectors().stream()
          .filter(s -> s.signal().filter(signal -> !isolated(s, signal)).isPresent())
          .findFirst()
          .ifPresent(selector -> findings.add(found(trigger, selector)));
    }
    return findings;
  }

  private static boolean isolated(Expr.Selector selector, Signal signal) {
    return signal.poolLabels().stream().anyMatch(selector::pins);
  }

  private Finding found(JudgedTrigger trigger, Expr.Selector selector) {
    Signal signal = selector.signal().orElseThrow();
    boolean model = selector.pins("model_name");
    String what =
        "The query of "
            + trigger.name()
            + (model
                ? " picks a model but no pool: two pools of one model both read the sum of both."
                : " picks no pool: where the namespace holds two, both read the sum of both.");
    String numbers =
        trigger.query().textOf(selector) + "; 40 in one pool and 8 in the other are 48 in both";
    String advice =
        signal.source() == Signal.Source.KUBE_STATE_METRICS
            ? "Add deployment=\"...\" to the selector."
            : "Add " + one(signal.poolLabels()) + " to the selector.";
    return selector.pins("namespace") || !trigger.field("namespace").isEmpty()
        ? note(trigger.queryPath(), what, numbers, advice)
        : warning(trigger.queryPath(), what, numbers, advice);
  }

  private static String one(List<String> labels) {
    return labels.size() == 1 ? labels.get(0) : "one of " + String.join(", ", labels);
  }
}
