// SPDX-License-Identifier: Apache-2.0
package loopbench.cell.lang;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a notebook gives to all of its cells: its parameters and their texts, in page order, where
 * {@code $name} stands for one anywhere in a cell and {@code $$} is a dollar; and its seed.
 *
 * @param textByName in page order
 * @param seed of the chance in cells that name no seed of their own
 */
public record Parameters(Map<String, String> textByName, int seed) {
  /** The seed of a notebook that names none. */
  public static final int SEED = 42;

  public static final Parameters NONE = new Parameters(Map.of());
  private static final Pattern USE = Pattern.compile("\\$(\\$|[A-Za-z_][A-Za-z0-9_]*)");

  public Parameters {
    textByName = Collections.unmodifiableMap(new LinkedHashMap<>(textByName));
  }

  public Parameters(Map<String, String> textByName) {
    this(textByName, SEED);
  }

  public Parameters withSeed(int other) {
    return new Parameters(textByName, other);
  }

  /** The same with other texts for some of them. */
  public Parameters with(Map<String, String> others) {
    Map<String, String> texts = new LinkedHashMap<>(textByName);
    texts.putAll(others);
    return new Parameters(texts, seed);
  }

  /**
   * A text with its parameters filled in.
   *
   * @param text the text afterwards; a missing parameter stays as it was written
   * @param used the names that stand in it, in order
   * @param missing those of them that nobody defines
   */
  public record Filled(String text, List<String> used, List<String> missing) {}

  public Filled fill(String text) {
    if (text.indexOf('$') < 0) {
      return new Filled(text, List.of(), List.of());
    }
    List<String> used = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    Matcher matcher = USE.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      String name = matcher.group(1);
      String put;
      if (name.equals("$")) {
        put = "$";
      } else {
        used.add(name);
        put = textByName.get(name);
        if (put == null) {
          missing.add(name);
          put = matcher.group();
        }
      }
      matcher.appendReplacement(filled, Matcher.quoteReplacement(put));
    }
    matcher.appendTail(filled);
    return new Filled(filled.toString(), List.copyOf(used), List.copyOf(missing));
  }
}
