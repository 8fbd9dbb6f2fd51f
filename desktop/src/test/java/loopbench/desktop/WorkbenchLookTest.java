// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Scene;
import loopbench.desktop.look.Theme;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.paint.Color;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import loopbench.desktop.look.Theme;
import loopbench.desktop.chart.FigureView;
import loopbench.desktop.chart.Shapes;
import loopbench.desktop.notebook.StateMark;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/**
 * A window put together from the style sheet's classes, to be looked at in {@code target/pictures}.
 */
class WorkbenchLookTest {

  @ParameterizedTest
  @EnumSource(Theme.class)
  void aWindowInEachTheme(Theme theme) throws Exception {
    WritableImage image =
        FxThread.call(
            () -> {
              BorderPane root = window(theme);
              Scene scene = new Scene(root, 1280, 800);
              theme.apply(scene);
              root.applyCss();
              root.layout();
              root.layout();
              return scene.snapshot(null);
            });
    FxThread.keep(image, "window-" + theme.name().toLowerCase(Locale.ROOT));
    Color desk = image.getPixelReader().getColor(214, 400);
    assertThat(desk).isEqualTo(Color.web(theme == Theme.LIGHT ? "#F4F6F8" : "#0D1218"));
  }

  @ParameterizedTest
  @EnumSource(Theme.class)
  void everyState(Theme theme) throws Exception {
    WritableImage image =
        FxThread.call(
            () -> {
              VBox page = new VBox();
              page.getStyleClass().add("page");
              for (StateMark mark : StateMark.values()) {
                Label body = new Label("kp was 0.05 when this ran; it is 0.07 now.");
                body.getStyleClass().add("muted");
                VBox cell = cell(mark, "baseline", body);
                page.getChildren().add(cell.getChildren().isEmpty() ? cell : frame(mark, cell));
              }
              Scene scene = new Scene(new VBox(page), 760, 980);
              theme.apply(scene);
              scene.getRoot().applyCss();
              scene.getRoot().layout();
              return scene.snapshot(null);
            });
    FxThread.keep(image, "states-" + theme.name().toLowerCase(Locale.ROOT));
    assertThat(StateMark.values()).extracting(StateMark::word).doesNotHaveDuplicates();
  }

  private static BorderPane window(Theme theme) {
    BorderPane root = new BorderPane();
    root.setTop(topBar());
    root.setLeft(outline());
    root.setRight(inspector());
    VBox page = new VBox(markdown(), frame(StateMark.FRESH, params()), run(theme), sweep(theme));
    page.getStyleClass().add("page");
    ScrollPane desk = new ScrollPane(page);
    desk.setFitToWidth(true);
    desk.getStyleClass().add("desk");
    BorderPane middle = new BorderPane(desk);
    middle.setBottom(bottom());
    root.setCenter(middle);
    HBox status = styled(new HBox(), "status");
    status
        .getChildren()
        .addAll(
            styled(new Label("gain-band.ipynb"), "strong"),
            new Label("saved 10:41"),
            new Label("auto"),
            spring(),
            new Label("core 1.0.0"),
            new Label("trusted"),
            new Label("100 %"));
    root.setBottom(status);
    return root;
  }

  private static Node topBar() {
    MenuBar menus = new MenuBar();
    for (String name : List.of("File", "Edit", "Cell", "Run", "View", "Help")) {
      menus.getMenus().add(new Menu(name));
    }
    Button stale =
        styled(new Button("Run stale", new FontIcon(Feather.REFRESH_CW)), "bar-button", "primary");
    HBox staleBox = new HBox(6, new FontIcon(Feather.REFRESH_CW), styled(new Label("2"), "count"));
    staleBox.setAlignment(Pos.CENTER);
    Slider lambda = new Slider(0, 1, 0.48);
    lambda.setPrefWidth(120);
    HBox segments =
        styled(
            new HBox(
                styled(new ToggleButton("Operator"), "first"),
                new ToggleButton("Source"),
                styled(new ToggleButton("Lecture"), "last")),
            "segments");
    ((ToggleButton) segments.getChildren().get(1)).setSelected(true);
    HBox bar = styled(new HBox(), "top-bar");
    bar.getChildren()
        .addAll(
            menus,
            styled(new Button("Run all", new FontIcon(Feather.PLAY)), "bar-button"),
            stale,
            styled(new Button("Stop", new FontIcon(Feather.SQUARE)), "bar-button"),
            spring(),
            new Label("λ"),
            lambda,
            new Label("0.48"),
            styled(new Label("GM 1.8"), "chip", "warn"),
            segments,
            styled(new Button("", new FontIcon(Feather.SEARCH)), "icon-button"),
            styled(new Button("", new FontIcon(Feather.MOON)), "icon-button"));
    return bar;
  }

  private static Node outline() {
    VBox box = styled(new VBox(1), "outline", "side");
    box.getChildren().add(styled(new Label("Outline"), "section"));
    String[] names = {"Does the loop survive…", "params", "baseline", "band", "scaledobject"};
    Feather[] icons = {
      Feather.TYPE, Feather.SLIDERS, Feather.ACTIVITY, Feather.GRID, Feather.UPLOAD
    };
    StateMark[] marks = {
      null, StateMark.FRESH, StateMark.FRESH, StateMark.RUNNING, StateMark.BLOCKED
    };
    for (int i = 0; i < names.length; i++) {
      HBox item = styled(new HBox(new FontIcon(icons[i]), new Label(names[i]), spring()), "item");
      if (marks[i] != null) {
        item.getChildren().add(marks[i].shape());
      }
      item.pseudoClassStateChanged(PseudoClass.getPseudoClass("selected"), i == 2);
      box.getChildren().add(item);
    }
    box.getChildren().add(styled(new Label("Data"), "section"));
    box.getChildren()
        .add(
            styled(
                new HBox(
                    new FontIcon(Feather.FILE_TEXT),
                    new Label("incident-0821"),
                    spring(),
                    StateMark.STALE.shape()),
                "item"));
    box.getChildren()
        .add(
            styled(
                new HBox(
                    new FontIcon(Feather.BOX),
                    new Label("prod-pool"),
                    spring(),
                    StateMark.FAILED.shape()),
                "item"));
    return box;
  }

  private static Node inspector() {
    VBox box = styled(new VBox(), "inspector", "side");
    HBox title =
        new HBox(
            8,
            new FontIcon(Feather.ACTIVITY),
            styled(new Label("run.baseline"), "title"),
            spring(),
            StateMark.FRESH.mark(""));
    title.setAlignment(Pos.CENTER_LEFT);
    ComboBox<String> combo = new ComboBox<>();
    combo.getItems().add("flow.ctl");
    combo.setValue("flow.ctl");
    combo.setPrefWidth(162);
    HBox slip =
        styled(
            new HBox(styled(new Label("$kp"), "ref-name"), spring(), new Label("0.05")),
            "ref-field");
    slip.setPrefWidth(94);
    TextField target = styled(new TextField("30"), "number");
    target.setPrefWidth(94);
    HBox segments =
        styled(
            new HBox(
                styled(new ToggleButton("Auto"), "first"),
                new ToggleButton("On demand"),
                styled(new ToggleButton("Off"), "last")),
            "segments");
    ((ToggleButton) segments.getChildren().get(0)).setSelected(true);
    box.getChildren()
        .addAll(
            title,
            styled(new Label("Settings"), "section"),
            row("controller", combo, ""),
            row("kp", slip, "(op/s)/ms"),
            row("target", target, "ms"),
            styled(new Label("Runs"), "section"),
            segments,
            styled(new Label("Requirements"), "section"),
            check(Feather.CHECK_CIRCLE, "ok", "settles on every plant", ""),
            check(Feather.ALERT_TRIANGLE, "warn", "gain margin ≥ 2", "1.76"),
            styled(new Label("Connections"), "section"),
            new HBox(6, styled(new Label("params"), "tag"), styled(new Label("flow.ctl"), "tag")));
    return box;
  }

  private static Node row(String name, Node field, String unit) {
    return styled(
        new HBox(
            styled(new Label(name), "form-label"), field, styled(new Label(unit), "form-unit")),
        "form-row");
  }

  private static Node check(Feather icon, String style, String text, String value) {
    return styled(
        new HBox(
            styled(new FontIcon(icon), style),
            new Label(text),
            spring(),
            styled(new Label(value), style)),
        "check-row");
  }

  private static Node markdown() {
    TextFlow heading =
        styled(new TextFlow(new Text("Does the loop survive losing 60 % of capacity?")), "md-h1");
    Text strong = styled(new Text("400/s to 150/s"), "md-strong");
    Text em = styled(new Text("ever"), "md-em");
    TextFlow text =
        styled(
            new TextFlow(
                new Text("At "),
                styled(new Label("40 s"), "md-code"),
                new Text(" the plant's capacity falls from "),
                strong,
                new Text(". The equilibrium should move by itself, without "),
                em,
                new Text(" resting on the floor. A fixed rate cannot be right twice.")),
            "md-p");
    return styled(new VBox(heading, text), "markdown");
  }

  private static VBox params() {
    HBox row =
        new HBox(
            16,
            styled(new Label("kp"), "knob-name"),
            new Slider(0, 1, 0.46),
            styled(new TextField("0.05"), "number"),
            styled(new Label("(op/s)/ms"), "knob-unit"));
    HBox.setHgrow(row.getChildren().get(1), Priority.ALWAYS);
    row.setAlignment(Pos.CENTER_LEFT);
    VBox box = new VBox(row);
    box.getStyleClass().add("params");
    return cell(StateMark.FRESH, "params", box);
  }

  private static Node run(Theme theme) {
    HBox metrics = styled(new HBox(), "metrics");
    metrics
        .getChildren()
        .addAll(
            metric("class", "settles", "", "ok"),
            metric("settles in", "10", "ticks", ""),
            metric("gain margin", "1.76", "needs 2", "warn"));
    FigureView view = new FigureView(Shapes.trace(0.05, 0.001), theme.ink());
    VBox cell = cell(StateMark.FRESH, "baseline", metrics, styled(new VBox(view), "figure"));
    Node frame = frame(StateMark.FRESH, cell);
    frame.pseudoClassStateChanged(PseudoClass.getPseudoClass("selected"), true);
    return frame;
  }

  private static Node sweep(Theme theme) {
    ProgressBar bar = new ProgressBar(0.52);
    bar.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(bar, Priority.ALWAYS);
    HBox progress =
        styled(
            new HBox(
                bar,
                new Label("7,550 of 14,520"),
                new Label("12 s left"),
                styled(new Label("best so far kp 0.18 ki 0.00046"), "muted")),
            "progress-row");
    FigureView view = new FigureView(Shapes.map(0.05, 0.001), theme.ink());
    return frame(
        StateMark.RUNNING,
        cell(StateMark.RUNNING, "band", progress, styled(new VBox(view), "figure")));
  }

  private static Node metric(String name, String value, String unit, String style) {
    HBox row =
        new HBox(
            4, styled(new Label(value), "metric-value"), styled(new Label(unit), "metric-unit"));
    row.setAlignment(Pos.BASELINE_LEFT);
    return styled(
        new VBox(1, styled(new Label(name), "metric-name"), row),
        "metric",
        style.isEmpty() ? "plain" : style);
  }

  private static VBox cell(StateMark mark, String name, Node... body) {
    HBox head =
        styled(
            new HBox(
                new FontIcon(Feather.ACTIVITY),
                styled(new Label("run"), "kind"),
                styled(new Label(name), "name"),
                spring(),
                styled(new Label("14 ms"), "cost"),
                mark.mark(""),
                styled(new Button("", new FontIcon(Feather.PLAY)), "icon-button"),
                styled(new Button("", new FontIcon(Feather.MORE_HORIZONTAL)), "icon-button")),
            "head");
    TextFlow code =
        new TextFlow(
            styled(new Text("flow: "), "y-key"),
            new Text("flow.ctl   "),
            styled(new Text("ticks: "), "y-key"),
            styled(new Text("80"), "y-number"));
    HBox source =
        styled(
            new HBox(
                styled(new FontIcon(Feather.CHEVRON_RIGHT), "small"),
                code,
                spring(),
                styled(new Label("5 lines"), "lines")),
            "source");
    code.setMinWidth(Region.USE_PREF_SIZE);
    code.setMaxHeight(Region.USE_PREF_SIZE);
    source.setMaxHeight(28);
    VBox content = styled(new VBox(body), "body");
    return new VBox(head, source, content);
  }

  private static Node frame(StateMark mark, VBox content) {
    BorderPane frame = new BorderPane(content);
    frame.setLeft(styled(new Region(), "edge"));
    frame.getStyleClass().addAll("loop-cell", mark.styleClass());
    return frame;
  }

  private static Node bottom() {
    HBox tabs = styled(new HBox(), "pane-tabs");
    ToggleButton problems =
        styled(new ToggleButton("Problems", styled(new Label("2"), "chip", "bad")), "pane-tab");
    problems.setSelected(true);
    tabs.getChildren()
        .addAll(
            problems,
            styled(new ToggleButton("Log"), "pane-tab"),
            styled(new ToggleButton("Data"), "pane-tab"),
            styled(new ToggleButton("Diff"), "pane-tab"));
    HBox problem =
        styled(
            new HBox(
                styled(new FontIcon(Feather.X_CIRCLE), "bad"),
                styled(new Label("plant.prod-pool"), "where"),
                styled(
                    new Label("prod answered 422: the query returns 3 series, one is needed."),
                    "what"),
                spring(),
                new Hyperlink("Add sum()")),
            "problem");
    return styled(new VBox(tabs, problem), "bottom");
  }

  private static Region spring() {
    Region spring = new Region();
    HBox.setHgrow(spring, Priority.ALWAYS);
    return spring;
  }

  private static <N extends Node> N styled(N node, String... classes) {
    node.getStyleClass().addAll(classes);
    return node;
  }
}
