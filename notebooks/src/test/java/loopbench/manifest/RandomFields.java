// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.hpa.ScalingRules;
import loopbench.scaling.hpa.SelectPolicy;
import loopbench.scaling.keda.ObjectMeta;

/** Fields of manifests by chance, with the words that YAML is likely to take for something else. */
final class RandomFields {
  private static final String[] WORDS = {
    "a",
    "16",
    "0.5",
    "true",
    "null",
    "~",
    "yes",
    "0x1F",
    "1e3",
    "- x",
    "a: b",
    "a #b",
    "'q'",
    "\"d\"",
    "",
    " lead",
    "trail ",
    "{x}",
    "[y]",
    "${NAMESPACE}",
    "line\nnext",
    "two\n",
    "tab\t",
    "ü ≥ 1",
    "back\\slash",
    "*x",
    "&y",
    "!z",
    "%p",
    "@a",
    "2026-08-21",
    "12:30",
    "=",
    "<<",
    "let a = 1;\na > 2 ? 1 : 0",
    "sum(x{a=\"b\"})",
    "a\n\nb",
    "a\n  b",
    "x: |\n"
  };

  private RandomFields() {}

  static String word(Random random) {
    return WORDS[random.nextInt(WORDS.length)];
  }

  static String nonEmpty(Random random) {
    String word = word(random);
    return word.isEmpty() ? "x" : word;
  }

  static OptionalInt maybe(Random random) {
    return random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt(500));
  }

  static Quantity quantity(Random random) {
    return Quantity.ofMilli(1 + random.nextInt(random.nextBoolean() ? 3_000 : 3_000_000));
  }

  static Map<String, String> texts(Random random) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (random.nextBoolean()) {
      texts.put(nonEmpty(random), word(random));
      texts.put("app.kubernetes.io/name", word(random));
    }
    return texts;
  }

  static ObjectMeta metadata(Random random) {
    return new ObjectMeta(word(random), word(random), texts(random), texts(random));
  }

  static Optional<ScalingRules> rules(Random random) {
    if (random.nextInt(3) == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new ScalingRules(
            maybe(random),
            random.nextBoolean()
                ? Optional.empty()
                : Optional.of(SelectPolicy.values()[random.nextInt(3)]),
            random.nextBoolean()
                ? Optional.empty()
                : Optional.of(
                    random.nextBoolean() ? List.of() : List.of(policy(random), policy(random))),
            random.nextBoolean()
                ? Optional.empty()
                : Optional.of(Quantity.ofMilli(random.nextInt(300)))));
  }

  private static ScalingPolicy policy(Random random) {
    return new ScalingPolicy(ScalingPolicy.Type.values()[random.nextInt(2)], random.nextInt(9), 15);
  }
}
