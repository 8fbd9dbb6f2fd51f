// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;

/** A fallback beside cached metrics, which forget that they failed. */
final class FallbackFlaps implements Rule {
  @Override
  public String id() {
    return "fallback-flaps";
  }

  @Override
  public String about() {
    return "A fallback beside cached metrics, which forget that they failed.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    List<Finding> findings = new ArrayList<>();
    if (subject.scaler().fallback().isEmpty()) {
      return findings;
    }
    for (int i = 0; i < subject.scaler().triggers().size(); i++) {
      if (subject.scaler().triggers().get(i).useCachedMetrics()) {
        findings.add(
            problem(
                subject.scaler().triggerPath(i) + ".useCachedMetrics",
                "The fallback flaps: the cache holds the fallback's value without its error, so when the"
                    + " HPA reads it that counts as success and the failures start from 0 again.",
                "failureThreshold "
                    + subject.scaler().fallback().orElseThrow().failureThreshold().orElse(0)
                    + ", reset at every sync",
                "Use one of them: drop useCachedMetrics or the fallback."));
      }
    }
    return findings;
  }
}
