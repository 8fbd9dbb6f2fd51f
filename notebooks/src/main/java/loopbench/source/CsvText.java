// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loopbench.series.Labels;
import loopbench.series.Reading;

/**
 * A table with a time column: one header line of names, {@code name [unit]} where there is a unit,
 * then a row for each instant.
 *
 * <p>The separator is the comma, semicolon or tab that the header uses; quotes as in RFC 4180. The
 * time column is the one called time, timestamp, t, t_s, t_ms or alike, else the first; seconds or
 * milliseconds since the epoch (by its unit, else by size) or ISO-8601 with a zone. An empty field
 * is absent, {@code NaN} is NaN, {@code stale} a staleness marker. A unit becomes the label {@code
 * __unit__}, as Prometheus calls it.
 */
final class CsvText {
  static final String UNIT = "__unit__";
  private static final Pattern NAME_AND_UNIT = Pattern.compile("([^\\[]*)\\[([^\\[\\]]*)\\]");
  private static final Set<String> TIME_NAMES =
      Set.of(
          "time", "timestamp", "t", "ts", "t_s", "t_ms", "time_s", "time_ms", "date", "datetime");

  /** From here on a bare number counts milliseconds: as seconds it would be the year 5138. */
  private static final double MILLISECONDS_FROM = 1e11;

  private static final long LATEST_MS = 253_402_300_800_000L;

  private enum TimeForm {
    SECONDS,
    MILLISECONDS,
    ISO
  }

  private record Column(String name, String unit) {
    String shown() {
      return unit.isEmpty() ? name : name + " [" + unit + "]";
    }
  }

  private final String text;
  private final String where;
  private final Limits limits;
  private final char separator;
  private int next;
  private int line = 1;

  private CsvText(String text, String where, Limits limits) {
    this.text = text;
    this.where = where;
    this.limits = limits;
    this.separator = separatorOf(text);
  }

  static Raw read(String text, String where, Limits limits) throws Refusal {
    return new CsvText(text, where, limits).table();
  }

  private Raw table() throws Refusal {
    List<Column> columns = header();
    int time = timeColumn(columns);
    List<Samples> series = new ArrayList<>();
    for (Column column : columns) {
      Map<String, String> labels = new TreeMap<>(Map.of(Labels.METRIC, column.name()));
      if (!column.unit().isEmpty()) {
        labels.put(UNIT, column.unit());
      }
      series.add(new Samples(Labels.of(labels)));
    }
    TimeForm form = null;
    long[] instants = new long[16];
    int rows = 0;
    List<String> row = new ArrayList<>();
    for (int at = rowStart(); readRow(row); at = rowStart()) {
      if (row.size() == 1 && row.get(0).isBlank()) {
        continue;
      }
      if (row.size() != columns.size()) {
        throw new Refusal(
            "line %d has %d %s where the header names %d columns: %s"
                .formatted(
                    at,
                    row.size(),
                    row.size() == 1 ? "field" : "fields",
                    columns.size(),
                    Told.field(String.join(String.valueOf(separator), row))),
            where,
            "complete the row or remove it; an absent value is an empty field");
      }
      if (form == null) {
        form = timeForm(columns.get(time), row.get(time).strip());
      }
      long timeMs = time(row.get(time).strip(), form, at, time, columns.get(time));
      if (rows > 0 && timeMs <= instants[rows - 1]) {
        throw new Refusal(
            "line %d is not later than the row before it: %s"
                .formatted(at, Told.field(row.get(time))),
            where,
            "put the rows into the order of time, each instant once");
      }
      if ((rows + 1L) * columns.size() > limits.points()) {
        throw new Refusal(
            "the table has more than " + Told.count(limits.points()) + " fields",
            where,
            "cut it into shorter files or leave columns out");
      }
      if (rows == instants.length) {
        instants = Arrays.copyOf(instants, rows * 2);
      }
      instants[rows++] = timeMs;
      for (int c = 0; c < columns.size(); c++) {
        if (c != time) {
          take(row.get(c).strip(), timeMs, series.get(c), at, c, columns.get(c));
        }
      }
    }
    if (rows == 0) {
      throw new Refusal(
          "there is a header but no row", where, "add a row for each instant below it");
    }
    series.remove(time);
    return new Raw(series, Arrays.copyOf(instants, rows), List.of());
  }

  private void take(String field, long timeMs, Samples into, int at, int c, Column column)
      throws Refusal {
    if (field.isEmpty()) {
      return;
    }
    if (field.equalsIgnoreCase("stale")) {
      into.add(timeMs, Double.NaN, Reading.STALE);
      return;
    }
    OptionalDouble value = NumberText.parse(field);
    if (value.isEmpty()) {
      boolean comma = field.matches("[+-]?[0-9.]*,[0-9]+([eE][+-]?[0-9]+)?");
      throw new Refusal(
          "line %d, column %d (%s): %s is not a number"
              .formatted(at, c + 1, column.shown(), Told.field(field)),
          where,
          comma
              ? "write numbers with a decimal point"
              : "mend the field, or leave it empty where nothing was measured");
    }
    into.add(timeMs, value.getAsDouble());
  }

  // ---- header

  private List<Column> header() throws Refusal {
    List<String> names = new ArrayList<>();
    int at;
    do {
      at = rowStart();
      if (!readRow(names)) {
        throw new Refusal("the file is empty", where, "give a table with a header line");
      }
    } while (names.size() == 1 && names.get(0).isBlank());
    if (names.size() < 2) {
      throw new Refusal(
          "the header names one column only: " + Told.field(names.get(0)),
          where,
          "give a time column and one more, separated by comma, semicolon or tab");
    }
    if (names.size() > limits.series()) {
      throw new Refusal(
          "the header names more than " + Told.count(limits.series()) + " columns",
          where,
          "leave columns out");
    }
    List<Column> columns = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int c = 0; c < names.size(); c++) {
      Column column = column(names.get(c).strip());
      if (c == 0 && looksLikeData(column.name())) {
        throw new Refusal(
            "line %d starts with %s, which is data, where the columns' names should stand"
                .formatted(at, Told.field(column.name())),
            where,
            "add a header line such as: time,queue [requests]");
      }
      if (column.name().isEmpty()) {
        throw new Refusal(
            "line %d, column %d has no name".formatted(at, c + 1),
            where,
            "name every column in the header");
      }
      if (!seen.add(column.name())) {
        throw new Refusal(
            "line %d, column %d: the name %s stands twice in the header"
                .formatted(at, c + 1, Told.field(column.name())),
            where,
            "name every column differently");
      }
      columns.add(column);
    }
    return columns;
  }

  private static boolean looksLikeData(String name) {
    return NumberText.parse(name).isPresent() || name.matches("\\d{4}-\\d\\d-\\d\\d([T ].*)?");
  }

  private static Column column(String header) {
    Matcher withUnit = NAME_AND_UNIT.matcher(header);
    return withUnit.matches()
        ? new Column(withUnit.group(1).strip(), withUnit.group(2).strip())
        : new Column(header, "");
  }

  private static int timeColumn(List<Column> columns) {
    for (int c = 0; c < columns.size(); c++) {
      if (TIME_NAMES.contains(columns.get(c).name().toLowerCase(Locale.ROOT))) {
        return c;
      }
    }
    return 0;
  }

  // ---- time

  private static TimeForm timeForm(Column column, String first) {
    String name = column.name().toLowerCase(Locale.ROOT);
    OptionalDouble number = NumberText.parse(first);
    if (number.isEmpty()) {
      return TimeForm.ISO;
    }
    if (column.unit().equals("ms") || name.endsWith("_ms")) {
      return TimeForm.MILLISECONDS;
    }
    if (column.unit().equals("s") || name.endsWith("_s")) {
      return TimeForm.SECONDS;
    }
    return Math.abs(number.getAsDouble()) >= MILLISECONDS_FROM
        ? TimeForm.MILLISECONDS
        : TimeForm.SECONDS;
  }

  private long time(String field, TimeForm form, int at, int c, Column column) throws Refusal {
    // Put into words only where it is needed: this runs for every row.
    Supplier<String> place =
        () ->
            "line %d, column %d (%s): %s ".formatted(at, c + 1, column.shown(), Told.field(field));
    if (form == TimeForm.ISO) {
      return isoTime(field, place);
    }
    OptionalDouble number = NumberText.parse(field);
    double ms = number.orElse(Double.NaN) * (form == TimeForm.SECONDS ? 1000 : 1);
    if (!(Math.abs(ms) < LATEST_MS)) {
      throw new Refusal(
          place.get() + "is not a time",
          where,
          "write "
              + (form == TimeForm.SECONDS ? "seconds" : "milliseconds")
              + " since 1970, as the first row does");
    }
    return Math.round(ms);
  }

  private long isoTime(String field, Supplier<String> place) throws Refusal {
    String iso =
        field.length() > 10 && field.charAt(10) == ' '
            ? field.substring(0, 10) + 'T' + field.substring(11)
            : field;
    try {
      long ms = OffsetDateTime.parse(iso).toInstant().toEpochMilli();
      if (Math.abs(ms) < LATEST_MS) {
        return ms;
      }
    } catch (DateTimeException | ArithmeticException e) {
      if (isLocal(iso)) {
        throw new Refusal(
            place.get() + "has no time zone", where, "add Z for UTC, or an offset such as +02:00");
      }
    }
    throw new Refusal(
        place.get() + "is not a time",
        where,
        "write seconds or milliseconds since 1970, or ISO-8601 such as 2026-08-21T10:00:00Z");
  }

  private static boolean isLocal(String iso) {
    try {
      return iso.length() > 10 ? LocalDateTime.parse(iso) != null : LocalDate.parse(iso) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  // ---- rows

  private static char separatorOf(String text) {
    int start = 0;
    while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
      start++;
    }
    boolean quoted = false;
    int commas = 0;
    int semicolons = 0;
    int tabs = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted) {
        if (c == '\n' || c == '\r') {
          break;
        }
        commas += c == ',' ? 1 : 0;
        semicolons += c == ';' ? 1 : 0;
        tabs += c == '\t' ? 1 : 0;
      }
    }
    return semicolons > commas && semicolons >= tabs ? ';' : tabs > commas ? '\t' : ',';
  }

  private int rowStart() {
    return line;
  }

  /** Reads the next row's fields; false at the end of the text. */
  private boolean readRow(List<String> fields) throws Refusal {
    fields.clear();
    if (next >= text.length()) {
      return false;
    }
    while (true) {
      fields.add(field());
      if (fields.size() > limits.series() + 1) {
        throw new Refusal(
            "line " + line + " has more than " + Told.count(limits.series()) + " fields",
            where,
            "leave columns out");
      }
      if (next >= text.length()) {
        return true;
      }
      char end = text.charAt(next++);
      if (end != separator) {
        if (end == '\r' && next < text.length() && text.charAt(next) == '\n') {
          next++;
        }
        line++;
        return true;
      }
    }
  }

  private String field() throws Refusal {
    int start = next;
    while (start < text.length() && text.charAt(start) == ' ') {
      start++;
    }
    if (start < text.length() && text.charAt(start) == '"') {
      return quoted(start);
    }
    while (next < text.length() && !ends(text.charAt(next))) {
      next++;
    }
    return text.substring(start > next ? next : start, next);
  }

  private boolean ends(char c) {
    return c == separator || c == '\n' || c == '\r';
  }

  private String quoted(int opening) throws Refusal {
    int openedOn = line;
    StringBuilder field = new StringBuilder();
    int i = opening + 1;
    while (true) {
      if (i >= text.length()) {
        throw new Refusal(
            "line " + openedOn + ": a quotation mark opens and does not close",
            where,
            "close it, or remove it");
      }
      char c = text.charAt(i++);
      if (c == '"') {
        if (i < text.length() && text.charAt(i) == '"') {
          i++;
        } else {
          break;
        }
      }
      line += c == '\n' ? 1 : 0;
      field.append(c);
    }
    while (i < text.length() && text.charAt(i) == ' ') {
      i++;
    }
    if (i < text.length() && !ends(text.charAt(i))) {
      throw new Refusal(
          "line %d: %s follows a closing quotation mark"
              .formatted(line, Told.field(text.substring(i, i + 1))),
          where,
          "double a quotation mark inside quotes, or remove it");
    }
    next = i;
    return field.toString();
  }
}
