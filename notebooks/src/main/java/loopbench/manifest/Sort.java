// SPDX-License-Identifier: Apache-2.0
package loopbench.manifest;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import loopbench.scaling.hpa.Quantity;
import loopbench.scaling.hpa.ScalingPolicy;
import loopbench.scaling.keda.KedaNumbers;

/** How the values of a field are read, so that two ways to write one thing are equal, and shown. */
enum Sort {
  /** Blanks around it do not count, and nothing but blanks is unset. */
  TEXT,
  /** PromQL: blanks count only where they part two words, and in quotes. */
  QUERY,
  /** A whole number, or whatever stands in its place. */
  COUNT,
  SECONDS,
  /** A number in text, as KEDA reads thresholds. */
  NUMBER,
  QUANTITY,
  /** A {@link #QUANTITY} shown as percent. */
  SHARE,
  /** KEDA's {@code timeout}: a Go duration or whole milliseconds; 0 is unset. */
  TIMEOUT,
  TRUTH,
  /** A truth value in text, as KEDA reads metadata ({@code strconv.ParseBool}). */
  TRUTH_TEXT,
  /** A truth value in an annotation, where KEDA takes what it cannot read for true. */
  PAUSE,
  /** Policies of a direction; their order does not count. */
  POLICIES,
  /** A metric's target. */
  TARGET,
  /** An HPA's behavior; an empty one is not the same as none. */
  BEHAVIOR,
  /** A part or entry whose being there matters; what is in it is compared on its own. */
  PRESENCE;

  /** Whether a field of this sort is compared below, once both manifests have it. */
  boolean goesOn() {
    return this == PRESENCE || this == BEHAVIOR;
  }

  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

  /** What a value says, equal for equal meanings; null when it is as good as unset. */
  Object meaning(Object value) {
    String text = String.valueOf(value).strip();
    return switch (this) {
      case TEXT -> text.isEmpty() ? null : text;
      case QUERY -> text.isEmpty() ? null : withoutLayout(text);
      case COUNT, SECONDS -> value instanceof Number number ? new Plain(number) : text;
      case NUMBER -> {
        var number = KedaNumbers.number(text);
        yield text.isEmpty()
            ? null
            : number.isPresent() ? (Object) new Plain(number.getAsDouble()) : text;
      }
      case QUANTITY, SHARE -> Quantity.read(text).map(q -> (Object) q.value()).orElse(text);
      case TIMEOUT ->
          text.isEmpty()
              ? null
              : GoDuration.secondsOrMillis(text).isPresent()
                  ? GoDuration.secondsOrMillis(text).filter(s -> s.signum() > 0).orElse(null)
                  : text;
      case TRUTH -> value instanceof Boolean ? value : text;
      case TRUTH_TEXT ->
          TRUE.contains(text)
              ? (Object) true
              : FALSE.contains(text) ? (Object) false : text.isEmpty() ? null : text;
      case PAUSE -> !FALSE.contains(text);
      case POLICIES ->
          policies(value).stream()
              .map(ScalingPolicy::text)
              .collect(Collectors.groupingBy(policy -> policy, Collectors.counting()));
      case TARGET -> HpaForm.target(value instanceof Map<?, ?> map ? map : Map.of());
      case BEHAVIOR -> true;
      case PRESENCE -> value instanceof Map<?, ?> map && map.isEmpty() ? null : true;
    };
  }

  /** As a sentence shows it. */
  String shown(Object value) {
    String text = String.valueOf(value).strip();
    return switch (this) {
      case SECONDS -> text + " s";
      case SHARE ->
          Quantity.read(text)
              .map(q -> q.value().movePointRight(2).stripTrailingZeros().toPlainString() + " %")
              .orElse(text);
      case TIMEOUT ->
          GoDuration.secondsOrMillis(text).map(s -> s.toPlainString() + " s").orElse(text);
      case POLICIES -> {
        List<ScalingPolicy> policies = policies(value);
        yield policies.isEmpty()
            ? "nothing"
            : policies.stream().map(ScalingPolicy::text).collect(Collectors.joining(" or "));
      }
      case TARGET -> HpaForm.target(value instanceof Map<?, ?> map ? map : Map.of()).text();
      case PAUSE -> String.valueOf(meaning(value));
      case BEHAVIOR, PRESENCE -> fields(value);
      default -> text;
    };
  }

  private static String fields(Object value) {
    return value instanceof Map<?, ?> map && !map.isEmpty()
        ? Leaves.of(Map.of("x", map)).entrySet().stream()
            .map(
                leaf ->
                    String.join(".", leaf.getKey().subList(1, leaf.getKey().size()))
                        + ": "
                        + leaf.getValue())
            .collect(Collectors.joining(", "))
        : String.valueOf(value);
  }

  private static List<ScalingPolicy> policies(Object value) {
    return Tree.list(
        value instanceof List ? Map.of("x", value) : Map.of(), "x", BehaviorTree::policy);
  }

  private static String withoutLayout(String query) {
    // A comment ends with its line, so its line end has to stay.
    if (query.indexOf('#') >= 0) {
      return query;
    }
    StringBuilder out = new StringBuilder();
    char quote = 0;
    for (int i = 0; i < query.length(); i++) {
      char c = query.charAt(i);
      if (quote != 0) {
        out.append(c);
        if (c == '\\' && quote != '`' && i + 1 < query.length()) {
          out.append(query.charAt(++i));
        } else if (c == quote) {
          quote = 0;
        }
      } else if (!Character.isWhitespace(c)) {
        quote = c == '"' || c == '\'' || c == '`' ? c : 0;
        // A blank counts only where it parts two words.
        if (i > 0 && Character.isWhitespace(query.charAt(i - 1)) && isWord(c) && endsInWord(out)) {
          out.append(' ');
        }
        out.append(c);
      }
    }
    return out.toString();
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || "_:.\"'`".indexOf(c) >= 0;
  }

  private static boolean endsInWord(StringBuilder out) {
    return out.length() > 0 && isWord(out.charAt(out.length() - 1));
  }

  /** A number by its value, however it was read. */
  private record Plain(BigDecimal value) {
    Plain(Number number) {
      this(
          (number instanceof Double d ? new BigDecimal(d) : new BigDecimal(number.toString()))
              .stripTrailingZeros());
    }
  }
}
