// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a cell's work gave.
 *
 * @param value what other cells read; never null
 * @param outputs what it shows, in order
 * @param machine what a program may read beside them, where there is something
 * @param fingerprint identity of the value where it is not determined by the cell's own key (data
 *     fetched from a server), else empty
 * @param standing how it ended
 */
public record Result(
    Object value,
    List<Output> outputs,
    Optional<Machine> machine,
    String fingerprint,
    Standing standing) {
  /** How work ended when it did not fail. */
  public enum Standing {
    /** All of it was done. */
    COMPLETE,
    /** It was stopped, and what was finished is here. */
    PARTIAL,
    /** It was done, and a check does not hold. */
    CHECK_FAILED,
    /** It was not done, because what it requires does not hold. */
    WITHHELD
  }

  public Result {
    outputs = List.copyOf(outputs);
  }

  public static Result of(Object value, List<Output> outputs) {
    return new Result(value, outputs, Optional.empty(), "", Standing.COMPLETE);
  }

  /**
   * What a program may read.
   *
   * @param kind the cell's kind, which makes the MIME type
   * @param json a JSON object as maps, lists, texts and numbers
   */
  public record Machine(String kind, Map<String, Object> json) {}

  public Result withMachine(String kind, Map<String, Object> json) {
    return new Result(value, outputs, Optional.of(new Machine(kind, json)), fingerprint, standing);
  }

  public Result withFingerprint(String text) {
    return new Result(value, outputs, machine, text, standing);
  }

  public Result ended(Standing how) {
    return new Result(value, outputs, machine, fingerprint, how);
  }
}
