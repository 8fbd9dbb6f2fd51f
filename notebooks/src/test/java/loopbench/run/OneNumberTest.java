// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import loopbench.cell.CellKind;
import loopbench.cell.CellKinds;
import loopbench.cell.lang.Quantity;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.NotebookWriter;
import loopbench.yaml.Limits;
import loopbench.yaml.Node;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Yaml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A number turned in a cell of any kind changes that number and no other byte of the file: not a
 * comment, the order, a quote or a line end.
 */
class OneNumberTest {
  private static final Path GALLERY = Path.of("gallery");
  private static final List<String> MORE =
      List.of(
          "load: rise\nrequests: {0s: 2/s, 330s: 4/s}\nprompt: {mean: 4000 tokens, sd: 300}\n"
              + "output: 1000\nprefix-hit: 20%\n",
          "export: out\nwhat: flow.ctl\nas: json\nabout: 5 of 7\n",
          Notebooks.PARAMS,
          Notebooks.SWEEP);

  static IntStream seeds() {
    return IntStream.range(0, 400);
  }

  /** Cell texts by kind. */
  private static final Map<String, List<String>> TEXTS = texts();

  private static Map<String, List<String>> texts() {
    Map<String, List<String>> texts = new TreeMap<>();
    List<String> all = new ArrayList<>(MORE);
    try (Stream<Path> files = Files.list(GALLERY)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".ipynb")).sorted().toList()) {
        NotebookReader.read(Files.readAllBytes(file)).notebook().orElseThrow().cells().stream()
            .filter(c -> c.type() == Cell.Type.CODE)
            .map(Cell::source)
            .forEach(all::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    all.forEach(
        t -> texts.computeIfAbsent(t.substring(0, t.indexOf(':')), k -> new ArrayList<>()).add(t));
    return texts;
  }

  @Test
  void everyKindOfCellIsTurned() {
    assertThat(TEXTS.keySet())
        .containsExactlyInAnyOrderElementsOf(
            CellKinds.standard().stream().map(CellKind::word).toList());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void oneNumberChangesAndNoOtherByte(int seed) {
    Random random = new Random(seed);
    List<List<String>> kinds = List.copyOf(TEXTS.values());
    List<String> one = kinds.get(seed % kinds.size());
    String text = dressed(one.get(random.nextInt(one.size())), random);
    Notebook notebook =
        Notebook.of(
            List.of(
                Cell.of("before", Cell.Type.CODE, dressed(Notebooks.PARAMS, random)),
                Cell.of("turned", Cell.Type.CODE, text),
                Cell.of("after", Cell.Type.MARKDOWN, "kp: 0.05\r\n\u2028")));
    Map<String, String> written = new HashMap<>();
    List<Scalar> scalars = scalars(text);
    for (int i = 0; i < scalars.size(); i++) {
      Scalar scalar = scalars.get(i);
      if (Quantity.parse(scalar.text()).isEmpty()) {
        continue;
      }
      double number = List.of(7.25e-5, 12.0, 0.3, 1e7).get(random.nextInt(4));
      Notebook turned = new KnobPlace("turned", scalar).with(notebook, number);
      String now = turned.cell("turned").orElseThrow().source();
      int start = scalar.span().start().offset();
      int left = text.length() - scalar.span().end().offset();
      String story = "seed " + seed + ", value " + i + "\n" + text + "\n->\n" + now;
      assertThat(now.substring(0, start)).as(story).isEqualTo(text.substring(0, start));
      assertThat(now.substring(now.length() - left))
          .as(story)
          .isEqualTo(text.substring(text.length() - left));
      String put = scalars(now).get(i).text();
      assertThat(Quantity.parse(put).orElseThrow().number()).as(story).isEqualTo(number);
      assertThat(Quantity.parse(put).orElseThrow().unit())
          .as(story)
          .isEqualTo(Quantity.parse(scalar.text()).orElseThrow().unit());
      List<String> expected = new ArrayList<>(scalars.stream().map(Scalar::text).toList());
      expected.set(i, put);
      assertThat(scalars(now).stream().map(Scalar::text).toList()).as(story).isEqualTo(expected);
      assertThat(scalars(now).get(i).style()).as(story).isEqualTo(scalar.style());
      assertThat(turned.cells().get(0)).isEqualTo(notebook.cells().get(0));
      assertThat(turned.cells().get(2)).isEqualTo(notebook.cells().get(2));
      written.put(now, story);
    }
    written.forEach(
        (now, story) -> {
          String bytes = NotebookWriter.write(notebook.withSource("turned", now));
          Notebook again =
              NotebookReader.read(bytes.getBytes(StandardCharsets.UTF_8)).notebook().orElseThrow();
          assertThat(again.cell("turned").orElseThrow().source()).as(story).isEqualTo(now);
          assertThat(NotebookWriter.write(again)).as(story).isEqualTo(bytes);
        });
  }

  private static List<Scalar> scalars(String text) {
    Node root =
        Yaml.parse(text, Limits.CELL)
            .root()
            .orElseThrow(() -> new AssertionError(Yaml.parse(text, Limits.CELL) + "\n" + text));
    return Nodes.scalars(root);
  }

  /** The same cell with comments, blank lines, quotes and line ends of all sorts. */
  private static String dressed(String text, Random random) {
    StringBuilder dressed = new StringBuilder();
    if (random.nextBoolean()) {
      dressed.append("# kp: 0.05, says the paper\n\n");
    }
    for (String line : text.split("\n")) {
      boolean plain = line.matches("\\s*[A-Za-z][\\w.-]*: [0-9.]+(ms|s|m|/s|%)?");
      String value = line.substring(line.lastIndexOf(' ') + 1);
      if (plain && random.nextInt(3) == 0) {
        String quote = random.nextBoolean() ? "'" : "\"";
        line = line.substring(0, line.length() - value.length()) + quote + value + quote;
      }
      dressed.append(line).append(plain && random.nextBoolean() ? "   # was 0.05 or 5ms" : "");
      dressed.append(plain && random.nextInt(4) == 0 ? "  \n" : "\n");
    }
    dressed.append(random.nextBoolean() ? "# the end: 1" : "");
    String done = dressed.toString();
    return random.nextInt(3) == 0 ? done.replace("\n", "\r\n") : done;
  }
}
