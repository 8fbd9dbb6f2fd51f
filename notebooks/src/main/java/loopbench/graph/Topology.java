// SPDX-License-Identifier: Apache-2.0
package loopbench.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import loopbench.cell.CellKind;
import loopbench.cell.CellProblem;
import loopbench.cell.CellText;
import loopbench.cell.Cost;
import loopbench.cell.ParameterTable;
import loopbench.cell.Plan;
import loopbench.cell.Reference;
import loopbench.knob.Nearest;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;

/**
 * The loop cells of a notebook, what each says, and what it reads. Immutable.
 *
 * @param plans what each loop cell says, by cell id, in page order
 * @param parameters the parameters of the notebook and the cells that define them
 * @param reads the ids each cell reads, by id, in page order
 * @param order what can run, and what cannot and why
 */
public record Topology(
    Map<String, Plan> plans,
    ParameterTable parameters,
    Map<String, List<String>> reads,
    RunOrder order) {
  /** The tag that papermill gives the cell of overrides. */
  public static final String INJECTED = "injected-parameters";

  public Topology {
    plans = Collections.unmodifiableMap(new LinkedHashMap<>(plans));
    reads = Collections.unmodifiableMap(new LinkedHashMap<>(reads));
  }

  public static Topology of(Notebook notebook, List<CellKind> kinds) {
    return new Reading(notebook, kinds).topology();
  }

  /** The id of the active cell with an address such as {@code run.baseline}. */
  public Optional<String> idOf(String address) {
    return plans.values().stream()
        .filter(p -> p.cost() != Cost.OFF && p.text().name().isPresent())
        .filter(p -> p.address().equals(address))
        .map(Plan::id)
        .findFirst();
  }

  /** The cells that read a cell, directly. */
  public List<String> readBy(String id) {
    return reads.entrySet().stream()
        .filter(e -> e.getValue().contains(id))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Everything wrong with the texts and how they fit together, in page order. */
  public List<CellProblem> problems() {
    return plans.keySet().stream()
        .flatMap(id -> order.problems().getOrDefault(id, List.of()).stream())
        .toList();
  }

  /** One pass over the page: texts, parameters, plans, names, references, cycles, order. */
  private static final class Reading {
    private final Map<String, Plan> plans = new LinkedHashMap<>();
    private final Map<String, List<CellProblem>> problems = new LinkedHashMap<>();
    private final Map<String, List<String>> reads = new LinkedHashMap<>();
    private final Map<String, List<String>> byAddress = new HashMap<>();
    private final ParameterTable parameters;

    Reading(Notebook notebook, List<CellKind> kinds) {
      List<CellText> texts = new ArrayList<>();
      Set<String> injected = new HashSet<>();
      for (Cell cell : notebook.cells()) {
        if (cell.type() == Cell.Type.CODE && !cell.source().isBlank()) {
          texts.add(CellText.of(cell.id(), cell.source(), kinds));
          if (cell.tags().contains(INJECTED)) {
            injected.add(cell.id());
          }
        }
      }
      parameters = ParameterTable.of(texts, injected, Seed.of(notebook));
      for (CellText text : texts) {
        Plan plan = parameters.planOf(text.id()).orElseGet(() -> text.plan(parameters.texts()));
        plans.put(text.id(), plan);
        // A cell that is off takes no part: whatever it says is no problem of the notebook.
        List<CellProblem> found =
            new ArrayList<>(plan.cost() == Cost.OFF ? List.of() : plan.problems());
        found.addAll(parameters.clashesOf(text.id()));
        problems.put(text.id(), found);
      }
    }

    Topology topology() {
      names();
      plans.values().forEach(this::references);
      cycles();
      return new Topology(plans, parameters, reads, order());
    }

    private void names() {
      for (Plan plan : plans.values()) {
        if (plan.cost() != Cost.OFF && plan.text().name().isPresent()) {
          byAddress.computeIfAbsent(plan.address(), a -> new ArrayList<>()).add(plan.id());
        }
      }
      byAddress.forEach(
          (address, ids) -> {
            if (ids.size() > 1) {
              for (String id : ids) {
                List<String> others = ids.stream().filter(o -> !o.equals(id)).toList();
                problems
                    .get(id)
                    .add(
                        new CellProblem(
                            address,
                            1,
                            plans.get(id).kind(),
                            ids.size() + " cells are called " + address + ".",
                            "Rename this one, or switch one off with `when: off`.",
                            others));
              }
            }
          });
    }

    private void references(Plan plan) {
      Set<String> targets = new LinkedHashSet<>();
      for (String name : plan.parameters()) {
        targets.addAll(parameters.definers(name));
      }
      for (Reference reference : plan.references()) {
        List<String> found = byAddress.getOrDefault(reference.address(), List.of());
        if (found.isEmpty() && plan.cost() != Cost.OFF) {
          problems.get(plan.id()).add(missing(plan, reference));
        }
        targets.addAll(found);
      }
      reads.put(plan.id(), plans.keySet().stream().filter(targets::contains).toList());
    }

    private CellProblem missing(Plan plan, Reference reference) {
      String what = "there is no " + reference.kind() + " called `" + reference.name() + "`.";
      Optional<Plan> off =
          plans.values().stream()
              .filter(p -> p.cost() == Cost.OFF && p.address().equals(reference.address()))
              .findFirst();
      if (off.isPresent()) {
        return new CellProblem(
            plan.address(),
            reference.line(),
            reference.field(),
            reference.address() + " is switched off.",
            "Switch it on, or refer to another.",
            List.of(off.get().id()));
      }
      Optional<String> otherKind =
          byAddress.keySet().stream()
              .filter(a -> a.endsWith("." + reference.name()))
              .sorted()
              .findFirst();
      if (otherKind.isPresent()) {
        String kind = otherKind.get().substring(0, otherKind.get().indexOf('.'));
        return CellProblem.of(
            plan.address(),
            reference.line(),
            reference.field(),
            reference.field()
                + " needs a "
                + reference.kind()
                + "; "
                + reference.name()
                + " is a "
                + kind
                + ".",
            "Name a " + reference.kind() + " cell.");
      }
      List<String> names =
          byAddress.keySet().stream()
              .filter(a -> a.startsWith(reference.kind() + "."))
              .map(a -> a.substring(reference.kind().length() + 1))
              .sorted()
              .toList();
      String hint = Nearest.hint(reference.name(), names).strip();
      return CellProblem.of(
          plan.address(),
          reference.line(),
          reference.field(),
          what,
          !hint.isEmpty()
              ? hint
              : names.isEmpty()
                  ? "Add a " + reference.kind() + " cell with that name."
                  : "There is " + some(names) + ".");
    }

    /** Three of the names, and how many more there are. */
    private static String some(List<String> names) {
      int more = names.size() - 3;
      return more > 0
          ? String.join(", ", names.subList(0, 3)) + " and " + more + " more"
          : String.join(", ", names);
    }

    /** Every cell that can reach itself gets the shortest chain that leads back to it. */
    private void cycles() {
      for (String id : plans.keySet()) {
        chainBack(id)
            .ifPresent(
                chain ->
                    problems
                        .get(id)
                        .add(
                            new CellProblem(
                                plans.get(id).address(),
                                1,
                                "",
                                "these cells read each other in a circle: "
                                    + chain.stream()
                                        .map(c -> plans.get(c).address())
                                        .collect(Collectors.joining(" reads "))
                                    + ".",
                                "Take one of the references out.",
                                chain.stream().filter(c -> !c.equals(id)).distinct().toList())));
      }
    }

    private Optional<List<String>> chainBack(String id) {
      Map<String, String> cameFrom = new HashMap<>();
      List<String> ring = List.of(id);
      while (!ring.isEmpty()) {
        List<String> next = new ArrayList<>();
        for (String at : ring) {
          for (String target : reads.getOrDefault(at, List.of())) {
            if (target.equals(id)) {
              List<String> chain = new ArrayList<>(List.of(id));
              for (String step = at; step != null && !step.equals(id); step = cameFrom.get(step)) {
                chain.add(1, step);
              }
              chain.add(id);
              return Optional.of(chain);
            }
            if (!cameFrom.containsKey(target)) {
              cameFrom.put(target, at);
              next.add(target);
            }
          }
        }
        ring = next;
      }
      return Optional.empty();
    }

    private RunOrder order() {
      Map<String, List<String>> blocked = new LinkedHashMap<>();
      List<String> runnable = new ArrayList<>();
      Set<String> done = new HashSet<>();
      TreeSet<String> waiting = new TreeSet<>((a, b) -> Integer.compare(position(a), position(b)));
      for (Plan plan : plans.values()) {
        if (plan.cost() != Cost.OFF && problems.get(plan.id()).isEmpty()) {
          waiting.add(plan.id());
        }
      }
      boolean moved = true;
      while (moved) {
        moved = false;
        for (String id : waiting) {
          if (done.containsAll(reads.get(id))) {
            waiting.remove(id);
            runnable.add(id);
            done.add(id);
            moved = true;
            break;
          }
        }
      }
      for (String id : waiting) {
        blocked.put(
            id,
            reads.get(id).stream()
                .filter(r -> !done.contains(r))
                .map(r -> plans.get(r).address())
                .distinct()
                .toList());
      }
      return new RunOrder(runnable, blocked, problems);
    }

    private int position(String id) {
      return positions.computeIfAbsent(id, i -> new ArrayList<>(plans.keySet()).indexOf(i));
    }

    private final Map<String, Integer> positions = new HashMap<>();
  }
}
