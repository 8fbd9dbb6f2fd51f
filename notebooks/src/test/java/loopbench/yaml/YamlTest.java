// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {
  private static Node cell(String text) {
    Parsed parsed = Yaml.parse(text, Limits.CELL);
    assertThat(parsed.problems()).isEmpty();
    return parsed.root().orElseThrow();
  }

  private static YamlProblem problem(String text) {
    Parsed parsed = Yaml.parse(text, Limits.CELL);
    assertThat(parsed.root()).isEmpty();
    assertThat(parsed.problems()).as(text).hasSize(1);
    return parsed.problems().get(0);
  }

  @Test
  void readsACell() {
    Node root =
        cell(
            "flow: ctl\n# gains\nkp: 0.05  # was 1\ncapacity: {0s: 400/s, 30s: 150/s}\n"
                + "marks: [limit, current]\nabout: ~\nzero: true\nn: -12\nwho: \"12\"\n");
    assertThat(Nodes.value(root))
        .isEqualTo(
            new java.util.LinkedHashMap<>() {
              private static final long serialVersionUID = 1L;

              {
                put("flow", "ctl");
                put("kp", 0.05);
                put("capacity", Map.of("0s", "400/s", "30s", "150/s"));
                put("marks", List.of("limit", "current"));
                put("about", null);
                put("zero", true);
                put("n", -12L);
                put("who", "12");
              }
            });
    Scalar kp = Nodes.scalarAt(root, "kp").orElseThrow();
    assertThat(kp.span().start()).isEqualTo(new Mark(22, 3, 5));
    assertThat(kp.span().end()).isEqualTo(new Mark(26, 3, 9));
  }

  @ParameterizedTest
  @CsvSource({
    "true, BOOL",
    "false, BOOL",
    "True, STRING",
    "yes, STRING",
    "on, STRING",
    "null, NULL",
    "~, NULL",
    "Null, STRING",
    "0, INT",
    "-0, INT",
    "+5, INT",
    "12345678901234567890, INT",
    "017, STRING",
    "0x1F, STRING",
    "0o17, STRING",
    "1_000, STRING",
    "1:30, STRING",
    "0.5, FLOAT",
    ".5, FLOAT",
    "5., FLOAT",
    "1e3, FLOAT",
    "1.0e-5, FLOAT",
    "00.5, STRING",
    ".inf, STRING",
    ".nan, STRING",
    "-, STRING",
    "., STRING",
    "5ms, STRING",
    "1e, STRING",
    "2026-08-21, STRING",
    "٣, STRING"
  })
  void plainScalarsAreWhatTheProfileSays(String text, Tag tag) {
    assertThat(Tag.ofPlain(text)).isEqualTo(tag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# only a comment\n", "  \n\n"})
  void nothingIsNeitherATreeNorAProblem(String text) {
    assertThat(Yaml.parse(text, Limits.CELL))
        .isEqualTo(new Parsed(java.util.Optional.empty(), List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      value = {
        "a: !t x                    ¦ 1 ¦ 4 ¦ Tags",
        "a: ! x                     ¦ 1 ¦ 4 ¦ Tags",
        "!!map {a: 1}               ¦ 1 ¦ 1 ¦ Tags",
        "a: &x 1                    ¦ 1 ¦ 4 ¦ Anchors",
        "a: &x [1]                  ¦ 1 ¦ 4 ¦ Anchors",
        "a: *x                      ¦ 1 ¦ 4 ¦ Aliases",
        "*x : 1                     ¦ 1 ¦ 1 ¦ Aliases",
        "<<: {a: 1}                 ¦ 1 ¦ 1 ¦ Merge keys",
        "a: 1\\nb: 2\\na: 3         ¦ 3 ¦ 1 ¦ second time; the first is on line 1",
        "{a: 1, 'a': 2}             ¦ 1 ¦ 8 ¦ second time",
        "a: 1\\n---\\nb: 2          ¦ 2 ¦ 1 ¦ second document",
        "%YAML 1.1\\n---\\na: 1     ¦ 1 ¦ 1 ¦ Directives",
        "%YAML 2.0\\n---\\na: 1     ¦ 1 ¦ 1 ¦ Directives",
        "%TAG ! x:\\n---\\na: 1     ¦ 1 ¦ 1 ¦ Directives",
        "[a, b]: 1                  ¦ 1 ¦ 1 ¦ key must be text",
        "{{ x }}: 1                 ¦ 1 ¦ 1 ¦ key must be text",
        "{: 1}                      ¦ 1 ¦ 2 ¦ key or value is missing",
        "a: 1\\n\\tb: 2             ¦ 2 ¦ 1 ¦ tab",
        "a:\\n\\tb: 2               ¦ 2 ¦ 1 ¦ tab",
        "a: b: c                    ¦ 1 ¦ 5 ¦ colon",
        "a: 1\\nb\\nc: 2            ¦ 2 ¦ 1 ¦ No colon",
        "a: - b                     ¦ 1 ¦ 4 ¦ list item",
        "a:\\n  b: 1\\n c: 2        ¦ 3 ¦ 2 ¦ indentation",
        "a: {b: 1                   ¦ 1 ¦ 9 ¦ brace opened on line 1 is not closed",
        "a: [b, 1\\nc: d            ¦ 2 ¦ 2 ¦ line 1 is not closed",
        "a: 'b                      ¦ 1 ¦ 6 ¦ quote opened on line 1",
        "a: \"b\\\\q\"              ¦ 1 ¦ 7 ¦ escape",
        "a: @b                      ¦ 1 ¦ 4 ¦ cannot begin with this character",
        "a: `b`                     ¦ 1 ¦ 4 ¦ cannot begin with this character",
        "a: ]                       ¦ 1 ¦ 4 ¦ key or value is missing",
        "a: \"b\" c                 ¦ 1 ¦ 8 ¦ closing quote",
        "a: |x\\n  y                ¦ 1 ¦ 5 ¦ may follow",
        "a: b\\u0000c               ¦ 1 ¦ 5 ¦ U+0000",
        "a: b\\u007Fc               ¦ 1 ¦ 5 ¦ U+007F",
        "a: b\\uD800c               ¦ 1 ¦ 5 ¦ surrogate",
        "a: b\\uDC00                ¦ 1 ¦ 5 ¦ surrogate",
        "a: b\\uFEFFc               ¦ 1 ¦ 5 ¦ U+FEFF",
        "a: b\\rc: d                ¦ 1 ¦ 5 ¦ carriage return",
      })
  void refusesWithThePlaceAndASentence(String text, int line, int column, String says) {
    YamlProblem problem = problem(unescaped(text));
    assertThat(problem.message()).contains(says).endsWith(".").matches("(?s)[A-Z].*");
    assertThat(problem.at().line()).as(problem.located()).isEqualTo(line);
    assertThat(problem.at().column()).as(problem.located()).isEqualTo(column);
  }

  /** The few escapes the table above needs. */
  static String unescaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char next = text.charAt(++i);
      switch (next) {
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        case 'r' -> out.append('\r');
        case 'u' -> {
          out.append((char) Integer.parseInt(text.substring(i + 1, i + 5), 16));
          i += 4;
        }
        default -> out.append(next);
      }
    }
    return out.toString();
  }

  @Test
  void severalProblemsComeAtOnceInTheOrderOfTheText() {
    Parsed parsed = Yaml.parse("a: &x 1\nb: *y\nb: !t 2\n<<: 1\n", Limits.CELL);
    assertThat(parsed.problems())
        .extracting(p -> p.at().line() + ":" + p.at().column())
        .containsExactly("1:4", "2:4", "3:1", "3:4", "4:1");
  }

  @Test
  void marksCountUtf16() {
    Node root = cell("# 😀😀\na: {x: '😀', y: 2}\n");
    Scalar y = Nodes.scalarAt(root, "a.y").orElseThrow();
    assertThat(y.span().start()).isEqualTo(new Mark(23, 2, 17));
    assertThat(Nodes.scalarAt(root, "a.x").orElseThrow().span().in("# 😀😀\na: {x: '😀', y: 2}\n"))
        .isEqualTo("'😀'");
  }

  @Test
  void aManifestMayHoldSeveralDocuments() {
    Documents read = Yaml.parseAll("---\na: 1\n---\n- b\n---\n", Limits.MANIFEST);
    assertThat(read.problems()).isEmpty();
    assertThat(read.documents()).hasSize(3);
    assertThat(read.documents().get(2)).isInstanceOf(Scalar.class);
  }

  @Test
  void aByteOrderMarkAtTheStartIsKept() {
    String text = "\uFEFFa: 1\r\n";
    Node root = cell(text);
    assertThat(Yaml.replaceScalar(text, Nodes.scalarAt(root, "a").orElseThrow(), "2"))
        .isEqualTo("\uFEFFa: 2\r\n");
  }

  @Test
  void pathsFindKeysWithDots() {
    Node root = cell("axes:\n  flow.kp: {n: 3}\n  flow: {ki: [1, 2]}\n");
    assertThat(Nodes.scalarAt(root, "axes.flow.kp.n").map(Scalar::text)).contains("3");
    assertThat(Nodes.scalarAt(root, "axes.flow.ki.1").map(Scalar::text)).contains("2");
    assertThat(Nodes.at(root, "axes.flow.ki.2")).isEmpty();
    assertThat(Nodes.at(root, "axes.flow.ki.x")).isEmpty();
    assertThat(Nodes.at(root, "axes.flow.ki.99999999999")).isEmpty();
    assertThat(Nodes.at(root, "axes.flow.ki.0.0")).isEmpty();
    assertThat(Nodes.at(root, "")).contains(root);
  }

  @Test
  void aBlockEndsWithItsLastChildRatherThanAfterTheComments() {
    String text = "a:\n  b: 1\n  # after\n\nc: 2\n";
    Node root = cell(text);
    assertThat(Nodes.at(root, "a").orElseThrow().span().in(text)).isEqualTo("b: 1");
  }

  @Test
  void numbersTooLargeForTheirKindStayReadable() {
    Node root =
        cell("big: 123456789012345678901234567890\nhuge: 1e999\nlong: 9223372036854775807\n");
    assertThat(Nodes.value(Nodes.at(root, "big").orElseThrow()))
        .isEqualTo(new java.math.BigInteger("123456789012345678901234567890"));
    assertThat(Nodes.value(Nodes.at(root, "huge").orElseThrow()))
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(Nodes.value(Nodes.at(root, "long").orElseThrow())).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void refusesSpansThatRunBackwards() {
    assertThatThrownBy(() -> new Span(new Mark(2, 1, 3), new Mark(1, 1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("start");
  }
}
