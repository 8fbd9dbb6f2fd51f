// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import loopbench.series.Clock;
import loopbench.series.Labels;
import loopbench.series.Reduction;

/**
 * Series from a file: an answer of Prometheus' HTTP API, a CSV table with a time column, or
 * OpenMetrics text, told apart by what stands in it and not by its name.
 */
public final class FileSeries {
  /** Longer files are refused; a caller may look at the length before reading. */
  public static final int MAX_BYTES = Limits.STANDARD.bytes();

  private FileSeries() {}

  /**
   * Reads a file's content.
   *
   * @param fileName how the file is called in problems and provenance
   */
  public static SourceAnswer read(byte[] content, String fileName, FileQuery query) {
    return read(content, fileName, query, Limits.STANDARD);
  }

  /** Reads a file; one that is missing, unreadable or too long is a problem like any other. */
  public static SourceAnswer read(Path file, String fileName, FileQuery query) {
    byte[] content;
    try (InputStream in = Files.newInputStream(file)) {
      content = in.readNBytes(MAX_BYTES + 1);
    } catch (NoSuchFileException e) {
      return refused("there is no such file", fileName, "check the path; it is case-sensitive");
    } catch (IOException e) {
      return refused(
          Files.isDirectory(file) ? "this is a folder" : "the file cannot be read",
          fileName,
          "name a file that you may read");
    }
    return read(content, fileName, query);
  }

  static SourceAnswer read(byte[] content, String fileName, FileQuery query, Limits limits) {
    try {
      Raw raw = parse(content, fileName, limits);
      Map<String, List<Samples>> picked = pick(raw, fileName, query);
      return join(raw, picked, fileName, query, limits);
    } catch (Refusal e) {
      return new SourceAnswer.Refused(e.problem());
    }
  }

  private static SourceAnswer refused(String what, String where, String whatNow) {
    return new SourceAnswer.Refused(new SourceProblem(what, where, whatNow));
  }

  // ---- what kind of file

  private static Raw parse(byte[] content, String where, Limits limits) throws Refusal {
    if (content.length > limits.bytes()) {
      throw new Refusal(
          "the file is longer than " + Told.count(limits.bytes()) + " bytes",
          where,
          "cut it into shorter stretches or leave series out");
    }
    byte[] bytes = withoutByteOrderMark(content);
    int first = 0;
    while (first < bytes.length && bytes[first] <= ' ' && bytes[first] > 0) {
      first++;
    }
    if (first == bytes.length) {
      throw new Refusal("the file is empty", where, "give a file with series");
    }
    int start = bytes[first];
    if (start == '{' || start == '[') {
      return json(bytes, where, limits);
    }
    if (start == '<') {
      throw new Refusal(
          "this is a web page or XML, not series",
          where,
          "save the answer of the API, not the page around it or a login page");
    }
    return text(text(bytes, where), where, limits);
  }

  private static byte[] withoutByteOrderMark(byte[] content) {
    boolean marked =
        content.length >= 3
            && content[0] == (byte) 0xEF
            && content[1] == (byte) 0xBB
            && content[2] == (byte) 0xBF;
    return marked ? Arrays.copyOfRange(content, 3, content.length) : content;
  }

  private static Raw json(byte[] bytes, String where, Limits limits) throws Refusal {
    PrometheusAnswer.Answer answer = PrometheusAnswer.read(bytes, where, limits);
    if (answer.error().isPresent()) {
      throw new Refusal(
          "the file holds a server's refusal instead of series: "
              + Told.quote(answer.error().get().text()),
          where,
          "mend the query and save the answer again");
    }
    return new Raw(answer.series(), new long[0], answer.warnings());
  }

  private static Raw text(String text, String where, Limits limits) throws Refusal {
    String firstLine = text.lines().filter(l -> !l.isBlank()).findFirst().orElse("").strip();
    return OpenMetricsText.startsLike(firstLine)
        ? OpenMetricsText.read(text, where, limits)
        : CsvText.read(text, where, limits);
  }

  private static String text(byte[] bytes, String where) throws Refusal {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') < 0) {
        return text;
      }
    } catch (CharacterCodingException e) {
      // Told below: neither case is text that can be read.
    }
    throw new Refusal(
        "this is neither JSON nor UTF-8 text",
        where,
        "unpack it if it is compressed, or save it as UTF-8");
  }

  // ---- which series

  private static Map<String, List<Samples>> pick(Raw raw, String where, FileQuery query)
      throws Refusal {
    if (raw.series().isEmpty()) {
      throw new Refusal(
          "there is no series in it", where, "check the query and the range it was saved from");
    }
    Map<String, List<Samples>> picked = new LinkedHashMap<>();
    if (query.series().isEmpty()) {
      for (Samples samples : raw.series()) {
        if (picked.put(ownName(samples), List.of(samples)) != null) {
          throw new Refusal(
              "two series would both be called " + Told.field(ownName(samples)),
              where,
              "name the series you need");
        }
      }
    }
    for (Map.Entry<String, Pick> wanted : query.series().entrySet()) {
      picked.put(wanted.getKey(), pick(raw, where, wanted.getKey(), wanted.getValue()));
    }
    return picked;
  }

  /** A CSV column is called as its header says, without the unit that Labels would add. */
  private static String ownName(Samples samples) {
    Collection<String> names = samples.labels().byName().keySet();
    return names.stream().allMatch(n -> n.equals(Labels.METRIC) || n.equals(CsvText.UNIT))
            && names.contains(Labels.METRIC)
        ? samples.labels().get(Labels.METRIC)
        : samples.ownName();
  }

  private static List<Samples> pick(Raw raw, String where, String name, Pick pick) throws Refusal {
    if (pick instanceof Pick.Column column) {
      List<Samples> exact =
          raw.series().stream().filter(s -> ownName(s).equals(column.name())).toList();
      return exact.size() != 1
          ? metric(raw, where, name, new Pick.Metric(column.name(), Map.of(), Reduction.ONE))
          : exact;
    }
    return metric(raw, where, name, (Pick.Metric) pick);
  }

  private static List<Samples> metric(Raw raw, String where, String name, Pick.Metric wanted)
      throws Refusal {
    List<Samples> ofMetric =
        raw.series().stream()
            .filter(s -> s.labels().get(Labels.METRIC).equals(wanted.metric()))
            .toList();
    if (ofMetric.isEmpty()) {
      throw unknownMetric(raw, where, name, wanted.metric());
    }
    List<Samples> left = ofMetric;
    for (Map.Entry<String, String> match : wanted.match().entrySet()) {
      List<Samples> before = left;
      left =
          before.stream()
              .filter(s -> s.labels().get(match.getKey()).equals(match.getValue()))
              .toList();
      if (left.isEmpty()) {
        SortedSet<String> values = new TreeSet<>();
        before.forEach(s -> values.add('"' + s.labels().get(match.getKey()) + '"'));
        throw new Refusal(
            "`%s`: no series of %s has %s=\"%s\""
                .formatted(name, wanted.metric(), match.getKey(), Told.quote(match.getValue())),
            where,
            "the file has " + match.getKey() + " " + Told.some(values) + " there");
      }
    }
    if (wanted.reduce() == Reduction.ONE) {
      Several.refuse(
          name, left, where, "add `reduce: sum` (or max, avg), or pin the label under `match`");
    }
    return left;
  }

  private static Refusal unknownMetric(Raw raw, String where, String name, String wanted) {
    SortedSet<String> known = new TreeSet<>();
    raw.series().forEach(s -> known.add(s.labels().get(Labels.METRIC)));
    known.remove("");
    if (known.isEmpty()) {
      raw.series().forEach(s -> known.add(s.ownName()));
    }
    return new Refusal(
        "`%s`: there is no series called %s".formatted(name, Told.field(wanted)),
        where,
        Told.nearest(wanted, known).map(n -> "did you mean " + n + "? ").orElse("")
            + "the file has "
            + Told.some(known));
  }

  // ---- one clock

  private static SourceAnswer join(
      Raw raw, Map<String, List<Samples>> picked, String where, FileQuery query, Limits limits)
      throws Refusal {
    int count = picked.values().stream().mapToInt(List::size).sum();
    int mostInstants = limits.cells() / count;
    Optional<QueryRange> range = query.range().map(QueryRange::aligned);
    if (range.isPresent() && range.get().size() > mostInstants) {
      throw tooMuch(count, range.get().size(), where, limits);
    }
    Clock clock = range.isPresent() ? range.get().clock() : FileClock.of(raw, mostInstants);
    if (clock.size() > mostInstants) {
      throw tooMuch(count, clock.size(), where, limits);
    }
    long maxAgeMs = range.map(QueryRange::stepMs).orElse(1L);
    Map<String, String> told = new LinkedHashMap<>();
    Joined joined = new Joined(clock);
    for (Map.Entry<String, List<Samples>> one : picked.entrySet()) {
      Pick pick = query.series().get(one.getKey());
      Reduction reduction = pick instanceof Pick.Metric m ? m.reduce() : Reduction.ONE;
      joined.add(one.getKey(), one.getValue(), maxAgeMs, reduction, query.absent(), where);
      told.put(one.getKey(), pick == null ? one.getKey() : pick.text());
    }
    return joined.answer(where, told, range, raw.warnings());
  }

  private static Refusal tooMuch(int series, long instants, String where, Limits limits) {
    return new Refusal(
        "%s series at %s instants are more than the %s values that are kept"
            .formatted(Told.count(series), Told.count(instants), Told.count(limits.cells())),
        where,
        "pick fewer series, a shorter range or a longer step");
  }
}
