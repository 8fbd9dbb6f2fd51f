// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.TextFlow;
import loopbench.cell.CellProblem;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/**
 * A cell's text: one line when folded, all lines with the problems under the line they stand on
 * when open, an editor when it is clicked. The text goes to the document with Ctrl+Enter or when
 * the editor is left; Escape leaves it as it was.
 */
final class SourceBox extends StackPane {
  private static final double LINE_HEIGHT = 19;

  private final Consumer<String> onText;
  private final Runnable onOpened;
  private String source = "";
  private List<CellProblem> problems = List.of();
  private boolean open;
  private Optional<TextArea> editor = Optional.empty();

  /**
   * @param onText hears the text when it was changed
   * @param onOpened told when it was opened or folded
   */
  SourceBox(Consumer<String> onText, Runnable onOpened) {
    this.onText = onText;
    this.onOpened = onOpened;
  }

  /** What the document says now; the text in an open editor is left alone. */
  void show(String text, List<CellProblem> wrong) {
    if (text.equals(source) && wrong.equals(problems) && !getChildren().isEmpty()) {
      return;
    }
    boolean looksSame =
        !open
            && !getChildren().isEmpty()
            && text.lines().count() == source.lines().count()
            && SourceSummary.of(text).equals(SourceSummary.of(source));
    source = text;
    problems = List.copyOf(wrong);
    if (editor.isEmpty() && !looksSame) {
      draw();
    }
  }

  boolean isOpen() {
    return open;
  }

  void setOpen(boolean wanted) {
    commit();
    open = wanted;
    draw();
    onOpened.run();
  }

  /** Opens the editor with its caret at a line, from 1. */
  void edit(int line) {
    open = true;
    onOpened.run();
    TextArea area = new TextArea(source);
    area.getStyleClass().add("yaml");
    area.setAccessibleText("Text of the cell");
    area.setPrefRowCount(Math.max(3, (int) source.lines().count() + 1));
    editor = Optional.of(area);
    area.addEventFilter(KeyEvent.KEY_PRESSED, this::keyed);
    area.focusedProperty()
        .addListener(
            (p, was, is) -> {
              if (!is) {
                commit();
              }
            });
    draw();
    area.requestFocus();
    area.positionCaret(startOf(line));
  }

  private int startOf(int line) {
    int at = 0;
    for (int i = 1; i < line; i++) {
      int end = source.indexOf('\n', at);
      if (end < 0) {
        return source.length();
      }
      at = end + 1;
    }
    return at;
  }

  private void keyed(KeyEvent e) {
    if (e.getCode() == KeyCode.ESCAPE) {
      commit(); // as in Jupyter: the text stays, the page has the keyboard
    }
  }

  /** Takes over what was typed, if anything was. */
  void commit() {
    Optional<TextArea> left = editor;
    editor = Optional.empty();
    left.ifPresent(
        area -> {
          String typed = area.getText();
          if (!typed.equals(source)) {
            source = typed;
            problems = List.of();
            onText.accept(typed);
          }
          draw();
        });
  }

  private void focusFace() {
    getChildren().get(0).requestFocus();
  }

  private void draw() {
    boolean focused = isFocusWithin();
    getChildren().setAll(editor.map(this::editing).orElseGet(() -> open ? lines() : folded()));
    if (focused && editor.isEmpty()) {
      focusFace();
    }
  }

  // ---- three faces -------------------------------------------------------------------------

  private Node folded() {
    TextFlow summary = new TextFlow();
    summary.getChildren().addAll(YamlText.line(SourceSummary.of(source)));
    summary.setMaxHeight(LINE_HEIGHT);
    summary.setMinWidth(0);
    Region window = new Clipped(summary);
    HBox.setHgrow(window, Priority.ALWAYS);
    HBox line = new HBox(chevron(Feather.CHEVRON_RIGHT), window, count());
    line.getStyleClass().add("source");
    line.setFocusTraversable(true);
    line.setAccessibleRole(AccessibleRole.BUTTON);
    line.setAccessibleText("Text of the cell, " + count().getText() + ", folded");
    line.setOnMouseClicked(e -> setOpen(true));
    line.setOnKeyPressed(
        e -> {
          if (e.getCode() == KeyCode.ENTER && !e.isShortcutDown() && !e.isShiftDown()) {
            edit(1);
            e.consume();
          }
        });
    return line;
  }

  private Node lines() {
    VBox lines = new VBox();
    HBox.setHgrow(lines, Priority.ALWAYS);
    int number = 0;
    for (String line : source.split("\n", -1)) {
      number++;
      int here = number;
      TextFlow text = new TextFlow();
      text.getChildren().addAll(YamlText.line(line.isEmpty() ? " " : line));
      text.setMinHeight(LINE_HEIGHT);
      text.setOnMouseClicked(e -> edit(here));
      lines.getChildren().add(text);
      problems.stream()
          .filter(p -> p.line() == here)
          .forEach(p -> lines.getChildren().add(note(p)));
    }
    Node fold = chevron(Feather.CHEVRON_DOWN);
    fold.setOnMouseClicked(e -> setOpen(false));
    HBox box = new HBox(fold, lines, count());
    box.getStyleClass().addAll("source", "open");
    box.setFocusTraversable(true);
    box.setOnKeyPressed(
        e -> {
          if (e.getCode() == KeyCode.ENTER && !e.isShortcutDown() && !e.isShiftDown()) {
            edit(1);
            e.consume();
          } else if (e.getCode() == KeyCode.ESCAPE) {
            setOpen(false);
            e.consume();
          }
        });
    return box;
  }

  private Node editing(TextArea area) {
    VBox box = new VBox(area);
    problems.stream().filter(p -> p.line() > 0).forEach(p -> box.getChildren().add(note(p)));
    box.getStyleClass().addAll("source", "open");
    return box;
  }

  private static Node note(CellProblem problem) {
    Label note =
        new Label("line " + problem.line() + ": " + problem.what() + " " + problem.whatNow());
    note.getStyleClass().addAll("bad", "caption", "source-problem");
    note.setWrapText(true);
    return note;
  }

  private static FontIcon chevron(Feather shape) {
    FontIcon icon = new FontIcon(shape);
    icon.getStyleClass().add("fold");
    return icon;
  }

  private Label count() {
    long lines = source.lines().count();
    Label label = new Label(lines == 1 ? "1 line" : lines + " lines");
    label.getStyleClass().add("lines");
    label.setMinWidth(Region.USE_PREF_SIZE);
    return label;
  }
}
