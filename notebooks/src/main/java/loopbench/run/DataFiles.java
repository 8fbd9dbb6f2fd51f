// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import loopbench.cell.Result;
import loopbench.cell.Tabulated;
import loopbench.export.CsvText;

/** Every run's trace and every sweep's grid as CSV, units in the header. */
public final class DataFiles {
  private DataFiles() {}

  /** File name to text, in run order. */
  public static Map<String, String> of(RunReport report) {
    Map<String, String> files = new LinkedHashMap<>();
    for (RunReport.CellReport cell : report.cells()) {
      cell.result()
          .flatMap(DataFiles::of)
          .ifPresent(text -> files.put(cell.address() + ".csv", text));
    }
    return files;
  }

  /** The numbers of one result; empty where it has none but those it shows. */
  public static Optional<String> of(Result result) {
    return result.value() instanceof Tabulated table
        ? Optional.of(CsvText.of(table.columns(), table.rows()))
        : Optional.empty();
  }
}
