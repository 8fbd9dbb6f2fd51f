// SPDX-License-Identifier: Apache-2.0
package loopbench.plant.pool;

/** Where the ends of requests go, one by one, in the order of time: to scores, or nowhere. */
@FunctionalInterface
public interface Answers {
  void finished(Answer answer);
}
