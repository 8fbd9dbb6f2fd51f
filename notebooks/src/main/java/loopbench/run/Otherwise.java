// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import loopbench.cell.CellProblem;
import loopbench.cell.Library;
import loopbench.cell.Parameter;
import loopbench.cell.Plan;
import loopbench.cell.Preparation;
import loopbench.cell.Reference;
import loopbench.cell.SweepRecipe;
import loopbench.cell.Upstream;
import loopbench.cell.WhatIf;
import loopbench.cell.lang.Parameters;
import loopbench.cell.lang.Quantity;
import loopbench.graph.Topology;

/**
 * Cells of a topology prepared again with other values of its parameters. Only cells that such a
 * parameter reaches are; all others are taken as they were prepared.
 *
 * @param values what has been prepared, by address
 */
record Otherwise(Topology topology, Library library, Map<String, Object> values) implements WhatIf {

  @Override
  public Optional<Parameter> parameter(String name) {
    return topology.parameters().defined(name);
  }

  @Override
  public Optional<Quantity> now(String name) {
    return topology.parameters().find(name).flatMap(found -> found.getValue().quantity());
  }

  @Override
  public Set<String> parametersOf(String address) {
    Set<String> all = new TreeSet<>();
    gather(address, all, new HashSet<>());
    return all;
  }

  private void gather(String address, Set<String> all, Set<String> seen) {
    if (!seen.add(address) || values.get(address) instanceof SweepRecipe) {
      return;
    }
    topology
        .idOf(address)
        .map(topology.plans()::get)
        .ifPresent(
            plan -> {
              all.addAll(plan.parameters());
              plan.references().forEach(r -> gather(r.address(), all, seen));
            });
  }

  @Override
  public Preparation prepared(String address, Map<String, String> texts) {
    return new Pass(topology.parameters().texts().with(texts), texts.keySet()).cell(address);
  }

  /** One preparation of a cell and of what it refers to. */
  private final class Pass {
    private final Parameters parameters;
    private final Set<String> changed;
    private final Map<String, Preparation> done = new HashMap<>();

    Pass(Parameters parameters, Set<String> changed) {
      this.parameters = parameters;
      this.changed = changed;
    }

    Preparation cell(String address) {
      if (!done.containsKey(address)) {
        Plan plan = topology.plans().get(topology.idOf(address).orElseThrow());
        // Another value may make another name, and that name a circle.
        done.put(
            address,
            Preparation.wrong(CellProblem.of(address, 1, "", "the cell reads itself.", "")));
        done.put(address, made(plan));
      }
      return done.get(address);
    }

    private Preparation made(Plan old) {
      Plan plan = old.text().plan(parameters);
      if (plan.recipe().isEmpty()) {
        return new Preparation.Wrong(plan.problems());
      }
      Map<String, Object> upstream = new HashMap<>();
      for (Reference reference : plan.references()) {
        String address = reference.address();
        if (reaches(address)) {
          Preparation again = cell(address);
          if (again instanceof Preparation.Wrong) {
            return again;
          }
          upstream.put(address, ((Preparation.Ready) again).value());
        } else if (values.containsKey(address)) {
          upstream.put(address, values.get(address));
        } else {
          return Preparation.wrong(
              CellProblem.of(
                  plan.address(),
                  reference.line(),
                  reference.field(),
                  "there is no " + reference.kind() + " called `" + reference.name() + "`.",
                  ""));
        }
      }
      return plan.recipe().orElseThrow().prepare(new Upstream(upstream, library, WhatIf.NONE));
    }

    /** Whether a cell comes out otherwise; a name that only another value makes is none. */
    private boolean reaches(String address) {
      return topology.idOf(address).isPresent()
          && !(values.get(address) instanceof SweepRecipe)
          && parametersOf(address).stream().anyMatch(changed::contains);
    }
  }
}
