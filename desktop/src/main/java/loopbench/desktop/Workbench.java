// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import loopbench.desktop.export.OpenNotebook;
import loopbench.desktop.look.Theme;
import loopbench.desktop.notebook.NotebookViewModel;
import loopbench.desktop.notebook.PageMode;
import loopbench.desktop.notebook.PageView;
import loopbench.desktop.notebook.Surroundings;
import loopbench.desktop.start.StartPage;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The frame of the window. What is in it changes with the notebook that is open. */
final class Workbench extends BorderPane {
  private final TopBar top;
  private final StatusBar status;
  private final Toast toast = new Toast();
  private Optional<PageView> page = Optional.empty();
  private PageMode mode = PageMode.SOURCE;
  private StackPane middle = new StackPane();
  private Optional<Node> over = Optional.empty();

  Workbench(Actions actions, int threads) {
    top = new TopBar(actions);
    status = new StatusBar(threads);
    setTop(top);
    setBottom(status);
  }

  /** Shows a notebook. */
  void open(NotebookViewModel notebook, Surroundings around, OpenNotebook file) {
    PageView view = new PageView(notebook, around, notices(file));
    page = Optional.of(view);
    view.setMode(mode);
    ProblemsView problems = new ProblemsView(view::goTo);
    notebook.snapshotProperty().addListener((p, was, is) -> problems.show(is));
    problems.show(notebook.snapshot());
    VBox middle = new VBox(toasted(view), problems);
    setLeft(new OutlineView(notebook, view::reveal));
    setCenter(middle);
    setRight(new InspectorView(notebook, view::reveal));
  }

  /** Shows what there is to open while no notebook is. */
  void start(StartPage start) {
    page = Optional.empty();
    top.showNothing();
    status.showNothing("");
    setLeft(null);
    setRight(null);
    setCenter(toasted(start));
  }

  /** Shows a file that cannot be read as a notebook: what is wrong, and its text as it is. */
  void refuse(OpenNotebook file) {
    page = Optional.empty();
    top.showNothing();
    status.showNothing(file.name());
    VBox box = new VBox(12);
    box.getStyleClass().add("page");
    file.read().problems().forEach(p -> box.getChildren().add(notice(p.located(), "bad")));
    Label kept = new Label("The file is as it was. This is its text:");
    kept.getStyleClass().add("muted");
    String text = file.read().text();
    TextFlow raw =
        new TextFlow(new Text(text.length() > 20_000 ? text.substring(0, 20_000) + "\n…" : text));
    raw.getStyleClass().add("yaml");
    box.getChildren().addAll(kept, raw);
    ScrollPane scroll = new ScrollPane(new StackPane(box));
    scroll.setFitToWidth(true);
    scroll.getStyleClass().add("desk");
    setLeft(null);
    setRight(null);
    setCenter(toasted(scroll));
  }

  /** Another way to look at this page and those that are opened later. */
  void look(PageMode next) {
    mode = next;
    top.show(next);
    page.ifPresent(view -> view.setMode(next));
  }

  /** Shows something above the page; what was above it before, goes. */
  void over(Node node) {
    StackPane.setAlignment(node, Pos.TOP_CENTER);
    StackPane.setMargin(node, new Insets(48, 16, 16, 16));
    notOver();
    middle.getChildren().add(node);
    over = Optional.of(node);
  }

  void notOver() {
    over.ifPresent(middle.getChildren()::remove);
    over = Optional.empty();
  }

  private Node toasted(Node view) {
    over = Optional.empty();
    StackPane stack = new StackPane(view, toast);
    middle = stack;
    StackPane.setAlignment(toast, Pos.BOTTOM_CENTER);
    StackPane.setMargin(toast, new Insets(0, 0, 16, 0));
    VBox.setVgrow(stack, Priority.ALWAYS);
    return stack;
  }

  /** What the reader found in a file it could open all the same. */
  private static List<Node> notices(OpenNotebook file) {
    List<Node> notices = new ArrayList<>();
    if (file.read().problems().isEmpty()) {
      file.read().readOnlyBecause().ifPresent(why -> notices.add(notice(why, "warn")));
    }
    file.read().problems().stream()
        .map(p -> p.located())
        .forEach(p -> notices.add(notice(p, "warn")));
    file.read().notices().forEach(n -> notices.add(notice(n, "warn")));
    return notices;
  }

  private static Node notice(String sentence, String standing) {
    FontIcon icon =
        new FontIcon(standing.equals("bad") ? Feather.X_CIRCLE : Feather.ALERT_TRIANGLE);
    icon.getStyleClass().add(standing);
    Label text = new Label(sentence);
    text.setWrapText(true);
    HBox box = new HBox(icon, text);
    box.getStyleClass().addAll("problem-box", "notice", standing);
    return box;
  }

  Optional<PageView> page() {
    return page;
  }

  TopBar top() {
    return top;
  }

  void status(String name, NotebookViewModel notebook, Optional<LocalTime> savedAt) {
    top.show(notebook.snapshot());
    status.show(name, notebook.snapshot(), savedAt);
  }

  void show(Theme theme) {
    top.show(theme);
  }

  void say(String sentence) {
    toast.say(sentence);
  }
}
