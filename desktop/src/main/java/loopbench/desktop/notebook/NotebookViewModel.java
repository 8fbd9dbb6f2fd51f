// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import loopbench.cell.Cost;
import loopbench.cell.FieldForm;
import loopbench.cell.Parameter;
import loopbench.cell.SweepRecipe;
import loopbench.desktop.form.KnobViewModel;
import loopbench.desktop.form.ParamsViewModel;
import loopbench.desktop.pace.LatestOnly;
import loopbench.graph.Topology;
import loopbench.notebook.Cell;
import loopbench.notebook.Notebook;
import loopbench.notebook.NotebookReader;
import loopbench.notebook.NotebookWriter;
import loopbench.notebook.PageEdits;
import loopbench.run.CellState;
import loopbench.run.CellView;
import loopbench.run.Keeping;
import loopbench.run.KnobPlace;
import loopbench.run.Session;
import loopbench.run.Snapshot;
import loopbench.tune.Axis;

/** A session as the window sees it. All of it belongs to the window's thread. */
public final class NotebookViewModel {
  /**
   * Where the work of a window is done.
   *
   * @param edits changes the document, in order
   * @param pacedEdits hands tasks to {@code edits} no more often than the window can follow
   * @param window the window's thread
   * @param moment the window's thread, {@link #MOMENT_MS} later
   */
  public record Threads(Executor edits, Executor pacedEdits, Executor window, Executor moment) {}

  /** A state of a cheap cell that lasts less long is not shown: it would only flicker. */
  public static final long MOMENT_MS = 200;

  private static final Set<CellState> PASSING =
      Set.of(CellState.STALE, CellState.QUEUED, CellState.RUNNING);

  /** Asked before each change: whether the document may be changed. Says why where it may not. */
  @FunctionalInterface
  public interface Gatekeeper {
    boolean mayChange();
  }

  private final Session session;
  private final Edits edits;
  private final Gatekeeper gatekeeper;
  private final LongSupplier clockMs;
  private final LatestOnly<Snapshot> gate;
  private final ObservableList<CellViewModel> cells = FXCollections.observableArrayList();

  /** One for all who listen: a list made for each would go, and with it what listens to it. */
  private final ObservableList<CellViewModel> cellsToRead =
      FXCollections.unmodifiableObservableList(cells);

  private final ReadOnlyObjectWrapper<Snapshot> snapshot = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyStringWrapper selected = new ReadOnlyStringWrapper("");
  private final Threads threads;
  private final Map<String, Long> heldSinceMs = new HashMap<>();
  private boolean looksAgain;
  private Map<String, String> inFile = Map.of();

  /**
   * @param clockMs the session's clock
   */
  public NotebookViewModel(
      Session session, Threads threads, Gatekeeper gatekeeper, LongSupplier clockMs) {
    this.session = session;
    this.gatekeeper = gatekeeper;
    this.threads = threads;
    this.clockMs = clockMs;
    this.edits =
        new Edits(
            session, threads.edits(), threads.pacedEdits(), threads.window(), this::showParams);
    this.gate =
        new LatestOnly<>(
            threads.window(),
            (waiting, coming) -> waiting.generation() > coming.generation() ? waiting : coming,
            this::show);
    show(session.snapshot());
    session.listen(gate::offer);
  }

  // ---- what it shows -----------------------------------------------------------------------

  private void show(Snapshot now) {
    Snapshot before = snapshot.get();
    if (before != null && before.generation() > now.generation()) {
      return;
    }
    if (before == null || !now.dirty()) {
      inFile = now.topology().parameters().texts().textByName();
    }
    showCells(now);
    snapshot.set(now);
    showParams();
  }

  private void showCells(Snapshot now) {
    Map<String, CellViewModel> byId = new HashMap<>();
    cells.forEach(c -> byId.put(c.id(), c));
    List<CellViewModel> next = new ArrayList<>();
    int inQueue = 0;
    for (Cell cell : now.notebook().cells()) {
      Optional<CellView> view = Optional.ofNullable(now.cells().get(cell.id()));
      boolean queued = view.filter(v -> v.state() == CellState.QUEUED).isPresent();
      inQueue += queued ? 1 : 0;
      CellViewModel model =
          byId.computeIfAbsent(
              cell.id(), id -> new CellViewModel(cell, new ParamsViewModel(new Turned(id))));
      model.show(cell, held(model, view), queued ? inQueue : 0);
      next.add(model);
    }
    if (!cells.equals(next)) {
      cells.setAll(next);
    }
    if (now.notebook().cell(selected.get()).isEmpty()) {
      selected.set(now.cells().keySet().stream().findFirst().orElse(""));
    }
  }

  /**
   * What to show of a cell: what is shown already while a cheap cell that was fresh has another
   * state for a moment only.
   */
  private Optional<CellView> held(CellViewModel model, Optional<CellView> now) {
    boolean passing = now.filter(v -> PASSING.contains(v.state())).isPresent();
    boolean cheap = now.filter(v -> v.cost() == Cost.AUTO).isPresent();
    boolean wasFresh = model.view().filter(v -> v.state() == CellState.FRESH).isPresent();
    if (!passing || !cheap || !wasFresh) {
      heldSinceMs.remove(model.id());
      return now;
    }
    long nowMs = clockMs.getAsLong();
    if (nowMs - heldSinceMs.computeIfAbsent(model.id(), id -> nowMs) >= MOMENT_MS) {
      heldSinceMs.remove(model.id());
      return now;
    }
    lookAgain();
    return model.view();
  }

  private void lookAgain() {
    if (!looksAgain) {
      looksAgain = true;
      threads
          .moment()
          .execute(
              () -> {
                looksAgain = false;
                showCells(snapshot.get());
              });
    }
  }

  /** Rows follow the text, but not while the text lags behind them. */
  private void showParams() {
    if (edits.outstanding()) {
      return;
    }
    Topology topology = snapshot.get().topology();
    for (CellViewModel cell : cells) {
      if (cell.hasParams()) {
        cell.params().show(topology.parameters().in(cell.id()), inFile);
      }
    }
  }

  /** The cells in page order. */
  public ObservableList<CellViewModel> cells() {
    return cellsToRead;
  }

  /** The newest snapshot. */
  public ReadOnlyObjectProperty<Snapshot> snapshotProperty() {
    return snapshot.getReadOnlyProperty();
  }

  public Snapshot snapshot() {
    return snapshot.get();
  }

  /** Id of the cell the keys go to, at first the first loop cell; empty for none. */
  public ReadOnlyStringProperty selectedProperty() {
    return selected.getReadOnlyProperty();
  }

  public Optional<CellViewModel> selected() {
    return cell(selected.get());
  }

  public Optional<CellViewModel> cell(String id) {
    return cells.stream().filter(c -> c.id().equals(id)).findFirst();
  }

  /** The cell with an address such as {@code run.baseline}, off cells too. */
  public Optional<CellViewModel> at(String address) {
    return cells.stream()
        .filter(c -> c.view().filter(v -> v.address().equals(address)).isPresent())
        .findFirst();
  }

  /** What the loop cells are called, such as {@code run.baseline}. */
  public Set<String> addresses() {
    return snapshot.get().topology().plans().values().stream()
        .map(plan -> plan.address())
        .collect(Collectors.toSet());
  }

  public void select(String id) {
    selected.set(id);
  }

  /** Milliseconds since a cell's work began. */
  public double elapsedMs(CellView view) {
    return clockMs.getAsLong() - view.startedMs();
  }

  // ---- running -----------------------------------------------------------------------------

  public void run(String id) {
    edits.apply(s -> s.run(id));
  }

  public void runAll() {
    edits.apply(Session::runAll);
  }

  /** Runs what is stale, and nothing that is fresh. */
  public void runStale() {
    List<String> stale =
        snapshot.get().cells().values().stream()
            .filter(v -> v.state() == CellState.STALE || v.state() == CellState.CANCELLED)
            .map(CellView::id)
            .toList();
    edits.apply(s -> stale.forEach(s::run));
  }

  /** At once, not behind the edits that wait. */
  public void stop() {
    session.stop();
  }

  public void stop(String id) {
    session.stop(id);
  }

  // ---- editing -----------------------------------------------------------------------------

  public void undo() {
    undo(what -> {});
  }

  /**
   * @param told hears what was undone, on the window's thread; nothing where there was nothing
   */
  public void undo(Consumer<String> told) {
    AtomicReference<Optional<String>> what = new AtomicReference<>(Optional.empty());
    edits.apply(s -> what.set(s.undo()), () -> what.get().ifPresent(told));
  }

  public void redo() {
    edits.apply(Session::redo);
  }

  /** Replaces a cell's text, as one step of undo. */
  public void setSource(String id, String text) {
    edit("Edit cell", "", n -> n.withSource(id, text));
  }

  /**
   * Writes one field of a cell, and leaves all else of its text as it is.
   *
   * @param path as in {@link FieldForm#path}; nothing happens where its kind reads no such field
   */
  public void setField(String id, String path, String value) {
    if (!mayChange()) {
      return;
    }
    edits.apply(
        s -> {
          Optional<FieldForm> field =
              Optional.ofNullable(s.snapshot().topology().plans().get(id))
                  .flatMap(plan -> FieldForm.find(plan.form(), path));
          field.ifPresent(
              form ->
                  made(
                      s,
                      "Set " + path,
                      "",
                      n ->
                          n.withSource(
                              id, form.written(n.cell(id).orElseThrow().source(), value))));
        });
  }

  public void setWhen(String id, Cost cost) {
    cell(id)
        .flatMap(c -> WhenField.with(c.cell().source(), cost))
        .ifPresent(text -> edit("Run " + cost.word(), "", n -> n.withSource(id, text)));
  }

  // ---- the page's cells --------------------------------------------------------------------

  /** Selects the cell so many further; the ends hold. */
  public void move(int by) {
    List<Cell> all = snapshot.get().notebook().cells();
    if (!all.isEmpty()) {
      int at = Math.max(0, snapshot.get().notebook().indexOf(selected.get()));
      long to = Math.max(0, Math.min(all.size() - 1L, (long) at + by));
      selected.set(all.get((int) to).id());
    }
  }

  /** The cell at the foot of the page; empty where there is none. */
  public String lastId() {
    List<Cell> all = snapshot.get().notebook().cells();
    return all.isEmpty() ? "" : all.get(all.size() - 1).id();
  }

  /**
   * A new loop cell beside the selected one, which is selected then.
   *
   * @param source its text, may be empty
   * @param shown hears its id once it is on the page
   */
  public void insert(boolean above, String source, Consumer<String> shown) {
    Cell cell =
        Cell.of(snapshot.get().notebook().freshId("new"), Cell.Type.CODE, source.stripTrailing());
    put("Insert cell", above, List.of(cell), shown);
  }

  private void put(String name, boolean above, List<Cell> wanted, Consumer<String> shown) {
    if (!mayChange() || wanted.isEmpty()) {
      return;
    }
    String beside = selected.get();
    AtomicReference<String> id = new AtomicReference<>("");
    edits.apply(
        s ->
            made(
                s,
                name,
                "",
                n -> {
                  Notebook next = PageEdits.pasted(n, beside, above, wanted);
                  int at = n.indexOf(beside);
                  int first = at < 0 ? n.cells().size() : above ? at : at + 1;
                  id.set(next.cells().get(first + wanted.size() - 1).id());
                  return next;
                }),
        () -> {
          selected.set(id.get());
          shown.accept(id.get());
        });
  }

  /** Deletes the selected cell; the one below is selected, or the one above where there is none. */
  public void delete() {
    String id = selected.get();
    List<Cell> all = snapshot.get().notebook().cells();
    int at = snapshot.get().notebook().indexOf(id);
    if (at < 0 || !mayChange()) {
      return;
    }
    int neighbour = at + 1 < all.size() ? at + 1 : at - 1;
    selected.set(neighbour < 0 ? "" : all.get(neighbour).id());
    edits.apply(s -> made(s, "Delete cell", "", n -> n.cell(id).isEmpty() ? n : n.delete(id)));
  }

  /** The selected cell as a notebook of its own, for a clipboard. */
  public Optional<String> copied() {
    return snapshot
        .get()
        .notebook()
        .cell(selected.get())
        .map(cell -> NotebookWriter.write(Notebook.of(List.of(cell))));
  }

  /**
   * Cells from a clipboard beside the selected one.
   *
   * @param text as {@link #copied} makes it; nothing happens for any other
   * @param shown hears the id of the last of them once it is on the page
   */
  public void paste(String text, boolean above, Consumer<String> shown) {
    NotebookReader.read(text)
        .notebook()
        .ifPresent(cells -> put("Paste cell", above, cells.cells(), shown));
  }

  public void setType(Cell.Type type) {
    String id = selected.get();
    edit("Turn cell into " + type.token(), "", n -> PageEdits.typed(n, id, type));
  }

  /** Takes the cell below into the selected one; answers whether they are of one type. */
  public boolean merge() {
    String id = selected.get();
    boolean can = PageEdits.merged(snapshot.get().notebook(), id).isPresent();
    if (can) {
      edit("Merge cells", "", n -> PageEdits.merged(n, id).orElse(n));
    }
    return can;
  }

  /**
   * The selected cell in two.
   *
   * @param offset where its text is parted, in characters
   */
  public void split(int offset) {
    String id = selected.get();
    edit("Split cell", "", n -> n.cell(id).isEmpty() ? n : PageEdits.split(n, id, offset));
  }

  /** Everything anew: what cells have shown is taken away, then all run. */
  public void clearAndRunAll() {
    if (mayChange()) {
      edits.apply(
          s -> {
            made(s, "Clear results", "", PageEdits::cleared);
            s.runAll();
          });
    }
  }

  private void edit(String name, String merge, Change change) {
    if (mayChange()) {
      edits.apply(s -> made(s, name, merge, change));
    }
  }

  /** Where it may not, whatever shows the change it wanted goes back to what the document says. */
  private boolean mayChange() {
    boolean may = gatekeeper.mayChange();
    if (!may) {
      edits.apply(s -> {});
    }
    return may;
  }

  private static void made(Session session, String name, String merge, Change change) {
    session.edit(name, merge, change::of);
    session.start();
  }

  /** A document's successor. */
  @FunctionalInterface
  private interface Change {
    Notebook of(Notebook notebook);
  }

  /** Writes what the knobs of one params cell say. */
  private final class Turned implements KnobViewModel.Turning {
    private final String id;

    Turned(String id) {
      this.id = id;
    }

    @Override
    public void preview(String name, String text) {
      if (gatekeeper.mayChange()) {
        edits.preview(s -> turn(s, name, text));
      }
    }

    @Override
    public void commit(String name, String text) {
      if (mayChange()) {
        edits.apply(
            s -> {
              turn(s, name, text);
              s.commit();
            });
      }
    }

    private void turn(Session s, String name, String text) {
      made(
          s,
          "Turn " + name,
          "turn " + name,
          n -> n.withScalar(id, "params." + name + ".value", text).orElse(n));
    }
  }

  /**
   * A point of a map was pressed or dragged to: both knobs take its values, as far as their
   * parameters' ranges go.
   *
   * @param id the cell that shows the map
   * @param stays whether this is the end of the drag, and so a step of undo
   */
  public void place(String id, double x, double y, boolean stays) {
    Optional<SweepRecipe> sweep = cell(id).flatMap(CellViewModel::view).flatMap(CellView::sweep);
    if (sweep.isEmpty() || sweep.get().axes().size() != 2) {
      return;
    }
    Consumer<Session> change =
        s -> {
          Topology topology = s.snapshot().topology();
          made(s, "Set point", "map " + id, n -> placed(n, topology, sweep.get(), x, y));
        };
    if (!mayChange()) {
      return;
    }
    if (stays) {
      edits.apply(change.andThen(Session::commit));
    } else {
      edits.preview(change);
    }
  }

  private static Notebook placed(
      Notebook notebook, Topology topology, SweepRecipe sweep, double x, double y) {
    Map<KnobPlace, Double> numbers = new LinkedHashMap<>();
    double[] values = {x, y};
    for (int i = 0; i < values.length; i++) {
      Axis axis = sweep.axes().get(i);
      double value = values[i];
      KnobPlace.of(topology, sweep.run(), axis.path())
          .ifPresent(
              place -> {
                double written = place.inUnitHere(value, axis.unit());
                numbers.put(
                    place,
                    place
                        .parameterHere(topology)
                        .flatMap(Parameter::range)
                        .map(range -> range.clamp(written))
                        .orElse(written));
              });
    }
    return KnobPlace.with(notebook, numbers);
  }

  // ---- saving ------------------------------------------------------------------------------

  /**
   * Hands the document, with the outputs of fresh results, to a writer on the edits' thread.
   *
   * @param writer answers whether it was written
   * @param written called on the window's thread once it was
   */
  public void save(Predicate<Notebook> writer, Runnable written) {
    AtomicBoolean done = new AtomicBoolean();
    edits.apply(
        s -> {
          Notebook basis = s.snapshot().notebook();
          if (writer.test(s.document())) {
            s.saved(basis);
            done.set(true);
          }
        },
        () -> {
          if (done.get()) {
            written.run();
          }
        });
  }

  /** Calls back once all edits of now are made and shown. */
  public void afterEdits(Runnable then) {
    edits.apply(s -> {}, then);
  }

  /** See {@link Keeping#takeUp}; from any thread. */
  public Optional<String> takeUp(Notebook theirs) {
    return Keeping.takeUp(session, theirs);
  }

  /** See {@link Keeping#recover}. */
  public Optional<String> recover(Keeping keeping, Path file) {
    return keeping.recover(file, session);
  }

  /**
   * See {@link Keeping#note}; from any thread.
   *
   * @throws IOException where it cannot be written
   */
  public void note(Keeping keeping, Path file) throws IOException {
    keeping.note(file, session);
  }

  /** The notebook is left: what runs, stops. */
  public void close() {
    session.stop();
  }
}
