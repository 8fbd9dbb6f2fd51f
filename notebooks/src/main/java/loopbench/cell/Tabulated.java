// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.List;

/** A value that is a table for other programs. Absent is an empty text, not-a-number is NaN. */
public interface Tabulated {
  /** The headings, with units: {@code rate [1/s]}. */
  List<String> columns();

  /** The rows, each as long as the headings; numbers read back as the same doubles. */
  List<List<String>> rows();
}
