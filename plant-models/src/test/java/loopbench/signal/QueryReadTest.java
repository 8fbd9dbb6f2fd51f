// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryReadTest {
  /** The tree in one line, so that a test can say what it expects. */
  private static String tree(String text) {
    return Query.read(text).tree().match(SHOW);
  }

  private static final Expr.Cases<String> SHOW =
      new Expr.Cases<>() {
        @Override
        public String number(Expr.NumberLiteral number) {
          return String.valueOf(number.value());
        }

        @Override
        public String text(Expr.TextLiteral text) {
          return "'" + text.value() + "'";
        }

        @Override
        public String selector(Expr.Selector s) {
          return s.metric()
              + (s.matchers().isEmpty() ? "" : s.matchers())
              + (s.rangeMs().isPresent() ? "/" + s.rangeMs().getAsLong() : "")
              + (s.offsetMs().isPresent() ? "<" + s.offsetMs().getAsLong() : "")
              + (s.pinned() ? "@" : "");
        }

        @Override
        public String call(Expr.Call call) {
          return call.function() + call.arguments().stream().map(a -> a.match(this)).toList();
        }

        @Override
        public String aggregation(Expr.Aggregation a) {
          String grouping =
              switch (a.grouping().kind()) {
                case NONE -> "";
                case BY -> " by " + a.grouping().labels();
                case WITHOUT -> " without " + a.grouping().labels();
              };
          return a.operator()
              + a.parameter().map(p -> "<" + p.match(this) + ">").orElse("")
              + "("
              + a.body().match(this)
              + grouping
              + ")";
        }

        @Override
        public String binary(Expr.Binary b) {
          Expr.Matching m = b.matching();
          String matching =
              switch (m.kind()) {
                    case ALL -> "";
                    case ON -> " on" + m.labels();
                    case IGNORING -> " ignoring" + m.labels();
                  }
                  + switch (m.many()) {
                    case NEITHER -> "";
                    case LEFT -> " left" + m.include();
                    case RIGHT -> " right" + m.include();
                  };
          return "("
              + b.left().match(this)
              + " "
              + b.operator()
              + (b.bool() ? " bool" : "")
              + matching
              + " "
              + b.right().match(this)
              + ")";
        }

        @Override
        public String negation(Expr.Negation negation) {
          return "-" + negation.inner().match(this);
        }

        @Override
        public String parentheses(Expr.Parentheses parentheses) {
          return parentheses.inner().match(this);
        }

        @Override
        public String unread(Expr.Unread unread) {
          return "?" + unread.offset() + unread.inside().stream().map(i -> i.match(this)).toList();
        }
      };

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "1 + 2 * 3 ^ 4 ^ 5 | (1.0 + (2.0 * (3.0 ^ (4.0 ^ 5.0))))",
        "a - b - c | ((a - b) - c)",
        "-a ^ 2 | -(a ^ 2.0)",
        "-a * 2 | (-a * 2.0)",
        "2 ^ -1 | (2.0 ^ -1.0)",
        "a + -b | (a + -b)",
        "a or b and c | (a or (b and c))",
        "a OR b UNLESS c | (a or (b unless c))",
        "a > b == c | ((a > b) == c)",
        "a > bool 1 + b | (a > bool (1.0 + b))",
        "a * on(x, y) group_left(z) b | (a * on[x, y] left[z] b)",
        "a / ignoring(x,) group_right b | (a / ignoring[x] right[] b)",
        "a or on() vector(0) | (a or on[] vector[0.0])",
        "a atan2 b % c | ((a atan2 b) % c)",
        "(a) / (b) | (a / b)"
      })
  void operatorsBindAsInPrometheus(String text, String expected) {
    assertThat(tree(text)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "up | up",
        "vllm:kv_cache_usage_perc{} | vllm:kv_cache_usage_perc",
        "a{b=\"c\",d!='e',f=~`\\d+`,g!~\".*\",} | a[b=\"c\", d!=\"e\", f=~\"\\d+\", g!~\".*\"]",
        "{__name__=~\"x.*\"} | [__name__=~\"x.*\"]",
        "{__name__=\"x\",a=\"b\"} | x[__name__=\"x\", a=\"b\"]",
        "{\"x.y\", \"l.m\"=\"z\"} | x.y[l.m=\"z\"]",
        "a[5m] | a/300000",
        "a[1h30m] | a/5400000",
        "a[1y2w3d] | a/33004800000",
        "a[1m5s250ms] | a/65250",
        "a[300] | a/300000",
        "a offset 5m | a<300000",
        "a[1m] offset -1w | a/60000<-604800000",
        "a @ 1609746000 | a@",
        "a[5m] @ end() offset 1s | a/300000<1000@",
        "sum{a=\"b\"} | sum[a=\"b\"]",
        "a{x=\"\\\"q\\\\ \\u00e9\"} | a[x=\"\"q\\ é\"]",
        "0x1F + 1_000 + .5 + 1e3 + Inf + 5m | (((((31.0 + 1000.0) + 0.5) + 1000.0) + Infinity) + 300.0)"
      })
  void selectorsAndNumbersOfAllForms(String text, String expected) {
    assertThat(tree(text)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "sum by (a, b) (x) | sum(x by [a, b])",
        "sum(x) without(a) | sum(x without [a])",
        "SUM(x) BY (a) | sum(x by [a])",
        "topk(3, x) | topk<3.0>(x)",
        "quantile by (p) (0.9, x) | quantile<0.9>(x by [p])",
        "count_values(\"v\", x) | count_values<'v'>(x)",
        "clamp_max(rate(x[1m]), 2) | clamp_max[rate[x/60000], 2.0]",
        "time() - x | (time[] - x)"
      })
  void aggregationsAndCalls(String text, String expected) {
    assertThat(tree(text)).isEqualTo(expected);
  }

  @Test
  void commentsAndLineBreaksAreBlanks() {
    String text = "sum( # all of it, \"even this\n  x{a=\"#1\"} # the end\n) / 15928";
    assertThat(tree(text)).isEqualTo("(sum(x[a=\"#1\"]) / 15928.0)");
    Query query = Query.read(text);
    int at = query.selectors().get(0).at().from();
    assertThat(query.line(at)).isEqualTo(2);
    assertThat(query.column(at)).isEqualTo(3);
    assertThat(query.line(0)).isEqualTo(1);
    assertThat(query.column(0)).isEqualTo(1);
  }

  @Test
  void placeholdersInQuotesAreText() {
    Query query = Query.read("sum(x{namespace=\"${NAMESPACE}\",service=\"$svc\",m=\"{{ .m }}\"})");
    assertThat(query.unread()).isEmpty();
    assertThat(query.selectors().get(0).matchers())
        .extracting(LabelMatcher::value)
        .containsExactly("${NAMESPACE}", "$svc", "{{ .m }}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "max_over_time(sum(x)[5m:1m]) + y | 14 | sum(x)[5m:1m] | A subquery is not read. | 2",
        "sum(x[5m:]) offset 5m | 19 | 5m | An offset belongs directly behind a selector. | 0",
        "x[5m:30s] offset 5m | 0 | x[5m:30s] offset 5m | A subquery is not read. | 1",
        "sum(x) / ${V_P} | 9 | ${V_P} | ${V_P} is filled in before | 1",
        "rate(x[$__rate_interval]) | 5 | x[$__rate_interval] | $__rate_interval is filled in | 1",
        "frobnicate(x) / 2 | 0 | frobnicate(x) | frobnicate is no function | 1",
        "sum(x | 5 | '' | Here the query ends where \",\" or \")\" should stand. | 0",
        "sum(x)) | 6 | ) | Here \")\" stands where an operator or the end | 0",
        "x{a=} | 4 | } | Here \"}\" stands where a text in quotes | 0",
        "x{a=\"b | 4 | \"b | A quote is not closed. | 0",
        "a + | 3 | '' | Here the query ends where a metric, a number or a bracket | 0",
        "5parrots | 0 | 5parrots | \"5p\" is neither a number nor a duration. | 0",
        "x ; y | 2 | ; y | \";\" does not belong in a query. | 0",
        "topk(x) | 0 | topk(x) | topk takes 2 arguments, got 1. | 0",
        "sum(x)[5m] | 9 | ] | A range in brackets belongs directly behind a selector. | 0",
        "x{a=\"\\d\"} | 5 | \\d\"} | \"\\d\" is no escape | 0"
      })
  void whatIsNotReadIsNamed(String text, int offset, String what, String why, int selectors) {
    Query query = Query.read(text);
    assertThat(query.unread()).hasSize(1);
    Expr.Unread unread = query.unread().get(0);
    assertThat(unread.offset()).isEqualTo(offset);
    assertThat(unread.text()).isEqualTo(what.equals("''") ? "" : what);
    assertThat(unread.why()).startsWith(why).endsWith(".");
    assertThat(query.selectors()).hasSize(selectors);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", "# only a comment"})
  void anEmptyTextIsNoQuery(String text) {
    assertThat(Query.read(text).unread()).hasSize(1);
  }

  @Test
  void sizeAndDepthAreBounded() {
    for (String text :
        List.of(
            "(".repeat(30_000),
            "-".repeat(30_000) + "x",
            "2^".repeat(15_000) + "2",
            "x+".repeat(15_000) + "x",
            "sum(".repeat(8_000),
            "x{" + "a=\"b\",".repeat(5000),
            "x".repeat(1_000_000))) {
      Query query = Query.read(text);
      assertThat(query.unread()).as(text.substring(0, 10)).hasSize(1);
      assertThat(query.unread().get(0).text()).hasSizeLessThanOrEqualTo(80);
      assertThat(query.shape()).isNotNull();
    }
    String widest = "x+".repeat(498) + "x";
    Query query = Query.read(widest);
    assertThat(query.unread()).isEmpty();
    assertThat(query.shape()).isNotNull();
    assertThat(query.divisor()).isEmpty();
    assertThat(query.neverMatches()).isEmpty();
  }

  static Stream<Long> seeds() {
    return LongStream.range(0, 50).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void noTextThrowsAndAllPlacesLieInTheText(long seed) {
    Random random = new Random(seed);
    String[] words = {
      "sum",
      "(",
      ")",
      "{",
      "}",
      "[",
      "]",
      "5m",
      ":",
      "by",
      "on",
      "or",
      "x",
      "=",
      "\"a\"",
      ",",
      "@",
      "offset",
      "/",
      "-",
      "1",
      "vector",
      "bool",
      "#",
      "\n",
      "$",
      "${A}",
      "'",
      "\\",
      "é",
      "0x",
      "1e",
      "group_left",
      "histogram_quantile",
      "clamp",
      "absent",
      "topk",
      "count",
      ">",
      "label_replace"
    };
    for (int i = 0; i < 400; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(12); n >= 0; n--) {
        text.append(words[random.nextInt(words.length)]).append(random.nextBoolean() ? " " : "");
      }
      Query query = Query.read(text.toString());
      assertThat(query.shape()).isNotNull();
      query.divisor();
      query.podDivisor();
      query.orVectorAddsAnElement();
      query.neverMatches();
      query.quantilesOfRates();
      within(query.tree(), new Span(0, text.length()), text.toString());
    }
  }

  private static void within(Expr piece, Span around, String text) {
    assertThat(piece.at().from()).as(text).isGreaterThanOrEqualTo(around.from());
    assertThat(piece.at().to()).as(text).isLessThanOrEqualTo(around.to());
    piece.parts().forEach(part -> within(part, piece.at(), text));
  }

  @Test
  void everyQueryOfTheGuidesIsRead() throws IOException {
    Path folder = null;
    for (Path p = Path.of("").toAbsolutePath(); p != null && folder == null; p = p.getParent()) {
      Path found = p.resolve("shared").resolve("scaledobjects");
      folder = Files.exists(found) ? found : null;
    }
    assumeTrue(folder != null, "there is no folder shared beside the project");
    List<String> queries = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        queries.addAll(queriesOf(Files.readAllLines(file)));
      }
    }
    assertThat(queries).hasSizeGreaterThan(20);
    for (String text : queries) {
      Query query = Query.read(text);
      assertThat(query.unread()).as(text).isEmpty();
      assertThat(query.selectors()).as(text).isNotEmpty();
      assertThat(query.selectors())
          .as(text)
          .allMatch(s -> s.signal().isPresent() || s.metric().startsWith("epp:"));
    }
  }

  /** The values of {@code query:} and {@code expr:}, on the line or in the block below. */
  private static List<String> queriesOf(List<String> lines) {
    List<String> queries = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String value = line.strip();
      if (!value.startsWith("query:") && !value.startsWith("expr:")) {
        continue;
      }
      value = value.substring(value.indexOf(':') + 1).strip();
      if (!value.startsWith(">") && !value.startsWith("|")) {
        queries.add(value);
        continue;
      }
      StringBuilder block = new StringBuilder();
      int indent = line.indexOf(line.strip());
      while (i + 1 < lines.size() && lines.get(i + 1).indexOf(lines.get(i + 1).strip()) > indent) {
        block.append(lines.get(++i).strip()).append('\n');
      }
      queries.add(block.toString());
    }
    return queries;
  }
}
