// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;
import java.util.Optional;

/** A formula that gives 0 for 0 replicas, whatever the load. */
final class FormulaRestsAtZero implements Rule {
  @Override
  public String id() {
    return "formula-rests-at-zero";
  }

  @Override
  public String about() {
    return "A formula that gives 0 for 0 replicas, whatever the load.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    Optional<String> rest = subject.probe().flatMap(Probe::restsAtZero);
    if (rest.isEmpty()) {
      return List.of();
    }
    int min = subject.scaler().replicas().min().orElse(0);
    String path = Text.MODIFIERS + ".formula";
    String what =
        "The formula has a fixed point at 0: with no replicas it asks for none, whatever the load.";
    return List.of(
        min == 0
            ? problem(
                path,
                what + " Once at zero the target stays there.",
                rest.get(),
                "Add a term that does not depend on the replicas, such as the gateway's queue, or set"
                    + " minReplicaCount to 1.")
            : note(
                path,
                what + " It does no harm while minReplicaCount is 1 or more.",
                rest.get() + "; minReplicaCount " + min,
                "Do not set minReplicaCount to 0 with this formula."));
  }
}
