// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import loopbench.cell.CellProblem;
import loopbench.cell.ChartRecipe;
import loopbench.cell.Library;
import loopbench.cell.Plan;
import loopbench.cell.Preparation;
import loopbench.cell.Reference;
import loopbench.cell.Result;
import loopbench.cell.Results;
import loopbench.cell.SweepRecipe;
import loopbench.cell.Upstream;
import loopbench.graph.Topology;

/**
 * What each cell of a topology would do now, and under which key. Made in one pass in run order;
 * what cannot be prepared blocks what depends on it.
 */
final class Agenda {
  /**
   * One cell that is ready.
   *
   * @param ready what it would do
   * @param key the key of its result; empty while a result it reads, which only running can tell,
   *     is not there
   */
  record Item(Plan plan, Preparation.Ready ready, Optional<String> key) {}

  private final Topology topology;
  private final Map<String, Item> items = new LinkedHashMap<>();
  private final Map<String, List<CellProblem>> problems = new LinkedHashMap<>();
  private final Map<String, List<String>> blocked;
  private final Map<String, Object> values = new HashMap<>();

  private Agenda(Topology topology) {
    this.topology = topology;
    this.blocked = new LinkedHashMap<>(topology.order().blocked());
  }

  /**
   * @param known the result under a key, where there is one
   */
  static Agenda of(Topology topology, Library library, Function<String, Optional<Result>> known) {
    Agenda agenda = new Agenda(topology);
    topology.order().runnable().forEach(id -> agenda.add(id, library, known));
    return agenda;
  }

  private void add(String id, Library library, Function<String, Optional<Result>> known) {
    Plan plan = topology.plans().get(id);
    List<String> waitsFor =
        topology.reads().get(id).stream()
            .filter(r -> !items.containsKey(r))
            .map(r -> topology.plans().get(r).address())
            .toList();
    if (!waitsFor.isEmpty()) {
      blocked.put(id, waitsFor);
      return;
    }
    Map<String, Object> upstream = new HashMap<>();
    for (Reference reference : plan.references()) {
      upstream.put(reference.address(), values.get(reference.address()));
    }
    plan.recipe()
        .orElseThrow()
        .prepare(new Upstream(upstream, library, new Otherwise(topology, library, values)))
        .match(
            new Preparation.Cases<Void>() {
              @Override
              public Void ready(Preparation.Ready ready) {
                items.put(id, new Item(plan, ready, key(plan, ready, known)));
                values.put(plan.address(), ready.value());
                return null;
              }

              @Override
              public Void wrong(Preparation.Wrong wrong) {
                problems.put(id, wrong.problems());
                return null;
              }
            });
  }

  private Optional<String> key(
      Plan plan, Preparation.Ready ready, Function<String, Optional<Result>> known) {
    List<String> parts = new ArrayList<>();
    for (String address : ready.reads()) {
      Item source = items.get(topology.idOf(address).orElseThrow());
      if (source.key().isEmpty()) {
        return Optional.empty();
      }
      if (source.ready().live()) {
        Optional<Result> result = known.apply(source.key().get());
        if (result.isEmpty()) {
          return Optional.empty();
        }
        parts.add(result.get().fingerprint());
      } else {
        parts.add(source.key().get());
      }
    }
    return Optional.of(Keys.of(plan.kind(), ready.identity(), parts));
  }

  Topology topology() {
    return topology;
  }

  Optional<Item> item(String id) {
    return Optional.ofNullable(items.get(id));
  }

  /** The key of a cell's result now, where it can be told. */
  Optional<String> key(String id) {
    return item(id).flatMap(Item::key);
  }

  /** The sweep whose knobs a cell's map can set: its own, or that of its data. */
  Optional<SweepRecipe> sweep(String id) {
    return item(id)
        .map(i -> i.ready().value())
        .flatMap(
            value ->
                value instanceof SweepRecipe own
                    ? Optional.of(own)
                    : value instanceof ChartRecipe chart ? chart.sweep() : Optional.empty());
  }

  /** What is wrong with a cell, in its text or with what it refers to. */
  List<CellProblem> problems(String id) {
    List<CellProblem> all =
        new ArrayList<>(topology.order().problems().getOrDefault(id, List.of()));
    all.addAll(problems.getOrDefault(id, List.of()));
    return all;
  }

  /** The addresses a cell waits for that cannot run; empty when it is not blocked. */
  List<String> blockedBy(String id) {
    return blocked.getOrDefault(id, List.of());
  }

  /** Ids of the cells whose results a cell's work reads. */
  List<String> reads(String id) {
    return item(id).map(i -> i.ready().reads()).orElse(List.of()).stream()
        .map(a -> topology.idOf(a).orElseThrow())
        .toList();
  }

  /** The results a cell reads, when all are there. */
  Optional<Results> results(String id, Function<String, Optional<Result>> known) {
    Map<String, Result> byAddress = new HashMap<>();
    for (String read : reads(id)) {
      Optional<Result> result = key(read).flatMap(known);
      if (result.isEmpty()) {
        return Optional.empty();
      }
      byAddress.put(topology.plans().get(read).address(), result.get());
    }
    return Optional.of(new Results(byAddress));
  }
}
