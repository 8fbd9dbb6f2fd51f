// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way to spoil a good file, and the ways that do not. */
class NotebookValidatorTest {

  /** What to do to the file, and what must be said; nothing where it stays valid. */
  record Change(String name, Consumer<Map<String, Object>> spoil, String says, boolean repaired) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Change> changes() {
    List<Change> all = new ArrayList<>();
    // The table of negative cases.
    bad(
        all,
        "own cell type",
        t -> put(t, "cells.1", "cell_type", "loop"),
        "type the text \"loop\"");
    bad(all, "cell key", t -> put(t, "cells.1", "foo", 1L), "key \"foo\"");
    bad(all, "code attachments", t -> put(t, "cells.1", "attachments", map()), "\"attachments\"");
    bad(all, "output key", t -> put(t, "cells.1.outputs.0", "foo", 1L), "\"foo\" in output 1");
    bad(all, "notebook key", t -> put(t, "", "foo", 1L), "The notebook has the key \"foo\"");
    bad(all, "no count", t -> drop(t, "cells.1", "execution_count"), "lacks \"execution_count\"");
    bad(all, "no outputs", t -> drop(t, "cells.1", "outputs"), "lacks \"outputs\"");
    bad(all, "markdown outputs", t -> put(t, "cells.0", "outputs", list()), "key \"outputs\"");
    bad(all, "markdown count", t -> put(t, "cells.0", "execution_count", null), "execution_count");
    bad(all, "id with dot", t -> put(t, "cells.1", "id", "a.b"), "letters, digits, - and _");
    bad(all, "id of 65", t -> put(t, "cells.1", "id", "x".repeat(65)), "id of 65 characters");
    bad(all, "id empty", t -> put(t, "cells.1", "id", ""), "id of 0 characters");
    bad(all, "id a number", t -> put(t, "cells.1", "id", 7L), "7 as \"id\"");
    bad(all, "4.4 with ids", t -> put(t, "", "nbformat_minor", 4L), "key \"id\"");
    bad(
        all,
        "svg object",
        t -> put(t, DATA, "image/svg+xml", map()),
        "an object as \"image/svg+xml\"");
    bad(all, "yaml object", t -> put(t, DATA, "application/yaml", map()), "an object as");
    bad(all, "text number", t -> put(t, DATA, "text/plain", 5L), "5 as \"text/plain\"");
    bad(
        all,
        "text list",
        t -> put(t, DATA, "text/plain", list("a", 1L)),
        "a list as \"text/plain\"");
    bad(all, "tag comma", t -> put(t, META, "tags", list("a,b")), "\"a,b\"");
    bad(all, "tag empty", t -> put(t, META, "tags", list("")), "tag is a text");
    bad(all, "tag twice", t -> put(t, META, "tags", list("a", "a")), "same tag twice");
    bad(all, "tags text", t -> put(t, META, "tags", "a"), "a list of texts");
    bad(all, "empty name", t -> put(t, META, "name", ""), "\"name\"");
    bad(all, "negative count", t -> put(t, "cells.1", "execution_count", -1L), "-1 as");
    bad(all, "count text", t -> put(t, "cells.1", "execution_count", "1"), "\"1\" as");
    bad(all, "count float", t -> put(t, "cells.1", "execution_count", 1.5), "1.5 as");
    bad(all, "result count", t -> drop(t, "cells.1.outputs.1", "execution_count"), "lacks");
    bad(all, "kernel name", t -> drop(t, "metadata.kernelspec", "display_name"), "display_name");
    // And the rest of the schema.
    bad(all, "no cell type", t -> drop(t, "cells.1", "cell_type"), "lacks \"cell_type\"");
    bad(all, "no source", t -> drop(t, "cells.1", "source"), "lacks \"source\"");
    bad(all, "source number", t -> put(t, "cells.1", "source", 1L), "1 as \"source\"");
    bad(all, "no cell metadata", t -> drop(t, "cells.0", "metadata"), "lacks \"metadata\"");
    bad(all, "metadata list", t -> put(t, "cells.0", "metadata", list()), "a list as \"metadata\"");
    bad(all, "outputs object", t -> put(t, "cells.1", "outputs", map()), "an object as");
    bad(all, "output text", t -> put(t, "cells.1", "outputs", list("x")), "an object must stand");
    bad(all, "output type", t -> put(t, OUT, "output_type", "plot"), "type the text \"plot\"");
    bad(all, "no output type", t -> drop(t, OUT, "output_type"), "lacks \"output_type\"");
    bad(all, "no data", t -> drop(t, OUT, "data"), "lacks \"data\" in output 1");
    bad(all, "no output metadata", t -> drop(t, OUT, "metadata"), "lacks \"metadata\" in output 1");
    bad(all, "no stream name", t -> drop(t, "cells.1.outputs.2", "name"), "lacks \"name\"");
    bad(all, "stream text", t -> put(t, "cells.1.outputs.2", "text", map()), "an object as");
    bad(all, "no ename", t -> drop(t, "cells.1.outputs.3", "ename"), "lacks \"ename\"");
    bad(all, "traceback", t -> put(t, "cells.1.outputs.3", "traceback", "x"), "a list of texts");
    bad(all, "collapsed", t -> put(t, META, "collapsed", "no"), "true or false");
    bad(all, "scrolled", t -> put(t, META, "scrolled", "no"), "\"auto\"");
    bad(all, "execution", t -> put(t, META, "execution", map("a", 1L)), "1 as \"a\"");
    bad(all, "jupyter", t -> put(t, META, "jupyter", 1L), "1 as \"jupyter\"");
    bad(all, "raw format", t -> put(t, "cells.2.metadata", "format", 1L), "1 as \"format\"");
    bad(all, "attachment", t -> put(t, "cells.0", "attachments", map("a", 1L)), "1 as \"a\"");
    bad(all, "attachments", t -> put(t, "cells.0", "attachments", 1L), "1 as \"attachments\"");
    bad(all, "attached", t -> put(t, "cells.0", "attachments", map("a", map("b/c", 1L))), "b/c");
    bad(all, "cells", t -> put(t, "", "cells", map()), "\"cells\"");
    bad(all, "cell null", t -> at(t, "cells").add(null), "Cell 4 is null");
    bad(all, "no metadata", t -> drop(t, "", "metadata"), "lacks \"metadata\"");
    bad(all, "kernelspec", t -> put(t, "metadata", "kernelspec", "x"), "\"kernelspec\"");
    bad(all, "language", t -> put(t, "metadata", "language_info", map()), "lacks \"name\"");
    bad(all, "mode", t -> put(t, "metadata.language_info", "codemirror_mode", 1L), "codemirror");
    bad(all, "mimetype", t -> put(t, "metadata.language_info", "mimetype", 1L), "mimetype");
    bad(all, "title", t -> put(t, "metadata", "title", 1L), "1 as \"title\"");
    bad(all, "authors", t -> put(t, "metadata", "authors", "me"), "a list");
    bad(all, "orig", t -> put(t, "metadata", "orig_nbformat", 0L), "orig_nbformat");
    // Jupyter warns of these and repairs them silently; here they are said.
    all.add(new Change("no id", t -> drop(t, "cells.1", "id"), "has no id", true));
    all.add(new Change("id twice", t -> put(t, "cells.1", "id", "md"), "id of cell 1", true));
    // What is fine, whatever it looks like.
    good(all, "json number", t -> put(t, DATA, "application/json", 5L));
    good(all, "own json null", t -> put(t, DATA, "application/vnd.x.v1+json", null));
    good(all, "text pieces", t -> put(t, DATA, "text/plain", list("a\n", "b")));
    good(
        all,
        "two of a name",
        t -> {
          put(t, META, "name", "n");
          put(t, "cells.0.metadata", "name", "n");
        });
    good(all, "no kernelspec", t -> drop(t, "metadata", "kernelspec"));
    good(all, "null count", t -> put(t, "cells.1", "execution_count", null));
    good(all, "empty bundles", t -> put(t, OUT, "data", map()));
    good(all, "collapsed text cell", t -> put(t, "cells.0.metadata", "collapsed", "x"));
    good(all, "own metadata", t -> put(t, META, "loopbench", map("kind", "run")));
    good(all, "empty attachments", t -> put(t, "cells.0", "attachments", map()));
    good(all, "stream of any name", t -> put(t, "cells.1.outputs.2", "name", "stdnull"));
    return all.stream();
  }

  private static final String OUT = "cells.1.outputs.0";
  private static final String DATA = OUT + ".data";
  private static final String META = "cells.1.metadata";

  private static void bad(
      List<Change> all, String name, Consumer<Map<String, Object>> spoil, String says) {
    all.add(new Change(name, spoil, says, false));
  }

  private static void good(List<Change> all, String name, Consumer<Map<String, Object>> spoil) {
    all.add(new Change(name, spoil, null, false));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void saysWhatIsWrongAndInWhichCell(Change change) {
    Map<String, Object> tree = sample();
    assertThat(NotebookValidator.validate(tree)).isEmpty();
    change.spoil().accept(tree);
    List<NotebookProblem> problems = NotebookValidator.validate(tree);
    if (change.says() == null) {
      assertThat(problems).isEmpty();
      return;
    }
    assertThat(problems).isNotEmpty();
    NotebookProblem problem = problems.get(0);
    assertThat(problem.message()).contains(change.says()).matches("(?s)[A-Z].*\\.");
    if (problem.where() instanceof Where.InCell cell) {
      assertThat(problem.message()).startsWith("Cell " + cell.position());
      cell.id().ifPresent(id -> assertThat(problem.message()).contains("(\"" + id + "\")"));
    } else {
      assertThat(problem.message()).startsWith("The notebook ");
    }
    // The same file opens, as far as it can, and nothing is lost by saving it unchanged.
    String text = PythonJson.write(tree, 1) + "\n";
    ReadResult read = NotebookReader.read(text);
    assertThat(read.problems()).isNotEmpty();
    read.notebook().ifPresent(notebook -> assertThat(read.textOf(notebook)).isEqualTo(text));
  }

  @Test
  void jupyterAgrees(@TempDir Path folder) throws IOException {
    List<Change> changes = changes().toList();
    for (int i = 0; i < changes.size(); i++) {
      Map<String, Object> tree = sample();
      changes.get(i).spoil().accept(tree);
      Files.writeString(folder.resolve(i + ".ipynb"), PythonJson.write(tree, 1) + "\n");
    }
    PythonNbformat.verdicts(folder)
        .forEach(
            (file, verdict) -> {
              Change change = changes.get(Integer.parseInt(file.replace(".ipynb", "")));
              String expected =
                  change.says() == null ? "same|differs" : change.repaired() ? "warned" : "invalid";
              assertThat(verdict).as(change.name()).matches("(" + expected + ").*");
            });
  }

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  /** One thing in a random document replaced or removed. */
  private static Map<String, Object> struck(long seed) {
    Random dice = new Random(seed);
    Map<String, Object> tree = tree(NotebookWriter.write(new RandomNotebooks(seed).next()));
    List<Runnable> strokes = new ArrayList<>();
    Object[] others = {
      null, true, -1L, 1.5, "", "x,y", new ArrayList<>(), new HashMap<>(Map.of("k", 1L))
    };
    Object other = others[dice.nextInt(others.length)];
    strokes(tree.get("cells"), other, strokes);
    strokes(tree.get("metadata"), other, strokes);
    if (!strokes.isEmpty()) {
      strokes.get(dice.nextInt(strokes.size())).run();
    }
    return tree;
  }

  private static void strokes(Object value, Object other, List<Runnable> strokes) {
    if (value instanceof Map<?, ?> raw) {
      Map<String, Object> map = JsonReading.object(raw);
      for (String key : map.keySet()) {
        strokes.add(() -> map.put(key, other));
        strokes.add(() -> map.remove(key));
        strokes(map.get(key), other, strokes);
      }
      strokes.add(() -> map.put("other", other));
    } else if (value instanceof List<?> list) {
      list.forEach(item -> strokes(item, other, strokes));
    }
  }

  @Test
  void jupyterAgreesOnWhatIsStruckAtRandom(@TempDir Path folder) throws IOException {
    Map<String, Boolean> valid = new HashMap<>();
    for (long seed : seeds().toArray()) {
      Map<String, Object> tree = struck(seed);
      valid.put(seed + ".ipynb", NotebookValidator.validate(tree).isEmpty());
      Files.writeString(folder.resolve(seed + ".ipynb"), PythonJson.write(tree, 1) + "\n");
    }
    assertThat(valid.values()).contains(true, false);
    Map<String, String> verdicts = PythonNbformat.verdicts(folder);
    assertThat(verdicts).hasSameSizeAs(valid);
    verdicts.forEach(
        (file, verdict) ->
            assertThat(verdict.matches("same|differs"))
                .as(file + ": " + verdict)
                .isEqualTo(valid.get(file)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsStruckIsReadOrRefusedInSentences(long seed) {
    String text = PythonJson.write(struck(seed), 1) + "\n";
    ReadResult read = NotebookReader.read(text);
    assertThat(read.problems()).allSatisfy(p -> assertThat(p.message()).matches("(?s)[A-Z].*\\."));
    Notebook notebook = read.notebook().orElseThrow();
    assertThat(read.textOf(notebook)).isEqualTo(text);
    if (!read.readOnly()) {
      Notebook changed = notebook.insert(0, Cell.of("new", Cell.Type.MARKDOWN, "new"));
      ReadResult again = NotebookReader.read(read.textOf(changed));
      assertThat(again.notebook()).as("seed %d", seed).contains(changed);
    }
  }

  // ---- a good file with one of everything, and how to get at its parts

  private static Map<String, Object> sample() {
    return tree(
        """
        {"cells": [
          {"cell_type": "markdown", "id": "md", "metadata": {}, "source": "# x"},
          {"cell_type": "code", "id": "run-base", "metadata": {"name": "run.baseline"},
           "source": ["run: baseline\\n"], "execution_count": 3,
           "outputs": [
            {"output_type": "display_data", "metadata": {}, "data": {"text/plain": "a"}},
            {"output_type": "execute_result", "metadata": {}, "data": {}, "execution_count": null},
            {"output_type": "stream", "name": "stdout", "text": "a"},
            {"output_type": "error", "ename": "a", "evalue": "b", "traceback": ["c"]}]},
          {"cell_type": "raw", "id": "raw", "metadata": {"format": "text/x-rst"}, "source": ""}],
         "metadata": {"kernelspec": {"name": "loopbench", "display_name": "Loopbench"},
                      "language_info": {"name": "yaml"}},
         "nbformat": 4, "nbformat_minor": 5}
        """);
  }

  private static Map<String, Object> tree(String text) {
    return JsonReading.object((Map<?, ?>) JsonReading.of(text).value());
  }

  private static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }

  private static List<Object> list(Object... items) {
    return new ArrayList<>(Arrays.asList(items));
  }

  private static void put(Map<String, Object> tree, String path, String key, Object value) {
    Object node = tree;
    for (String part : path.isEmpty() ? new String[0] : path.split("\\.")) {
      node =
          node instanceof List<?> list
              ? list.get(Integer.parseInt(part))
              : ((Map<?, ?>) node).get(part);
    }
    JsonReading.object((Map<?, ?>) node).put(key, value);
  }

  private static void drop(Map<String, Object> tree, String path, String key) {
    Object node = tree;
    for (String part : path.isEmpty() ? new String[0] : path.split("\\.")) {
      node =
          node instanceof List<?> list
              ? list.get(Integer.parseInt(part))
              : ((Map<?, ?>) node).get(part);
    }
    assertThat(((Map<?, ?>) node).containsKey(key)).isTrue();
    ((Map<?, ?>) node).remove(key);
  }

  @SuppressWarnings("unchecked")
  private static List<Object> at(Map<String, Object> tree, String key) {
    return (List<Object>) tree.get(key);
  }
}
