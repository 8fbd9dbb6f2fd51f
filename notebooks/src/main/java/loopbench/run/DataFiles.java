// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import loopbench.cell.Result;
import loopbench.cell.Tabulated;

/** Every run's trace and every sweep's grid as CSV, units in the header. */
public final class DataFiles {
  private DataFiles() {}

  /** File name to text, in run order. */
  public static Map<String, String> of(RunReport report) {
    Map<String, String> files = new LinkedHashMap<>();
    for (RunReport.CellReport cell : report.cells()) {
      Object value = cell.result().map(Result::value).orElse(Boolean.FALSE);
      if (value instanceof Tabulated table) {
        files.put(cell.address() + ".csv", csv(table));
      }
    }
    return files;
  }

  /** One table as CSV: absent is an empty field, NaN is {@code NaN}. */
  public static String csv(Tabulated table) {
    StringBuilder text = new StringBuilder();
    line(text, table.columns());
    for (List<String> row : table.rows()) {
      line(text, row);
    }
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> fields) {
    List<String> quoted = new ArrayList<>();
    for (String field : fields) {
      boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
      quoted.add(plain ? field : '"' + field.replace("\"", "\"\"") + '"');
    }
    text.append(String.join(",", quoted)).append('\n');
  }
}
