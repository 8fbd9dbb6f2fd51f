// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import loopbench.signal.Expr;
import loopbench.signal.Query;
import loopbench.signal.Signal;

/** A sum over a metric of which each element already stands for the whole pool. */
final class StageSummed implements Rule {
  @Override
  public String id() {
    return "stage-summed";
  }

  @Override
  public String about() {
    return "A sum over a metric of which each element already stands for the whole pool.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (JudgedTrigger trigger : subject.prometheus()) {
      Query query = trigger.query();
      query.aggregations().stream()
          .filter(a -> a.operator().equals("sum"))
          .filter(a -> query.within(a.body()).selectors().stream().anyMatch(StageSummed::allStages))
          .findFirst()
          .ifPresent(
              sum ->
                  findings.add(
                      problem(
                          trigger.queryPath(),
                          "The query of "
                              + trigger.name()
                              + " adds up the saturation of all stages. Newer EPPs report one element"
                              + " for each stage (prefill, decode, and effective, the larger of both),"
                              + " so the sum is about twice the saturation or more.",
                          query.textOf(sum) + ": prefill 0.2 + decode 0.7 + effective 0.7 = 1.6",
                          "Write max(...) in place of sum(...).")));
    }
    return findings;
  }

  private static boolean allStages(Expr.Selector selector) {
    return selector.signal().filter(s -> s == Signal.POOL_SATURATION).isPresent()
        && !selector.fixes("stage");
  }
}
