// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

/**
 * One cell's declared wish to read another.
 *
 * @param field the field that names it
 * @param line the line it stands on, from 1
 * @param kind the kind it must be
 * @param name the name it must have
 */
public record Reference(String field, int line, String kind, String name) {
  /** As expressions write it: {@code run.baseline}. */
  public String address() {
    return kind + "." + name;
  }
}
