// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Requests as CSV: one header line, then a row each, its time in seconds or as a date. */
final class TraceCsv {
  private static final int MOST_COLUMNS = 1_000;

  /** The columns of a form: time, prompt, output. */
  private enum Form {
    SECONDS("arrived_at", "num_prefill_tokens", "num_decode_tokens"),
    DATED("TIMESTAMP", "ContextTokens", "GeneratedTokens");

    private final List<String> columns;

    Form(String... columns) {
      this.columns = List.of(columns);
    }
  }

  private final byte[] content;
  private final String where;
  private final RequestTraceReader.Rows rows;
  private char separator = ',';
  private int next;
  private int line = 1;

  /** Where the fields of the current row begin and end; quotes are no part of them. */
  private int[] starts = new int[16];

  private int[] ends = new int[16];
  private int fields;

  private TraceCsv(byte[] content, int from, String where, RequestTraceReader.Rows rows) {
    this.content = content;
    this.where = where;
    this.rows = rows;
    this.next = from;
    for (int i = 0; i < from; i++) {
      line += content[i] == '\n' ? 1 : 0;
    }
  }

  static void read(byte[] content, int from, String where, RequestTraceReader.Rows rows)
      throws Refusal {
    new TraceCsv(content, from, where, rows).read();
  }

  private void read() throws Refusal {
    separator = separator();
    int headerLine = line;
    row();
    List<String> header = new ArrayList<>();
    for (int i = 0; i < fields; i++) {
      header.add(field(i));
    }
    Form form = form(header, headerLine);
    int[] at = new int[3];
    for (int i = 0; i < 3; i++) {
      at[i] = column(header, form.columns.get(i), headerLine);
    }
    Since since = new Since();
    while (next < content.length) {
      int rowLine = line;
      row();
      if (fields == 1 && starts[0] == ends[0]) {
        continue; // a blank line
      }
      if (fields > header.size()) {
        throw new Refusal(
            "line " + rowLine + " has " + fields + " fields, the header " + header.size(),
            where,
            "give each row as many fields as the header");
      }
      for (int i = 0; i < 3; i++) {
        if (at[i] >= fields || starts[at[i]] == ends[at[i]]) {
          throw new Refusal(
              "line " + rowLine + ": " + form.columns.get(i) + " is missing",
              where,
              "fill it in, or take the row out");
        }
      }
      double arrivalS =
          form == Form.SECONDS
              ? since.seconds(
                  rows.time(rowLine, form.columns.get(0), number(at[0]), field(at[0]), "seconds"))
              : since.instant(date(rowLine, field(at[0])));
      rows.add(
          rowLine,
          form.columns.get(0),
          arrivalS,
          Told.quote(field(at[0])) + (form == Form.SECONDS ? " s" : ""),
          tokens(rowLine, form.columns.get(1), at[1]),
          tokens(rowLine, form.columns.get(2), at[2]));
    }
  }

  /** Times as distances from the first. */
  private static final class Since {
    private double firstS = Double.NaN;
    private OffsetDateTime first;

    double seconds(double timeS) {
      if (Double.isNaN(firstS)) {
        firstS = timeS;
      }
      return timeS - firstS;
    }

    double instant(OffsetDateTime time) {
      if (first == null) {
        first = time;
      }
      return (time.toEpochSecond() - first.toEpochSecond())
          + (time.getNano() - first.getNano()) / 1e9;
    }
  }

  // ---- header

  private Form form(List<String> header, int headerLine) throws Refusal {
    for (Form form : Form.values()) {
      if (form.columns.stream().anyMatch(c -> indexOf(header, c) >= 0)) {
        return form;
      }
    }
    throw new Refusal(
        "line "
            + headerLine
            + " is "
            + Told.field(String.join(String.valueOf(separator), header))
            + ", which is no header of a request trace",
        where,
        RequestTraceReader.FORMS);
  }

  private int column(List<String> header, String name, int headerLine) throws Refusal {
    int index = indexOf(header, name);
    if (index < 0) {
      Optional<String> near = Told.nearest(name, header);
      throw new Refusal(
          "line " + headerLine + ": there is no column " + name,
          where,
          near.isPresent()
              ? "call it so if " + Told.field(near.get()) + " is meant"
              : RequestTraceReader.FORMS);
    }
    if (indexOf(header.subList(index + 1, header.size()), name) >= 0) {
      throw new Refusal(
          "line " + headerLine + ": the column " + name + " stands twice", where, "leave one out");
    }
    return index;
  }

  private static int indexOf(List<String> header, String name) {
    for (int i = 0; i < header.size(); i++) {
      if (header.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  private char separator() {
    for (int i = next; i < content.length && content[i] != '\n'; i++) {
      if (content[i] == ',' || content[i] == ';' || content[i] == '\t') {
        return (char) content[i];
      }
    }
    return ',';
  }

  // ---- fields

  private int tokens(int rowLine, String column, int index) throws Refusal {
    double value = number(index);
    return rows.tokens(
        rowLine, column, value, Double.isFinite(value) ? field(index) : Told.field(field(index)));
  }

  /** A field as a number; NaN when it is none. Whole ones are read without making a text. */
  private double number(int index) {
    long whole = 0;
    int from = starts[index];
    int to = ends[index];
    boolean plain = to - from <= 15;
    for (int i = from; i < to && plain; i++) {
      plain = content[i] >= '0' && content[i] <= '9';
      whole = whole * 10 + (content[i] - '0');
    }
    if (plain) {
      return whole;
    }
    try {
      String text = field(index);
      // Java also reads hexadecimal numbers and a trailing d, which no trace means.
      return text.length() <= 64 && text.matches("[-+0-9.eE]+")
          ? Double.parseDouble(text)
          : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private OffsetDateTime date(int rowLine, String text) throws Refusal {
    String iso = text.replace(' ', 'T');
    try {
      boolean zoned =
          iso.length() > 19
              && (iso.endsWith("Z") || iso.lastIndexOf('+') > 0 || iso.lastIndexOf('-') > 10);
      return zoned ? OffsetDateTime.parse(iso) : LocalDateTime.parse(iso).atOffset(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new Refusal(
          "line " + rowLine + ": TIMESTAMP is " + Told.field(text) + ", which is no time",
          where,
          "write it like 2023-11-16 18:15:46.6805900");
    }
  }

  private String field(int index) {
    return new String(content, starts[index], ends[index] - starts[index], StandardCharsets.UTF_8);
  }

  // ---- rows

  /** Finds the fields of the next row, without the blanks around them. */
  private void row() throws Refusal {
    fields = 0;
    int rowLine = line;
    while (true) {
      if (fields == MOST_COLUMNS) {
        throw new Refusal(
            "line " + rowLine + " has more than " + Told.count(MOST_COLUMNS) + " fields",
            where,
            "leave columns out");
      }
      if (fields == starts.length) {
        starts = Arrays.copyOf(starts, 2 * fields);
        ends = Arrays.copyOf(ends, 2 * fields);
      }
      boolean last = nextField(rowLine);
      fields++;
      if (last) {
        return;
      }
    }
  }

  /** Finds one field; whether it was the row's last. */
  private boolean nextField(int rowLine) throws Refusal {
    int start = next;
    boolean quoted = false;
    while (next < content.length) {
      byte c = content[next];
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == separator || c == '\n')) {
        break;
      } else if (c == '\n') {
        throw new Refusal(
            "line " + rowLine + ": a quotation mark opens and does not close",
            where,
            "close it, or remove it");
      }
      next++;
    }
    int end = next;
    while (start < end && content[start] <= ' ' && content[start] >= 0) {
      start++;
    }
    while (end > start && content[end - 1] <= ' ' && content[end - 1] >= 0) {
      end--;
    }
    if (end - start >= 2 && content[start] == '"' && content[end - 1] == '"') {
      start++;
      end--;
    }
    starts[fields] = start;
    ends[fields] = end;
    boolean last = next >= content.length || content[next] == '\n';
    if (next < content.length) {
      line += last ? 1 : 0;
      next++;
    }
    return last;
  }
}
