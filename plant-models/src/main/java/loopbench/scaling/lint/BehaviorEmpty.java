// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;

/** A behavior that says nothing and still changes the rules. */
final class BehaviorEmpty implements Rule {
  @Override
  public String id() {
    return "behavior-empty";
  }

  @Override
  public String about() {
    return "A behavior that says nothing and still changes the rules.";
  }

  @Override
  public List<Finding> look(Subject subject) {
    boolean empty =
        subject.behavior().filter(b -> b.up().isEmpty() && b.down().isEmpty()).isPresent();
    if (!empty) {
      return List.of();
    }
    return List.of(
        note(
            Text.BEHAVIOR,
            "An empty behavior is not the same as none. With it the HPA follows rules per direction;"
                + " without it, it may at once go up to the largest recommendation of the scale-down"
                + " window.",
            "with: up by 4 pods or 100 % per 15 s, whichever is more, down by 100 % per 15 s; without:"
                + " up to twice the replicas or 4 at a sync",
            "Remove it, or write the rules that are meant."));
  }
}
