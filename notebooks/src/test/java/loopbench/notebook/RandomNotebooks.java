// SPDX-License-Identifier: Apache-2.0
package loopbench.notebook;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/** Valid documents of every shape nbformat 4.5 allows. */
final class RandomNotebooks {
  // Without the characters at which Python alone ends a line: \f, \r, \u2028 and their like.
  private static final String[] TEXTS = {
    "",
    "\n",
    "a",
    "run: base\n",
    "kp: 0.05  # was 1\nki: 1\n",
    "é😀",
    "\\ \"q\" \t",
    "\n\nx",
    "\u0001",
    "日本\n語",
    "x: {a: 1}",
    "\uE000\uFFFD",
    "</script>&",
    "\u007F"
  };
  private static final String[] MIME_TYPES = {
    "text/plain",
    "text/html",
    "text/markdown",
    "image/png",
    "image/svg+xml",
    "application/yaml",
    "application/javascript",
    "application/pdf"
  };

  private final Random dice;

  RandomNotebooks(long seed) {
    dice = new Random(seed);
  }

  Notebook next() {
    List<Cell> cells = new ArrayList<>();
    int n = dice.nextInt(7);
    for (int i = 0; i < n; i++) {
      cells.add(cell(i));
    }
    Notebook notebook = Notebook.of(cells);
    if (dice.nextBoolean()) {
      Map<String, Object> metadata = object(2);
      if (dice.nextBoolean()) {
        metadata.put("title", text());
        metadata.put("authors", List.of(Map.of("name", text())));
        metadata.put("language_info", Map.of("name", "x", "codemirror_mode", object(1)));
      }
      notebook = notebook.withMetadata(metadata);
    }
    return notebook;
  }

  private Cell cell(int i) {
    Cell.Type type = Cell.Type.values()[dice.nextInt(3)];
    boolean code = type == Cell.Type.CODE;
    String id = i + "aZ_-".repeat(dice.nextInt(4)) + Integer.toHexString(dice.nextInt());
    List<Map<String, Object>> outputs = new ArrayList<>();
    for (int k = code ? dice.nextInt(4) : 0; k > 0; k--) {
      outputs.add(output());
    }
    return new Cell(
        id,
        type,
        text() + text(),
        metadata(type),
        outputs,
        code && dice.nextBoolean() ? OptionalInt.of(dice.nextInt(100)) : OptionalInt.empty(),
        code || dice.nextInt(3) > 0
            ? Optional.empty()
            : Optional.of(dice.nextBoolean() ? Map.of() : Map.of("a.png", bundle())));
  }

  private Map<String, Object> metadata(Cell.Type type) {
    Map<String, Object> metadata = dice.nextBoolean() ? object(2) : new LinkedHashMap<>();
    if (dice.nextInt(3) == 0) {
      metadata.put("tags", List.of("parameters", "x y"));
      metadata.put("name", "run.baseline");
      metadata.put("jupyter", Map.of("source_hidden", true));
    }
    if (type == Cell.Type.CODE && dice.nextInt(3) == 0) {
      metadata.put("collapsed", dice.nextBoolean());
      metadata.put("scrolled", dice.nextBoolean() ? "auto" : (Object) false);
      metadata.put("execution", Map.of("iopub.status.busy", "2026-08-21T10:00:00Z"));
    }
    if (type == Cell.Type.RAW && dice.nextInt(3) == 0) {
      metadata.put("format", "text/x-rst");
    }
    return metadata;
  }

  private Map<String, Object> output() {
    Map<String, Object> output = new LinkedHashMap<>();
    switch (dice.nextInt(4)) {
      case 0 -> {
        output.put("output_type", "stream");
        output.put("name", dice.nextBoolean() ? "stdout" : "stderr");
        output.put("text", text());
      }
      case 1 -> output.putAll(Bundles.error(text(), text(), List.of(text(), text())));
      case 2 -> {
        output.put("output_type", "execute_result");
        output.put("execution_count", dice.nextBoolean() ? null : (Object) dice.nextInt(9));
        output.put("data", bundle());
        output.put("metadata", object(2));
      }
      default -> {
        output.put("output_type", "display_data");
        output.put("data", bundle());
        output.put("metadata", Map.of("image/png", Map.of("width", 640, "height", 480)));
      }
    }
    return output;
  }

  private Map<String, Object> bundle() {
    Map<String, Object> bundle = new LinkedHashMap<>();
    for (int n = dice.nextInt(4); n > 0; n--) {
      bundle.put(MIME_TYPES[dice.nextInt(MIME_TYPES.length)], text());
    }
    if (dice.nextBoolean()) {
      bundle.put("application/vnd.loopbench.run.v1+json", value(3));
      bundle.put("application/json", value(3));
    }
    return bundle;
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int n = dice.nextInt(4); n > 0; n--) {
      object.put("x" + text() + n, value(depth));
    }
    return object;
  }

  private Object value(int depth) {
    return switch (dice.nextInt(depth > 0 ? 9 : 7)) {
      case 0 -> null;
      case 1 -> dice.nextBoolean();
      case 2 -> dice.nextLong();
      case 3 -> new BigInteger(100, dice);
      case 4 -> dice.nextInt(5) == 0 ? Double.POSITIVE_INFINITY : dice.nextGaussian() / 1000;
      case 5 -> Double.longBitsToDouble(dice.nextLong() & ~(1L << 62));
      case 6 -> text();
      case 7 -> object(depth - 1);
      default -> {
        List<Object> list = new ArrayList<>();
        for (int n = dice.nextInt(4); n > 0; n--) {
          list.add(value(depth - 1));
        }
        yield list;
      }
    };
  }

  private String text() {
    return TEXTS[dice.nextInt(TEXTS.length)];
  }
}
