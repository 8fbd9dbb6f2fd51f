// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.formula;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.regex.Pattern;

/**
 * What operators and functions do with values of which nothing is known beforehand, after
 * expr-lang/expr 1.17.8 {@code vm/runtime} and {@code builtin/lib.go}. Whole numbers are 64 bits
 * and wrap around; as soon as one operand is a double both are.
 */
final class Values {
  /** How deep lists are followed into lists. */
  private static final int DEEPEST = 100;

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");

  private Values() {}

  static double real(Object value, int at) {
    if (value instanceof Double number) {
      return number;
    }
    if (value instanceof Long number) {
      return number;
    }
    throw new Refusal("A number is needed here, not " + shown(value) + ".", at);
  }

  static long whole(Object value, int at) {
    if (value instanceof Long number) {
      return number;
    }
    throw new Refusal("A whole number is needed here, not " + shown(value) + ".", at);
  }

  static boolean truth(Object value, int at) {
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw new Refusal("True or false is needed here, not " + shown(value) + ".", at);
  }

  static String text(Object value, int at) {
    if (value instanceof String text) {
      return text;
    }
    throw new Refusal("Text is needed here, not " + shown(value) + ".", at);
  }

  static List<?> list(Object value, int at) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw new Refusal("A list is needed here, not " + shown(value) + ".", at);
  }

  /** {@code int64(x)} on amd64: towards zero, and the smallest for NaN and what does not fit. */
  static long truncated(double value) {
    return value >= -0x1p63 && value < 0x1p63 ? (long) value : Long.MIN_VALUE;
  }

  /** {@code int(x)}. */
  static long toWhole(Object value, int at) {
    if (value instanceof Long number) {
      return number;
    }
    if (value instanceof Double number) {
      return truncated(number);
    }
    if (value instanceof String text) {
      try {
        if (WHOLE.matcher(text).matches()) {
          return Long.parseLong(text);
        }
      } catch (NumberFormatException e) {
        // beyond 64 bits: refused like any other text
      }
      throw new Refusal("int cannot read " + shown(value) + ".", at);
    }
    throw new Refusal("int needs a number or a text, not " + shown(value) + ".", at);
  }

  /** {@code float(x)}; of texts, decimal ones and the spellings of infinity and NaN. */
  static double toReal(Object value, int at) {
    if (!(value instanceof String text)) {
      return real(value, at);
    }
    if (DECIMAL.matcher(text).matches()) {
      double number = Double.parseDouble(text);
      if (!Double.isInfinite(number)) {
        return number;
      }
    }
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      case "nan" -> Double.NaN;
      default -> throw new Refusal("float cannot read " + shown(value) + ".", at);
    };
  }

  /** {@code + - * %} of values that may be whole, and {@code +} of texts. */
  static Object arithmetic(Operator operator, Object left, Object right, Run run, int at) {
    if (left instanceof Long a && right instanceof Long b) {
      return whole(operator, a, b, at);
    }
    if (operator == Operator.PLUS && left instanceof String a && right instanceof String b) {
      run.spend(1 + (a.length() + b.length()) / 8, at);
      if (a.length() + b.length() > Run.LONGEST_TEXT) {
        throw Refusal.ours(
            String.format("This makes a text of more than %,d characters.", Run.LONGEST_TEXT), at);
      }
      return a + b;
    }
    if (operator == Operator.REMAINDER) {
      throw new Refusal(
          "% needs whole numbers, not " + shown(left) + " and " + shown(right) + "; use int(x).",
          at);
    }
    return real(operator, number(operator, left, at), number(operator, right, at));
  }

  static double real(Operator operator, double left, double right) {
    return switch (operator) {
      case PLUS -> left + right;
      case MINUS -> left - right;
      case TIMES -> left * right;
      case DIVIDE -> left / right;
      case POWER -> Power.of(left, right);
      default -> throw new IllegalStateException(operator + " is not arithmetic");
    };
  }

  static long whole(Operator operator, long left, long right, int at) {
    return switch (operator) {
      case PLUS -> left + right;
      case MINUS -> left - right;
      case TIMES -> left * right;
      case REMAINDER -> {
        if (right == 0) {
          throw new Refusal("The remainder of a division by 0.", at);
        }
        yield left % right;
      }
      default -> throw new IllegalStateException(operator + " does not stay whole");
    };
  }

  private static double number(Operator operator, Object value, int at) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new Refusal(operator.word() + " needs numbers, not " + shown(value) + ".", at);
  }

  static boolean ordered(Operator operator, double left, double right) {
    return switch (operator) {
      case LESS -> left < right;
      case MORE -> left > right;
      case AT_MOST -> left <= right;
      default -> left >= right;
    };
  }

  static boolean ordered(Operator operator, Object left, Object right, Run run, int at) {
    if (left instanceof Long a && right instanceof Long b) {
      return ordered(operator, Long.compare(a, b), 0);
    }
    if (left instanceof String a && right instanceof String b) {
      run.spend(Math.min(a.length(), b.length()) / 8, at);
      return ordered(operator, a.compareTo(b), 0);
    }
    return ordered(operator, number(operator, left, at), number(operator, right, at));
  }

  static boolean equal(Object left, Object right, Run run, int at) {
    return equal(left, right, run, at, 0);
  }

  private static boolean equal(Object left, Object right, Run run, int at, int depth) {
    run.spend(1, at);
    if (left instanceof Long a && right instanceof Long b) {
      return a.longValue() == b.longValue();
    }
    if (left instanceof Number a && right instanceof Number b) {
      return a.doubleValue() == b.doubleValue();
    }
    if (left instanceof List<?> a && right instanceof List<?> b) {
      deeper(depth, at);
      boolean same = a.size() == b.size();
      for (int i = 0; same && i < a.size(); i++) {
        same = equal(a.get(i), b.get(i), run, at, depth + 1);
      }
      return same;
    }
    if (left instanceof String a && right instanceof String b) {
      run.spend(Math.min(a.length(), b.length()) / 8, at);
    }
    return left == null ? right == null : left.equals(right);
  }

  static boolean in(Object value, Object list, Run run, int at) {
    if (list == null) {
      return false;
    }
    if (!(list instanceof List<?> items)) {
      throw new Refusal("in needs a list, not " + shown(list) + ".", at);
    }
    for (Object item : items) {
      if (equal(item, value, run, at)) {
        return true;
      }
    }
    return false;
  }

  static boolean texts(Operator operator, Object left, Object right, Run run, int at) {
    String a = text(left, at);
    String b = text(right, at);
    run.spend(1 + (long) a.length() * b.length() / 8, at);
    return switch (operator) {
      case CONTAINS -> a.contains(b);
      case STARTS_WITH -> a.startsWith(b);
      default -> a.endsWith(b);
    };
  }

  /** The element, from the end where the index is negative; a {@link Refusal} outside. */
  static Object element(Object of, Object index, int at) {
    List<?> list = list(of, at);
    long i = index(index, list.size(), at);
    if (i < 0 || i >= list.size()) {
      throw new Refusal(
          "There is no element " + shown(index) + " in a list of " + list.size() + ".", at);
    }
    return list.get((int) i);
  }

  /** {@code get}: nil outside and of nil. */
  static Object elementOrNil(Object of, Object index, int at) {
    if (of == null) {
      return null;
    }
    List<?> list = list(of, at);
    long i = index(index, list.size(), at);
    return i < 0 || i >= list.size() ? null : list.get((int) i);
  }

  private static long index(Object index, int size, int at) {
    long i = place(index, at);
    return i < 0 ? i + size : i;
  }

  /** A number as a place: whole, or cut towards zero. */
  private static long place(Object value, int at) {
    return value instanceof Long whole ? whole : truncated(real(value, at));
  }

  /** Both ends from the end where negative, and moved into the list where outside. */
  static Object slice(Object of, Object fromValue, Object toValue, int at) {
    List<?> list = list(of, at);
    long from = place(fromValue, at);
    long to = place(toValue, at);
    long size = list.size();
    long last = Math.min(size, to < 0 ? Math.max(0, size + to) : to);
    long first = Math.min(last, from < 0 ? Math.max(0, size + from) : from);
    return list.subList((int) first, (int) last);
  }

  /** A list of the numbers from {@code low} to {@code high}, which it does not store. */
  static List<Object> range(Object from, Object to, Run run, int at) {
    long low = place(from, at);
    long high = place(to, at);
    if (high < low) {
      return List.of();
    }
    long size = high - low + 1;
    run.make(size, at);
    return new Range(low, (int) size);
  }

  private static final class Range extends AbstractList<Object> implements RandomAccess {
    private final long low;
    private final int size;

    Range(long low, int size) {
      this.low = low;
      this.size = size;
    }

    @Override
    public Object get(int index) {
      return low + Objects.checkIndex(index, size);
    }

    @Override
    public int size() {
      return size;
    }
  }

  /**
   * {@code max} and {@code min}: the winner with its own type, the earlier of two equals, and a NaN
   * only where it comes first. nil for an empty list; a lone argument that is neither number nor
   * list is handed back.
   */
  static Object extreme(Operator beats, Object[] arguments, Run run, int at) {
    return extreme(beats, arguments, run, at, 0);
  }

  private static Object extreme(Operator beats, Object[] arguments, Run run, int at, int depth) {
    Object best = null;
    for (Object argument : arguments) {
      if (argument instanceof List<?> list) {
        deeper(depth, at);
        run.spend(list.size(), at);
        for (Object item : list) {
          boolean number = item instanceof Number;
          Object inner = number ? item : extreme(beats, new Object[] {item}, run, at, depth + 1);
          if (inner != null || !(item instanceof List<?>)) { // an empty list inside is passed over
            best = better(beats, best, inner, run, at);
          }
        }
      } else if (argument instanceof Number) {
        best = better(beats, best, argument, run, at);
      } else if (arguments.length == 1) {
        return argument;
      } else {
        throw noNumber(beats == Operator.MORE ? Function.MAX : Function.MIN, argument, at);
      }
    }
    return best;
  }

  private static Object better(Operator beats, Object best, Object next, Run run, int at) {
    if (!(next instanceof Number)) {
      throw noNumber(beats == Operator.MORE ? Function.MAX : Function.MIN, next, at);
    }
    return best == null || ordered(beats, next, best, run, at) ? next : best;
  }

  private static Refusal noNumber(Function function, Object value, int at) {
    return new Refusal(function.word() + " needs numbers, not " + shown(value) + ".", at);
  }

  /** {@code mean}: lists inside lists are summed apart and then added. 0 of nothing. */
  static double mean(Object[] arguments, Run run, int at) {
    long[] count = {0};
    double total = 0;
    for (Object argument : arguments) {
      total += sum(argument, count, run, at, 0);
    }
    return count[0] == 0 ? 0 : total / count[0];
  }

  private static double sum(Object value, long[] count, Run run, int at, int depth) {
    if (value instanceof Number number) {
      count[0]++;
      return number.doubleValue();
    }
    if (!(value instanceof List<?> list)) {
      throw noNumber(Function.MEAN, value, at);
    }
    deeper(depth, at);
    run.spend(list.size(), at);
    double total = 0;
    for (Object item : list) {
      total += sum(item, count, run, at, depth + 1);
    }
    return total;
  }

  /** {@code median}: NaN sorts first, as in Go's {@code sort.Float64s}. 0 of nothing. */
  static double median(Object[] arguments, Run run, int at) {
    List<Object> flat = new ArrayList<>();
    for (Object argument : arguments) {
      flatten(argument, flat, run, at, 0);
    }
    double[] values = new double[flat.size()];
    int nans = 0;
    int numbers = values.length;
    for (Object item : flat) {
      if (!(item instanceof Number number)) {
        throw noNumber(Function.MEDIAN, item, at);
      }
      double value = number.doubleValue();
      values[Double.isNaN(value) ? nans++ : --numbers] = value;
    }
    Arrays.sort(values, nans, values.length);
    int half = values.length / 2;
    if (values.length == 0) {
      return 0;
    }
    return values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  }

  static List<Object> flatten(Object list, Run run, int at) {
    List<Object> flat = new ArrayList<>();
    for (Object item : list(list, at)) {
      flatten(item, flat, run, at, 1);
    }
    run.make(flat.size(), at);
    return flat;
  }

  private static void flatten(Object value, List<Object> into, Run run, int at, int depth) {
    run.spend(1, at);
    if (value instanceof List<?> list) {
      deeper(depth, at);
      for (Object item : list) {
        flatten(item, into, run, at, depth + 1);
      }
    } else {
      if (into.size() >= Run.MOST_ELEMENTS) {
        run.make(into.size(), at);
      }
      into.add(value);
    }
  }

  static List<Object> uniq(Object of, Run run, int at) {
    List<Object> kept = new ArrayList<>();
    for (Object item : list(of, at)) {
      if (!in(item, kept, run, at)) {
        kept.add(item);
      }
    }
    return kept;
  }

  static List<Object> reverse(Object of, Run run, int at) {
    List<Object> reversed = new ArrayList<>(list(of, at));
    run.spend(reversed.size(), at);
    Collections.reverse(reversed);
    return reversed;
  }

  static List<Object> concat(Object[] lists, Run run, int at) {
    long size = 0;
    for (Object list : lists) {
      size += list(list, at).size();
    }
    run.make(size, at);
    List<Object> all = new ArrayList<>((int) size);
    for (Object list : lists) {
      all.addAll(list(list, at));
    }
    return all;
  }

  /**
   * {@code sort}: by insertion up to twelve elements, as Go does, so that what does not compare
   * (NaN) stays where it would there; longer lists by merging.
   */
  static List<Object> sort(Object of, Object order, Run run, int at) {
    Object[] items = of == null ? new Object[0] : list(of, at).toArray();
    Operator before =
        switch (text(order, at)) {
          case "asc" -> Operator.LESS;
          case "desc" -> Operator.MORE;
          default -> throw new Refusal("The order of sort is \"asc\" or \"desc\".", at);
        };
    run.make(items.length, at);
    sort(items, 0, items.length, before, run, at);
    return Arrays.asList(items);
  }

  private static void sort(Object[] items, int from, int to, Operator before, Run run, int at) {
    if (to - from <= 12) {
      for (int i = from + 1; i < to; i++) {
        for (int j = i; j > from && before(items, j, j - 1, before, run, at); j--) {
          Object swapped = items[j];
          items[j] = items[j - 1];
          items[j - 1] = swapped;
        }
      }
      return;
    }
    int middle = (from + to) / 2;
    sort(items, from, middle, before, run, at);
    sort(items, middle, to, before, run, at);
    Object[] left = Arrays.copyOfRange(items, from, middle);
    int l = 0;
    int r = middle;
    for (int i = from; l < left.length; i++) {
      run.spend(1, at);
      if (r < to && ordered(before, items[r], left[l], run, at)) {
        items[i] = items[r++];
      } else {
        items[i] = left[l++];
      }
    }
  }

  private static boolean before(
      Object[] items, int one, int other, Operator before, Run run, int at) {
    run.spend(1, at);
    return ordered(before, items[one], items[other], run, at);
  }

  static long length(Object of, Run run, int at) {
    if (of instanceof String text) {
      run.spend(text.length() / 8, at);
      return text.codePointCount(0, text.length());
    }
    return list(of, at).size();
  }

  static String type(Object value) {
    if (value == null) {
      return "nil";
    }
    return value instanceof Long
        ? "int"
        : value instanceof Double
            ? "float"
            : value instanceof Boolean ? "bool" : value instanceof String ? "string" : "array";
  }

  /** {@code string(x)}, as Go's {@code %v} prints it. */
  static String toText(Object value, Run run, int at) {
    StringBuilder text = new StringBuilder();
    print(value, text, run, at, 0);
    return text.toString();
  }

  private static void print(Object value, StringBuilder into, Run run, int at, int depth) {
    run.spend(1, at);
    if (into.length() > Run.LONGEST_TEXT) {
      throw Refusal.ours(
          String.format("This makes a text of more than %,d characters.", Run.LONGEST_TEXT), at);
    }
    if (value instanceof List<?> list) {
      deeper(depth, at);
      into.append('[');
      for (int i = 0; i < list.size(); i++) {
        into.append(i > 0 ? " " : "");
        print(list.get(i), into, run, at, depth + 1);
      }
      into.append(']');
    } else if (value instanceof Double number) {
      into.append(number(number));
    } else {
      into.append(value == null ? "<nil>" : value.toString());
    }
  }

  /**
   * The shortest decimal that reads back the same, with an exponent below 1e-4 and from 1e21 on.
   */
  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    // Double.toString is not the shortest before JDK 19.
    BigDecimal exact = new BigDecimal(value);
    BigDecimal shortest = exact;
    for (int digits = 1; digits <= 17; digits++) {
      shortest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (shortest.doubleValue() == value) {
        break;
      }
    }
    shortest = shortest.stripTrailingZeros();
    String digits = shortest.unscaledValue().abs().toString();
    int exponent = digits.length() - 1 - shortest.scale();
    if (exponent >= -4 && exponent < 21) {
      return shortest.toPlainString();
    }
    return (value < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  /** Half away from zero, as Go's {@code math.Round}. */
  static double round(double value) {
    double towardsZero = value < 0 ? Math.ceil(value) : Math.floor(value);
    return Math.abs(value - towardsZero) >= 0.5
        ? towardsZero + Math.copySign(1, value)
        : Math.copySign(towardsZero, value);
  }

  private static void deeper(int depth, int at) {
    if (depth >= DEEPEST) {
      throw Refusal.ours("These lists are nested more than " + DEEPEST + " deep.", at);
    }
  }

  /** For a sentence. */
  static String shown(Object value) {
    if (value == null) {
      return "nil";
    }
    if (value instanceof List<?> list) {
      return "a list of " + list.size();
    }
    if (value instanceof Double number) {
      return number(number);
    }
    return value instanceof String text
        ? "the text \"" + Lexer.shortened(text) + "\""
        : value.toString();
  }
}
