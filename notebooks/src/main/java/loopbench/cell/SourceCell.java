// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Unit;
import loopbench.knob.Nearest;
import loopbench.series.Reading;
import loopbench.series.Reduction;
import loopbench.series.Series;
import loopbench.series.SeriesSet;
import loopbench.source.Absent;
import loopbench.source.Connection;
import loopbench.source.FileQuery;
import loopbench.source.FileSeries;
import loopbench.source.Pick;
import loopbench.source.PrometheusSeries;
import loopbench.source.Provenance;
import loopbench.source.QueryRange;
import loopbench.source.RangeQuery;
import loopbench.source.Snapshot;
import loopbench.source.SourceAnswer;
import loopbench.source.SourceProblem;

/** {@code source}: series from a file or a Prometheus server, or a snapshot of its answer. */
public final class SourceCell implements CellKind {
  /** The field that names a snapshot by its hash. */
  public static final String SNAPSHOT = "snapshot";

  static final String WORD = "source";
  private static final Pattern HASH = Pattern.compile("sha256:[0-9a-f]{64}");

  /**
   * What a source gives: its series, and where they come from.
   *
   * @param asked what a server was asked, in a form that changes when that does; empty else
   */
  public record Loaded(SeriesSet series, Provenance provenance, Optional<String> asked) {
    Loaded(SeriesSet series, Provenance provenance) {
      this(series, provenance, Optional.empty());
    }
  }

  /**
   * What a source says before it was read.
   *
   * @param file how to read it, where it is a file or a snapshot, which is there already
   */
  record Named(String origin, Optional<OfFile> file) {}

  /**
   * A file's series.
   *
   * @param identity all that they depend on
   */
  record OfFile(String identity, Supplier<SourceAnswer> read) {}

  @Override
  public String word() {
    return WORD;
  }

  @Override
  public Cost cost() {
    return Cost.AUTO;
  }

  /** A server is asked when the operator says so, a file or a snapshot is read at once. */
  @Override
  public Cost cost(Fields fields) {
    return fields.has("prometheus") && !fields.has(SNAPSHOT) ? Cost.ON_DEMAND : Cost.AUTO;
  }

  @Override
  public Recipe read(Fields fields) {
    Optional<String> file = fields.text("file");
    Optional<String> prometheus = fields.text("prometheus");
    Absent absent =
        Absent.named(fields.word("absent", List.of("keep", "zero", "error"), "keep"))
            .orElse(Absent.KEEP);
    Optional<String> snapshot = fields.text(SNAPSHOT);
    if (snapshot.isPresent() && !HASH.matcher(snapshot.get()).matches()) {
      fields.wrong(
          SNAPSHOT,
          "the snapshot is no sha256: and 64 digits.",
          "Take the line out, and let `loopbench freeze` write it.");
    }
    if (snapshot.isPresent() && file.isPresent()) {
      fields.wrong(SNAPSHOT, "a file needs no snapshot.", "Take the line out.");
    }
    Optional<Fields> range = fields.nested("range");
    if (file.isPresent() == prometheus.isPresent()) {
      fields.wrong(
          file.isPresent() ? "prometheus" : "file",
          file.isPresent()
              ? "a file and a connection are both named."
              : "neither a file nor a connection is named.",
          "Write exactly one of `file: samples/series/queue-incident.json` and `prometheus: prod`.");
    }
    Optional<Span> span = range.flatMap(SourceCell::span);
    if (file.isPresent()) {
      Map<String, Pick> picks = picks(fields);
      if (span.isPresent() && span.get().lastMs() > 0) {
        fields.wrong(
            "range", "a file does not end now.", "Write `range: {from: ..., to: ..., step: 15s}`.");
      }
      Optional<QueryRange> instants = span.flatMap(s -> instants(fields, s));
      return fromFile(fields.where(), file.get(), new FileQuery(picks, instants, absent));
    }
    Map<String, String> promql = new LinkedHashMap<>(fields.pairs("series"));
    if (promql.isEmpty()) {
      fields.wrong(
          "series", "series is missing.", "Write one PromQL text a name: `queue: sum(...)`.");
    }
    if (range.isEmpty()) {
      fields.wrong("range", "range is missing.", "Write `range: {last: 90m, step: 15s}`.");
    }
    if (!fields.sound()) {
      return null;
    }
    String asked = prometheus.get() + " " + promql + " " + span.orElseThrow() + " " + absent;
    return snapshot.isPresent()
        ? fromSnapshot(fields, prometheus.get(), snapshot.get(), asked)
        : fromServer(fields, prometheus.get(), promql, span.orElseThrow(), absent, asked);
  }

  // ---- files -------------------------------------------------------------------------------

  private static Recipe fromFile(String where, String file, FileQuery query) {
    return upstream -> {
      Library.Found found = upstream.library().file(file);
      if (!found.ok()) {
        return Preparation.wrong(CellProblem.of(where, 0, "file", found.problem(), ""));
      }
      String identity = file + " " + found.sha256() + " " + query;
      Supplier<SourceAnswer> read = () -> FileSeries.read(found.content(), file, query);
      return new Preparation.Ready(
          new Named(file, Optional.of(new OfFile(identity, read))),
          identity,
          List.of(),
          (results, control) -> loaded(where, read.get()));
    };
  }

  private static Map<String, Pick> picks(Fields fields) {
    Map<String, Pick> picks = new LinkedHashMap<>();
    fields
        .nested("series")
        .ifPresent(
            all -> {
              for (String name : all.keys()) {
                if (!all.isMapping(name)) {
                  all.text(name).ifPresent(column -> picks.put(name, new Pick.Column(column)));
                  continue;
                }
                Fields one = all.nested(name).orElseThrow();
                String metric = one.requiredText("metric", "metric: llm_d_epp_request_running");
                String reduce = one.word("reduce", List.of("one", "sum", "max", "avg"), "one");
                picks.put(
                    name,
                    new Pick.Metric(
                        metric, one.pairs("match"), Reduction.named(reduce).orElseThrow()));
                one.finish();
              }
            });
    return picks;
  }

  // ---- servers -----------------------------------------------------------------------------

  private static Recipe fromServer(
      Fields fields,
      String name,
      Map<String, String> promql,
      Span span,
      Absent absent,
      String asked) {
    String where = fields.where();
    int line = fields.lineOf("prometheus");
    Optional<QueryRange> fixed = span.lastMs() > 0 ? Optional.empty() : instants(fields, span);
    return upstream -> {
      Optional<Connection> connection = upstream.library().connection(name);
      if (connection.isEmpty()) {
        return Preparation.wrong(
            CellProblem.of(
                where,
                line,
                "prometheus",
                "this machine has no connection called `" + name + "`.",
                "Add it to this machine's connections, or name a file."));
      }
      Work work =
          (results, control) -> {
            if (!control.online()) {
              throw new CellFailure(
                  CellProblem.of(
                      where,
                      line,
                      "prometheus",
                      "the network is refused here (--frozen), and this source has no snapshot.",
                      "Take one where the server can be reached: `loopbench freeze "
                          + notebook(upstream.library())
                          + " "
                          + where.replaceFirst("^source\\.", "")
                          + "`."));
            }
            QueryRange range =
                fixed.orElseGet(
                    () ->
                        QueryRange.last(
                            Duration.ofMillis(span.lastMs()),
                            Duration.ofMillis(span.stepMs()),
                            Instant.ofEpochMilli(upstream.library().nowMs())));
            SourceAnswer answer =
                PrometheusSeries.fetch(
                    connection.get(), new RangeQuery(promql, range, absent), control::cancelled);
            control.check();
            return loaded(where, answer, Optional.of(asked));
          };
      return new Preparation.Ready(new Named(name, Optional.empty()), asked, List.of(), work, true);
    };
  }

  private static String notebook(Library library) {
    return library.notebook().isEmpty() ? "NOTEBOOK" : library.notebook();
  }

  // ---- snapshots ---------------------------------------------------------------------------

  /** Where a snapshot lies, from the notebook's folder. */
  public static String snapshotPath(String sha256) {
    return "snapshots/" + sha256.substring("sha256:".length(), "sha256:".length() + 16) + ".json";
  }

  private static Recipe fromSnapshot(Fields fields, String name, String sha256, String asked) {
    String where = fields.where();
    int line = fields.lineOf(SNAPSHOT);
    String path = snapshotPath(sha256);
    return upstream -> {
      Library.Found found = upstream.library().file(path);
      String again =
          "Take `snapshot` out to ask the server again, or freeze it again with `loopbench freeze "
              + notebook(upstream.library())
              + "`.";
      if (!found.ok() || !sha256.equals("sha256:" + found.sha256())) {
        return Preparation.wrong(
            CellProblem.of(
                where,
                line,
                SNAPSHOT,
                found.ok()
                    ? "`" + path + "` was changed since it was frozen."
                    : "the snapshot is not here: " + found.problem(),
                again));
      }
      String identity = asked + " " + sha256;
      Supplier<SourceAnswer> read =
          () ->
              Snapshot.read(found.content())
                  .filter(s -> s.asked().equals(asked))
                  .map(s -> (SourceAnswer) s.data())
                  .orElseGet(
                      () ->
                          new SourceAnswer.Refused(
                              new SourceProblem(
                                  "the snapshot answers another query, range or step than this"
                                      + " cell asks",
                                  path,
                                  again)));
      return new Preparation.Ready(
          new Named(name, Optional.of(new OfFile(identity, read))),
          identity,
          List.of(),
          (results, control) -> loaded(where, read.get()));
    };
  }

  private static Result loaded(String where, SourceAnswer answer) throws CellFailure {
    return loaded(where, answer, Optional.empty());
  }

  private static Result loaded(String where, SourceAnswer answer, Optional<String> asked)
      throws CellFailure {
    CellFailure[] failure = new CellFailure[1];
    Result result =
        answer.match(
            new SourceAnswer.Cases<Result>() {
              @Override
              public Result data(SourceAnswer.Data data) {
                return shown(where, data, asked);
              }

              @Override
              public Result refused(SourceAnswer.Refused refused) {
                failure[0] =
                    new CellFailure(
                        CellProblem.of(
                            where,
                            0,
                            "",
                            refused.problem().where()
                                + ": "
                                + Sentences.ended(refused.problem().what()),
                            Sentences.sentence(refused.problem().whatNow())));
                return null;
              }
            });
    if (failure[0] != null) {
      throw failure[0];
    }
    return result;
  }

  private static Result shown(String where, SourceAnswer.Data data, Optional<String> asked) {
    SeriesSet set = data.series();
    List<List<String>> rows = new ArrayList<>();
    for (Series series : set.series()) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < series.size(); i++) {
        if (series.reading(i) == Reading.VALUE) {
          least = Math.min(least, series.value(i));
          most = Math.max(most, series.value(i));
        }
      }
      long values = series.count(Reading.VALUE);
      rows.add(
          List.of(
              series.name(),
              Long.toString(values),
              Long.toString(series.count(Reading.ABSENT)),
              Long.toString(series.count(Reading.NAN)),
              Long.toString(series.count(Reading.STALE)),
              values == 0 ? "" : Numbers.brief(least),
              values == 0 ? "" : Numbers.brief(most)));
    }
    int size = set.clock().size();
    String instants =
        size == 0
            ? "no instants"
            : size
                + (size == 1 ? " instant" : " instants")
                + " from "
                + Instant.ofEpochMilli(set.clock().timeMs(0))
                + " to "
                + Instant.ofEpochMilli(set.clock().timeMs(size - 1));
    String sentence =
        where
            + " holds "
            + Sentences.joined(set.names())
            + ": "
            + instants
            + "."
            + (data.provenance().warnings().isEmpty()
                ? ""
                : " The source remarked: " + String.join("; ", data.provenance().warnings()) + ".");
    List<Output> outputs = new ArrayList<>();
    if (size > 1) {
      outputs.add(new Output.Chart(SeriesFigures.of(where, set), sentence));
    }
    outputs.add(
        new Output.Table(
            List.of("series", "values", "absent", "NaN", "stale", "least", "most"),
            rows,
            sentence));
    return Result.of(new Loaded(set, data.provenance(), asked), outputs)
        .withFingerprint("sha256:" + data.provenance().sha256());
  }

  // ---- ranges ------------------------------------------------------------------------------

  /** A range as written: two instants, or a stretch before now. */
  record Span(String from, String to, long lastMs, long stepMs) {}

  private static Optional<Span> span(Fields range) {
    OptionalDouble last = range.quantity("last", Unit.MILLISECONDS);
    OptionalDouble step = range.quantity("step", Unit.MILLISECONDS);
    String from = range.text("from").orElse("");
    String to = range.text("to").orElse("");
    range.finish();
    if (step.isEmpty() || !(step.getAsDouble() >= 1)) {
      range.wrong("step", "range.step is missing or not above 0.", "Write `step: 15s`.");
      return Optional.empty();
    }
    if (last.isPresent() == !(from.isEmpty() && to.isEmpty())
        || (last.isEmpty() && (from.isEmpty() || to.isEmpty()))) {
      range.wrong(
          "from",
          "range needs either from and to, or last.",
          "Write `{from: 2026-08-21T10:00:00Z, to: 2026-08-21T11:30:00Z, step: 15s}` or `{last: 90m, step: 15s}`.");
      return Optional.empty();
    }
    if (last.isPresent() && !(last.getAsDouble() >= 1)) {
      range.wrong("last", "range.last is not above 0.", "Write `last: 90m`.");
      return Optional.empty();
    }
    return Optional.of(new Span(from, to, (long) last.orElse(0), (long) step.getAsDouble()));
  }

  private static Optional<QueryRange> instants(Fields fields, Span span) {
    try {
      Instant from = OffsetDateTime.parse(span.from()).toInstant();
      Instant to = OffsetDateTime.parse(span.to()).toInstant();
      return Optional.of(new QueryRange(from.toEpochMilli(), to.toEpochMilli(), span.stepMs()));
    } catch (DateTimeException e) {
      fields.wrong(
          "range", "range.from or range.to is no instant.", "Write it like 2026-08-21T10:00:00Z.");
    } catch (IllegalArgumentException e) {
      fields.wrong("range", Sentences.ended(e.getMessage()), "");
    }
    return Optional.empty();
  }

  /** A series of a loaded source, or a failure that names the ones there are. */
  static Series named(Loaded loaded, String name, String where, int line, String field)
      throws CellFailure {
    Optional<Series> series = loaded.series().named(name);
    if (series.isEmpty()) {
      List<String> names = loaded.series().names();
      String hint = Nearest.hint(name, names).strip();
      throw new CellFailure(
          CellProblem.of(
              where,
              line,
              field,
              "the source has no series called `" + name + "`.",
              hint.isEmpty() ? "It has " + Sentences.joined(names) + "." : hint));
    }
    return series.get();
  }
}
