// SPDX-License-Identifier: Apache-2.0
package loopbench.signal;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import loopbench.signal.Expr.Grouping;
import loopbench.signal.Expr.Matching;
import loopbench.signal.Shape.CarriedLabels;
import loopbench.signal.Shape.Elements;

/** How each kind of piece makes its shape of the shapes of its parts. */
final class Shaping implements Expr.Cases<Shape> {
  static final Shaping INSTANCE = new Shaping();

  private static final double INFINITY = Double.POSITIVE_INFINITY;

  /** Labels that tell one pod from another. */
  private static final List<String> POD_LABELS =
      List.of("pod", "instance", "endpoint_name", "model_server_endpoint", "pod_name", "ip");

  private Shaping() {}

  @Override
  public Shape number(Expr.NumberLiteral number) {
    return Shape.number(number.value());
  }

  @Override
  public Shape text(Expr.TextLiteral text) {
    return Shape.UNKNOWN;
  }

  @Override
  public Shape selector(Expr.Selector selector) {
    Map<String, String> fixed = new HashMap<>();
    for (LabelMatcher matcher : selector.matchers()) {
      if (matcher.exact()) {
        fixed.put(matcher.label(), matcher.value());
      }
    }
    fixed.remove("__name__");
    return selector
        .signal()
        .map(signal -> known(signal, fixed))
        .orElseGet(
            () -> {
              // A colon in a name that is not vLLM's marks a recorded series, whose labels the rule
              // decides; anything else is scraped, but of what it is one element is not known.
              boolean scraped = !selector.metric().isEmpty() && !selector.metric().contains(":");
              return new Shape(
                  Elements.UNKNOWN,
                  scraped ? CarriedLabels.SCRAPED : CarriedLabels.UNKNOWN,
                  fixed,
                  Double.NEGATIVE_INFINITY,
                  INFINITY,
                  false,
                  OptionalInt.empty(),
                  false);
            });
  }

  private static Shape known(Signal signal, Map<String, String> fixed) {
    boolean allFixed = !signal.onePerPod() && fixed.keySet().containsAll(signal.labels());
    OptionalInt growth =
        switch (signal.scope()) {
          case POOL_TOTAL, POD_COUNT, DISTRIBUTION -> OptionalInt.of(1);
          case POD_AMOUNT, POD_RATIO, POOL_RATIO -> OptionalInt.of(0);
          case GATEWAY_RATIO, OTHER -> OptionalInt.empty();
        };
    boolean counts = signal.kind() == Signal.Kind.HISTOGRAM;
    return new Shape(
        allFixed ? Elements.UNKNOWN : Elements.SEVERAL,
        CarriedLabels.SCRAPED,
        fixed,
        0,
        counts ? INFINITY : signal.largest().orElse(INFINITY),
        false,
        growth,
        signal.onePerPod());
  }

  @Override
  public Shape parentheses(Expr.Parentheses parentheses) {
    return Shape.of(parentheses.inner());
  }

  @Override
  public Shape unread(Expr.Unread unread) {
    return Shape.UNKNOWN;
  }

  @Override
  public Shape negation(Expr.Negation negation) {
    Shape inner = Shape.of(negation.inner());
    return inner.within(-inner.high(), -inner.low());
  }

  @Override
  public Shape aggregation(Expr.Aggregation aggregation) {
    Shape body = Shape.of(aggregation.body());
    return switch (aggregation.operator()) {
      case "topk", "bottomk", "limitk", "limit_ratio" -> chosen(aggregation, body);
      default -> grouped(aggregation, body);
    };
  }

  /** Some of the elements, as they are. */
  private static Shape chosen(Expr.Aggregation aggregation, Shape body) {
    boolean one =
        aggregation.grouping().kind() == Grouping.Kind.NONE
            && aggregation
                .parameter()
                .map(Shape::of)
                .filter(k -> k.constant() && k.high() <= 1)
                .isPresent();
    return body.with(one ? Elements.ONE : body.elements(), body.labels())
        .growing(body.growth(), body.onePerPod() && !one);
  }

  private static Shape grouped(Expr.Aggregation aggregation, Shape body) {
    Grouping grouping = aggregation.grouping();
    CarriedLabels carried =
        switch (grouping.kind()) {
          case NONE -> CarriedLabels.NONE;
          case BY -> CarriedLabels.of(new LinkedHashSet<>(grouping.labels()));
          case WITHOUT ->
              body.labels().known()
                  ? body.labels().without(grouping.labels())
                  // Whether any label is left is not told.
                  : CarriedLabels.UNKNOWN;
        };
    if (aggregation.operator().equals("count_values")) {
      carried = CarriedLabels.UNKNOWN;
    }
    boolean perPod =
        body.onePerPod()
            && switch (grouping.kind()) {
              case NONE -> false;
              case BY -> grouping.labels().stream().anyMatch(POD_LABELS::contains);
              case WITHOUT -> grouping.labels().stream().noneMatch(POD_LABELS::contains);
            };
    boolean together = body.onePerPod() && !perPod;
    Shape shape =
        new Shape(
            elements(carried, body.fixed(), body.elements()),
            carried,
            body.fixed(),
            body.low(),
            body.high(),
            body.neverAbsent(),
            body.growth(),
            perPod);
    return switch (aggregation.operator()) {
      case "avg", "min", "max", "quantile" -> shape;
      case "sum" ->
          shape
              .within(
                  body.low() >= 0 ? body.low() : Double.NEGATIVE_INFINITY,
                  body.elements() == Elements.ONE ? body.high() : body.high() <= 0 ? 0 : INFINITY)
              .growing(plus(body.growth(), together ? 1 : 0), perPod);
      case "count" ->
          shape
              .within(0, INFINITY)
              .growing(
                  together
                      ? OptionalInt.of(1)
                      : body.growth().isPresent() ? OptionalInt.of(0) : OptionalInt.empty(),
                  perPod);
      case "group" -> shape.within(1, 1).growing(OptionalInt.of(0), perPod);
      default -> shape.anyValue().growing(OptionalInt.empty(), perPod);
    };
  }

  private static OptionalInt plus(OptionalInt growth, int more) {
    return growth.isPresent() ? OptionalInt.of(growth.getAsInt() + more) : growth;
  }

  /** How many elements there are when all that tells them apart is in {@code carried}. */
  private static Elements elements(
      CarriedLabels carried, Map<String, String> fixed, Elements otherwise) {
    if (!carried.known()) {
      return otherwise;
    }
    return fixed.keySet().containsAll(carried.names()) ? Elements.ONE : Elements.SEVERAL;
  }

  @Override
  public Shape call(Expr.Call call) {
    Function function = Function.named(call.function()).orElseThrow();
    if (call.arguments().isEmpty()) {
      return function == Function.NUMBER
          ? Shape.number(call.function().equals("pi") ? Math.PI : Double.NaN)
          : Shape.UNKNOWN;
    }
    Shape body =
        Shape.of(call.arguments().get(function.body(call.function(), call.arguments().size())));
    return switch (function) {
      case EACH -> each(call.function(), body);
      case OTHER_VALUES -> body.anyValue().growing(OptionalInt.empty(), body.onePerPod());
      case SPEED -> body.within(body.low() >= 0 ? 0 : Double.NEGATIVE_INFINITY, INFINITY);
      case SIGN ->
          body.within(body.low() >= 0 ? 0 : -1, 1).growing(OptionalInt.of(0), body.onePerPod());
      case CLAMP -> clamp(call, body);
      case QUANTILE -> quantile(call, body);
      case VECTOR ->
          new Shape(
              Elements.ONE,
              CarriedLabels.NONE,
              Map.of(),
              body.low(),
              body.high(),
              true,
              body.growth(),
              false);
      case SCALAR ->
          new Shape(
              Elements.SCALAR,
              CarriedLabels.NONE,
              Map.of(),
              body.low(),
              body.high(),
              true,
              body.growth(),
              false);
      case NUMBER -> Shape.number(Double.NaN);
      case ABSENT ->
          new Shape(
              Elements.ONE, CarriedLabels.UNKNOWN, Map.of(), 1, 1, false, OptionalInt.of(0), false);
      case LABELS -> {
        Map<String, String> fixed = new LinkedHashMap<>(body.fixed());
        // Which value the label gets is not told.
        if (call.arguments().size() > 1
            && call.arguments().get(1).bare() instanceof Expr.TextLiteral label) {
          fixed.remove(label.value());
        }
        yield new Shape(
            body.elements(),
            CarriedLabels.UNKNOWN,
            fixed,
            body.low(),
            body.high(),
            body.neverAbsent(),
            body.growth(),
            body.onePerPod());
      }
    };
  }

  private static Shape each(String function, Shape body) {
    return switch (function) {
      case "abs" ->
          body.low() >= 0
              ? body
              : body.within(0, Math.max(Math.abs(body.low()), Math.abs(body.high())));
      case "ceil" -> body.within(Math.ceil(body.low()), Math.ceil(body.high()));
      case "floor" -> body.within(Math.floor(body.low()), Math.floor(body.high()));
      // round(x, to) may round up to its step, which can be anything.
      case "round" -> body.anyValue();
      default -> body;
    };
  }

  private static Shape clamp(Expr.Call call, Shape body) {
    double least = Double.NEGATIVE_INFINITY;
    double most = INFINITY;
    if (call.function().equals("clamp") && call.arguments().size() == 3) {
      least = Shape.of(call.arguments().get(1)).low();
      most = Shape.of(call.arguments().get(2)).high();
    } else if (call.arguments().size() == 2) {
      Shape end = Shape.of(call.arguments().get(1));
      least = call.function().equals("clamp_min") ? end.low() : least;
      most = call.function().equals("clamp_max") ? end.high() : most;
    }
    return body.within(
        Math.min(Math.max(body.low(), least), most), Math.max(Math.min(body.high(), most), least));
  }

  /** The largest quantile that can come out is the largest finite bucket's upper end. */
  private static Shape quantile(Expr.Call call, Shape body) {
    CarriedLabels carried = body.labels().without(List.of("le"));
    double most = 0;
    for (Expr.Selector selector : Query.selectorsIn(call)) {
      most =
          Math.max(most, selector.signal().map(s -> s.largest().orElse(INFINITY)).orElse(INFINITY));
    }
    return new Shape(
        elements(carried, body.fixed(), body.elements()),
        carried,
        body.fixed(),
        0,
        most > 0 ? most : INFINITY,
        body.neverAbsent(),
        OptionalInt.of(0),
        false);
  }

  @Override
  public Shape binary(Expr.Binary binary) {
    Shape left = Shape.of(binary.left());
    Shape right = Shape.of(binary.right());
    return switch (binary.operator()) {
      case "or" -> union(binary, left, right);
      case "and", "unless" -> left.never(false);
      default -> binary.filters() ? filtered(binary, left, right) : computed(binary, left, right);
    };
  }

  private static Shape union(Expr.Binary binary, Shape left, Shape right) {
    boolean onNothing =
        binary.matching().kind() == Matching.Kind.ON && binary.matching().labels().isEmpty();
    CarriedLabels carried =
        left.labels().equals(right.labels())
            ? left.labels()
            : new CarriedLabels(false, Set.of(), left.labels().some() && right.labels().some());
    Elements elements;
    if (onNothing) {
      // Any element on the left shuts out all on the right.
      elements = worse(left.elements(), right.elements());
    } else if (left.labels().known() && left.labels().equals(right.labels())) {
      Map<String, String> shared = left.fixedWith(right);
      elements = elements(carried, shared, Elements.UNKNOWN);
    } else if (right.labels().none() && left.labels().some()
        || left.labels().none() && right.labels().some()) {
      elements = Elements.SEVERAL;
    } else {
      elements =
          worse(left.elements(), right.elements()) == Elements.SEVERAL
              ? Elements.SEVERAL
              : Elements.UNKNOWN;
    }
    OptionalInt growth =
        right.constant()
            ? left.growth()
            : left.constant() || left.growth().equals(right.growth())
                ? right.growth()
                : OptionalInt.empty();
    return new Shape(
        elements,
        carried,
        left.fixedWith(right),
        Math.min(left.low(), right.low()),
        Math.max(left.high(), right.high()),
        left.neverAbsent() || right.neverAbsent(),
        growth,
        left.onePerPod());
  }

  private static Elements worse(Elements a, Elements b) {
    if (a == Elements.SEVERAL || b == Elements.SEVERAL) {
      return Elements.SEVERAL;
    }
    return a == Elements.UNKNOWN || b == Elements.UNKNOWN ? Elements.UNKNOWN : Elements.ONE;
  }

  /** Elements of the left (of the vector, beside a number) that pass a comparison. */
  private static Shape filtered(Expr.Binary binary, Shape left, Shape right) {
    boolean leftKept = !left.scalar() || right.scalar();
    Shape kept = leftKept ? left : right;
    Shape other = leftKept ? right : left;
    String operator = binary.operator();
    boolean below = operator.startsWith("<") == leftKept && !operator.matches("[=!]=");
    boolean above = operator.startsWith(">") == leftKept && !operator.matches("[=!]=");
    Shape shape = left.scalar() || right.scalar() ? kept : matched(binary, left, right);
    return shape
        .within(
            above ? Math.max(kept.low(), other.low()) : kept.low(),
            below ? Math.min(kept.high(), other.high()) : kept.high())
        .growing(kept.growth(), kept.onePerPod())
        .never(false);
  }

  private static Shape computed(Expr.Binary binary, Shape left, Shape right) {
    Shape shape = left.scalar() ? right : right.scalar() ? left : matched(binary, left, right);
    double[] range = range(binary, left, right);
    boolean comparison = binary.bool();
    return shape
        .within(range[0], range[1])
        .never(left.neverAbsent() && right.neverAbsent())
        .growing(
            comparison ? OptionalInt.of(0) : growth(binary.operator(), left, right),
            shape.onePerPod());
  }

  private static OptionalInt growth(String operator, Shape left, Shape right) {
    if (left.growth().isEmpty() || right.growth().isEmpty()) {
      return OptionalInt.empty();
    }
    int l = left.growth().getAsInt();
    int r = right.growth().getAsInt();
    return switch (operator) {
      case "*" -> OptionalInt.of(l + r);
      case "/" -> OptionalInt.of(l - r);
      case "+", "-" ->
          // Beside what grows, what does not grow fades; beside a constant too.
          left.constant() || right.constant() || l == r
              ? OptionalInt.of(Math.max(l, r))
              : OptionalInt.empty();
      default -> OptionalInt.empty();
    };
  }

  /** Vector beside vector: whose labels the result carries and how many elements that makes. */
  private static Shape matched(Expr.Binary binary, Shape left, Shape right) {
    Matching matching = binary.matching();
    Shape many =
        matching.many() == Matching.Many.RIGHT
            ? right
            : matching.many() == Matching.Many.LEFT ? left : null;
    if (many != null) {
      return many.with(
          many.elements(), matching.include().isEmpty() ? many.labels() : CarriedLabels.UNKNOWN);
    }
    CarriedLabels carried =
        switch (matching.kind()) {
          case ON -> CarriedLabels.of(new LinkedHashSet<>(matching.labels()));
          case IGNORING -> left.labels().without(matching.labels());
          case ALL -> left.labels().known() ? left.labels() : right.labels();
        };
    Map<String, String> fixed = new LinkedHashMap<>(right.fixed());
    fixed.putAll(left.fixed());
    Elements fewest =
        left.elements() == Elements.ONE || right.elements() == Elements.ONE
            ? Elements.ONE
            : left.elements() == Elements.SEVERAL && right.elements() == Elements.SEVERAL
                ? Elements.SEVERAL
                : Elements.UNKNOWN;
    Elements elements = fewest == Elements.ONE ? fewest : elements(carried, fixed, fewest);
    return new Shape(
        elements,
        carried,
        fixed,
        left.low(),
        left.high(),
        false,
        left.growth(),
        left.onePerPod() && right.onePerPod());
  }

  /** Between which values the result of arithmetic lies. */
  private static double[] range(Expr.Binary binary, Shape left, Shape right) {
    double[] any = {Double.NEGATIVE_INFINITY, INFINITY};
    if (binary.bool()) {
      return new double[] {0, 1};
    }
    return switch (binary.operator()) {
      case "+" -> new double[] {left.low() + right.low(), left.high() + right.high()};
      case "-" -> new double[] {left.low() - right.high(), left.high() - right.low()};
      case "*" ->
          right.constant()
              ? ends(times(left.low(), right.high()), times(left.high(), right.high()))
              : left.constant()
                  ? ends(times(right.low(), left.high()), times(right.high(), left.high()))
                  : left.low() >= 0 && right.low() >= 0
                      ? new double[] {left.low() * right.low(), times(left.high(), right.high())}
                      : any;
      case "/" ->
          right.constant() && right.high() != 0
              ? ends(left.low() / right.high(), left.high() / right.high())
              : left.low() >= 0 && right.low() > 0
                  ? new double[] {
                    right.bounded() ? left.low() / right.high() : 0, left.high() / right.low()
                  }
                  : left.low() >= 0 && right.low() >= 0 ? new double[] {0, INFINITY} : any;
      default -> any;
    };
  }

  private static double[] ends(double one, double other) {
    return new double[] {Math.min(one, other), Math.max(one, other)};
  }

  private static double times(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
  }
}
