// SPDX-License-Identifier: Apache-2.0
package loopbench.source;

import static loopbench.source.Answers.data;
import static loopbench.source.Answers.readings;
import static loopbench.source.Answers.sentence;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import loopbench.series.Labels;
import loopbench.series.Reduction;
import loopbench.series.Series;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileSeriesTest {
  private static SourceAnswer read(String content, FileQuery query) {
    return FileSeries.read(content.getBytes(StandardCharsets.UTF_8), "in.txt", query);
  }

  private static SourceAnswer read(String content) {
    return read(content, FileQuery.ALL);
  }

  private static Series only(SourceAnswer answer) {
    assertThat(data(answer).series().series()).hasSize(1);
    return data(answer).series().series().get(0);
  }

  private static FileQuery query(Map<String, Pick> series) {
    return new FileQuery(series, Optional.empty(), Absent.KEEP);
  }

  private static Pick metric(String metric, Map<String, String> match, Reduction reduce) {
    return new Pick.Metric(metric, match, reduce);
  }

  private static byte[] resource(String name) {
    try (InputStream in = FileSeriesTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
  }

  @Nested
  class PrometheusJson {
    private SourceAnswer pods(FileQuery query) {
      return FileSeries.read(resource("pods.json"), "pods.json", query);
    }

    @Test
    void allSeriesAreNamedByTheirLabelsOnOneClockWithoutMissingInstants() {
      SourceAnswer.Data all = data(pods(FileQuery.ALL));
      assertThat(all.series().names())
          .containsExactly(
              "queue{namespace=\"a\", pod=\"epp-1\"}",
              "queue{namespace=\"a\", pod=\"epp-2\"}",
              "ratio{namespace=\"a\"}");
      // Nobody has a sample at 1045: it is an instant all the same, or a gap would look like none.
      assertThat(all.series().clock().timesMs())
          .containsExactly(1_000_000, 1_015_000, 1_030_000, 1_045_000, 1_060_000);
      assertThat(all.series().series().stream().map(Answers::readings))
          .containsExactly("3 0 - - -", "- - - - 2", "0.5 nan Infinity - -Infinity");
      assertThat(all.provenance().warnings()).containsExactly("a warning from the server");
      assertThat(all.provenance().origin()).isEqualTo("pods.json");
      assertThat(all.provenance().range()).isEmpty();
    }

    @Test
    void seriesAreReducedAcrossTheirLabels() {
      Map<String, Pick> picks = new LinkedHashMap<>();
      picks.put("sum", metric("queue", Map.of("namespace", "a"), Reduction.SUM));
      picks.put("one", metric("queue", Map.of("pod", "epp-2"), Reduction.ONE));
      SourceAnswer.Data data = data(pods(query(picks)));
      assertThat(data.series().names()).containsExactly("sum", "one");
      assertThat(readings(data.series().named("sum").get())).isEqualTo("3 0 - - 2");
      assertThat(readings(data.series().named("one").get())).isEqualTo("- - - - 2");
      assertThat(data.provenance().queries())
          .containsExactly(
              Map.entry("sum", "sum(queue{namespace=\"a\"})"),
              Map.entry("one", "queue{pod=\"epp-2\"}"));
    }

    @Test
    void severalWhereOneIsNeededNamesWhatDiffers() {
      assertThat(sentence(pods(query(Map.of("q", metric("queue", Map.of(), Reduction.ONE))))))
          .isEqualTo(
              "pods.json: `q` is 2 series where one is needed; they differ in pod (\"epp-1\","
                  + " \"epp-2\"); add `reduce: sum` (or max, avg), or pin the label under `match`.");
      assertThat(sentence(pods(query(Map.of("q", new Pick.Column("queue"))))))
          .contains("`q` is 2 series where one is needed");
    }

    @Test
    void aWrongNameOffersTheNearest() {
      assertThat(sentence(pods(query(Map.of("q", metric("quue", Map.of(), Reduction.SUM))))))
          .isEqualTo(
              "pods.json: `q`: there is no series called \"quue\"; did you mean queue? the file"
                  + " has queue, ratio.");
      assertThat(
              sentence(
                  pods(query(Map.of("q", metric("queue", Map.of("pod", "x"), Reduction.SUM))))))
          .isEqualTo(
              "pods.json: `q`: no series of queue has pod=\"x\"; the file has pod \"epp-1\","
                  + " \"epp-2\" there.");
    }

    @Test
    void aMetricWithOneSeriesGoesByItsBareName() {
      assertThat(readings(only(pods(query(Map.of("r", new Pick.Column("ratio")))))))
          .isEqualTo("0.5 nan Infinity - -Infinity");
      assertThat(
              readings(
                  only(
                      pods(
                          query(
                              Map.of(
                                  "r",
                                  new Pick.Column("queue{namespace=\"a\", pod=\"epp-1\"}")))))))
          .isEqualTo("3 0 - - -");
    }

    @Test
    void aRangeIsAlignedToItsStepAndAnswersLikeARangeQuery() {
      FileQuery query =
          new FileQuery(
              Map.of("q", metric("queue", Map.of(), Reduction.SUM)),
              Optional.of(new QueryRange(1_004_000, 1_075_000, 30_000)),
              Absent.KEEP);
      SourceAnswer.Data data = data(pods(query));
      assertThat(data.series().clock().timesMs()).containsExactly(990_000, 1_020_000, 1_050_000);
      assertThat(readings(data.series().series().get(0))).isEqualTo("- 0 -");
      assertThat(data.provenance().range()).contains(new QueryRange(990_000, 1_050_000, 30_000));
    }

    @Test
    void absentBecomesZeroOrAProblemOnlyWhenAsked() {
      Map<String, Pick> pick = Map.of("q", metric("queue", Map.of(), Reduction.SUM));
      assertThat(readings(only(pods(new FileQuery(pick, Optional.empty(), Absent.ZERO)))))
          .isEqualTo("3 0 0 0 2");
      assertThat(sentence(pods(new FileQuery(pick, Optional.empty(), Absent.ERROR))))
          .isEqualTo(
              "pods.json: `q` is absent at 1970-01-01T00:17:10Z and 1 other instants; ask for a"
                  + " range without the gap, or say `absent: keep` or `absent: zero`.");
    }

    @Test
    void nanIsNotAbsent() {
      FileQuery zero =
          new FileQuery(Map.of("r", new Pick.Column("ratio")), Optional.empty(), Absent.ZERO);
      assertThat(readings(only(pods(zero)))).isEqualTo("0.5 nan Infinity 0 -Infinity");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            {"status":"success","data":{"resultType":"vector","result":[{"metric":{"__name__":"up"},"value":[5,"1"]}]}} | up
            {"data":{"result":[{"values":[[5,"1"]],"metric":{"__name__":"up"}}],"resultType":"matrix"},"status":"success"} | up
            {"status":"success","data":{"resultType":"scalar","result":[5,"1"]}} | value
            {"status":"success","extra":{"deep":[[{}]]},"data":{"resultType":"matrix","stats":{},"result":[{"metric":{},"values":[[5.0,1]]}]}} | value
            """)
    void everyFormOfTheApiIsRead(String json, String name) {
      Series one = only(read(json));
      assertThat(one.name()).isEqualTo(name);
      assertThat(one.clock().timesMs()).containsExactly(5000);
      assertThat(readings(one)).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[5,"1"],[6 | the answer stops in the middle, at line 1, column 94; fetch it again
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"val | the answer stops in the middle, at line 1, column 78
            {"status":"success","data":{"resultType":"matrix","result":[}]}} | the JSON is malformed at line 1, column 61 (Unexpected close marker '}': expected ']'); give the answer
            {"status":"success","data":{"resultType":"matrix","result":[]}} | there is no series in it; check the query and the range
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[]}]}} | there is no series in it
            {"status":"error","errorType":"bad_data","error":"parse error"} | the file holds a server's refusal instead of series: parse error
            {"status":"success","data":{"resultType":"string","result":[5,"1"]}} | the result is a "string", which holds no series
            {"cells":[],"nbformat":4} | not an answer of Prometheus' HTTP API: it has no status
            {"status":"success"} | it has no data with a result
            [1,2] | expected an object with status and data at line 1, column 1
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[5,"1"],[5,"2"]]}]}} | not later than the one before it, at the end of the sample at line 1, column 98
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[5,"one"]]}]}} | expected a value such as "12.5" or "NaN" at line 1, column 87
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[["5","1"]]}]}} | expected a time in seconds at line 1, column 85
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"values":[[1e300,"1"]]}]}} | expected a time in seconds before the year 10000
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{"a":"1","a":"2"},"values":[]}]}} | expected each label once at line 1, column 84
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{"a":1},"values":[]}]}} | expected the label's value to be a text at line 1, column 76
            {"status":"success","data":{"resultType":"matrix","result":[{"metric":{},"value":[1,"1"]},{"metric":{},"value":[1,"1"]}]}} | {} stands twice in the result
            {"status":"success","data":{"resultType":"matrix","result":[]}} {} | expected nothing after the answer at line 1, column 65
            """)
    void whatIsNoAnswerIsRefusedWithItsPlace(String json, String expected) {
      assertThat(sentence(read(json))).startsWith("in.txt: ").contains(expected).endsWith(".");
    }

    @Test
    void malformedJsonInALaterLineIsFoundThere() {
      assertThat(sentence(read("{\n \"status\": \"success\",\n \"data\": {,\n")))
          .contains("malformed at line 3, column 11");
    }

    @Test
    void deepJsonEndsInASentence() {
      String deep = "[".repeat(1_000_000);
      assertThat(sentence(read("{\"x\":" + deep))).contains("goes beyond what an answer needs");
      assertThat(sentence(read("{\"x\":" + "{\"x\":".repeat(1_000_000))))
          .contains("goes beyond what an answer needs");
    }

    @Test
    void nativeHistogramsAreLeftOutAloud() {
      SourceAnswer answer =
          read(
              "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":"
                  + "{\"__name__\":\"h\"},\"histograms\":[[5,{\"count\":\"1\"}]]},{\"metric\":{\"__name__\":"
                  + "\"g\"},\"values\":[[5,\"1\"]]}]}}");
      assertThat(data(answer).series().names()).containsExactly("g");
      assertThat(data(answer).provenance().warnings())
          .containsExactly("native histograms of h are left out");
    }
  }

  @Nested
  class Tables {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            time,queue [requests]~1787306400,3~1787306415,4 | 1787306400000
            time;queue [requests]~1787306400;3~1787306415;4 | 1787306400000
            time>queue [requests]~1787306400>3~1787306415>4 | 1787306400000
            time,queue~1787306400000,3~1787306415000,4 | 1787306400000
            time,queue~2026-08-21T10:00:00Z,3~2026-08-21T10:00:15Z,4 | 1787306400000
            time,queue~2026-08-21T12:00:00+02:00,3~2026-08-21T10:00:15.000Z,4~ | 1787306400000
            time,queue~2026-08-21 10:00:00Z,3~2026-08-21 10:00:15Z,4 | 1787306400000
            queue,timestamp~3,1787306400~4,1787306415 | 1787306400000
            when,queue~1787306400,3~1787306415,4 | 1787306400000
            time [ms],queue~0,3~15000,4 | 0
            t_s,queue~0,3~15,4 | 0
            t_s,queue~0.5,3~15.5,4 | 500
            "time","queue [requests]"~"0","3"~~"15", "4"~~ | 0
            """)
    void timesSeparatorsAndUnitsAreUnderstood(String table, long startMs) {
      for (String newline : new String[] {"\n", "\r\n"}) {
        Series one = only(read(table.replace("~", newline).replace('>', '\t')));
        assertThat(one.name()).isEqualTo("queue");
        assertThat(one.clock().timesMs()).containsExactly(startMs, startMs + 15_000);
        assertThat(readings(one)).isEqualTo("3 4");
        if (table.contains("[requests]")) {
          assertThat(one.labels().get("__unit__")).isEqualTo("requests");
        }
      }
    }

    @Test
    void theFourReadingsStayApart() {
      SourceAnswer answer =
          read("\uFEFFtime,a,b\n0,0,\n1,NaN,\n2,,\n3,stale,1e3\n4,-0,-Inf\n7,1,\n");
      assertThat(data(answer).series().clock().size()).isEqualTo(8);
      assertThat(readings(data(answer).series().named("a").get()))
          .isEqualTo("0 nan - stale -0 - - 1");
      assertThat(readings(data(answer).series().named("b").get()))
          .isEqualTo("- - - 1000 -Infinity - - -");
    }

    @Test
    void instantsOnNoStepStayAsTheyAre() {
      assertThat(only(read("time,a\n0,1\n10,2\n25,3\n")).clock().timesMs())
          .containsExactly(0, 10_000, 25_000);
    }

    @Test
    void columnsAreReferredToByNameWithoutTheUnit() {
      SourceAnswer answer =
          read("time,p99 [ms],rate [1/s]\n0,30,111\n", query(Map.of("y", new Pick.Column("p99"))));
      assertThat(only(answer).name()).isEqualTo("y");
      assertThat(readings(only(answer))).isEqualTo("30");
      assertThat(sentence(read("time,p99\n0,1\n", query(Map.of("y", new Pick.Column("p98"))))))
          .contains("did you mean p99?");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        textBlock =
            """
            time,p99 [ms]~0,30~1,12.x~ | line 3, column 2 (p99 [ms]): "12.x" is not a number; mend the field, or leave it empty
            time,p99~0,30~1~ | line 3 has 1 field where the header names 2 columns: "1"; complete the row
            time,p99~0,30~1,2,3~ | line 3 has 3 fields where the header names 2 columns: "1,2,3"
            time;p99~0;0,5~ | line 2, column 2 (p99): "0,5" is not a number; write numbers with a decimal point
            time,p99~0,null~ | line 2, column 2 (p99): "null" is not a number
            time,p99~0,0x10~ | "0x10" is not a number
            time,p99~5,1~5,2~ | line 3 is not later than the row before it: "5"
            time,p99~5,1~4,2~ | line 3 is not later than the row before it: "4"
            time,p99~2026-08-21T10:00:00,1~ | line 2, column 1 (time): "2026-08-21T10:00:00" has no time zone; add Z for UTC
            time,p99~2026-08-21 10:00:00,1~ | has no time zone
            time,p99~2026-08-21,1~ | has no time zone
            time,p99~yesterday,1~ | line 2, column 1 (time): "yesterday" is not a time; write seconds or milliseconds since 1970
            time,p99~0,1~soon,2~ | line 3, column 1 (time): "soon" is not a time; write seconds since 1970, as the first row does
            time,p99~NaN,1~ | "NaN" is not a time
            time,p99~ | there is a header but no row
            time~0~ | the header names one column only: "time"
            0,1~1,2~ | line 1 starts with "0", which is data, where the columns' names should stand; add a header line
            2026-08-21T10:00:00Z,1~ | which is data
            time,~0,1~ | line 1, column 2 has no name
            time,a,a [ms]~0,1,2~ | line 1, column 3: the name "a" stands twice
            time,a~0,"1~1,2~ | line 2: a quotation mark opens and does not close
            time,a~0,"1"2~ | line 2: "2" follows a closing quotation mark
            """)
    void aBrokenTableIsRefusedWithLineColumnAndText(String table, String expected) {
      assertThat(sentence(read(table.replace('~', '\n'))))
          .startsWith("in.txt: ")
          .contains(expected)
          .endsWith(".");
    }

    @Test
    void linesAreCountedAcrossQuotedLineBreaks() {
      assertThat(sentence(read("time,\"a\nb\"\n0,1\n1,x\n"))).contains("line 4, column 2");
    }
  }

  @Nested
  class OpenMetrics {
    @Test
    void isReadWithSecondsAndLabels() {
      SourceAnswer answer =
          read(
              "# TYPE queue gauge\nqueue{pod=\"a\\\"b\\n\",ns=\"x\"} 3 10.5\nqueue{pod=\"c\"} NaN"
                  + " 10.5\nqueue{pod=\"c\"} 0 11.5 # {trace=\"1\"} 1\n# EOF\n");
      assertThat(data(answer).series().clock().timesMs()).containsExactly(10_500, 11_500);
      Series first = data(answer).series().series().get(0);
      assertThat(first.labels())
          .isEqualTo(Labels.of(Map.of("__name__", "queue", "pod", "a\"b\n", "ns", "x")));
      assertThat(readings(first)).isEqualTo("3 -");
      assertThat(readings(data(answer).series().series().get(1))).isEqualTo("nan 0");
    }

    @Test
    void withoutItsEndTheTimesAreMilliseconds() {
      assertThat(only(read("queue 3 10500\nqueue 4 11500\n")).clock().timesMs())
          .containsExactly(10_500, 11_500);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '`',
        textBlock =
            """
            @x~queue{pod="a"} 3 | line 2 has a value but no time: "queue{pod="a"} 3"; give samples with times
            @x~queue{pod="a} 3 4 | line 2, column 18: expected '"'
            @x~queue{pod=a} 3 4 | line 2, column 11: expected '"'
            @x~queue{a="1",a="2"} 3 4 | line 2, column 18: expected each label once
            @x~queue{pod} 3 4 | expected '='
            @x~queue three 4 | line 2, column 12: expected a number as the value
            @x~queue 3 now | expected a time in milliseconds
            @x~queue 3 4 5 | expected nothing after the time
            @x~queue 3 4~queue 3 4 | line 3 is not later than the sample before it
            @x~{} 3 4 | line 2, column 1: expected a metric's name
            @x | there is no series in it
            """)
    void aBrokenLineIsRefused(String text, String expected) {
      assertThat(sentence(read(text.replace('~', '\n').replace("@x", "# x"))))
          .contains(expected)
          .endsWith(".");
    }
  }

  @Nested
  class AnyFile {
    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock =
            """
            '' | the file is empty
            '   ' | the file is empty
            <html><body>Log in</body></html> | this is a web page or XML, not series
            """)
    void whatIsNotSeriesIsNamed(String content, String expected) {
      assertThat(sentence(read(content))).contains(expected);
    }

    @Test
    void binaryContentIsNamed() {
      byte[] gzip = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0};
      assertThat(sentence(FileSeries.read(gzip, "x.gz", FileQuery.ALL)))
          .isEqualTo(
              "x.gz: this is neither JSON nor UTF-8 text; unpack it if it is compressed, or save"
                  + " it as UTF-8.");
    }

    @Test
    void limitsHold() {
      Limits small = new Limits(200, 2, 2, 6, 4, 10);
      assertThat(sentence(limited("time,a\n" + "0,1\n".repeat(100), small)))
          .contains("the file is longer than 200 bytes");
      assertThat(sentence(limited("time,a\n0,1\n1,1\n2,1\n3,1\n", small)))
          .contains("the table has more than 6 fields");
      assertThat(sentence(limited("time,a,b,c\n0,1,2,3\n", small))).contains("more than 2");
      assertThat(sentence(limited("time,a,b\n0,1,2\n1,,\n", new Limits(200, 9, 9, 99, 3, 10))))
          .contains("2 series at 2 instants are more than the 3 values that are kept");
      assertThat(sentence(limited("# x\na 1 1\nb 1 1\nc 1 1\n", small)))
          .contains("more than 2 series");
      assertThat(sentence(limited("# x\na 1 1\na 1 2\na 1 3\na 1 4\na 1 5\na 1 6\na 1 7\n", small)))
          .contains("more than 6 samples");
      String head = "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[";
      assertThat(
              sentence(
                  limited(
                      head + "{\"metric\":{},\"values\":[[1,\"1\"],[2,\"1\"],[3,\"1\"]]}]}}",
                      new Limits(999, 2, 2, 2, 4, 10))))
          .contains("the answer holds more than 2 samples");
      assertThat(
              sentence(
                  limited(
                      head
                          + "{\"metric\":{\"a\":\"1\"},\"value\":[1,\"1\"]},{\"metric\":"
                          + "{\"a\":\"2\"},\"value\":[1,\"1\"]}]}}",
                      new Limits(999, 1, 2, 2, 4, 10))))
          .contains("the answer holds more than 1 series");
      Limits labels = new Limits(999, 9, 1, 9, 9, 9);
      assertThat(sentence(limited(head + "{\"metric\":{\"a\":\"1\",\"b\":\"1\"}}]}}", labels)))
          .contains("the answer holds more than 1 labels on one series");
      assertThat(sentence(limited("# x\na{b=\"1\"} 1 1\n", labels)))
          .contains("line 2, column 8: expected no more than 1 labels");
    }

    private SourceAnswer limited(String content, Limits limits) {
      return FileSeries.read(content.getBytes(StandardCharsets.UTF_8), "in", FileQuery.ALL, limits);
    }

    @Test
    void aHugeRangeIsRefusedBeforeItCostsMemory() {
      FileQuery query =
          new FileQuery(
              Map.of(), Optional.of(new QueryRange(0, 4_000_000_000_000L, 1)), Absent.KEEP);
      assertThat(sentence(read("time,a\n0,1\n", query)))
          .contains("1 series at 4,000,000,000,001 instants are more than the 5,000,000 values");
    }

    @Test
    void twoInstantsFarApartAreNotFilledUp() {
      assertThat(only(read("time,a\n0,1\n1,1\n250000000000,1\n")).size()).isEqualTo(3);
    }

    @Test
    void aMissingFileIsAProblem(@TempDir Path folder) {
      assertThat(sentence(FileSeries.read(folder.resolve("x.csv"), "x.csv", FileQuery.ALL)))
          .isEqualTo("x.csv: there is no such file; check the path; it is case-sensitive.");
      assertThat(sentence(FileSeries.read(folder, "folder", FileQuery.ALL)))
          .contains("this is a folder");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverIsCutOffOrChangedGivesAnAnswer(long seed) {
      Random random = new Random(seed);
      byte[][] whole = {
        resource("pods.json"),
        "time,a [ms],b\n0,1,2\n1,NaN,\n2,\"3\",stale\n".getBytes(StandardCharsets.UTF_8),
        "# TYPE a gauge\na{b=\"c\"} 1 1\na{b=\"c\"} 2 2\n# EOF\n".getBytes(StandardCharsets.UTF_8)
      };
      for (int i = 0; i < 300; i++) {
        byte[] bytes = whole[i % 3].clone();
        for (int n = random.nextInt(4); n > 0; n--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
        SourceAnswer answer = FileSeries.read(bytes, "in", FileQuery.ALL);
        assertThat(answer).as("seed %d, round %d", seed, i).isNotNull();
        if (answer instanceof SourceAnswer.Refused refused) {
          assertThat(refused.problem().sentence().lines().count()).isEqualTo(1);
        }
      }
    }
  }
}
