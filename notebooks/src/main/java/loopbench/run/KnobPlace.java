// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loopbench.cell.Parameter;
import loopbench.cell.Plan;
import loopbench.cell.Reference;
import loopbench.cell.lang.Numbers;
import loopbench.cell.lang.Quantity;
import loopbench.graph.Topology;
import loopbench.notebook.Notebook;
import loopbench.yaml.Mapping;
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
   * @param path a knob's path in the run's parts, such as {@code flow.kp}
   */
  public static Optional<KnobPlace> of(Topology topology, String run, String path) {
    int dot = path.indexOf('.');
    Optional<Plan> plan = topology.idOf(run).map(topology.plans()::get);
    if (dot < 0 || plan.isEmpty()) {
      return Optional.empty();
    }
    String part = path.substring(0, dot);
    String rest = path.substring(dot + 1);
    return plan.get().references().stream()
        .filter(r -> r.field().equals(part))
        .findFirst()
        .map(Reference::address)
        .flatMap(topology::idOf)
        .flatMap(id -> inCell(topology, topology.plans().get(id), rest));
  }

  private static Optional<KnobPlace> inCell(Topology topology, Plan plan, String field) {
    Mapping mapping = plan.text().mapping().orElseThrow();
    Optional<Scalar> scalar =
        mapping
            .get(field)
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
