// SPDX-License-Identifier: Apache-2.0
package loopbench.scaling.lint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import loopbench.scaling.formula.Formula;
import loopbench.scaling.formula.Outcome;
import loopbench.scaling.hpa.Milli;
import loopbench.scaling.keda.KedaNumbers;
import loopbench.signal.Signal;

/**
 * A formula tried with values that are to be expected: pools of several sizes, ready or not, and
 * loads of several magnitudes. What is found is so for the values tried; what is not found may be
 * so for others.
 */
final class Probe {
  private static final double[] LOADS = {0, 0.1, 0.5, 1, 3, 10, 30, 100, 1000};

  /** The loads are tried in all combinations up to this many, then only together and singly. */
  private static final int COMBINED = 3;

  /** Longer formulas are tried with fewer values, so that trying them stays quick. */
  private static final int LONGEST_COMBINED = 2000;

  /** What an input stands for. */
  private enum Role {
    LOAD,
    REPLICAS,
    READY,
    UNAVAILABLE
  }

  /** One evaluation. */
  static final class Tried {
    private final Formula formula;
    private final double[] values;
    private final Outcome outcome;

    private Tried(Formula formula, double[] values) {
      this.formula = formula;
      this.values = values.clone();
      outcome = formula.evaluate(values, null);
    }

    Outcome outcome() {
      return outcome;
    }

    /** Why there is no number, without the full stop. */
    String message() {
      String said = outcome.message();
      return said.endsWith(".") ? said.substring(0, said.length() - 1) : said;
    }

    boolean notFloat() {
      return outcome.kind() == Outcome.Kind.NOT_FLOAT;
    }

    boolean failed() {
      return outcome.kind() == Outcome.Kind.RUN_ERROR;
    }

    /** Whether there is a number, and it is one that can be handed on. */
    boolean finite() {
      return outcome.kind() == Outcome.Kind.FLOAT && Double.isFinite(outcome.value());
    }

    /** The result as the HPA gets it; 0 where there is none. */
    long milli() {
      return outcome.kind() == Outcome.Kind.FLOAT ? KedaNumbers.truncatedMilli(outcome.value()) : 0;
    }

    /** The values of the inputs that the formula reads, in words. */
    String inputs() {
      List<String> words = new ArrayList<>();
      for (int i = 0; i < values.length; i++) {
        String name = formula.names().get(i);
        if (formula.reads().contains(name)) {
          words.add(name + " " + KedaNumbers.text(values[i]));
        }
      }
      return words.isEmpty() ? "any input" : String.join(", ", words);
    }
  }

  /** The same inputs with one of them there and missing. */
  record Pair(Tried with, Tried without) {}

  private final Formula formula;
  private final Role[] roles;
  private final int most;
  private final double activation;
  private final List<Tried> tried = new ArrayList<>();

  private Probe(Formula formula, Role[] roles, int most, double activation) {
    this.formula = formula;
    this.roles = roles;
    this.most = most;
    this.activation = activation;
    for (int replicas : new int[] {most, 1, 2, 0}) {
      for (int ready : new int[] {replicas, replicas / 2, 0}) {
        loads().forEach(load -> tried.add(tried(inputs(load, replicas, ready))));
      }
    }
  }

  static Probe of(Formula formula, Subject subject) {
    Map<String, Role> byName = new HashMap<>();
    for (JudgedTrigger judged : subject.prometheus()) {
      byName.put(judged.trigger().name(), role(judged));
    }
    Role[] roles =
        formula.names().stream()
            .map(name -> byName.getOrDefault(name, Role.LOAD))
            .toArray(Role[]::new);
    double activation =
        KedaNumbers.number(subject.scaler().advanced().modifiers().activationTarget()).orElse(0);
    return new Probe(formula, roles, Math.max(2, subject.max()), activation);
  }

  private static Role role(JudgedTrigger judged) {
    if (!judged.readsKnownOnly()) {
      return Role.LOAD;
    }
    List<Signal> signals = judged.signals();
    if (signals.equals(List.of(Signal.UNAVAILABLE_REPLICAS))) {
      return Role.UNAVAILABLE;
    }
    if (!signals.stream().allMatch(s -> s.scope() == Signal.Scope.POD_COUNT)) {
      return Role.LOAD;
    }
    boolean all =
        signals.contains(Signal.STATUS_REPLICAS) || signals.contains(Signal.SPEC_REPLICAS);
    return all ? Role.REPLICAS : Role.READY;
  }

  /** The first evaluation, beginning with a large and ready pool, of which something holds. */
  Optional<Tried> first(Predicate<Tried> holds) {
    return tried.stream().filter(holds).findFirst();
  }

  /**
   * Whether a formula that is above 0 for a ready pool under load is not when one input is 0
   * instead, for every load that was tried; with the pair for the largest such load of 1 or less.
   */
  Optional<Pair> comesToZeroWithout(String name) {
    int missing = formula.names().indexOf(name);
    if (missing < 0) {
      return Optional.empty();
    }
    Pair shown = null;
    for (double load : LOADS) {
      double[] together = new double[roles.length];
      Arrays.fill(together, load);
      double[] inputs = inputs(together, most, most);
      Tried with = tried(inputs);
      if (with.milli() <= 0) {
        continue;
      }
      inputs[missing] = 0;
      Tried without = tried(inputs);
      if (!without.finite() || without.milli() > 0) {
        return Optional.empty();
      }
      shown = shown == null || load <= 1 ? new Pair(with, without) : shown;
    }
    return Optional.ofNullable(shown);
  }

  /** What the formula gives without pods, in words, when no load that was tried wakes it. */
  Optional<String> restsAtZero() {
    boolean readsPods =
        formula.reads().stream()
            .map(name -> roles[formula.names().indexOf(name)])
            .anyMatch(role -> role == Role.REPLICAS || role == Role.READY);
    if (!readsPods) {
      return Optional.empty();
    }
    Tried largest = null;
    for (double[] load : loads()) {
      Tried at = tried(inputs(load, 0, 0));
      if (!at.finite() || at.milli() * 1e-3 > activation) {
        return Optional.empty();
      }
      largest = at;
    }
    return Optional.ofNullable(largest).map(at -> at.inputs() + " gives " + Milli.text(at.milli()));
  }

  private Tried tried(double[] inputs) {
    return new Tried(formula, inputs);
  }

  private double[] inputs(double[] load, int replicas, int ready) {
    double[] inputs = new double[roles.length];
    for (int i = 0; i < roles.length; i++) {
      inputs[i] =
          switch (roles[i]) {
            case LOAD -> load[i];
            case REPLICAS -> replicas;
            case READY -> ready;
            case UNAVAILABLE -> replicas - ready;
          };
    }
    return inputs;
  }

  /** The loads to try, one array as long as the inputs each. */
  private List<double[]> loads() {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < roles.length; i++) {
      if (roles[i] == Role.LOAD && formula.reads().contains(formula.names().get(i))) {
        places.add(i);
      }
    }
    List<double[]> loads = new ArrayList<>();
    if (places.size() <= COMBINED && formula.text().length() <= LONGEST_COMBINED) {
      combine(places, 0, new double[roles.length], loads);
      return loads;
    }
    for (double load : LOADS) {
      double[] together = new double[roles.length];
      Arrays.fill(together, load);
      loads.add(together);
      for (int place : places) {
        double[] single = new double[roles.length];
        single[place] = load;
        loads.add(single);
      }
    }
    return loads;
  }

  private static void combine(List<Integer> places, int next, double[] load, List<double[]> loads) {
    if (next == places.size()) {
      loads.add(load.clone());
      return;
    }
    for (double value : LOADS) {
      load[places.get(next)] = value;
      combine(places, next + 1, load, loads);
    }
  }
}
