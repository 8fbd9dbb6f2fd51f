// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table as this program writes it into a notebook: plain HTML without style, class or script.
 *
 * <p>Laws: {@code read(write(t))} is t; what reads as a table writes the same text again, so no
 * other HTML is ever taken for one.
 *
 * @param header the headings
 * @param rows each as long as the header
 */
public record TableHtml(List<String> header, List<List<String>> rows) {
  private static final String HEAD = "<table>\n<thead>\n";
  private static final String BODY = "</thead>\n<tbody>\n";
  private static final String END = "</tbody>\n</table>\n";
  private static final Pattern CELL = Pattern.compile("<t[hd]>([^<]*)</t[hd]>");

  public TableHtml {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(
            "rows must have " + header.size() + " fields as the header has, was " + row);
      }
    }
  }

  static String write(TableHtml table) {
    StringBuilder html = new StringBuilder(HEAD);
    row(html, "th", table.header);
    html.append(BODY);
    table.rows.forEach(row -> row(html, "td", row));
    return html.append(END).toString();
  }

  /** The table that a text is, if this program may have written it. */
  public static Optional<TableHtml> read(String html) {
    int body = html.indexOf(BODY);
    if (!html.startsWith(HEAD) || !html.endsWith(END) || body < HEAD.length()) {
      return Optional.empty();
    }
    List<String> header = cells(html.substring(HEAD.length(), body));
    List<List<String>> rows = new ArrayList<>();
    int from = body + BODY.length();
    int to = Math.max(from, html.length() - END.length());
    for (String line : html.substring(from, to).split("(?<=</tr>\n)")) {
      List<String> row = cells(line);
      if (line.isEmpty()) {
        continue;
      }
      if (row.size() != header.size()) {
        return Optional.empty();
      }
      rows.add(row);
    }
    TableHtml table = new TableHtml(header, rows);
    return write(table).equals(html) ? Optional.of(table) : Optional.empty();
  }

  private static List<String> cells(String row) {
    List<String> cells = new ArrayList<>();
    Matcher matcher = CELL.matcher(row);
    while (matcher.find()) {
      cells.add(
          matcher
              .group(1)
              .replace("&quot;", "\"")
              .replace("&gt;", ">")
              .replace("&lt;", "<")
              .replace("&amp;", "&"));
    }
    return cells;
  }

  private static void row(StringBuilder html, String tag, List<String> texts) {
    html.append("<tr>");
    for (String text : texts) {
      html.append('<').append(tag).append('>').append(escaped(text));
      html.append("</").append(tag).append('>');
    }
    html.append("</tr>\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
