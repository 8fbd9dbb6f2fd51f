// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.List;

/** Looks at a configuration for one thing. Without state, and without knowing other rules. */
public interface Rule {
  /** A short name that does not change, such as {@code or-vector}. */
  String id();

  /** What it looks for, one sentence. */
  String about();

  /** What it sees, in the order of the manifest; empty when nothing. Never throws. */
  List<Finding> look(Subject subject);

  default Finding problem(String path, String what, String numbers, String advice) {
    return new Finding(id(), Severity.PROBLEM, path, what, numbers, advice);
  }

  default Finding warning(String path, String what, String numbers, String advice) {
    return new Finding(id(), Severity.WARNING, path, what, numbers, advice);
  }

  default Finding note(String path, String what, String numbers, String advice) {
    return new Finding(id(), Severity.NOTE, path, what, numbers, advice);
  }
}
