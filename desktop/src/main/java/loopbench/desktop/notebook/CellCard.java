// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import javafx.animation.PauseTransition;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import loopbench.cell.CellProblem;
import loopbench.cell.Output;
import loopbench.cell.Result;
import loopbench.cell.RunControl;
import loopbench.desktop.chart.TimeWindow;
import loopbench.desktop.form.ParamsForm;
import loopbench.run.CellState;
import loopbench.run.CellView;
import loopbench.run.DataFiles;

/** A loop cell on the page: edge, head, source, body. */
final class CellCard extends HBox implements PageCell {
  private static final PseudoClass SELECTED = PseudoClass.getPseudoClass("selected");

  private final NotebookViewModel notebook;
  private final CellViewModel cell;
  private final Surroundings around;
  private final CellHead head;
  private final SourceBox source;
  private final OutputsView outputs;
  private final TimeWindow window = new TimeWindow();
  private final ProgressRow progress = new ProgressRow();
  private final VBox body = new VBox();
  private List<?> storedShown = List.of();
  private Node stored;
  private final PauseTransition moment =
      new PauseTransition(Duration.millis(NotebookViewModel.MOMENT_MS));
  private final Predicate<Node> inView;
  private final Label about = caption("");
  private final Label reason = caption("");
  private final Map<CellProblem, ProblemBox> boxes = new HashMap<>();
  private ParamsForm form;
  private String stateClass = "";

  /**
   * @param inView whether the card can be seen now
   */
  CellCard(
      NotebookViewModel notebook, CellViewModel cell, Surroundings around, Predicate<Node> inView) {
    this.inView = inView;
    this.notebook = notebook;
    this.cell = cell;
    this.around = around;
    this.source = new SourceBox(text -> notebook.setSource(cell.id(), text), this::draw);
    this.outputs = new OutputsView(new Parts());
    setId("cell-" + cell.id());
    getStyleClass().add("loop-cell");
    Region edge = new Region();
    edge.getStyleClass().add("edge");
    body.getStyleClass().add("body");
    this.head = new CellHead(notebook, cell);
    VBox column = new VBox(head, source, body);
    column.setMinWidth(0);
    HBox.setHgrow(column, Priority.ALWAYS);
    getChildren().addAll(edge, column);
    addEventFilter(MouseEvent.MOUSE_PRESSED, e -> notebook.select(cell.id()));
    focusWithinProperty()
        .addListener(
            (p, was, is) -> {
              if (is) {
                notebook.select(cell.id());
              }
            });
    moment.setOnFinished(e -> draw());
    cell.cellProperty().addListener((p, was, is) -> changed());
    cell.viewProperty().addListener((p, was, is) -> changed());
    cell.faceProperty().addListener((p, was, is) -> changed());
    draw();
  }

  @Override
  public Node node() {
    return this;
  }

  @Override
  public void setSelected(boolean selected) {
    pseudoClassStateChanged(SELECTED, selected);
  }

  @Override
  public void commit() {
    source.commit();
  }

  @Override
  public void setSourceShown(boolean shown) {
    source.setVisible(shown);
    source.setManaged(shown);
  }

  @Override
  public void goTo(int line) {
    setSourceShown(true);
    source.edit(Math.max(1, line));
  }

  /** What nobody sees is drawn when it has come to rest for a moment. */
  private void changed() {
    if (inView.test(this)) {
      moment.stop();
      draw();
    } else {
      moment.playFromStart();
    }
  }

  private void draw() {
    Optional<CellView> view = cell.view();
    head.show(cell.face());
    List<CellProblem> problems = view.map(CellView::problems).orElse(List.of());
    source.show(cell.cell().source(), problems);
    String next = view.map(v -> StateMarks.of(v.state()).styleClass()).orElse("");
    if (!next.equals(stateClass)) {
      getStyleClass().remove(stateClass);
      getStyleClass().add(next);
      stateClass = next;
    }
    List<Node> rows = new ArrayList<>();
    say(about, view.map(CellView::about).orElse(""), rows);
    // An open text has its problems under their lines.
    problems.stream()
        .filter(p -> p.line() == 0 || !source.isOpen())
        .forEach(p -> rows.add(boxes.computeIfAbsent(p, b -> new ProblemBox(b, this::goTo))));
    boxes.keySet().retainAll(problems);
    say(reason, view.flatMap(this::reason).orElse(""), rows);
    view.filter(v -> v.state() == CellState.RUNNING)
        .flatMap(CellView::progress)
        .ifPresent(
            p -> {
              progress.show(p, notebook.elapsedMs(view.get()));
              rows.add(progress);
            });
    if (cell.hasParams()) {
      rows.add(form());
    }
    List<Output> shown = view.map(CellCard::outputs).orElse(List.of());
    if (!shown.isEmpty()) {
      outputs.show(shown);
      rows.add(outputs);
    } else if (!cell.cell().outputs().isEmpty()) {
      rows.add(stored());
    }
    if (!body.getChildren().equals(rows)) {
      body.getChildren().setAll(rows);
    }
    if (rows.isEmpty() != getStyleClass().contains("bodiless")) {
      if (rows.isEmpty()) {
        getStyleClass().add("bodiless");
      } else {
        getStyleClass().remove("bodiless");
      }
    }
    body.setVisible(!rows.isEmpty());
    body.setManaged(!rows.isEmpty());
  }

  private static void say(Label label, String text, List<Node> rows) {
    label.setText(text);
    if (!text.isEmpty()) {
      rows.add(label);
    }
  }

  private ParamsForm form() {
    if (form == null) {
      form = new ParamsForm(cell.params());
    }
    return form;
  }

  /** While a cell runs, what there is so far; else its result. */
  private static List<Output> outputs(CellView view) {
    return view.progress()
        .filter(p -> view.state() == CellState.RUNNING)
        .flatMap(RunControl.Progress::partial)
        .map(List::of)
        .orElseGet(() -> view.result().map(Result::outputs).orElse(List.of()));
  }

  /** Why the body looks as it does, where the state's word is not enough. */
  private Optional<String> reason(CellView view) {
    boolean old = view.result().filter(r -> !r.outputs().isEmpty()).isPresent();
    return switch (view.state()) {
      case STALE ->
          old || !cell.cell().outputs().isEmpty()
              ? Optional.of("Something it depends on has changed; what is shown is from before.")
              : view.kind().equals("sweep") ? Optional.of("Not run yet.") : Optional.empty();
      case CANCELLED ->
          Optional.of(
              view.result()
                  .filter(r -> r.standing() == Result.Standing.PARTIAL)
                  .map(r -> "Stopped. What was finished is shown; run it again for the rest.")
                  .orElse("Stopped before anything was finished."));
      case BLOCKED ->
          view.blockedBy().isEmpty()
              ? Optional.of("Waits for something it reads, which has failed.")
              : Optional.of("Waits for " + String.join(" and ", view.blockedBy()) + ".");
      case FAILED -> old ? Optional.of("What was good last is kept below.") : Optional.empty();
      default -> Optional.empty();
    };
  }

  private Node stored() {
    List<?> now = cell.cell().outputs();
    if (stored == null || !now.equals(storedShown)) {
      storedShown = now;
      VBox box = new VBox(10);
      box.getChildren().addAll(StoredOutputs.nodes(cell.cell().outputs(), around.links()));
      cell.view()
          .flatMap(CellView::sweep)
          .ifPresent(
              sweep ->
                  box.getChildren()
                      .add(caption("This is from the file. Run the cell to move its point.")));
      stored = box;
    }
    return stored;
  }

  private static Label caption(String text) {
    Label label = new Label(text);
    label.setWrapText(true);
    label.getStyleClass().add("about");
    return label;
  }

  /** One part for each kind of output. */
  private final class Parts implements Output.Cases<Part> {
    @Override
    public Part chart(Output.Chart chart) {
      return new FigurePart(
          chart,
          around,
          window,
          () -> cell.view().flatMap(CellView::result).flatMap(DataFiles::of),
          cell.view().map(CellView::address).orElse(cell.id()).replaceAll("[^A-Za-z0-9.-]", "-"),
          () -> cell.view().flatMap(CellView::sweep),
          (x, y, done) -> notebook.place(cell.id(), x, y, done));
    }

    @Override
    public Part facts(Output.Facts facts) {
      return new FactsRow(facts);
    }

    @Override
    public Part table(Output.Table table) {
      return new TableGrid(table);
    }

    @Override
    public Part verdicts(Output.Verdicts verdicts) {
      return new VerdictRows(verdicts);
    }

    @Override
    public Part document(Output.Document document) {
      return Part.remade(
          Output.Document.class, document, d -> new DocumentPreview(d, around.saveDocument()));
    }

    @Override
    public Part note(Output.Note note) {
      return Part.remade(Output.Note.class, note, n -> caption(n.sentence()));
    }
  }
}
