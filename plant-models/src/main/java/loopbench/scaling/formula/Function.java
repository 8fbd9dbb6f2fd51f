// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The functions of the language that are run here, and the names of those that are not. */
enum Function {
  ABS,
  CEIL,
  FLOOR,
  ROUND,
  INT,
  FLOAT,
  STRING,
  TYPE,
  LEN,
  MAX,
  MIN,
  MEAN,
  MEDIAN,
  FIRST,
  LAST,
  GET,
  TAKE,
  REVERSE,
  UNIQ,
  CONCAT,
  FLATTEN,
  SORT,
  ALL(Predicate.NEEDED),
  NONE(Predicate.NEEDED),
  ANY(Predicate.NEEDED),
  ONE(Predicate.NEEDED),
  FILTER(Predicate.NEEDED),
  MAP(Predicate.NEEDED),
  COUNT(Predicate.OPTIONAL),
  SUM(Predicate.OPTIONAL),
  FIND(Predicate.NEEDED),
  FIND_INDEX("findIndex"),
  FIND_LAST("findLast"),
  FIND_LAST_INDEX("findLastIndex"),
  REDUCE(Predicate.NEEDED);

  /** Whether a function takes a predicate. */
  enum Predicate {
    NONE,
    OPTIONAL,
    NEEDED
  }

  /** Part of the language, so no let may take their names, but not run here. */
  private static final Set<String> NOT_RUN =
      Set.of(
          "groupBy",
          "sortBy",
          "trim",
          "trimPrefix",
          "trimSuffix",
          "upper",
          "lower",
          "split",
          "splitAfter",
          "replace",
          "repeat",
          "join",
          "indexOf",
          "lastIndexOf",
          "hasPrefix",
          "hasSuffix",
          "toJSON",
          "fromJSON",
          "toBase64",
          "fromBase64",
          "now",
          "duration",
          "date",
          "timezone",
          "keys",
          "values",
          "toPairs",
          "fromPairs",
          "bitand",
          "bitor",
          "bitxor",
          "bitnand",
          "bitshl",
          "bitshr",
          "bitushr",
          "bitnot");

  private static final Map<String, Function> BY_WORD =
      Arrays.stream(values()).collect(Collectors.toMap(Function::word, UnaryOperator.identity()));

  private final String word;
  private final Predicate predicate;

  Function() {
    this(Predicate.NONE);
  }

  Function(Predicate predicate) {
    this.word = name().toLowerCase(Locale.ROOT);
    this.predicate = predicate;
  }

  Function(String word) {
    this.word = word;
    this.predicate = Predicate.NEEDED;
  }

  static Optional<Function> of(String word) {
    return Optional.ofNullable(BY_WORD.get(word));
  }

  static boolean isNotRun(String word) {
    return NOT_RUN.contains(word);
  }

  /** Whether the language has a function of this name, run here or not. */
  static boolean isFunction(String word) {
    return BY_WORD.containsKey(word) || NOT_RUN.contains(word);
  }

  static List<String> words() {
    return Stream.of(values()).map(Function::word).sorted().toList();
  }

  String word() {
    return word;
  }

  Predicate predicate() {
    return predicate;
  }
}
