// SPDX-License-Identifier: Apache-2.0
package loopbench.export;

import java.util.ArrayList;
import java.util.List;

/** A table as CSV: commas, line feeds, quotes only where a field needs them. */
public final class CsvText {
  private CsvText() {}

  /**
   * @param columns the headings
   * @param rows each as long as the headings
   */
  public static String of(List<String> columns, List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    line(text, columns);
    rows.forEach(row -> line(text, row));
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
