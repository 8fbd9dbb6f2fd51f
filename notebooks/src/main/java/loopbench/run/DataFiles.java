// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.LinkedHashMap;
import java.util.Map;
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
      Object value = cell.result().map(Result::value).orElse(Boolean.FALSE);
      if (value instanceof Tabulated table) {
        files.put(cell.address() + ".csv", CsvText.of(table.columns(), table.rows()));
      }
    }
    return files;
  }
}
