// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.DataFormat;
import loopbench.desktop.notebook.NotebookViewModel;
import loopbench.desktop.notebook.PageView;
import loopbench.notebook.Cell;

/** Jupyter's command mode: what single keys do while the page has the keyboard. */
final class PageCommands {
  private static final DataFormat CELLS = format();

  /** What a new cell of a kind begins with: valid YAML that says what is missing. */
  private static final List<List<String>> KINDS =
      List.of(
          List.of("params", "params:\n  kp: {value: 0.05, range: [0.001, 5], scale: log}\n"),
          List.of("source", "source: new\nfile: series.csv\n"),
          List.of(
              "plant",
              "plant: new\nmodel: affine-latency\nfloor: 5ms\nslope: 90ms\ncapacity: 400/s\n"),
          List.of("run", "run: new\nplant: seed\nflow: ctl\nticks: 300\n"),
          List.of(
              "sweep", "sweep: new\nrun: baseline\naxes:\n  flow.kp: {log: [0.001, 5], n: 40}\n"),
          List.of("chart", "chart: new\ndata: run.baseline\n"),
          List.of("check", "check: new\nthat:\n  - run.baseline.class == settles\n"),
          List.of("export", "export: new\nwhat: scaler.keda\nwrite: scaledobject.yaml\n"));

  private final Supplier<Optional<NotebookViewModel>> notebook;
  private final Supplier<Optional<PageView>> page;
  private final Consumer<String> say;

  PageCommands(
      Supplier<Optional<NotebookViewModel>> notebook,
      Supplier<Optional<PageView>> page,
      Consumer<String> say) {
    this.notebook = notebook;
    this.page = page;
    this.say = say;
  }

  private static DataFormat format() {
    String name = "application/x-ipynb-cells";
    DataFormat known = DataFormat.lookupMimeType(name);
    return known == null ? new DataFormat(name) : known;
  }

  List<Command> all() {
    List<Command> all = new ArrayList<>();
    all.add(Command.onPage("Edit the cell", this::edit, "ENTER"));
    all.add(Command.onPage("Select the cell above", () -> move(-1), "UP", "K"));
    all.add(Command.onPage("Select the cell below", () -> move(1), "DOWN", "J"));
    all.add(Command.onPage("Select the first cell", () -> move(Integer.MIN_VALUE), "HOME"));
    all.add(Command.onPage("Select the last cell", () -> move(Integer.MAX_VALUE), "END"));
    all.add(Command.onPage("Insert a cell above", () -> insert(true, ""), "A"));
    all.add(Command.onPage("Insert a cell below", () -> insert(false, ""), "B"));
    all.add(Command.onPage("Delete the cell", () -> delete("Cell deleted"), "D D", "DELETE"));
    all.add(Command.onPage("Cut the cell", this::cut, "X"));
    all.add(Command.onPage("Copy the cell", this::copy, "C"));
    all.add(Command.onPage("Paste below", () -> paste(false), "V"));
    all.add(Command.onPage("Paste above", () -> paste(true), "Shift+V"));
    all.add(Command.onPage("Undo what was done to cells", this::undo, "Z"));
    all.add(Command.onPage("Turn into a text", () -> type(Cell.Type.MARKDOWN), "M"));
    all.add(Command.onPage("Turn into a loop cell", () -> type(Cell.Type.CODE), "Y"));
    all.add(Command.onPage("Turn into a raw cell", () -> type(Cell.Type.RAW), "R"));
    all.add(Command.onPage("Merge with the cell below", this::merge, "Shift+M"));
    all.add(
        Command.onPage(
            "Stop what runs", () -> notebook.get().ifPresent(NotebookViewModel::stop), "I I"));
    all.add(
        Command.onPage(
            "Clear all results and run all",
            () -> notebook.get().ifPresent(NotebookViewModel::clearAndRunAll),
            "0 0"));
    for (int i = 0; i < KINDS.size(); i++) {
      String text = KINDS.get(i).get(1);
      all.add(
          Command.onPage(
              "Insert below: " + KINDS.get(i).get(0),
              () -> insert(false, text),
              Integer.toString(i + 1)));
    }
    all.add(Command.anywhere("Split the cell at the caret", this::split, "Shortcut+Shift+MINUS"));
    all.add(Command.anywhere("Command mode", this::leave, "Shortcut+M"));
    return all;
  }

  /** The page takes the keyboard; what was typed stays. */
  void leave() {
    page.get()
        .ifPresent(
            p -> {
              p.commit();
              p.requestFocus();
            });
  }

  private void edit() {
    notebook
        .get()
        .filter(n -> !n.selectedProperty().get().isEmpty())
        .ifPresent(n -> page.get().ifPresent(p -> p.goTo(n.selectedProperty().get(), 1)));
  }

  /** Goes a number of cells further, as far as there are some. */
  void move(int by) {
    notebook
        .get()
        .ifPresent(
            n -> {
              n.move(by);
              page.get().ifPresent(p -> p.reveal(n.selectedProperty().get()));
            });
  }

  void insert(boolean above, String source) {
    notebook.get().ifPresent(n -> n.insert(above, source, this::reveal));
  }

  private void reveal(String id) {
    page.get().ifPresent(p -> p.reveal(id));
  }

  private void delete(String what) {
    notebook
        .get()
        .ifPresent(
            n -> {
              n.delete();
              say.accept(what + " - undo with Z.");
            });
  }

  private void copy() {
    notebook
        .get()
        .flatMap(NotebookViewModel::copied)
        .ifPresent(
            text -> {
              ClipboardContent content = new ClipboardContent();
              content.put(CELLS, text);
              Clipboard.getSystemClipboard().setContent(content);
            });
  }

  private void cut() {
    copy();
    delete("Cell cut");
  }

  private void paste(boolean above) {
    Object text = Clipboard.getSystemClipboard().getContent(CELLS);
    if (text instanceof String cells) {
      notebook.get().ifPresent(n -> n.paste(cells, above, this::reveal));
    } else {
      say.accept("There is no cell to paste. Copy one with C.");
    }
  }

  private void undo() {
    notebook.get().ifPresent(n -> n.undo(what -> say.accept("Undone: " + what + ".")));
  }

  private void type(Cell.Type type) {
    notebook.get().ifPresent(n -> n.setType(type));
  }

  private void merge() {
    notebook
        .get()
        .filter(n -> !n.merge())
        .ifPresent(n -> say.accept("The next cell is of another type. Turn it into one first."));
  }

  private void split() {
    notebook
        .get()
        .ifPresent(
            n ->
                page.get()
                    .flatMap(PageView::caret)
                    .ifPresent(
                        caret -> {
                          page.get().ifPresent(PageView::commit);
                          n.split(caret);
                        }));
  }
}
