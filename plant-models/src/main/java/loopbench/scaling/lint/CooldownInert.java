// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** A cooldown that does not govern scaling down. */
final class CooldownInert implements Rule {
  @Override
  public String id() {
    return "cooldown-inert";
  }

  @Override
  public String about() {
    return "A cooldown that does not govern scaling down.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    if (subject.sleeps()) {
      return List.of();
    }
    List<Finding> findings = new ArrayList<>();
    OptionalInt initial = subject.scaler().intervals().initialCooldown();
    if (initial.isPresent()) {
      findings.add(inert("initialCooldownPeriod", initial.getAsInt(), subject));
    }
    OptionalInt cooldown = subject.scaler().intervals().cooldown();
    if (cooldown.isPresent()) {
      findings.add(inert("cooldownPeriod", cooldown.getAsInt(), subject));
    }
    return findings;
  }

  private Finding inert(String field, int seconds, Subject subject) {
    return note(
        field,
        field
            + " only delays going to zero, which does not happen with minReplicaCount of 1 or more."
            + " The HPA's own window decides how long a smaller pool is put off.",
        field
            + " "
            + seconds
            + " s, minReplicaCount "
            + subject.min()
            + ", scale-down window "
            + Text.seconds(subject.downWindowS()),
        "Leave it out; to change how long scaling down waits, set"
            + " behavior.scaleDown.stabilizationWindowSeconds.");
  }
}
