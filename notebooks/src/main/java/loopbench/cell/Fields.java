// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import loopbench.cell.lang.Expression;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Parameters;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.knob.Nearest;
import loopbench.yaml.Entry;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Scalar;
import loopbench.yaml.Sequence;

/**
 * The fields of one mapping in a cell, read by name. Each reading marks its field as known, so that
 * {@link #finish} can name the ones nobody asked for; what does not fit becomes a problem and the
 * reading answers its default. Parameters are filled in on the way.
 */
public final class Fields {
  private final String where;
  private final String prefix;
  private final Mapping mapping;
  private final Notes notes;
  private final Set<String> known = new LinkedHashSet<>();

  /** What reading one cell finds out beside its values. Shared by all mappings of the cell. */
  static final class Notes {
    final Parameters parameters;
    final List<CellProblem> problems = new ArrayList<>();
    final List<Reference> references = new ArrayList<>();
    final Set<String> parametersUsed = new TreeSet<>();
    final Map<String, FieldForm> forms = new LinkedHashMap<>();

    Notes(Parameters parameters) {
      this.parameters = parameters;
    }
  }

  Fields(String where, Mapping mapping, Notes notes) {
    this(where, "", mapping, notes);
  }

  private Fields(String where, String prefix, Mapping mapping, Notes notes) {
    this.where = where;
    this.prefix = prefix;
    this.mapping = mapping;
    this.notes = notes;
  }

  /** The cell's address, for sentences. */
  public String where() {
    return where;
  }

  /** Whether a field is there, even if it says nothing. */
  boolean stands(String field) {
    return find(field).isPresent();
  }

  /** Whether a field is there and says something. */
  public boolean has(String field) {
    return find(field).filter(node -> !saysNothing(node)).isPresent();
  }

  private boolean saysNothing(Node node) {
    return isNull(node)
        || node instanceof Scalar scalar && notes.parameters.fill(scalar.text()).text().isEmpty();
  }

  /** Whether nothing was wrong so far. */
  public boolean sound() {
    return notes.problems.isEmpty();
  }

  /** Says that something is wrong with a field. */
  public void wrong(String field, String what, String whatNow) {
    notes.problems.add(
        CellProblem.of(
            where,
            find(field).map(Fields::line).orElse(line(mapping)),
            prefix + field,
            what,
            whatNow));
  }

  /** Says that something is wrong at a dotted path, at as much of it as is written here. */
  void wrongAt(String path, String what, String whatNow) {
    int dot = path.indexOf('.');
    if (dot < 0 || has(path)) {
      wrong(path, what, whatNow);
    } else if (isMapping(path.substring(0, dot))) {
      nested(path.substring(0, dot)).orElseThrow().wrongAt(path.substring(dot + 1), what, whatNow);
    } else {
      wrong(path.substring(0, dot), what, whatNow);
    }
  }

  /** The line a field stands on, from 1; the mapping's own when it is not there. */
  public int lineOf(String field) {
    return find(field).map(Fields::line).orElse(line(mapping));
  }

  // ---- plain values ------------------------------------------------------------------------

  /** A field's text with its parameters filled in; empty when absent or null. */
  public Optional<String> text(String field) {
    asked(field, FieldForm.Sort.TEXT, List.of());
    return scalar(field).map(this::fill).filter(t -> !t.isEmpty());
  }

  public String requiredText(String field, String example) {
    return text(field)
        .orElseGet(
            () -> {
              missing(field, example);
              return "";
            });
  }

  /** One of a few words. */
  public String word(String field, List<String> choices, String otherwise) {
    asked(field, FieldForm.Sort.CHOICE, choices);
    Optional<String> text = text(field);
    if (text.isEmpty()) {
      return otherwise;
    }
    if (!choices.contains(text.get())) {
      wrong(
          field,
          prefix + field + " cannot be `" + brief(text.get()) + "`.",
          "It is one of " + Nearest.oneOf(choices) + "." + Nearest.hint(text.get(), choices));
      return otherwise;
    }
    return text.get();
  }

  /** A bare finite number: a gain, a ratio. */
  public OptionalDouble number(String field) {
    return quantity(field, Unit.NONE);
  }

  public double number(String field, double otherwise) {
    return number(field).orElse(otherwise);
  }

  /** A whole number within bounds. */
  public OptionalInt count(String field, int least, int most) {
    asked(field, FieldForm.Sort.COUNT, Unit.NONE, List.of(), least, most);
    OptionalDouble number = number(field);
    if (number.isEmpty()) {
      return OptionalInt.empty();
    }
    double value = number.getAsDouble();
    if (value != Math.rint(value) || value < least || value > most) {
      wrong(
          field,
          prefix + field + " is " + Numbers.text(value) + ".",
          "Write a whole number from " + least + " to " + most + ".");
      return OptionalInt.empty();
    }
    return OptionalInt.of((int) value);
  }

  /** The seed of a cell in which chance plays a part; the notebook's where the cell names none. */
  public int seed() {
    return count("seed", 0, Integer.MAX_VALUE, notes.parameters.seed());
  }

  public int count(String field, int least, int most, int otherwise) {
    return count(field, least, most).orElse(otherwise);
  }

  /** {@code true} or {@code false}. */
  public boolean flag(String field, boolean otherwise) {
    return switch (word(field, List.of("true", "false"), "")) {
      case "true" -> true;
      case "false" -> false;
      default -> otherwise;
    };
  }

  /**
   * A quantity in the unit asked for. A bare number where a unit is needed is a problem that names
   * the unit; a share ({@link Unit#PERCENT}) comes as a fraction of one.
   */
  public OptionalDouble quantity(String field, Unit unit) {
    asked(field, FieldForm.Sort.QUANTITY, unit, List.of(), 0, 0);
    Optional<String> text = text(field);
    return text.isEmpty() ? OptionalDouble.empty() : quantity(field, text.get(), unit);
  }

  public double quantity(String field, Unit unit, double otherwise) {
    return quantity(field, unit).orElse(otherwise);
  }

  /**
   * A percentage within bounds, as a fraction of one.
   *
   * @param least percent
   * @param most percent
   */
  double share(String field, double least, double most, double otherwise) {
    OptionalDouble share = quantity(field, Unit.PERCENT);
    if (share.isPresent()
        && !(share.getAsDouble() * 100 >= least && share.getAsDouble() * 100 <= most)) {
      wrong(
          field,
          prefix + field + " is " + Numbers.text(share.getAsDouble() * 100) + "%.",
          "Write a share from " + Numbers.text(least) + "% to " + Numbers.text(most) + "%.");
      return otherwise;
    }
    return share.orElse(otherwise);
  }

  public double requiredQuantity(String field, Unit unit, String example) {
    if (!has(field)) {
      missing(field, example);
    }
    return quantity(field, unit).orElse(Double.NaN);
  }

  /** A quantity written as the given text, which stands at a field. */
  public OptionalDouble quantity(String field, String text, Unit unit) {
    String name = prefix + field;
    Optional<Quantity> read = Quantity.parse(text);
    if (read.isEmpty()) {
      wrong(
          field,
          name
              + " is `"
              + brief(text)
              + "`, which is no "
              + (unit == Unit.NONE ? "number." : "quantity."),
          unit == Unit.NONE
              ? "Write a number such as 0.05."
              : "Write it like " + example(unit) + ".");
      return OptionalDouble.empty();
    }
    Quantity quantity = read.get();
    if (quantity.unit().dimension() != unit.dimension()) {
      if (quantity.unit() == Unit.NONE) {
        wrong(
            field,
            name + " has no unit.",
            "Write " + new Quantity(quantity.number(), unit) + " if " + unit.text() + " is meant.");
      } else if (unit == Unit.NONE) {
        wrong(
            field,
            name + " is a bare number, but has the unit " + quantity.unit().text() + ".",
            "Write " + Numbers.text(quantity.number()) + ".");
      } else {
        wrong(
            field,
            name + " is given in " + quantity.unit().text() + ".",
            "Write it like " + example(unit) + ".");
      }
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(unit == Unit.PERCENT ? quantity.share() : quantity.in(unit));
  }

  private static String example(Unit unit) {
    return switch (unit) {
      case MILLISECONDS -> "30ms";
      case SECONDS -> "15s";
      case MINUTES, HOURS, DAYS -> "5" + unit.text();
      case PER_SECOND -> "200/s";
      case PERCENT -> "99%";
      case TOKENS -> "8192 tokens";
      case TOKENS_PER_SECOND -> "15928 tokens/s";
      case NONE -> "0.05";
    };
  }

  // ---- references --------------------------------------------------------------------------

  /** A reference by bare name to a cell of one kind. */
  public Optional<Reference> reference(String field, String kind) {
    asked(field, FieldForm.Sort.NAME, List.of(kind));
    return text(field).map(name -> refer(field, kind, name));
  }

  public Optional<Reference> requiredReference(String field, String kind) {
    if (!has(field)) {
      missing(field, field + ": <the name of a " + kind + " cell>");
    }
    return reference(field, kind);
  }

  /** A reference by {@code kind.name} to a cell of one of several kinds. */
  public Optional<Reference> reference(String field, List<String> kinds) {
    asked(field, FieldForm.Sort.ADDRESS, kinds);
    return text(field).flatMap(address -> referTo(field, address, kinds));
  }

  private Optional<Reference> referTo(String field, String address, List<String> kinds) {
    int dot = address.indexOf('.');
    String kind = dot < 0 ? "" : address.substring(0, dot);
    if (!kinds.contains(kind)) {
      wrong(
          field,
          prefix + field + " is `" + brief(address) + "`.",
          "Write the kind and the name, such as "
              + Nearest.oneOf(kinds.stream().map(k -> k + ".name").toList())
              + ".");
      return Optional.empty();
    }
    return Optional.of(refer(field, kind, address.substring(dot + 1)));
  }

  /** Declares a reference to a cell of a kind by its name. */
  Reference refer(String field, String kind, String name) {
    Reference reference = new Reference(prefix + field, lineOf(field), kind, name);
    notes.references.add(reference);
    return reference;
  }

  /** An expression; the {@code kind.name} its names begin with become references. */
  public Optional<Expression> expression(String field, String text, List<String> kinds) {
    Expression.Parsed parsed = Expression.parse(text);
    if (parsed.expression().isEmpty()) {
      wrong(field, "`" + brief(text) + "` cannot be read: " + parsed.problem() + ".", "");
      return Optional.empty();
    }
    for (String name : parsed.expression().get().names()) {
      String[] parts = name.split("\\.", 3);
      if (parts.length > 1 && kinds.contains(parts[0])) {
        refer(field, parts[0], parts[1]);
      }
    }
    return parsed.expression();
  }

  // ---- structure ---------------------------------------------------------------------------

  /** A field that is itself a mapping. */
  public Optional<Fields> nested(String field) {
    Optional<Node> node = find(field);
    if (node.isEmpty() || isNull(node.get())) {
      return Optional.empty();
    }
    if (node.get() instanceof Mapping inner) {
      return Optional.of(new Fields(where, prefix + field + ".", inner, notes));
    }
    wrong(
        field,
        prefix + field + " must be a mapping.",
        "Write it like `" + field + ": {key: value}`.");
    return Optional.empty();
  }

  /** The keys of this mapping, in order. */
  public List<String> keys() {
    return mapping.entries().stream().map(e -> e.key().text()).toList();
  }

  /** Whether a field is a mapping or a list rather than one value. */
  public boolean isMapping(String field) {
    return find(field).filter(n -> n instanceof Mapping).isPresent();
  }

  public boolean isList(String field) {
    return find(field).filter(n -> n instanceof Sequence).isPresent();
  }

  /** A field that is a list of plain values; a single value counts as a list of one. */
  public List<String> texts(String field) {
    Optional<Node> node = find(field);
    if (node.isEmpty() || isNull(node.get())) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    List<Node> items =
        node.get() instanceof Sequence sequence ? sequence.items() : List.of(node.get());
    for (Node item : items) {
      if (item instanceof Scalar scalar) {
        texts.add(fill(scalar));
      } else {
        wrong(
            field,
            prefix + field + " must be a list of plain values.",
            "Write one `- ` line each.");
      }
    }
    return List.copyOf(texts);
  }

  /** A mapping from texts to texts, in order, with parameters filled in. */
  public Map<String, String> pairs(String field) {
    Map<String, String> pairs = new LinkedHashMap<>();
    nested(field)
        .ifPresent(inner -> inner.keys().forEach(k -> pairs.put(k, inner.text(k).orElse(""))));
    return pairs;
  }

  /** Declares that a field is about a parameter; says so where nobody defines it. */
  void about(String field, String parameter) {
    fill("$" + parameter, lineOf(field), prefix + field);
  }

  /** Whether the notebook has a parameter of that name. */
  boolean knowsParameter(String name) {
    return notes.parameters.textByName().containsKey(name);
  }

  /** The source text of a field's value as it stands in the cell, without parameters filled in. */
  public Optional<Node> node(String field) {
    return find(field);
  }

  /** A field that is a mapping of any shape, with parameters filled into its texts. */
  public Optional<Mapping> mapping(String field) {
    return nested(field).map(inner -> (Mapping) filled(inner.mapping));
  }

  private Node filled(Node node) {
    return node.match(
        new Node.Cases<Node>() {
          @Override
          public Node scalar(Scalar scalar) {
            return new Scalar(fill(scalar), scalar.tag(), scalar.style(), scalar.span());
          }

          @Override
          public Node mapping(Mapping mapping) {
            return new Mapping(
                mapping.entries().stream().map(e -> new Entry(e.key(), filled(e.value()))).toList(),
                mapping.span(),
                mapping.flow());
          }

          @Override
          public Node sequence(Sequence sequence) {
            return new Sequence(
                sequence.items().stream().map(i -> filled(i)).toList(),
                sequence.span(),
                sequence.flow());
          }
        });
  }

  /** Everything not asked for is a problem with the nearest known word. */
  public void finish() {
    for (Entry entry : mapping.entries()) {
      String key = entry.key().text();
      if (!known.contains(key)) {
        notes.problems.add(
            CellProblem.of(
                where,
                line(entry.key()),
                prefix + key,
                "there is no field `" + prefix + brief(key) + "`.",
                Nearest.hint(key, known).isEmpty()
                    ? "The fields are " + String.join(", ", known) + "."
                    : Nearest.hint(key, known).strip()));
      }
    }
  }

  /** Notes what a field is read as; of several ways the first that tells more than a text. */
  private void asked(String field, FieldForm.Sort sort, List<String> choices) {
    asked(field, sort, Unit.NONE, choices, 0, 0);
  }

  private void asked(
      String field, FieldForm.Sort sort, Unit unit, List<String> choices, int least, int most) {
    FieldForm.of(mapping, prefix, field, sort, unit, choices, least, most)
        .ifPresent(
            form ->
                notes.forms.merge(
                    form.path(),
                    form,
                    (first, next) -> first.sort() == FieldForm.Sort.TEXT ? next : first));
  }

  // ---- inside ------------------------------------------------------------------------------

  private void missing(String field, String example) {
    wrong(field, prefix + field + " is missing.", "Write `" + example + "`.");
  }

  private Optional<Scalar> scalar(String field) {
    Optional<Node> node = find(field);
    if (node.isEmpty() || isNull(node.get())) {
      return Optional.empty();
    }
    if (node.get() instanceof Scalar scalar) {
      return Optional.of(scalar);
    }
    wrong(field, prefix + field + " must be a single value.", "");
    return Optional.empty();
  }

  private Optional<Node> find(String field) {
    known.add(field);
    return mapping.entries().stream()
        .filter(e -> e.key().text().equals(field))
        .map(Entry::value)
        .findFirst();
  }

  private String fill(Scalar scalar) {
    return fill(scalar.text(), line(scalar), "");
  }

  private String fill(String text, int line, String field) {
    Parameters.Filled filled = notes.parameters.fill(text);
    notes.parametersUsed.addAll(filled.used());
    for (String name : filled.missing()) {
      notes.problems.add(
          CellProblem.of(
              where,
              line,
              field,
              "there is no parameter `$" + name + "`.",
              Nearest.hint(name, notes.parameters.textByName().keySet()).isEmpty()
                  ? "Add it to a params cell, or write $$ for a dollar."
                  : Nearest.hint(name, notes.parameters.textByName().keySet()).strip()));
    }
    return filled.text();
  }

  private static boolean isNull(Node node) {
    return node instanceof Scalar scalar && scalar.isNull();
  }

  private static int line(Node node) {
    return node.span().start().line();
  }

  private static String brief(String text) {
    return text.length() > 60 ? text.substring(0, 57) + "..." : text;
  }
}
