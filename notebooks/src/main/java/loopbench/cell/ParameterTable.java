// SPDX-License-Identifier: Apache-2.0
package loopbench.cell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import loopbench.cell.lang.Parameters;

/** All parameters of a notebook: their texts, and which params cells define them. */
public final class ParameterTable {
  private final Map<String, Plan> plans = new LinkedHashMap<>();
  private final Map<String, ParameterList> lists = new LinkedHashMap<>();
  private final Map<String, List<String>> definers = new LinkedHashMap<>();
  private final Map<String, List<CellProblem>> clashes = new HashMap<>();
  private final Parameters texts;

  private ParameterTable(List<CellText> cells, Set<String> injected, int seed) {
    for (CellText text : cells) {
      if (text.kind().filter(ParamsCell.class::isInstance).isPresent()) {
        Plan plan = text.plan(Parameters.NONE);
        plans.put(text.id(), plan);
        if (plan.cost() != Cost.OFF) {
          lists.put(text.id(), ParamsCell.parametersOf(text));
        }
      }
    }
    List<String> order = overridesLast(injected);
    texts = ParamsCell.texts(order.stream().map(lists::get).toList()).withSeed(seed);
    for (String id : order) {
      for (Parameter parameter : lists.get(id).parameters()) {
        definers.computeIfAbsent(parameter.name(), n -> new ArrayList<>()).add(id);
      }
    }
    definers.forEach(
        (name, ids) -> {
          List<String> own = ids.stream().filter(id -> !injected.contains(id)).toList();
          if (own.size() > 1) {
            for (String id : own) {
              clashes
                  .computeIfAbsent(id, i -> new ArrayList<>())
                  .add(
                      new CellProblem(
                          "params",
                          1,
                          name,
                          "the parameter " + name + " is defined in " + own.size() + " cells.",
                          "Keep one of them: rename the other, or switch its cell off with `when: off`.",
                          own.stream().filter(o -> !o.equals(id)).toList()));
            }
          }
        });
  }

  private List<String> overridesLast(Set<String> injected) {
    List<String> order = new ArrayList<>(lists.keySet());
    order.sort(Comparator.comparing(injected::contains));
    return order;
  }

  /**
   * Parameters of a cell that is wrong elsewhere count as well: their readers are blocked by it,
   * not told that they do not exist.
   *
   * @param cells all loop cells in page order
   * @param injected ids of cells that override the others
   * @param seed the notebook's
   */
  public static ParameterTable of(List<CellText> cells, Set<String> injected, int seed) {
    return new ParameterTable(cells, injected, seed);
  }

  public Parameters texts() {
    return texts;
  }

  /** The plan of a params cell. */
  public Optional<Plan> planOf(String id) {
    return Optional.ofNullable(plans.get(id));
  }

  public List<CellProblem> clashesOf(String id) {
    return clashes.getOrDefault(id, List.of());
  }

  /** Ids of the cells that define a parameter; the last one has the last word. */
  public List<String> definers(String name) {
    return definers.getOrDefault(name, List.of());
  }

  /** The parameters a params cell defines, in order; empty for a cell that is wrong or off. */
  public List<Parameter> in(String id) {
    return Optional.ofNullable(lists.get(id)).map(ParameterList::parameters).orElse(List.of());
  }

  /** The parameter a name stands for, with the cell that has the last word on it. */
  public Optional<Map.Entry<String, Parameter>> find(String name) {
    List<String> ids = definers(name);
    if (ids.isEmpty()) {
      return Optional.empty();
    }
    String id = ids.get(ids.size() - 1);
    return in(id).stream()
        .filter(p -> p.name().equals(name))
        .findFirst()
        .map(p -> Map.entry(id, p));
  }

  /** A parameter as its own cell defines it, whatever overrides its value. */
  public Optional<Parameter> defined(String name) {
    return definers(name).stream()
        .flatMap(id -> in(id).stream())
        .filter(p -> p.name().equals(name))
        .findFirst();
  }
}
