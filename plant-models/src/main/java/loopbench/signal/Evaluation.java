// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loopbench.series.Labels;
import loopbench.signal.QueryAnswer.Element;

/**
 * A query made ready to be asked of one store at many instants, as Prometheus 3 answers an instant
 * query: ranges and the lookback are open at their far end.
 *
 * <p>Evaluated are selectors, ranges with {@code rate}, {@code increase}, {@code delta}, {@code
 * irate} and the usual {@code _over_time}; {@code sum max min avg count group}; {@code
 * histogram_quantile}; clamps, {@code vector}, {@code scalar}, {@code absent}, {@code time}, {@code
 * label_replace}; arithmetic, comparisons and set operators between elements that match one to one.
 * All else is refused by name, see {@link #refusals}.
 */
public final class Evaluation {
  private static final int MOST_KNOWN = 10_000;

  private final Query query;
  private final Scrapes scrapes;
  private final Map<Expr.Selector, Chosen> chosen = new IdentityHashMap<>();
  private final Map<String, Pattern> patterns = new HashMap<>();
  private final Samples samples = new Samples();

  /** To which group an element goes, by the very labels of its series. */
  private final Map<Expr.Aggregation, Map<Labels, Labels>> grouped = new IdentityHashMap<>();

  /** The series a selector chose while the store was at a version. */
  private record Chosen(int version, List<Scrapes.Line> lines) {}

  /** What depends on the data and is an error. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(String why) {
      super(why, null, false, false);
    }
  }

  /**
   * @throws IllegalArgumentException with the first of {@link #refusals}
   */
  public Evaluation(Query query, Scrapes scrapes) {
    for (Refusal refusal : refusals(query)) {
      throw new IllegalArgumentException(refusal.text() + ": " + refusal.why());
    }
    this.query = query;
    this.scrapes = scrapes;
  }

  /** What in a query is not evaluated here; empty when all is. Never throws for what it says. */
  public static List<Refusal> refusals(Query query) {
    return Evaluable.refusals(query);
  }

  /** How far back a query looks at most, ms: for how much a store must keep. */
  public static long looksBackMs(Query query) {
    long most = Scrapes.LOOKBACK_MS;
    for (Expr.Selector selector : query.selectors()) {
      most =
          Math.max(
              most,
              selector.rangeMs().orElse(Scrapes.LOOKBACK_MS)
                  + Math.max(0, selector.offsetMs().orElse(0)));
    }
    return most;
  }

  /** What the store answers at a time; it must not have been asked for a later one. */
  public QueryAnswer at(long nowMs) {
    try {
      Value value = query.tree().match(new At(nowMs));
      return value.elements == null
          ? new QueryAnswer.Scalar(value.number)
          : new QueryAnswer.Vector(value.elements);
    } catch (Failure failure) {
      return new QueryAnswer.Failed(failure.getMessage());
    }
  }

  /** A number, or elements. */
  private static final class Value {
    final double number;
    final List<Element> elements;

    Value(double number) {
      this.number = number;
      this.elements = null;
    }

    Value(List<Element> elements) {
      this.number = Double.NaN;
      this.elements = elements;
    }
  }

  private List<Scrapes.Line> lines(Expr.Selector selector) {
    Chosen known = chosen.get(selector);
    if (known == null || known.version != scrapes.version()) {
      List<Scrapes.Line> lines = new ArrayList<>();
      for (Scrapes.Line line : scrapes.lines(selector.metric())) {
        if (selector.matchers().stream().allMatch(m -> matches(m, line.labels()))) {
          lines.add(line);
        }
      }
      known = new Chosen(scrapes.version(), lines);
      chosen.put(selector, known);
    }
    return known.lines;
  }

  private boolean matches(LabelMatcher matcher, Labels labels) {
    String value = labels.get(matcher.label());
    return switch (matcher.operator()) {
      case EQUAL -> value.equals(matcher.value());
      case NOT_EQUAL -> !value.equals(matcher.value());
      case MATCHES -> pattern(matcher.value()).matcher(value).matches();
      case NOT_MATCHES -> !pattern(matcher.value()).matcher(value).matches();
    };
  }

  private Pattern pattern(String text) {
    return patterns.computeIfAbsent(text, t -> Pattern.compile(t, Pattern.DOTALL));
  }

  static Labels nameless(Labels labels) {
    return labels.byName().containsKey(Labels.METRIC)
        ? without(labels, List.of(Labels.METRIC))
        : labels;
  }

  private static Labels without(Labels labels, List<String> gone) {
    SortedMap<String, String> left = new TreeMap<>(labels.byName());
    gone.forEach(left::remove);
    return left.isEmpty() ? Labels.NONE : new Labels(left);
  }

  private static Labels only(Labels labels, List<String> kept) {
    if (kept.isEmpty()) {
      return Labels.NONE;
    }
    SortedMap<String, String> left = new TreeMap<>(labels.byName());
    left.keySet().retainAll(kept);
    return left.isEmpty() ? Labels.NONE : new Labels(left);
  }

  /** Elements that lost a label may have become the same, which Prometheus refuses. */
  private static List<Element> distinct(List<Element> elements) {
    if (elements.size() > 1) {
      Set<Labels> seen = new HashSet<>();
      for (Element element : elements) {
        if (!seen.add(element.labels())) {
          throw new Failure("Two elements have the same labels " + element.labels() + ".");
        }
      }
    }
    return elements;
  }

  /** The evaluation at one instant. */
  private final class At implements Expr.Cases<Value> {
    private final long nowMs;

    At(long nowMs) {
      this.nowMs = nowMs;
    }

    private List<Element> elements(Expr expr) {
      return expr.match(this).elements;
    }

    private double scalar(Expr expr) {
      return expr.match(this).number;
    }

    @Override
    public Value number(Expr.NumberLiteral number) {
      return new Value(number.value());
    }

    @Override
    public Value text(Expr.TextLiteral text) {
      throw new IllegalStateException("a text has no value");
    }

    @Override
    public Value selector(Expr.Selector selector) {
      long atMs = nowMs - selector.offsetMs().orElse(0);
      List<Element> elements = new ArrayList<>();
      for (Scrapes.Line line : lines(selector)) {
        int i = line.at(atMs);
        if (i >= 0 && !line.stale(i) && line.timeMs(i) > atMs - Scrapes.LOOKBACK_MS) {
          elements.add(new Element(line.labels(), line.value(i)));
        }
      }
      return new Value(elements);
    }

    private Value overRange(String function, Expr.Selector selector) {
      long toMs = nowMs - selector.offsetMs().orElse(0);
      long fromMs = toMs - selector.rangeMs().orElseThrow();
      List<Element> elements = new ArrayList<>();
      for (Scrapes.Line line : lines(selector)) {
        samples.read(line, fromMs, toMs);
        if (samples.enough(function)) {
          Labels labels = function.equals("last_over_time") ? line.labels() : line.nameless();
          elements.add(new Element(labels, samples.apply(function, fromMs, toMs)));
        }
      }
      return new Value(selector.metric().isEmpty() ? distinct(elements) : elements);
    }

    @Override
    public Value call(Expr.Call call) {
      List<Expr> arguments = call.arguments();
      String name = call.function();
      if (Evaluable.OVER_RANGE.contains(name)) {
        return overRange(name, (Expr.Selector) arguments.get(0).bare());
      }
      return switch (name) {
        case "time" -> new Value(nowMs / 1000.0);
        case "vector" -> new Value(List.of(new Element(Labels.NONE, scalar(arguments.get(0)))));
        case "scalar" -> {
          List<Element> one = elements(arguments.get(0));
          yield new Value(one.size() == 1 ? one.get(0).value() : Double.NaN);
        }
        case "absent" ->
            new Value(
                elements(arguments.get(0)).isEmpty()
                    ? List.of(new Element(absentLabels(arguments.get(0)), 1))
                    : List.of());
        case "histogram_quantile" -> quantile(scalar(arguments.get(0)), elements(arguments.get(1)));
        case "label_replace" -> replaced(arguments);
        default -> each(call);
      };
    }

    private Labels absentLabels(Expr expr) {
      SortedMap<String, String> labels = new TreeMap<>();
      if (expr.bare() instanceof Expr.Selector selector) {
        selector.matchers().stream()
            .filter(m -> m.exact() && !m.label().equals(Labels.METRIC))
            .forEach(m -> labels.put(m.label(), m.value()));
      }
      return new Labels(labels);
    }

    private Value each(Expr.Call call) {
      List<Expr> arguments = call.arguments();
      double first = arguments.size() > 1 ? scalar(arguments.get(1)) : Double.NaN;
      double second = arguments.size() > 2 ? scalar(arguments.get(2)) : Double.NaN;
      List<Element> result = new ArrayList<>();
      if (call.function().equals("clamp") && first > second) {
        return new Value(result);
      }
      for (Element element : elements(arguments.get(0))) {
        double v = element.value();
        double made =
            switch (call.function()) {
              case "abs" -> Math.abs(v);
              case "ceil" -> Math.ceil(v);
              case "floor" -> Math.floor(v);
              case "sqrt" -> Math.sqrt(v);
              case "clamp_min" -> Math.max(first, v);
              case "clamp_max" -> Math.min(first, v);
              case "clamp" -> Math.max(first, Math.min(second, v));
              default -> throw new IllegalStateException(call.function());
            };
        result.add(new Element(nameless(element.labels()), made));
      }
      return new Value(distinct(result));
    }

    private Value quantile(double q, List<Element> buckets) {
      Map<Labels, TreeMap<Double, Double>> groups = new HashMap<>();
      List<Labels> order = new ArrayList<>();
      for (Element bucket : buckets) {
        Double bound = bound(bucket.labels().get("le"));
        if (bound != null) {
          Labels group = without(bucket.labels(), List.of("le", Labels.METRIC));
          TreeMap<Double, Double> counts = groups.get(group);
          if (counts == null) {
            counts = new TreeMap<>();
            groups.put(group, counts);
            order.add(group);
          }
          counts.merge(bound, bucket.value(), Double::sum);
        }
      }
      List<Element> result = new ArrayList<>();
      for (Labels group : order) {
        TreeMap<Double, Double> counts = groups.get(group);
        result.add(
            new Element(
                group,
                BucketQuantile.of(
                    q,
                    counts.keySet().stream().mapToDouble(b -> b).toArray(),
                    counts.values().stream().mapToDouble(c -> c).toArray())));
      }
      return new Value(result);
    }

    private Value replaced(List<Expr> arguments) {
      String to = quoted(arguments.get(1));
      String with = quoted(arguments.get(2));
      String from = quoted(arguments.get(3));
      Pattern pattern = pattern(quoted(arguments.get(4)));
      List<Element> result = new ArrayList<>();
      for (Element element : elements(arguments.get(0))) {
        Matcher matcher = pattern.matcher(element.labels().get(from));
        if (!matcher.matches()) {
          result.add(element);
          continue;
        }
        String made = expanded(with, matcher);
        SortedMap<String, String> labels = new TreeMap<>(element.labels().byName());
        if (made.isEmpty()) {
          labels.remove(to);
        } else {
          labels.put(to, made);
        }
        result.add(new Element(new Labels(labels), element.value()));
      }
      return new Value(distinct(result));
    }

    @Override
    public Value aggregation(Expr.Aggregation aggregation) {
      Map<Labels, Group> groups = new HashMap<>();
      List<Group> order = new ArrayList<>();
      Expr.Grouping grouping = aggregation.grouping();
      Map<Labels, Labels> known =
          grouped.computeIfAbsent(aggregation, a -> new IdentityHashMap<>());
      if (known.size() > MOST_KNOWN) {
        known.clear(); // labels that are made anew each time are never met again
      }
      for (Element element : elements(aggregation.body())) {
        Labels key = known.get(element.labels());
        if (key == null) {
          key =
              switch (grouping.kind()) {
                case NONE -> Labels.NONE;
                case BY -> only(element.labels(), grouping.labels());
                case WITHOUT -> nameless(without(element.labels(), grouping.labels()));
              };
          known.put(element.labels(), key);
        }
        Group group = groups.get(key);
        if (group == null) {
          group = new Group(key);
          groups.put(key, group);
          order.add(group);
        }
        group.add(element.value());
      }
      List<Element> result = new ArrayList<>();
      for (Group group : order) {
        result.add(new Element(group.key, group.result(aggregation.operator())));
      }
      return new Value(result);
    }

    @Override
    public Value binary(Expr.Binary binary) {
      Value left = binary.left().match(this);
      Value right = binary.right().match(this);
      if (left.elements != null && right.elements != null) {
        return switch (binary.operator()) {
          case "or", "and", "unless" -> set(binary, left.elements, right.elements);
          default -> matched(binary, left.elements, right.elements);
        };
      }
      if (left.elements == null && right.elements == null) {
        return new Value(result(binary, left.number, right.number));
      }
      List<Element> result = new ArrayList<>();
      boolean swapped = left.elements == null;
      for (Element element : swapped ? right.elements : left.elements) {
        double a = swapped ? left.number : element.value();
        double b = swapped ? element.value() : right.number;
        if (!binary.filters()) {
          result.add(new Element(nameless(element.labels()), result(binary, a, b)));
        } else if (Operators.compare(binary.operator(), a, b)) {
          result.add(element);
        }
      }
      return new Value(binary.filters() ? result : distinct(result));
    }

    private double result(Expr.Binary binary, double a, double b) {
      return binary.bool()
          ? Operators.compare(binary.operator(), a, b) ? 1 : 0
          : Operators.compute(binary.operator(), a, b);
    }

    private Labels key(Expr.Matching matching, Labels labels) {
      return switch (matching.kind()) {
        case ALL -> nameless(labels);
        case ON -> only(labels, matching.labels());
        case IGNORING -> nameless(without(labels, matching.labels()));
      };
    }

    private Value set(Expr.Binary binary, List<Element> left, List<Element> right) {
      Set<Labels> keys = new HashSet<>();
      boolean or = binary.operator().equals("or");
      for (Element element : or ? left : right) {
        keys.add(key(binary.matching(), element.labels()));
      }
      List<Element> result = new ArrayList<>();
      if (or) {
        result.addAll(left);
        for (Element element : right) {
          if (!keys.contains(key(binary.matching(), element.labels()))) {
            result.add(element);
          }
        }
        return new Value(result);
      }
      boolean and = binary.operator().equals("and");
      for (Element element : left) {
        if (keys.contains(key(binary.matching(), element.labels())) == and) {
          result.add(element);
        }
      }
      return new Value(result);
    }

    private Value matched(Expr.Binary binary, List<Element> left, List<Element> right) {
      Map<Labels, Element> partners = new HashMap<>();
      for (Element element : right) {
        if (partners.put(key(binary.matching(), element.labels()), element) != null) {
          throw new Failure(
              "Several elements on the right of " + binary.operator() + " match one on the left.");
        }
      }
      List<Element> result = new ArrayList<>();
      Set<Labels> used = new HashSet<>();
      for (Element element : left) {
        Labels key = key(binary.matching(), element.labels());
        Element partner = partners.get(key);
        if (partner == null) {
          continue;
        }
        if (!used.add(key)) {
          throw new Failure(
              "Several elements on the left of " + binary.operator() + " match one on the right.");
        }
        boolean filters = binary.filters();
        if (filters && !Operators.compare(binary.operator(), element.value(), partner.value())) {
          continue;
        }
        result.add(
            new Element(
                filters && binary.matching().kind() != Expr.Matching.Kind.ON
                    ? binary.matching().kind() == Expr.Matching.Kind.ALL
                        ? element.labels()
                        : without(element.labels(), binary.matching().labels())
                    : key,
                filters ? element.value() : result(binary, element.value(), partner.value())));
      }
      return new Value(result);
    }

    @Override
    public Value negation(Expr.Negation negation) {
      Value inner = negation.inner().match(this);
      if (inner.elements == null) {
        return new Value(-inner.number);
      }
      List<Element> result = new ArrayList<>();
      inner.elements.forEach(e -> result.add(new Element(nameless(e.labels()), -e.value())));
      return new Value(distinct(result));
    }

    @Override
    public Value parentheses(Expr.Parentheses parentheses) {
      return parentheses.inner().match(this);
    }

    @Override
    public Value unread(Expr.Unread unread) {
      throw new IllegalStateException("refused before");
    }
  }

  private static String quoted(Expr expr) {
    return ((Expr.TextLiteral) expr.bare()).value();
  }

  /** {@code $1} and {@code ${1}} as Go's regexp expands them; what there is not is nothing. */
  private static String expanded(String template, Matcher matcher) {
    StringBuilder made = new StringBuilder();
    Matcher at = Pattern.compile("\\$\\$|\\$\\{(\\w+)\\}|\\$(\\w+)").matcher(template);
    int from = 0;
    while (at.find()) {
      made.append(template, from, at.start());
      from = at.end();
      String name = at.group(1) != null ? at.group(1) : at.group(2);
      if (name == null) {
        made.append('$');
      } else if (name.matches("[0-9]{1,3}") && Integer.parseInt(name) <= matcher.groupCount()) {
        String group = matcher.group(Integer.parseInt(name));
        made.append(group == null ? "" : group);
      }
    }
    return made.append(template, from, template.length()).toString();
  }

  private static Double bound(String le) {
    if (le.equals("+Inf")) {
      return Double.POSITIVE_INFINITY;
    }
    try {
      return le.isEmpty() ? null : Double.valueOf(le);
    } catch (NumberFormatException e) {
      return null; // as Prometheus: what has no bound is no bucket
    }
  }

  /** Elements that are aggregated into one. */
  private static final class Group {
    private final Labels key;
    private final Samples.Sum sum = new Samples.Sum();
    private double max = Double.NaN;
    private double min = Double.NaN;
    private int count;

    Group(Labels key) {
      this.key = key;
    }

    void add(double value) {
      sum.add(value);
      max = Double.isNaN(max) || value > max ? value : max;
      min = Double.isNaN(min) || value < min ? value : min;
      count++;
    }

    double result(String operator) {
      return switch (operator) {
        case "sum" -> sum.total();
        case "avg" -> sum.over(count);
        case "max" -> max;
        case "min" -> min;
        case "count" -> count;
        default -> 1; // group
      };
    }
  }
}
