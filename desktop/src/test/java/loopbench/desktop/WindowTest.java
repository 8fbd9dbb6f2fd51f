// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Slider;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import loopbench.desktop.chart.FigureView;
import loopbench.desktop.export.FileChoice;
import loopbench.desktop.export.Leaving;
import loopbench.desktop.notebook.NotebookViewModel;
import loopbench.figure.Figure;
import loopbench.figure.MapFigure;
import loopbench.figure.MapLayout;
import loopbench.notebook.Journal;
import loopbench.notebook.RecentFiles;
import loopbench.notebook.Versions;
import loopbench.run.CellState;
import loopbench.run.CellView;
import loopbench.run.Keeping;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;

/** Journeys through the real window. */
@ExtendWith(ApplicationExtension.class)
class WindowTest {
  private static final int PATIENCE_S = 60;

  /** Not a folder of a test: notes may still be written when it has ended. */
  private static final Path STATE = Path.of("target", "window-test-state");

  @TempDir Path folder;
  private Optional<Path> chosen = Optional.empty();
  private Wiring wiring;
  private Desk desk;

  @Start
  void start(Stage stage) {
    FileChoice choice =
        new FileChoice() {
          @Override
          public Optional<Path> toOpen() {
            return chosen;
          }

          @Override
          public Optional<Path> toSave(String name, Optional<Path> in) {
            return chosen;
          }
        };
    wiring =
        new Wiring(
            choice,
            name -> Leaving.Answer.DISCARD,
            link -> {},
            stage::setTitle,
            new Keeping(
                new Journal(STATE.resolve("journal")),
                new Versions(STATE.resolve("versions"), 20, 1_000_000_000),
                new RecentFiles(STATE.resolve("recent"))));
    desk = wiring.desk();
    stage.setScene(desk.scene());
    stage.show();
  }

  @AfterEach
  void stopWork() {
    WaitForAsyncUtils.asyncFx(() -> desk.notebook().ifPresent(NotebookViewModel::close));
    WaitForAsyncUtils.waitForFxEvents();
  }

  // ---- ways of asking ----------------------------------------------------------------------

  private Path open(String name) throws IOException {
    Path path = folder.resolve(name);
    try (InputStream in = getClass().getResourceAsStream(name)) {
      Files.write(path, in.readAllBytes());
    }
    WaitForAsyncUtils.waitForAsyncFx(10_000, () -> desk.open(path));
    WaitForAsyncUtils.waitForFxEvents();
    return path;
  }

  private static void until(Callable<Boolean> condition) throws TimeoutException {
    WaitForAsyncUtils.waitFor(
        PATIENCE_S, TimeUnit.SECONDS, () -> WaitForAsyncUtils.waitForAsyncFx(10_000, condition));
    WaitForAsyncUtils.waitForFxEvents();
  }

  private NotebookViewModel notebook() {
    return desk.notebook().orElseThrow();
  }

  private CellView view(String id) {
    return notebook().cell(id).orElseThrow().view().orElseThrow();
  }

  private String source(String id) {
    return notebook().cell(id).orElseThrow().cell().source();
  }

  private void reveal(String id) throws TimeoutException {
    WaitForAsyncUtils.waitForAsyncFx(
        10_000, () -> desk.workbench().page().orElseThrow().reveal(id));
    WaitForAsyncUtils.waitForFxEvents();
  }

  private Optional<FigureView> figureOf(FxRobot robot, String cell) {
    return robot.lookup("#cell-" + cell).lookup(".figure-view").tryQueryAs(FigureView.class);
  }

  private static <T> Optional<T> cast(Class<T> type, Object value) {
    return type.isInstance(value) ? Optional.of(type.cast(value)) : Optional.empty();
  }

  private Optional<MapLayout> mapOf(FxRobot robot, String cell) {
    return figureOf(robot, cell).flatMap(v -> cast(MapLayout.class, v.layoutProperty().get()));
  }

  // ---- journeys ----------------------------------------------------------------------------

  @Test
  void movingTheKpSliderChangesTheTraceOfTheRun(FxRobot robot) throws Exception {
    open("small.ipynb");
    assertThat(view("run-baseline").state()).isEqualTo(CellState.STALE);
    typeInto(robot, "#field-ki", "0.0009");
    until(() -> view("run-baseline").state() == CellState.FRESH);
    until(() -> figureOf(robot, "run-baseline").isPresent());
    Figure before = figureOf(robot, "run-baseline").orElseThrow().getFigure();

    Slider kp = robot.lookup("#knob-kp").queryAs(Slider.class);
    Node thumb = robot.from(kp).lookup(".thumb").query();
    robot.drag(thumb).moveBy(60, 0).moveBy(30, 0).drop();

    until(() -> !source("params").contains("kp: {value: 0.05,"));
    until(() -> view("run-baseline").state() == CellState.FRESH);
    until(() -> !figureOf(robot, "run-baseline").orElseThrow().getFigure().equals(before));
    assertThat(source("params")).contains("# how far at once");

    robot.push(KeyCode.CONTROL, KeyCode.Z);
    until(() -> source("params").contains("kp: {value: 0.05,"));
    assertThat(robot.lookup("#field-kp").queryAs(TextField.class).getText()).isEqualTo("0.05");
  }

  @Test
  void aPointPressedOnTheMapSetsKpAndKi(FxRobot robot) throws Exception {
    open("small.ipynb");
    WaitForAsyncUtils.waitForAsyncFx(10_000, () -> notebook().run("chart-band"));
    until(() -> view("chart-band").state() == CellState.FRESH);
    reveal("chart-band");
    until(() -> mapOf(robot, "chart-band").isPresent());

    FigureView figure = figureOf(robot, "chart-band").orElseThrow();
    MapLayout.Pixel pixel = mapOf(robot, "chart-band").orElseThrow().pixel(0.2, 0.0005).get();
    Node canvas =
        figure.getChildrenUnmodifiable().stream()
            .filter(Canvas.class::isInstance)
            .findFirst()
            .orElseThrow();
    Point2D at = canvas.localToScreen(pixel.x(), pixel.y());
    robot.clickOn(at);

    until(() -> !source("params").contains("value: 0.05,"));
    until(() -> view("run-baseline").state() == CellState.FRESH);
    assertThat(source("params"))
        .doesNotContain("value: 0.001,")
        .contains("# how far at once")
        .contains("# how fast in the long run");
    double kp = number(robot, "#field-kp");
    double ki = number(robot, "#field-ki");
    assertThat(kp).isBetween(0.18, 0.22);
    assertThat(ki).isBetween(0.00045, 0.00055);
    assertThat(view("sweep-band").state()).isEqualTo(CellState.FRESH);
  }

  private static void typeInto(FxRobot robot, String field, String text) {
    robot.clickOn(field);
    TextField box = robot.lookup(field).queryAs(TextField.class);
    WaitForAsyncUtils.waitForAsyncFx(10_000, box::selectAll);
    robot.write(text).type(KeyCode.ENTER);
  }

  private static double number(FxRobot robot, String field) {
    return Double.parseDouble(robot.lookup(field).queryAs(TextField.class).getText());
  }

  @Test
  void aBigSweepIsCancelledAndKeepsWhatItHas(FxRobot robot) throws Exception {
    open("small.ipynb");
    reveal("sweep-big");
    robot.clickOn(robot.lookup("#cell-sweep-big").lookup(".run").<Node>query());
    until(() -> view("sweep-big").progress().filter(p -> p.done() > 0).isPresent());
    until(() -> figureOf(robot, "sweep-big").isPresent());
    assertThat(view("sweep-big").state()).isEqualTo(CellState.RUNNING);

    robot.clickOn("#stop");
    until(() -> view("sweep-big").state() == CellState.CANCELLED);
    MapFigure map =
        cast(MapFigure.class, figureOf(robot, "sweep-big").orElseThrow().getFigure()).orElseThrow();
    assertThat(map.reached()).isBetween(0.0, 0.999);
    assertThat(robot.lookup("#cell-sweep-big").lookup(".state-mark").queryAs(Label.class).getText())
        .isEqualTo("cancelled");
  }

  @Test
  void aBadValueIsSaidWhereItStands(FxRobot robot) throws Exception {
    open("small.ipynb");
    typeInto(robot, "#field-kp", "fast");
    until(() -> robot.lookup("#problem-kp").queryAs(Label.class).isVisible());
    assertThat(robot.lookup("#problem-kp").queryAs(Label.class).getText()).contains("`fast`");
    assertThat(source("params")).contains("kp: {value: 0.05,");

    reveal("run-baseline");
    robot.clickOn(robot.lookup("#cell-run-baseline").lookup(".source").<Node>query());
    WaitForAsyncUtils.waitForAsyncFx(
        10_000, () -> desk.workbench().page().orElseThrow().goTo("run-baseline", 4));
    TextArea area = robot.lookup("#cell-run-baseline .text-area").queryAs(TextArea.class);
    WaitForAsyncUtils.waitForAsyncFx(
        10_000, () -> area.setText("run: baseline\nplant: seed\nflow: ctl\nticks: -3"));
    robot.push(KeyCode.CONTROL, KeyCode.ENTER);
    until(() -> view("run-baseline").state() == CellState.FAILED);
    until(() -> robot.lookup("#cell-run-baseline .source-problem").tryQuery().isPresent());
    assertThat(robot.lookup("#cell-run-baseline .source-problem").queryAs(Label.class).getText())
        .startsWith("line 4:");
    assertThat(robot.lookup(".bottom .problem").tryQuery()).isPresent();
  }

  @Test
  void aTruncatedNotebookIsSaidInASentence(FxRobot robot) throws Exception {
    Path path = open("truncated.ipynb");
    String before = Files.readString(path);
    assertThat(desk.notebook()).isEmpty();
    assertThat(robot.lookup(".notice .label").queryAs(Label.class).getText()).contains("line");
    robot.push(KeyCode.CONTROL, KeyCode.S);
    assertThat(Files.readString(path)).isEqualTo(before);
    open("small.ipynb");
    assertThat(desk.notebook()).isPresent();
  }

  @Test
  void aFileThatIsNotThereIsSaidAndTheStartPageIsShown(FxRobot robot) throws Exception {
    Path missing = folder.resolve("none.ipynb");
    WaitForAsyncUtils.waitForAsyncFx(
        10_000, () -> wiring.openFirst(Optional.of(List.of(missing.toString()))));
    until(() -> !robot.lookup(".start-card").queryAll().isEmpty());
    assertThat(robot.lookup("#toast").queryAs(Label.class).getText())
        .isEqualTo("There is no file " + missing + ". Choose another one.");
  }

  @Test
  void anExampleIsOpenedFromItsCardAndLeftForTheStartPage(FxRobot robot) throws Exception {
    WaitForAsyncUtils.waitForAsyncFx(10_000, () -> wiring.openFirst(Optional.empty()));
    until(() -> robot.lookup("#start-example-01-admission-loop").tryQuery().isPresent());
    Button card = robot.lookup("#start-example-01-admission-loop").queryButton();
    WaitForAsyncUtils.waitForAsyncFx(10_000, card::fire);
    until(() -> desk.notebook().isPresent());
    until(() -> view("run-baseline").state() == CellState.FRESH);
    robot.push(KeyCode.ALT, KeyCode.HOME);
    until(() -> robot.lookup("#start-open").tryQuery().isPresent());
    assertThat(desk.notebook()).isEmpty();
  }

  /** The README's walk-through: from the start to a tuned manifest for a recorded incident. */
  @Test
  void fromTheStartToAScaledObjectForARecordedIncident(FxRobot robot) throws Exception {
    WaitForAsyncUtils.waitForAsyncFx(10_000, () -> wiring.openFirst(Optional.empty()));
    until(() -> robot.lookup("#start-example-02-queue-thresholds").tryQuery().isPresent());
    Button example = robot.lookup("#start-example-02-queue-thresholds").queryButton();
    WaitForAsyncUtils.waitForAsyncFx(10_000, example::fire);
    until(() -> desk.notebook().isPresent());
    until(() -> view("run-today").state() == CellState.FRESH);

    robot.clickOn("#run-all");
    until(() -> view("export-scaledobject").state() == CellState.FRESH);
    assertThat(view("check-better").state()).isEqualTo(CellState.FRESH);
    reveal("export-scaledobject");
    until(
        () ->
            robot
                .lookup("#cell-export-scaledobject")
                .lookup("#save-document")
                .tryQuery()
                .isPresent());
    chosen = Optional.of(folder.resolve("scaledobject.yaml"));
    Button save = robot.lookup("#cell-export-scaledobject").lookup("#save-document").queryButton();
    WaitForAsyncUtils.waitForAsyncFx(10_000, save::fire);

    String written = Files.readString(folder.resolve("scaledobject.yaml"));
    assertThat(written)
        .startsWith("# Tuned with Loopbench.\n")
        .contains("kind: ScaledObject", "# evidence: run.tuned.attainment >= 99.9%")
        .containsPattern("threshold: [\"']?20[\"']?");
  }

  @Test
  void aNewNotebookRunsAtOnce(FxRobot robot) throws Exception {
    WaitForAsyncUtils.waitForAsyncFx(10_000, () -> wiring.openFirst(Optional.empty()));
    until(() -> robot.lookup("#start-new-manifest").tryQuery().isPresent());
    Button manifest = robot.lookup("#start-new-manifest").queryButton();
    WaitForAsyncUtils.waitForAsyncFx(10_000, manifest::fire);
    until(() -> desk.notebook().isPresent());
    until(() -> notebook().snapshot().count(CellState.FRESH) > 0);
    until(() -> notebook().snapshot().count(CellState.RUNNING) == 0);
    assertThat(notebook().snapshot().count(CellState.FAILED)).isZero();
  }

  @Test
  void aConflictIsShownAndNotOverwritten(FxRobot robot) throws Exception {
    Path path = open("merge.ipynb");
    String before = Files.readString(path);
    assertThat(source("run-baseline")).contains("ticks: 60");
    assertThat(robot.lookup(".notice .label").queryAs(Label.class).getText())
        .contains("merge conflict");
    typeInto(robot, "#field-kp", "0.1");
    robot.push(KeyCode.CONTROL, KeyCode.S);
    until(() -> robot.lookup("#toast").queryAs(Label.class).getText().startsWith("Not saved."));
    assertThat(source("params")).contains("kp: {value: 0.05,");
    assertThat(Files.readString(path)).isEqualTo(before);
  }

  @Test
  void savingWritesTheFileWithItsFigures(FxRobot robot) throws Exception {
    Path path = open("small.ipynb");
    typeInto(robot, "#field-kp", "0.1");
    until(() -> view("run-baseline").state() == CellState.FRESH);
    robot.push(KeyCode.CONTROL, KeyCode.S);
    until(() -> robot.lookup("#status-saved").queryAs(Label.class).getText().startsWith("saved"));
    assertThat(Files.readString(path)).contains("kp: {value: 0.1,").contains("image/png");
    robot.clickOn("#theme");
    until(() -> desk.scene().getRoot().getStyleClass().contains("dark"));
  }
}
