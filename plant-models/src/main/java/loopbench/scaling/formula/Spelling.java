// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Trigger names that no formula can spell, such as {@code epp-queue-size}, which reads as a
 * subtraction. Whatever the language has to say about such a place, the name is what is wrong.
 */
final class Spelling {
  private static final Pattern JOINT = Pattern.compile("[^\\p{L}\\p{Nd}_$]+(.?)");

  /** Longer than Kubernetes names get. */
  private static final int LONGEST = 253;

  private final Wrapped wrapped;
  private final List<String> unspellable;

  Spelling(Wrapped wrapped, List<String> names, Map<String, String> unavailable) {
    this.wrapped = wrapped;
    this.unspellable =
        Stream.concat(names.stream(), unavailable.keySet().stream())
            .filter(name -> !name.isBlank() && name.length() <= LONGEST)
            .filter(name -> name.codePoints().anyMatch(Spelling::joint))
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  private static boolean joint(int c) {
    return !Lexer.nameCharacter(c);
  }

  /** The refusals, with one for each unspellable name instead of those inside it. */
  List<Refusal> explained(List<Refusal> refusals) {
    List<Refusal> explained = new ArrayList<>();
    for (Refusal refusal : refusals) {
      Refusal better = around(refusal.at()).orElse(refusal);
      if (explained.stream().noneMatch(r -> r.at() == better.at())) {
        explained.add(better);
      }
    }
    return explained;
  }

  private Optional<Refusal> around(int at) {
    String text = wrapped.text();
    for (String name : unspellable) {
      int from = Math.max(wrapped.before(), at - name.length() + 1);
      for (int i = from; i <= at; i++) {
        if (text.startsWith(name, i) && alone(text, i, i + name.length())) {
          return Optional.of(new Refusal(sentence(name), i));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean alone(String text, int from, int to) {
    return (from == 0 || joint(text.codePointBefore(from)))
        && (to == text.length() || joint(text.codePointAt(to)));
  }

  private static String sentence(String name) {
    boolean hyphens = name.contains("-");
    return "A trigger name with "
        + (hyphens ? "hyphens" : "such characters")
        + " cannot stand in a formula: "
        + name
        + (hyphens ? " reads as a subtraction" : " is not one word")
        + "; rename the trigger, e.g. "
        + joined(name)
        + ".";
  }

  /** {@code epp-queue-size} as {@code eppQueueSize}. */
  private static String joined(String name) {
    Matcher joint = JOINT.matcher(name.strip());
    String joined =
        joint.replaceAll(
            match -> Matcher.quoteReplacement(match.group(1).toUpperCase(Locale.ROOT)));
    String safe = joined.replaceAll("[^\\p{L}\\p{Nd}_$]", "");
    return safe.isEmpty() || Character.isDigit(safe.charAt(0)) ? "trigger" + safe : safe;
  }
}
