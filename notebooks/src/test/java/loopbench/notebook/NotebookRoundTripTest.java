// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NotebookRoundTripTest {

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsWrittenIsValidAndReadsBack(long seed) {
    Notebook notebook = new RandomNotebooks(seed).next();
    assertThat(NotebookValidator.validate(notebook)).as("seed %d", seed).isEmpty();
    String text = NotebookWriter.write(notebook);
    ReadResult read = NotebookReader.read(text.getBytes(StandardCharsets.UTF_8));
    assertThat(read.problems()).as("seed %d", seed).isEmpty();
    assertThat(read.notices()).as("seed %d", seed).isEmpty();
    assertThat(read.readOnly()).isFalse();
    assertThat(read.notebook()).as("seed %d", seed).contains(notebook);
    assertThat(NotebookWriter.write(read.notebook().orElseThrow())).isEqualTo(text);
  }

  @Test
  void jupyterFindsItValidAndWritesTheSameBytes(@TempDir Path folder) throws IOException {
    for (long seed : seeds().toArray()) {
      Files.writeString(
          folder.resolve(seed + ".ipynb"), NotebookWriter.write(new RandomNotebooks(seed).next()));
    }
    Files.writeString(folder.resolve("ours.ipynb"), NotebookWriter.write(ours()));
    assertThat(PythonNbformat.verdicts(folder))
        .hasSize(301)
        .allSatisfy((name, verdict) -> assertThat(verdict).as(name).isEqualTo("same"));
  }

  @Test
  void theLayoutIsJupyters() {
    Cell cell =
        Cell.of("run-base", Cell.Type.CODE, "run: base\nticks: 80")
            .withMetadata("name", "run.base")
            .withOutputs(
                List.of(
                    Map.of(
                        "output_type", "display_data",
                        "metadata", Map.of(),
                        "data",
                            Map.of(
                                "image/png", "iVBOR\nabc\n",
                                "text/plain", "settles\nat 5 ms",
                                "application/json", Map.of("kp", 1e-5, "n", 3, "é", true)))),
                OptionalInt.of(3));
    Notebook notebook =
        new Notebook(List.of(cell, Cell.of("e", Cell.Type.MARKDOWN, "")), Map.of(), 5);
    assertThat(NotebookWriter.write(notebook))
        .isEqualTo(
            """
            {
             "cells": [
              {
               "cell_type": "code",
               "execution_count": 3,
               "id": "run-base",
               "metadata": {
                "name": "run.base"
               },
               "outputs": [
                {
                 "data": {
                  "application/json": {
                   "kp": 1e-05,
                   "n": 3,
                   "é": true
                  },
                  "image/png": "iVBOR\\nabc\\n",
                  "text/plain": [
                   "settles\\n",
                   "at 5 ms"
                  ]
                 },
                 "metadata": {},
                 "output_type": "display_data"
                }
               ],
               "source": [
                "run: base\\n",
                "ticks: 80"
               ]
              },
              {
               "cell_type": "markdown",
               "id": "e",
               "metadata": {},
               "source": []
              }
             ],
             "metadata": {},
             "nbformat": 4,
             "nbformat_minor": 5
            }
            """);
  }

  @Test
  void keysAreSortedByCodePointAsPythonDoes() {
    assertThat(PythonJson.write(Map.of("\uD83D\uDE00", 1, "\uFFFD", 2, "z", 3, "za", 4), 1))
        .isEqualTo("{\n \"z\": 3,\n \"za\": 4,\n \"\uFFFD\": 2,\n \"\uD83D\uDE00\": 1\n}");
  }

  @Test
  void halfASurrogatePairSurvivesTheFile() {
    Notebook notebook = Notebook.of(List.of(Cell.of("a", Cell.Type.RAW, "x\uD800y\uDC00")));
    String text = NotebookWriter.write(notebook);
    assertThat(text).contains("\"x\\ud800y\\udc00\"");
    assertThat(NotebookReader.read(text.getBytes(StandardCharsets.UTF_8)).notebook())
        .contains(notebook);
  }

  @Test
  void whatIsTransientIsNotWritten() {
    Notebook notebook =
        new Notebook(
            List.of(Cell.of("a", Cell.Type.CODE, "").withMetadata("trusted", true)),
            Map.of("signature", "x", "orig_nbformat", 4, "orig_nbformat_minor", 2, "kept", 1),
            5);
    assertThat(NotebookWriter.write(notebook))
        .contains("kept")
        .doesNotContain("trusted", "signature", "orig_nbformat");
  }

  /** One of each of our outputs. */
  private static Notebook ours() {
    byte[] png = new byte[40];
    System.arraycopy(
        new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 26, '\n', 0, 0, 0, 13}, 0, png, 0, 12);
    Optional<Bundles.Data> data =
        Optional.of(new Bundles.Data("run", Map.of("class", "settles", "overshoot", 8e-5)));
    return Notebook.of(
        List.of(
            Cell.of("a", Cell.Type.CODE, "chart: x\n")
                .withOutputs(
                    List.of(
                        Bundles.picture(png, Optional.of("<svg>\n</svg>\n"), "It settles.", data),
                        Bundles.table(List.of("a", "b"), List.of(List.of("<1>", "&")), "Two."),
                        Bundles.markdown("**holds**", "It holds.", data),
                        Bundles.plain("Written.", data),
                        Bundles.error("MissingInput", "No plant.", List.of("No plant."))),
                    OptionalInt.of(1))));
  }
}
