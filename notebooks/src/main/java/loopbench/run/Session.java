// SPDX-License-Identifier: Apache-2.0
package loopbench.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import loopbench.cell.CellKind;
import loopbench.cell.CellProblem;
import loopbench.cell.Cost;
import loopbench.cell.Library;
import loopbench.cell.Plan;
import loopbench.cell.Result;
import loopbench.cell.Results;
import loopbench.cell.RunControl;
import loopbench.graph.Topology;
import loopbench.notebook.Notebook;

/**
 * A notebook that is edited while it runs. The document is immutable: an edit makes the next one,
 * undo is a list, and what each cell would do is a function of it. Cheap cells run by themselves
 * when what they read has changed, costly ones when asked; the newest text always wins, and work
 * for an older one is stopped.
 *
 * <p>Two lanes of one job at a time: the interactive one for cheap cells, the long one for costly
 * cells. Safe to use from any thread; listeners are called on whichever thread made the change, and
 * must not block.
 */
public final class Session {
  private static final long PROGRESS_EVERY_MS = 100;

  private record Step(String name, String merge, Notebook before) {}

  private static final class Job implements RunControl {
    final Agenda.Item item;
    final String key;
    final boolean interactive;
    final long startedMs;
    private final Session session;
    private volatile boolean cancelled;
    private boolean keepPartial;
    private volatile Progress progress;
    private long toldMs;

    Job(Session session, Agenda.Item item, boolean interactive) {
      this.session = session;
      this.item = item;
      this.key = item.key().orElseThrow();
      this.interactive = interactive;
      this.startedMs = session.clockMs.getAsLong();
    }

    @Override
    public boolean cancelled() {
      return cancelled;
    }

    @Override
    public void progress(Supplier<Progress> offer) {
      long nowMs = session.clockMs.getAsLong();
      if (progress != null && nowMs - toldMs < PROGRESS_EVERY_MS) {
        return;
      }
      toldMs = nowMs;
      Progress now = offer.get();
      synchronized (session.lock) {
        progress = now;
      }
      session.publish();
    }

    @Override
    public String key() {
      return key;
    }

    @Override
    public int threads() {
      return session.threads;
    }

    @Override
    public boolean online() {
      return true;
    }
  }

  private final Object lock = new Object();
  private final List<CellKind> kinds;
  private final Library library;
  private final Executor interactiveLane;
  private final Executor longLane;
  private final int threads;
  private final LongSupplier clockMs;
  private final List<Consumer<Snapshot>> listeners = new CopyOnWriteArrayList<>();

  private Notebook notebook;
  private Notebook saved;
  private Agenda agenda;
  private long generation;
  private final Deque<Step> undo = new ArrayDeque<>();
  private final Deque<Step> redo = new ArrayDeque<>();
  private final ResultStore results = new ResultStore();
  private final Map<String, CellProblem> failures = new HashMap<>();
  private final Map<String, Result> partials = new HashMap<>();
  private final Map<String, Double> tookMs = new HashMap<>();
  private final Map<String, Double> lastTookMs = new HashMap<>();
  private final Map<String, String> shownKeys = new HashMap<>();
  private final Map<String, Result> shown = new HashMap<>();
  private final Set<String> wanted = new LinkedHashSet<>();
  private final Map<String, Job> running = new LinkedHashMap<>();
  private boolean autoRuns;

  /**
   * @param notebook the document as it was opened
   * @param kinds the cell kinds it may hold
   * @param library where names are looked up
   * @param interactiveLane runs cheap cells, one at a time
   * @param longLane runs costly cells, one at a time
   * @param threads how many threads one sweep may take
   * @param clockMs a clock in milliseconds, for durations only
   */
  public Session(
      Notebook notebook,
      List<CellKind> kinds,
      Library library,
      Executor interactiveLane,
      Executor longLane,
      int threads,
      LongSupplier clockMs) {
    this.notebook = notebook;
    this.saved = notebook;
    this.kinds = List.copyOf(kinds);
    this.library = library;
    this.interactiveLane = interactiveLane;
    this.longLane = longLane;
    this.threads = threads;
    this.clockMs = clockMs;
    this.agenda = agendaOf(Topology.of(notebook, kinds));
  }

  // ---- watching ----------------------------------------------------------------------------

  /** Calls the listener with every new snapshot, beginning with the one of now. */
  public void listen(Consumer<Snapshot> listener) {
    listeners.add(listener);
    listener.accept(snapshot());
  }

  public Snapshot snapshot() {
    synchronized (lock) {
      Map<String, CellView> cells = new LinkedHashMap<>();
      Set<String> needed = needed();
      agenda.topology().plans().forEach((id, plan) -> cells.put(id, view(id, plan, needed)));
      return new Snapshot(
          generation,
          notebook,
          agenda.topology(),
          cells,
          Optional.ofNullable(undo.peek()).map(Step::name),
          Optional.ofNullable(redo.peek()).map(Step::name),
          !notebook.equals(saved));
    }
  }

  private void publish() {
    if (!listeners.isEmpty()) {
      Snapshot now;
      synchronized (lock) {
        generation++;
        now = snapshot();
      }
      listeners.forEach(l -> l.accept(now));
    }
  }

  /**
   * The document as it is to be saved: where a result of now is known, with its outputs, as a run
   * without a window would store them. Draws pictures; not for a window's thread.
   */
  public Notebook document() {
    Notebook document;
    Agenda now;
    Map<String, Result> fresh = new LinkedHashMap<>();
    synchronized (lock) {
      document = notebook;
      now = agenda;
      for (String id : agenda.topology().order().runnable()) {
        Optional<String> stored = notebook.cell(id).flatMap(OutputBundles::storedKey);
        agenda
            .key(id)
            .filter(key -> !stored.equals(Optional.of(key)))
            .flatMap(results::get)
            .ifPresent(result -> fresh.put(id, result));
      }
    }
    int count = 0;
    for (String id : now.topology().order().runnable()) {
      count += now.item(id).isPresent() ? 1 : 0;
      Result result = fresh.get(id);
      if (result != null) {
        Plan plan = now.topology().plans().get(id);
        String key = now.key(id).orElseThrow();
        document =
            OutputBundles.into(
                document,
                plan,
                OutputBundles.of(result, key),
                OptionalInt.of(count),
                Optional.of(key));
      }
    }
    return document;
  }

  // ---- editing -----------------------------------------------------------------------------

  /**
   * Replaces the document by the next one.
   *
   * @param name what undo will call it
   * @param merge edits in a row with the same non-empty text are one step of undo, as in a drag
   */
  public void edit(String name, String merge, UnaryOperator<Notebook> change) {
    synchronized (lock) {
      Notebook next = change.apply(notebook);
      if (next.equals(notebook)) {
        return;
      }
      Step last = undo.peek();
      if (merge.isEmpty() || last == null || !last.merge().equals(merge)) {
        undo.push(new Step(name, merge, notebook));
      }
      redo.clear();
      become(next);
    }
    pump();
  }

  public void setSource(String id, String text) {
    edit("Edit cell", "", n -> n.withSource(id, text));
  }

  /** Ends a row of merged edits: the next one begins a step of its own. */
  public void commit() {
    synchronized (lock) {
      Step last = undo.peek();
      if (last != null && !last.merge().isEmpty()) {
        undo.pop();
        undo.push(new Step(last.name(), "", last.before()));
      }
    }
  }

  /** Takes the last step back; answers its name, empty when there was none. */
  public Optional<String> undo() {
    return step(undo, redo);
  }

  /** Does the last undone step again; answers its name, empty when there was none. */
  public Optional<String> redo() {
    return step(redo, undo);
  }

  private Optional<String> step(Deque<Step> from, Deque<Step> to) {
    Step step;
    synchronized (lock) {
      step = from.poll();
      if (step == null) {
        return Optional.empty();
      }
      to.push(new Step(step.name(), "", notebook));
      become(step.before());
    }
    pump();
    return Optional.of(step.name());
  }

  /** Says that the document of now is the one on disk. */
  public void saved(Notebook written) {
    synchronized (lock) {
      saved = written;
    }
    publish();
  }

  /**
   * @param saved the document as it is on disk
   * @param now the document of now
   */
  public record Unsaved(Notebook saved, Notebook now) {}

  /** What was edited since the last save; both are the same where nothing was. */
  public Unsaved unsaved() {
    synchronized (lock) {
      return new Unsaved(saved, notebook);
    }
  }

  private void become(Notebook next) {
    notebook = next;
    agenda = agendaOf(Topology.of(next, kinds));
    for (Job job : running.values()) {
      if (!agenda.key(job.item.plan().id()).equals(Optional.of(job.key))) {
        job.cancelled = true;
      }
    }
    wanted.retainAll(agenda.topology().plans().keySet());
  }

  private Agenda agendaOf(Topology topology) {
    return Agenda.of(topology, library, results::get);
  }

  // ---- running -----------------------------------------------------------------------------

  /** From now on cheap cells run by themselves. A session that was only opened runs nothing. */
  public void start() {
    synchronized (lock) {
      autoRuns = true;
    }
    pump();
  }

  /** Runs a cell, and first whatever stale it reads. */
  public void run(String id) {
    want(List.of(id), true);
  }

  /** What {@link #run} would set going now; asks for nothing. */
  public Ahead ahead(String id) {
    synchronized (lock) {
      Set<String> due = new HashSet<>();
      boolean live = agenda.item(id).filter(i -> i.ready().live()).isPresent();
      if (live || agenda.item(id).isPresent() && lacksResult(id)) {
        gather(id, due);
      }
      List<String> ids =
          agenda.topology().order().runnable().stream().filter(due::contains).toList();
      return new Ahead(
          addresses(ids),
          ids.stream().filter(lastTookMs::containsKey).mapToDouble(lastTookMs::get).sum(),
          (int) ids.stream().filter(i -> !lastTookMs.containsKey(i)).count());
    }
  }

  private void gather(String id, Set<String> due) {
    if (due.add(id)) {
      agenda.reads(id).stream().filter(this::lacksResult).forEach(r -> gather(r, due));
    }
  }

  /** Runs every cell that can run, results that are still fresh being reused. */
  public void runAll() {
    want(snapshot().topology().order().runnable(), false);
  }

  private void want(List<String> ids, boolean again) {
    synchronized (lock) {
      autoRuns = true;
      Set<String> tried = new HashSet<>();
      for (String id : ids) {
        tryAgain(id, tried);
        boolean live = agenda.item(id).filter(i -> i.ready().live()).isPresent();
        if (again && live) {
          agenda.key(id).ifPresent(results::remove);
        }
        wanted.add(id);
      }
    }
    pump();
  }

  /** Forgets how a cell, and what it waits for, ended before: a failure or a stop is no result. */
  private void tryAgain(String id, Set<String> tried) {
    if (!tried.add(id)) {
      return;
    }
    agenda
        .key(id)
        .ifPresent(
            key -> {
              failures.remove(key);
              partials.remove(key);
            });
    Job stopping = running.get(id);
    if (stopping != null) {
      stopping.keepPartial = false;
    }
    agenda.reads(id).stream().filter(this::lacksResult).forEach(r -> tryAgain(r, tried));
  }

  /** Stops everything that runs or waits; what is finished stays. */
  public void stop() {
    synchronized (lock) {
      wanted.clear();
      running.values().forEach(Session::stop);
    }
    publish();
  }

  /** Stops one cell; what does not depend on it goes on. */
  public void stop(String id) {
    synchronized (lock) {
      wanted.remove(id);
      Job job = running.get(id);
      if (job != null) {
        stop(job);
      }
    }
    publish();
  }

  private static void stop(Job job) {
    job.keepPartial = true;
    job.cancelled = true;
  }

  /** Starts on each free lane the first cell that is due. */
  private void pump() {
    List<Job> starting = new ArrayList<>();
    synchronized (lock) {
      for (boolean interactive : new boolean[] {true, false}) {
        boolean busy = running.values().stream().anyMatch(j -> j.interactive == interactive);
        if (!busy) {
          due(interactive)
              .ifPresent(
                  item -> {
                    Job job = new Job(this, item, interactive);
                    running.put(item.plan().id(), job);
                    starting.add(job);
                  });
        }
      }
      settle();
    }
    publish();
    for (Job job : starting) {
      (job.interactive ? interactiveLane : longLane).execute(() -> work(job));
    }
  }

  private void work(Job job) {
    Optional<Results> inputs;
    synchronized (lock) {
      inputs = agenda.results(job.item.plan().id(), results::get);
    }
    long begun = System.nanoTime();
    Outcome outcome =
        inputs.isEmpty() || job.cancelled
            ? new Outcome.Stopped()
            : Outcome.of(job.item, inputs.get(), job);
    double took = (System.nanoTime() - begun) / 1e6;
    synchronized (lock) {
      String id = job.item.plan().id();
      running.remove(id, job);
      if (outcome instanceof Outcome.Done done) {
        finish(job, done.result(), took);
      } else if (outcome instanceof Outcome.Failed failed) {
        failures.put(job.key, failed.problem());
        wanted.remove(id);
      } else if (job.keepPartial) {
        partials.put(job.key, Result.of(Boolean.FALSE, List.of()).ended(Result.Standing.PARTIAL));
        wanted.remove(id);
      }
      if (job.item.ready().live()) {
        agenda = agendaOf(agenda.topology());
      }
    }
    pump();
  }

  private void finish(Job job, Result result, double took) {
    if (result.standing() == Result.Standing.PARTIAL) {
      if (job.keepPartial) {
        partials.put(job.key, result);
        wanted.remove(job.item.plan().id());
      }
      return;
    }
    results.put(job.key, result);
    failures.remove(job.key);
    partials.remove(job.key);
    tookMs.put(job.key, took);
    lastTookMs.put(job.item.plan().id(), took);
  }

  /** Wishes that are fulfilled, and the results to show from now on. */
  private void settle() {
    for (String id : agenda.topology().plans().keySet()) {
      Optional<String> key = agenda.key(id);
      Optional<Result> now = key.flatMap(results::get);
      now.ifPresent(
          result -> {
            wanted.remove(id);
            shown.put(id, result);
            shownKeys.put(id, key.get());
          });
    }
    wanted.removeIf(id -> agenda.item(id).isEmpty());
  }

  /** The first cell that is due on a lane, in run order. */
  private Optional<Agenda.Item> due(boolean interactive) {
    Set<String> needed = needed();
    for (String id : agenda.topology().order().runnable()) {
      Optional<Agenda.Item> item = agenda.item(id);
      if (item.isEmpty() || !needed.contains(id) || running.containsKey(id)) {
        continue;
      }
      if (isInteractive(item.get().plan()) == interactive
          && item.get().key().isPresent()
          && agenda.results(id, results::get).isPresent()) {
        return item;
      }
    }
    return Optional.empty();
  }

  private static boolean isInteractive(Plan plan) {
    return plan.usual() == Cost.AUTO;
  }

  /** Ids of the cells that ought to run: asked for or cheap and stale, and what those read. */
  private Set<String> needed() {
    Set<String> needed = new HashSet<>();
    for (String id : agenda.topology().order().runnable()) {
      if (wanted.contains(id) && lacksResult(id)) {
        need(id, needed, true);
      } else if (autoRuns && isAuto(id) && !isFresh(id) && lacksResult(id)) {
        need(id, needed, false);
      }
    }
    return needed;
  }

  /** Adds a cell and the cells whose results it lacks; answers whether all of them may run. */
  private boolean need(String id, Set<String> needed, boolean asked) {
    if (!lacksResult(id)) {
      return true;
    }
    boolean stuck =
        agenda.key(id).filter(k -> failures.containsKey(k) || partials.containsKey(k)).isPresent();
    if (agenda.item(id).isEmpty() || stuck || (!asked && !isAuto(id))) {
      return false;
    }
    for (String read : agenda.reads(id)) {
      if (!need(read, needed, asked)) {
        return false;
      }
    }
    needed.add(id);
    return true;
  }

  private boolean isAuto(String id) {
    return agenda.topology().plans().get(id).cost() == Cost.AUTO;
  }

  private boolean lacksResult(String id) {
    return agenda.key(id).flatMap(results::get).isEmpty();
  }

  /** Whether what is shown, or what the file holds, is the result of now. */
  private boolean isFresh(String id) {
    Optional<String> key = agenda.key(id);
    if (key.isEmpty()) {
      return false;
    }
    boolean stored = key.equals(notebook.cell(id).flatMap(OutputBundles::storedKey));
    return results.get(key.get()).isPresent() || stored && !partials.containsKey(key.get());
  }

  private CellView view(String id, Plan plan, Set<String> needed) {
    Optional<String> key = agenda.key(id);
    Job job = running.get(id);
    List<CellProblem> problems = new ArrayList<>(agenda.problems(id));
    key.map(failures::get).ifPresent(problems::add);
    Optional<Result> partial = key.map(partials::get);
    boolean inFile = job == null && isFresh(id) && lacksResult(id);
    // What the file holds is the result of now; one shown meanwhile would pass for it.
    Optional<Result> result =
        inFile
            ? Optional.empty()
            : key.flatMap(results::get)
                .or(() -> partial.filter(p -> !p.outputs().isEmpty()))
                .or(() -> Optional.ofNullable(shown.get(id)));
    Optional<String> resultKey =
        key.filter(k -> inFile || results.get(k).isPresent())
            .or(() -> Optional.ofNullable(shownKeys.get(id)));
    return new CellView(
        id,
        plan.address(),
        plan.kind(),
        plan.text().name().orElse(""),
        plan.about(),
        plan.cost(),
        state(id, plan, problems, job, partial, needed),
        List.copyOf(problems),
        blockedBy(id),
        addresses(agenda.topology().reads().getOrDefault(id, List.of())),
        addresses(agenda.topology().readBy(id)),
        key,
        result,
        resultKey,
        agenda.sweep(id),
        Optional.ofNullable(job).map(j -> j.progress),
        job == null ? 0 : job.startedMs,
        resultKey.map(tookMs::get).orElse(-1.0));
  }

  private CellState state(
      String id,
      Plan plan,
      List<CellProblem> problems,
      Job job,
      Optional<Result> partial,
      Set<String> needed) {
    if (plan.cost() == Cost.OFF) {
      return CellState.DISABLED;
    }
    if (!problems.isEmpty()) {
      return isDangling(plan) ? CellState.UNRESOLVED : CellState.FAILED;
    }
    if (!blockedBy(id).isEmpty()) {
      return CellState.BLOCKED;
    }
    if (job != null) {
      return CellState.RUNNING;
    }
    if (isFresh(id)) {
      return CellState.FRESH;
    }
    if (partial.isPresent()) {
      return CellState.CANCELLED;
    }
    return needed.contains(id) ? CellState.QUEUED : CellState.STALE;
  }

  /** Whether a cell that is sound in itself refers to something that is not there. */
  private boolean isDangling(Plan plan) {
    Topology topology = agenda.topology();
    // An unknown parameter makes further complaints about the field it stands in.
    return plan.parameters().stream().anyMatch(p -> topology.parameters().definers(p).isEmpty())
        || plan.problems().isEmpty()
            && plan.references().stream().anyMatch(r -> topology.idOf(r.address()).isEmpty());
  }

  /** The addresses of what keeps a cell from running: what cannot run, and what ran and failed. */
  private List<String> blockedBy(String id) {
    List<String> cannot = agenda.blockedBy(id);
    if (!cannot.isEmpty()) {
      return cannot;
    }
    return addresses(
        agenda.reads(id).stream()
            .filter(r -> agenda.key(r).filter(failures::containsKey).isPresent())
            .toList());
  }

  private List<String> addresses(List<String> ids) {
    return ids.stream().map(r -> agenda.topology().plans().get(r).address()).toList();
  }
}
