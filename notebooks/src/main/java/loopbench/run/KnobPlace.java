// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loopbench.cell.Parameter;
import loopbench.cell.Plan;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Quantity;
import loopbench.cell.lang.Unit;
import loopbench.graph.Topology;
import loopbench.notebook.Notebook;
import loopbench.yaml.Mapping;
import loopbench.yaml.Node;
import loopbench.yaml.Nodes;
import loopbench.yaml.Scalar;
import loopbench.yaml.Yaml;

/**
 * Where the number of a knob stands in a notebook: in the cell the run names, or, when that cell
 * says {@code $name}, in the params cell.
 *
 * @param cellId the cell to edit
 * @param scalar the value's place in the cell's text
 */
public record KnobPlace(String cellId, Scalar scalar) {
  private static final Pattern PARAMETER = Pattern.compile("\\$([A-Za-z_][A-Za-z0-9_]*)");

  /**
   * @param run address of a run cell
   * @param path a knob's path in the run's parts, such as {@code flow.kp} or {@code
   *     pools.a.load.prompt.mean}; or a parameter, {@code $lambda}
   */
  public static Optional<KnobPlace> of(Topology topology, String run, String path) {
    if (path.startsWith("$")) {
      return parameter(topology, path.substring(1));
    }
    return topology
        .idOf(run)
        .map(topology.plans()::get)
        .flatMap(
            plan ->
                plan.references().stream()
                    .filter(r -> path.startsWith(r.field() + "."))
                    .findFirst())
        .flatMap(
            part ->
                topology
                    .idOf(part.address())
                    .map(topology.plans()::get)
                    .flatMap(
                        cell -> inCell(topology, cell, path.substring(part.field().length() + 1))));
  }

  private static Optional<KnobPlace> inCell(Topology topology, Plan plan, String field) {
    Mapping mapping = plan.text().mapping().orElseThrow();
    Optional<Scalar> scalar =
        at(mapping, field)
            .or(() -> mapping.get("set").flatMap(Nodes::asMapping).flatMap(m -> m.get(field)))
            .flatMap(Nodes::asScalar);
    return scalar.flatMap(
        s -> {
          Matcher matcher = PARAMETER.matcher(s.text());
          return matcher.matches()
              ? parameter(topology, matcher.group(1))
              : Optional.of(new KnobPlace(plan.id(), s));
        });
  }

  /** A field by its path, whose steps are mappings within mappings. */
  private static Optional<Node> at(Mapping mapping, String path) {
    Optional<Node> here = mapping.get(path);
    int dot = path.indexOf('.');
    return here.isPresent() || dot < 0
        ? here
        : mapping
            .get(path.substring(0, dot))
            .flatMap(Nodes::asMapping)
            .flatMap(inner -> at(inner, path.substring(dot + 1)));
  }

  /** Where a parameter's value stands. */
  public static Optional<KnobPlace> parameter(Topology topology, String name) {
    return topology
        .parameters()
        .find(name)
        .map(e -> new KnobPlace(e.getKey(), e.getValue().place()));
  }

  /** The parameter that stands here, when it is one. */
  public Optional<Parameter> parameterHere(Topology topology) {
    return topology.parameters().in(cellId).stream()
        .filter(p -> p.place().equals(scalar))
        .findFirst();
  }

  /**
   * A knob's number in the unit that stands here; as it is where the two have nothing in common.
   *
   * @param unit the knob's: {@code ms}, {@code s}, {@code 1/s}, or empty for a bare number or a
   *     fraction of one
   */
  public double inUnitHere(double number, String unit) {
    Unit here = Quantity.parse(scalar.text()).map(Quantity::unit).orElse(Unit.NONE);
    return switch (here.dimension()) {
      case SHARE -> unit.isEmpty() ? number * 100 : number;
      case DURATION ->
          Arrays.stream(Unit.values())
              .filter(u -> u.dimension() == Unit.Dimension.DURATION && u.text().equals(unit))
              .findFirst()
              .map(u -> new Quantity(number, u).in(here))
              .orElse(number);
      default -> number;
    };
  }

  /** The document with another number here, the unit as it was. */
  public Notebook with(Notebook notebook, double number) {
    String unit =
        Quantity.parse(scalar.text())
            .map(q -> new Quantity(Numbers.rounded(number, 4), q.unit()).toString())
            .orElse(Numbers.text(Numbers.rounded(number, 4)));
    return withText(notebook, unit);
  }

  /** The document with another number at each of some places. */
  public static Notebook with(Notebook notebook, Map<KnobPlace, Double> numbers) {
    // From the end of a text to its beginning, so that no change moves a place still to come.
    List<KnobPlace> places =
        numbers.keySet().stream()
            .sorted(
                Comparator.comparingInt((KnobPlace p) -> p.scalar().span().start().offset())
                    .reversed())
            .toList();
    Notebook next = notebook;
    for (KnobPlace place : places) {
      next = place.with(next, numbers.get(place));
    }
    return next;
  }

  /** The document with another text here. */
  public Notebook withText(Notebook notebook, String text) {
    String source = notebook.cell(cellId).orElseThrow().source();
    return notebook.withSource(cellId, Yaml.replaceScalar(source, scalar, text));
  }
}
