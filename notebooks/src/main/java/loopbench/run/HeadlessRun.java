// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import loopbench.cell.CellKind;
import loopbench.cell.CellProblem;
import loopbench.cell.Cost;
import loopbench.cell.Library;
import loopbench.cell.Plan;
import loopbench.cell.Result;
import loopbench.cell.RunControl;
import loopbench.graph.Topology;
import loopbench.notebook.Notebook;

/**
 * Runs a notebook from front to back: every cell that can run, in run order, whatever its cost.
 * Same document and same files give the same document back, byte for byte.
 */
public final class HeadlessRun {
  /**
   * @param online whether the network may be used
   * @param threads how many threads a sweep may take; the results do not depend on it
   * @param timeUp whether the time allowed is over
   */
  public record Limits(boolean online, int threads, BooleanSupplier timeUp) {}

  private final List<CellKind> kinds;
  private final Library library;
  private final Limits limits;
  private final Map<String, Result> results = new HashMap<>();

  private HeadlessRun(List<CellKind> kinds, Library library, Limits limits) {
    this.kinds = kinds;
    this.library = library;
    this.limits = limits;
  }

  /**
   * @param watcher called with each cell's report as it ends
   */
  public static RunReport run(
      Notebook notebook,
      List<CellKind> kinds,
      Library library,
      Limits limits,
      Consumer<RunReport.CellReport> watcher) {
    return run(notebook, kinds, library, limits, plan -> true, watcher);
  }

  /**
   * @param wanted the cells to run; what they read runs, too, and nothing else does
   */
  public static RunReport run(
      Notebook notebook,
      List<CellKind> kinds,
      Library library,
      Limits limits,
      Predicate<Plan> wanted,
      Consumer<RunReport.CellReport> watcher) {
    return new HeadlessRun(kinds, library, limits).run(notebook, wanted, watcher);
  }

  private RunReport run(
      Notebook notebook, Predicate<Plan> wanted, Consumer<RunReport.CellReport> watcher) {
    Topology topology = Topology.of(notebook, kinds);
    Set<String> needed = needed(topology, wanted);
    List<RunReport.CellReport> reports = new ArrayList<>();
    Set<String> failed = new HashSet<>();
    Set<String> reported = new HashSet<>();
    Notebook document = notebook;
    int count = 0;
    boolean timedOut = false;
    Agenda agenda = agenda(topology);
    for (String id : topology.order().runnable()) {
      if (agenda.item(id).isEmpty() || !needed.contains(id)) {
        continue;
      }
      Agenda.Item item = agenda.item(id).get();
      List<String> missing =
          agenda.reads(id).stream()
              .filter(failed::contains)
              .map(r -> topology.plans().get(r).address())
              .toList();
      RunReport.CellReport report;
      List<Map<String, Object>> outputs;
      Optional<String> key = Optional.empty();
      if (!missing.isEmpty()) {
        report = blocked(item.plan(), missing);
        outputs = List.of(OutputBundles.blocked(item.plan().address(), missing));
        failed.add(id);
      } else {
        key = item.key();
        Outcome outcome =
            Outcome.of(
                item, agenda.results(id, this::known).orElseThrow(), control(key.orElseThrow()));
        if (outcome instanceof Outcome.Done done) {
          report = done(item.plan(), done.result());
          outputs = OutputBundles.of(done.result(), key.orElseThrow());
          if (done.result().standing() == Result.Standing.PARTIAL) {
            // Shown, but neither built on nor called fresh when the file is opened again.
            timedOut = true;
            failed.add(id);
            key = Optional.empty();
          } else {
            results.put(key.get(), done.result());
          }
          if (item.ready().live()) {
            agenda = agenda(topology);
          }
        } else if (outcome instanceof Outcome.Failed wrong) {
          report = failed(item.plan(), List.of(wrong.problem()));
          outputs = List.of(OutputBundles.problem(wrong.problem()));
          failed.add(id);
        } else {
          timedOut = true;
          report = stopped(item.plan());
          outputs = List.of(OutputBundles.stopped(item.plan().address()));
          failed.add(id);
        }
      }
      document = OutputBundles.into(document, item.plan(), outputs, OptionalInt.of(++count), key);
      reports.add(report);
      reported.add(id);
      watcher.accept(report);
    }
    for (Plan plan : topology.plans().values()) {
      if (reported.contains(plan.id()) || plan.cost() == Cost.OFF || !needed.contains(plan.id())) {
        continue;
      }
      List<CellProblem> problems = agenda.problems(plan.id());
      RunReport.CellReport report =
          problems.isEmpty() ? blocked(plan, agenda.blockedBy(plan.id())) : failed(plan, problems);
      List<Map<String, Object>> outputs =
          problems.isEmpty()
              ? List.of(OutputBundles.blocked(plan.address(), agenda.blockedBy(plan.id())))
              : problems.stream().map(OutputBundles::problem).toList();
      document = OutputBundles.into(document, plan, outputs, OptionalInt.empty(), Optional.empty());
      reports.add(report);
      watcher.accept(report);
    }
    return new RunReport(document, reports, timedOut);
  }

  private static Set<String> needed(Topology topology, Predicate<Plan> wanted) {
    Set<String> needed = new HashSet<>();
    Deque<String> open = new ArrayDeque<>();
    topology.plans().values().stream().filter(wanted).map(Plan::id).forEach(open::add);
    while (!open.isEmpty()) {
      String id = open.remove();
      if (needed.add(id)) {
        open.addAll(topology.reads().getOrDefault(id, List.of()));
      }
    }
    return needed;
  }

  private Agenda agenda(Topology topology) {
    return Agenda.of(topology, library, this::known);
  }

  private Optional<Result> known(String key) {
    return Optional.ofNullable(results.get(key));
  }

  private RunControl control(String key) {
    return new RunControl() {
      @Override
      public boolean cancelled() {
        return limits.timeUp().getAsBoolean();
      }

      @Override
      public void progress(Supplier<Progress> progress) {}

      @Override
      public String key() {
        return key;
      }

      @Override
      public int threads() {
        return limits.threads();
      }

      @Override
      public boolean online() {
        return limits.online();
      }
    };
  }

  private static RunReport.CellReport done(Plan plan, Result result) {
    RunReport.Ending ending =
        switch (result.standing()) {
          case COMPLETE -> RunReport.Ending.PASSED;
          case CHECK_FAILED -> RunReport.Ending.CHECK_FAILED;
          case PARTIAL -> RunReport.Ending.STOPPED;
          case WITHHELD -> RunReport.Ending.BLOCKED;
        };
    String sentence = result.outputs().isEmpty() ? "ready" : result.outputs().get(0).sentence();
    return new RunReport.CellReport(
        plan.address(), ending, sentence, List.of(), Optional.of(result));
  }

  private static RunReport.CellReport failed(Plan plan, List<CellProblem> problems) {
    return new RunReport.CellReport(
        plan.address(),
        RunReport.Ending.FAILED,
        problems.stream().map(CellProblem::sentence).collect(Collectors.joining(" ")),
        problems,
        Optional.empty());
  }

  private static RunReport.CellReport blocked(Plan plan, List<String> by) {
    return new RunReport.CellReport(
        plan.address(),
        RunReport.Ending.BLOCKED,
        "not run, because " + String.join(" and ", by) + " did not finish.",
        List.of(),
        Optional.empty());
  }

  private static RunReport.CellReport stopped(Plan plan) {
    return new RunReport.CellReport(
        plan.address(),
        RunReport.Ending.STOPPED,
        "stopped, because the time allowed was over.",
        List.of(),
        Optional.empty());
  }
}
