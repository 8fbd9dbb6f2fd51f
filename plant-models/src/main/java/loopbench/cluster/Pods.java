// SPDX-License-Identifier: Apache-2.0
package loopbench.cluster;

/** What serves behind a Deployment: hears of its pods and says which still have work. */
public interface Pods {
  /** A pod became ready; gives the number it goes by. */
  int ready();

  /** A ready pod takes nothing new; it may go on with what it has. */
  void remove(int number);

  /** A pod is gone at once, with what it has. */
  void cut(int number);

  /** Whether a removed pod still works on what it had. */
  boolean isPresent(int number);
}
