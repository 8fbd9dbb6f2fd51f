// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An edit changes one scalar, and the text reads back as the tree with that scalar changed. */
class YamlEditTest {

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  private static String edited(String text, String path, String newText) {
    Node root = Yaml.parse(text, Limits.CELL).root().orElseThrow();
    return Yaml.replaceScalar(text, Nodes.scalarAt(root, path).orElseThrow(), newText);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '¦',
      quoteCharacter = '\u0001',
      value = {
        "kp: 0.05  # was 1            ¦ kp ¦ 0.07 ¦ kp: 0.07  # was 1",
        "a: {kp:   0.05 , ki: 1}      ¦ a.kp ¦ 1e-05 ¦ a: {kp:   1e-05 , ki: 1}",
        "a: [1, 2 ,3]                 ¦ a.1 ¦ 20 ¦ a: [1, 20 ,3]",
        "a:                           ¦ a ¦ 5 ¦ a: 5",
        "a: # none                    ¦ a ¦ 5 ¦ a: 5 # none",
        "{a: , b: }                   ¦ a ¦ 5 ¦ {a: 5 , b: }",
        "{a:, b:}                     ¦ b ¦ 5 ¦ {a:, b: 5}",
        "{a, b}                       ¦ a ¦ 5 ¦ {a: 5, b}",
        "{a-, b}                      ¦ a- ¦ 5 ¦ {a-: 5, b}",
        "{\"a\", b}                   ¦ a ¦ 5 ¦ {\"a\": 5, b}",
        "- \\n- x                     ¦ 0 ¦ 5 ¦ - 5 \\n- x",
        "-\\n- x                      ¦ 0 ¦ 5 ¦ - 5\\n- x",
        "- a:\\n- x                   ¦ 0.a ¦ 5 ¦ - a: 5\\n- x",
        "a: '1'                       ¦ a ¦ 2 ¦ a: '2'",
        "a: \"1\"                     ¦ a ¦ 2 ¦ a: \"2\"",
        "a: \"1\"                     ¦ a ¦ x\"y\\\\z ¦ a: \"x\\\\\"y\\\\\\\\z\"",
        "a: 'it'                      ¦ a ¦ it's ¦ a: 'it''s'",
        "a: 'it'                      ¦ a ¦ x\\ny ¦ a: \"x\\\\ny\"",
        "a: x                         ¦ a ¦ b: c ¦ a: 'b: c'",
        "a: x                         ¦ a ¦ b #c ¦ a: 'b #c'",
        "a: x                         ¦ a ¦ b#c:d ¦ a: b#c:d",
        "a: x                         ¦ a ¦ it's #1 ¦ a: \"it's #1\"",
        "a: x                         ¦ a ¦ $kp ¦ a: $kp",
        "a: x                         ¦ a ¦ 30ms ¦ a: 30ms",
        "a: x                         ¦ a ¦ -x ¦ a: -x",
        "a: x                         ¦ a ¦ - x ¦ a: '- x'",
        "a: x                         ¦ a ¦ yes ¦ a: 'yes'",
        "a: x                         ¦ a ¦ 0x1F ¦ a: '0x1F'",
        "a: x                         ¦ a ¦ 017 ¦ a: '017'",
        "a: x                         ¦ a ¦ true ¦ a: true",
        "a: x                         ¦ a ¦ f(x,y) ¦ a: 'f(x,y)'",
        "a: s{x=\"1\"}                ¦ a ¦ s{x=\"2\"} ¦ a: s{x=\"2\"}",
        "a: |\\n  one\\n  two\\nb: 1  ¦ a ¦ three\\nfour\\n ¦ a: |\\n  three\\n  four\\nb: 1",
        "a: |\\n  one\\n\\n# c\\nb: 1 ¦ a ¦ three\\n ¦ a: |\\n  three\\n\\n# c\\nb: 1",
        "a: >-\\n  one\\n  two\\nb: 1 ¦ a ¦ three ¦ a: >-\\n  three\\nb: 1",
        "a: >- # c\\n  one            ¦ a ¦ three ¦ a: >- # c\\n  three",
        "a: |\\n  one\\nb: 1          ¦ a ¦ three ¦ a: three\\nb: 1",
        "a: one\\n  two\\nb: 1        ¦ a ¦ three ¦ a: three\\nb: 1",
      })
  void changesOnlyTheScalar(String text, String path, String newText, String expected) {
    String before = YamlTest.unescaped(text);
    String value = YamlTest.unescaped(newText);
    String after = edited(before, path, value);
    assertThat(after).isEqualTo(YamlTest.unescaped(expected));
    Node root = Yaml.parse(after, Limits.CELL).root().orElseThrow();
    assertThat(Nodes.scalarAt(root, path).map(Scalar::text)).contains(value);
  }

  @Test
  void aStringStaysAStringWhereOneIsWanted() {
    String text = "threshold: ${T}\n";
    Scalar scalar =
        Nodes.scalarAt(Yaml.parse(text, Limits.CELL).root().orElseThrow(), "threshold")
            .orElseThrow();
    assertThat(Yaml.replaceString(text, scalar, "16")).isEqualTo("threshold: '16'\n");
    assertThat(Yaml.replaceScalar(text, scalar, "16")).isEqualTo("threshold: 16\n");
  }

  @Test
  void carriageReturnsStay() {
    String text = "a: 1 # x\r\nb: {c: 2}\r\n\r\nd: |\r\n  one\r\n";
    assertThat(edited(text, "b.c", "3")).isEqualTo(text.replace('2', '3'));
    assertThat(edited(text, "d", "two\n")).isEqualTo(text.replace("one", "two"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void oneNumberChangesAndNothingElse(long seed) {
    RandomYaml random = new RandomYaml(seed);
    String text = random.document();
    Parsed parsed = Yaml.parse(text, Limits.CELL);
    assertThat(parsed.problems()).as("seed %d%n%s", seed, text).isEmpty();
    List<Scalar> before = Nodes.scalars(parsed.root().orElseThrow());
    assertThat(before).extracting(Scalar::text).as("seed %d", seed).isEqualTo(random.values());
    for (int i = 0; i < before.size(); i++) {
      Scalar scalar = before.get(i);
      if (!scalar.isNumber() && !scalar.isNull()) {
        continue;
      }
      String number = i % 2 == 0 ? "-7.25e-05" : "12";
      String after = Yaml.replaceScalar(text, scalar, number);
      int start = scalar.span().start().offset();
      assertThat(after.substring(0, start)).isEqualTo(text.substring(0, start));
      assertThat(after).endsWith(text.substring(scalar.span().end().offset()));
      if (!scalar.text().isEmpty()) {
        assertThat(after).hasSize(text.length() - scalar.text().length() + number.length());
      }
      assertThat(texts(after))
          .as("seed %d, value %d%n%s", seed, i, after)
          .isEqualTo(with(before, i, number));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anyTextCanTakeThePlaceOfAnyScalar(long seed) {
    RandomYaml random = new RandomYaml(seed);
    String text = random.document();
    List<Scalar> before = Nodes.scalars(Yaml.parse(text, Limits.CELL).root().orElseThrow());
    Random dice = new Random(seed);
    for (int i = 0; i < before.size(); i++) {
      String value = RandomYaml.anyString(dice);
      String after = Yaml.replaceString(text, before.get(i), value);
      assertThat(texts(after))
          .as("seed %d, value %d: <%s>%n%s", seed, i, value, after)
          .isEqualTo(with(before, i, value));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void quotedTextReadsBackAnywhere(long seed) {
    Random dice = new Random(seed);
    for (int i = 0; i < 20; i++) {
      String value = RandomYaml.anyString(dice);
      String quoted = Yaml.quote(value);
      for (String place :
          List.of("a: %s\n", "a: [%s, 1]\n", "{zz: %s, %s: 1}", "- %s\n", "%s: 1", "%s")) {
        String text = place.replace("%s", quoted);
        Parsed parsed = Yaml.parse(text, Limits.MANIFEST);
        assertThat(parsed.problems()).as("seed %d: %s", seed, text).isEmpty();
        List<Scalar> all = new ArrayList<>(Nodes.scalars(parsed.root().orElseThrow()));
        if (place.equals("%s: 1")) {
          all.add(((Mapping) parsed.root().orElseThrow()).entries().get(0).key());
        }
        assertThat(all).anyMatch(s -> s.isString() && s.text().equals(value), text);
      }
    }
  }

  private static List<String> texts(String text) {
    Parsed parsed = Yaml.parse(text, Limits.MANIFEST);
    assertThat(parsed.problems()).as(text).isEmpty();
    return Nodes.scalars(parsed.root().orElseThrow()).stream().map(Scalar::text).toList();
  }

  private static List<String> with(List<Scalar> scalars, int index, String text) {
    List<String> texts = new ArrayList<>(scalars.stream().map(Scalar::text).toList());
    texts.set(index, text);
    return texts;
  }
}
