// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;

/** What is scaled sets its replica count in a manifest of its own, so that each apply resets it. */
final class ReplicasWrittenDown implements Rule {
  @Override
  public String id() {
    return "replicas-written-down";
  }

  @Override
  public String about() {
    return "The scaled workload's own manifest sets its replica count.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    for (LintContext.Workload workload : subject.context().workloads()) {
      if (workload.scaledBy(subject.scaler())) {
        String it = workload.kind() + " " + workload.name();
        findings.add(
            warning(
                "scaleTargetRef",
                "The manifest of the "
                    + it
                    + " sets replicas: each time it is applied, what the autoscaler had set is"
                    + " undone until its next sync.",
                "replicas " + workload.replicas() + " in the " + it,
                "Leave replicas out of the "
                    + workload.kind()
                    + "; where a GitOps tool applies it, let that tool ignore spec.replicas."));
      }
    }
    return findings;
  }
}
