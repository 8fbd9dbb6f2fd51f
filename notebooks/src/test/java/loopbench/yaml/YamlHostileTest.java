// SPDX-License-Identifier: Apache-2.0
package loopbench.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the text, the answer is a tree or problems, soon. The timeouts are against hanging. */
@Timeout(120)
class YamlHostileTest {

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  private static YamlProblem first(String text, Limits limits) {
    Documents read = Yaml.parseAll(text, limits);
    assertThat(read.documents()).isEmpty();
    assertThat(read.problems()).isNotEmpty().hasSizeLessThanOrEqualTo(20);
    return read.problems().get(0);
  }

  @Test
  void aBillionLaughsAreRefusedAtTheFirst() {
    StringBuilder lol = new StringBuilder("a: &a [lol]\n");
    for (char c = 'b'; c < 'k'; c++) {
      lol.append(c).append(": &").append(c).append(" [");
      lol.append(("*" + (char) (c - 1) + ",").repeat(9)).append("]\n");
    }
    assertThat(Yaml.parseAll(lol.toString(), Limits.MANIFEST).problems())
        .containsExactly(
            new YamlProblem(
                "Anchors such as \"&a\" are not allowed, nor are their aliases. Write the values"
                    + " out, or put them in quotes if they are meant as text.",
                new Mark(3, 1, 4)));
  }

  @Test
  void whatIsWrongAllOverIsSaidOnce() {
    assertThat(Yaml.parseAll("a\0: \0\0b\0\n".repeat(1000), Limits.MANIFEST).problems())
        .containsExactly(
            new YamlProblem(
                "The invisible character U+0000 is not allowed. Delete it.", new Mark(1, 1, 2)));
    assertThat(Yaml.parseAll("a: [*x, *x, *y]", Limits.MANIFEST).problems())
        .extracting(YamlProblem::message)
        .hasSize(2)
        .allSatisfy(message -> assertThat(message).startsWith("Aliases are not allowed."));
  }

  @Test
  void aLongTextOfManyPartsIsQuoted() {
    String parts = "1:1".repeat(300_000);
    assertThat(Yaml.quote(parts)).isEqualTo("'" + parts + "'");
  }

  @Test
  void tenMegabytesAreMeasuredAndNotRead() {
    assertThat(first("a: 1\n".repeat(2_000_000), Limits.MANIFEST).message())
        .isEqualTo(
            "This manifest has 10,000,000 bytes, more than the 1,048,576 that a manifest may have."
                + " Split it, or move data into a file.");
    assertThat(first("x".repeat(65_537), Limits.CELL).message())
        .contains("65,537 bytes, more than the 65,536");
    assertThat(first("é".repeat(40_000), Limits.CELL).message()).contains("80,000 bytes");
    assertThat(first("😀".repeat(16_385), Limits.CELL).message()).contains("65,540 bytes");
    assertThat(Yaml.parse("😀".repeat(16_384), Limits.CELL).problems()).isEmpty();
    assertThat(Yaml.parse("x".repeat(65_536), Limits.CELL).problems()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "[{a: ", "[? "})
  void deepNestingIsRefusedAtItsPlace(String step) {
    YamlProblem problem = first(step.repeat(100_000), Limits.MANIFEST);
    assertThat(problem.message())
        .satisfiesAnyOf(
            m -> assertThat(m).contains("deeper than 64 levels"),
            m -> assertThat(m).contains("key must be text"));
    assertThat(problem.at().offset()).isLessThanOrEqualTo(64 * step.length());
  }

  @Test
  void sixteenLevelsAreEnoughForACell() {
    assertThat(Yaml.parse("[".repeat(16) + "]".repeat(16), Limits.CELL).problems()).isEmpty();
    assertThat(first("[".repeat(17) + "]".repeat(17), Limits.CELL).at())
        .isEqualTo(new Mark(16, 1, 17));
  }

  @Test
  void emojiAcrossTheEdgeOfTheEnginesBufferAreRead() {
    for (int before = 1000; before < 1050; before++) {
      String text = "# " + "x".repeat(before) + "😀\na: 1\n";
      Parsed parsed = Yaml.parse(text, Limits.CELL);
      assertThat(parsed.problems()).isEmpty();
      assertThat(Nodes.scalarAt(parsed.root().orElseThrow(), "a").orElseThrow().span().start())
          .isEqualTo(new Mark(before + 8, 2, 4));
    }
  }

  static Stream<String> long_texts() {
    int mega = Limits.MANIFEST.maxBytes();
    return Stream.of(
            "a", " ", "\n", "[],", "a: ", "- ", "'", "\"\\n", "#", "# x\n", "a:\n", "?", ":", "{},",
            ",", "]", "|\n", "> ", "\t", "%", "---\n", "...\n", "&", "*a ", "!", "!!a ", "\\",
            "a: b\n", "- - \n", "[a: b, ", "{a, ", "'' ", "\"\" ", "\r\n", "k: |\n ", "😀",
            "é: é\n")
        .map(
            part ->
                part.repeat(mega / part.getBytes(java.nio.charset.StandardCharsets.UTF_8).length));
  }

  @ParameterizedTest
  @MethodSource("long_texts")
  void aMegabyteOfOneThingIsAnswered(String text) {
    Documents read = Yaml.parseAll(text, Limits.MANIFEST);
    assertThat(read.problems())
        .hasSizeLessThanOrEqualTo(20)
        .allSatisfy(YamlHostileTest::isASentence);
  }

  @Test
  void aMegabyteOfDifferentKeysIsRead() {
    StringBuilder text = new StringBuilder();
    IntStream.range(0, 80_000).forEach(i -> text.append("k").append(i).append(": 1\n"));
    assertThat(Yaml.parse(text.toString(), Limits.MANIFEST).problems()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noiseIsATreeOrSentences(long seed) {
    Random dice = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = dice.nextInt(40); i >= 0; i--) {
      text.append(RandomYaml.anyString(dice));
    }
    Documents read = Yaml.parseAll(text.toString(), Limits.CELL);
    assertThat(read.problems()).as("seed %d", seed).allSatisfy(YamlHostileTest::isASentence);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aTextCutOrStruckAnywhereIsATreeOrSentences(long seed) {
    String text = new RandomYaml(seed).document();
    Random dice = new Random(seed);
    for (int i = 0; i < 20; i++) {
      int at = dice.nextInt(text.length());
      String cut = text.substring(0, at);
      String struck = cut + RandomYaml.anyString(dice) + text.substring(at);
      for (String broken : List.of(cut, struck)) {
        assertThat(Yaml.parseAll(broken, Limits.CELL).problems())
            .as("seed %d", seed)
            .allSatisfy(YamlHostileTest::isASentence);
      }
    }
  }

  private static void isASentence(YamlProblem problem) {
    assertThat(problem.message()).matches("(?s)[A-Z\"].*\\.").contains(" ");
    assertThat(problem.message()).doesNotContain("(null)", "\n");
  }

  @Test
  void publicManifestsAreRead() throws IOException {
    Path manifests = shared("scaledobjects");
    assumeTrue(manifests != null, "no public manifests beside the project");
    try (Stream<Path> files = Files.list(manifests)) {
      List<Path> yaml = files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
      assertThat(yaml).isNotEmpty();
      for (Path file : yaml) {
        String text = Files.readString(file);
        Documents read = Yaml.parseAll(text, Limits.MANIFEST);
        assertThat(read.problems()).as(file.toString()).isEmpty();
        for (Node document : read.documents()) {
          for (Scalar scalar : Nodes.scalars(document)) {
            // A new text and back again is the old file, blocks and comments included.
            String there = Yaml.replaceString(text, scalar, "7");
            assertThat(Yaml.parseAll(there, Limits.MANIFEST).problems()).as(there).isEmpty();
          }
        }
      }
    }
  }

  private static Path shared(String folder) {
    for (Path p = Path.of("").toAbsolutePath(); p != null; p = p.getParent()) {
      Path found = p.resolve("shared").resolve(folder);
      if (Files.isDirectory(found)) {
        return found;
      }
    }
    return null;
  }
}
