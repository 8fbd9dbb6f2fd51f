// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javafx.event.Event;
import javafx.scene.Scene;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.StackPane;
import javax.imageio.ImageIO;
import loopbench.desktop.FxThread;
import loopbench.figure.BudgetFigure;
import loopbench.figure.Figure;
import loopbench.figure.FigureDrawing;
import loopbench.figure.Ink;
import loopbench.figure.LineLayout;
import loopbench.figure.MapClass;
import loopbench.figure.MapFigure;
import loopbench.figure.MapLayout;
import loopbench.figure.Mark;
import loopbench.figure.Png;
import org.junit.jupiter.api.Test;

class FigureViewTest {

  private static FigureView shown(Figure figure, double width) {
    FigureView view = new FigureView(figure, Ink.LIGHT);
    StackPane root = new StackPane(view);
    new Scene(root, width, view.prefHeight(width));
    lay(view);
    return view;
  }

  private static void lay(FigureView view) {
    view.getScene().getRoot().applyCss();
    view.getParent().layout();
    view.layout();
  }

  @Test
  void looksLikeThePng() throws Exception {
    for (Figure figure :
        List.of(untitled(Shapes.trace(0.05, 0.001)), Shapes.map(0.05, 0.001), Shapes.budget())) {
      WritableImage fx =
          FxThread.call(() -> FxThread.snapshot(shown(figure, FigureDrawing.DEFAULT_WIDTH), 1));
      FxThread.keep(fx, "view-" + figure.getClass().getSimpleName());
      // The view has no heading; drawn without a title the PNG has none either.
      Figure bare = untitled(figure);
      BufferedImage png =
          ImageIO.read(
              new ByteArrayInputStream(
                  Png.encode(bare, Ink.LIGHT, fx.getWidth(), fx.getHeight(), 1)));
      PixelReader pixels = fx.getPixelReader();
      int far = 0;
      for (int y = 0; y < png.getHeight(); y++) {
        for (int x = 0; x < png.getWidth(); x++) {
          far += distance(pixels.getArgb(x, y), png.getRGB(x, y)) > 120 ? 1 : 0;
        }
      }
      double share = far / (double) (png.getWidth() * png.getHeight());
      assertThat(share).as(figure.toString()).isLessThan(0.01);
    }
  }

  private static Figure untitled(Figure figure) {
    if (figure instanceof MapFigure m) {
      return new MapFigure(
          "", "", m.x(), m.y(), m.classAt(), m.classes(), m.limits(), m.marks(), m.reached());
    }
    if (figure instanceof BudgetFigure) {
      return figure; // has none
    }
    var lines = (loopbench.figure.LineFigure) figure;
    return new loopbench.figure.LineFigure("", "", lines.along(), lines.panels(), lines.events());
  }

  private static int distance(int a, int b) {
    int sum = 0;
    for (int shift = 0; shift < 24; shift += 8) {
      sum += Math.abs((a >> shift & 255) - (b >> shift & 255));
    }
    return sum;
  }

  @Test
  void drawsOnlyWhatHasChanged() throws Exception {
    FxThread.run(
        () -> {
          FigureView view = shown(Shapes.map(0.05, 0.001), 760);
          assertThat(view.groundsDrawn()).isEqualTo(1);
          view.setFigure(Shapes.map(0.05, 0.001));
          lay(view);
          assertThat(view.groundsDrawn()).as("an equal figure").isEqualTo(1);
          view.setFigure(Shapes.map(0.07, 0.002));
          lay(view);
          assertThat(view.groundsDrawn()).as("only the mark moved").isEqualTo(1);
          view.setInk(Ink.DARK);
          lay(view);
          assertThat(view.groundsDrawn()).as("another theme").isEqualTo(2);
          MapFigure other = Shapes.map(0.05, 0.001);
          int[] classAt = other.classAt().clone();
          classAt[5000] = MapClass.LOOP_CLASSES.size() - 1;
          view.setFigure(
              new MapFigure(
                  other.title(),
                  other.subtitle(),
                  other.x(),
                  other.y(),
                  classAt,
                  other.classes(),
                  other.limits(),
                  other.marks(),
                  1));
          lay(view);
          assertThat(view.groundsDrawn()).as("another class").isEqualTo(3);
        });
  }

  @Test
  void draggingTheMarkTellsWhere() throws Exception {
    FxThread.run(
        () -> {
          List<double[]> moves = new ArrayList<>();
          FigureView view = shown(Shapes.map(0.05, 0.001), 760);
          view.setOnMove((x, y, done) -> moves.add(new double[] {x, y, done ? 1 : 0}));
          MapLayout map = (MapLayout) view.layoutProperty().get();
          MapLayout.Pixel from = map.pixel(0.05, 0.001).orElseThrow();
          MapLayout.Pixel to = map.pixel(0.5, 0.0001).orElseThrow();
          fire(view, MouseEvent.MOUSE_PRESSED, from.x(), from.y());
          fire(view, MouseEvent.MOUSE_DRAGGED, to.x(), to.y());
          fire(view, MouseEvent.MOUSE_RELEASED, to.x(), to.y());
          assertThat(moves).hasSize(3);
          assertThat(moves.get(0)).containsExactly(0.05, 0.001, 0);
          assertThat(moves.get(2)).containsExactly(0.5, 0.0001, 1);
          // Out of the map the mark stays at its edge; down there the integral gain is 0.
          fire(view, MouseEvent.MOUSE_PRESSED, from.x(), from.y());
          fire(view, MouseEvent.MOUSE_DRAGGED, -50, 5000);
          fire(view, MouseEvent.MOUSE_RELEASED, -50, 5000);
          assertThat(moves.get(moves.size() - 1)).containsExactly(0.001, 0, 1);
          // Beside the map nothing begins.
          int before = moves.size();
          fire(view, MouseEvent.MOUSE_PRESSED, 2, 2);
          fire(view, MouseEvent.MOUSE_DRAGGED, to.x(), to.y());
          assertThat(moves).hasSize(before);
        });
  }

  @Test
  void arrowKeysMoveTheMark() throws Exception {
    FxThread.run(
        () -> {
          List<double[]> moves = new ArrayList<>();
          MapFigure figure = Shapes.map(0.05, 0.001);
          double x = figure.x().values()[50];
          double y = figure.y().values()[50];
          FigureView view = shown(figure.withMarks(List.of(Mark.now(x, y))), 760);
          view.setOnMove((px, py, done) -> moves.add(new double[] {px, py}));
          key(view, KeyCode.RIGHT, false);
          key(view, KeyCode.UP, true);
          key(view, KeyCode.LEFT, true);
          assertThat(moves.get(0)).containsExactly(figure.x().values()[51], y);
          assertThat(moves.get(1))
              .containsExactly(figure.x().values()[51], figure.y().values()[60]);
          assertThat(moves.get(2))
              .containsExactly(figure.x().values()[41], figure.y().values()[60]);
          for (int i = 0; i < 20; i++) {
            key(view, KeyCode.DOWN, true);
          }
          assertThat(moves.get(moves.size() - 1)[1]).as("the zero row is reached").isZero();
        });
  }

  @Test
  void aMapNobodyListensToCannotBeMoved() throws Exception {
    FxThread.run(
        () -> {
          FigureView view = shown(Shapes.map(0.05, 0.001), 760);
          fire(view, MouseEvent.MOUSE_PRESSED, 300, 200);
          key(view, KeyCode.RIGHT, false);
          assertThat(view.getAccessibleHelp()).isNull();
        });
  }

  @Test
  void theCursorFollowsPointerAndKeys() throws Exception {
    FxThread.run(
        () -> {
          FigureView view = shown(Shapes.trace(0.05, 0.001), 760);
          FigureView other = shown(Shapes.trace(0.1, 0.001), 500);
          other.cursorSProperty().bindBidirectional(view.cursorSProperty());
          LineLayout lines = (LineLayout) view.layoutProperty().get();
          fire(view, MouseEvent.MOUSE_MOVED, lines.x(46.8), 60);
          assertThat(view.cursorSProperty().get()).isEqualTo(47);
          assertThat(other.cursorSProperty().get()).isEqualTo(47);
          key(view, KeyCode.RIGHT, false);
          assertThat(view.cursorSProperty().get()).isEqualTo(48);
          assertThat(view.getAccessibleText()).startsWith("48 s: p99 latency");
          key(view, KeyCode.ESCAPE, false);
          assertThat(view.cursorSProperty().get()).isNaN();
          assertThat(view.getAccessibleText()).startsWith("baseline. p99 latency from");
          assertThat(view.groundsDrawn()).isEqualTo(1);
        });
  }

  @Test
  void cursorAndReadingAreSeen() throws Exception {
    WritableImage lines =
        FxThread.call(
            () -> {
              FigureView view = shown(Shapes.trace(0.05, 0.001), 760);
              view.cursorSProperty().set(47);
              return FxThread.snapshot(view, 2);
            });
    FxThread.keep(lines, "view-cursor");
    WritableImage map =
        FxThread.call(
            () -> {
              FigureView view = shown(Shapes.map(0.05, 0.001), 760);
              view.setInk(Ink.DARK);
              lay(view);
              view.setOnMove((x, y, done) -> {});
              fire(view, MouseEvent.MOUSE_MOVED, 400, 120);
              return FxThread.snapshot(view, 2);
            });
    FxThread.keep(map, "view-reading");
    WritableImage bare =
        FxThread.call(() -> FxThread.snapshot(shown(Shapes.trace(0.05, 0.001), 760), 2));
    int changed = 0;
    for (int x = 0; x < bare.getWidth(); x++) {
      int y = (int) bare.getHeight() / 4;
      changed +=
          bare.getPixelReader().getArgb(x, y) == lines.getPixelReader().getArgb(x, y) ? 0 : 1;
    }
    assertThat(changed).as("a thin line, nothing else").isBetween(1, 200);
  }

  @Test
  void takesTheWidthItIsGivenAndTheHeightItNeeds() throws Exception {
    FxThread.run(
        () -> {
          FigureView lines = new FigureView(Shapes.trace(0.05, 0.001), Ink.LIGHT);
          FigureView map = new FigureView(Shapes.map(0.05, 0.001), Ink.LIGHT);
          assertThat(lines.prefHeight(760)).isBetween(200.0, 400.0);
          assertThat(map.prefHeight(500)).isLessThan(map.prefHeight(760));
          assertThat(map.prefHeight(1500)).isCloseTo(map.prefHeight(760), within(1.0));
          FigureView wide = shown(Shapes.map(0.05, 0.001), 1200);
          assertThat(((MapLayout) wide.layoutProperty().get()).right()).isLessThan(760);
          FigureView none = new FigureView();
          assertThat(none.prefHeight(400)).isZero();
        });
  }

  private static void fire(
      FigureView view, javafx.event.EventType<MouseEvent> type, double x, double y) {
    boolean down = type != MouseEvent.MOUSE_MOVED;
    Event.fireEvent(
        view,
        new MouseEvent(
            type,
            x,
            y,
            x,
            y,
            down ? MouseButton.PRIMARY : MouseButton.NONE,
            1,
            false,
            false,
            false,
            false,
            down,
            false,
            false,
            true,
            false,
            true,
            null));
  }

  private static void key(FigureView view, KeyCode code, boolean shift) {
    Event.fireEvent(
        view, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, false, false, false));
  }

  /** Plus looks closer about the cursor, Shift and arrows move along, 0 shows all again. */
  @Test
  void keysLookCloserAndMoveAlong() throws Exception {
    FxThread.run(
        () -> {
          FigureView view = shown(Shapes.trace(0.05, 0.001), 760);
          TimeWindow window = view.windowProperty().get();
          TimeWindow.Stretch whole = window.shown();
          assertThat(whole.length()).isPositive();
          press(view, KeyCode.PLUS, false);
          press(view, KeyCode.PLUS, false);
          lay(view);
          assertThat(window.shown().length()).isCloseTo(whole.length() / 2.25, within(1e-9));
          LineLayout layout = (LineLayout) view.layoutProperty().get();
          assertThat(layout.along().to() - layout.along().from())
              .as("and that is drawn")
              .isCloseTo(whole.length() / 2.25, within(1e-9));
          double from = window.shown().from();
          press(view, KeyCode.RIGHT, true);
          assertThat(window.shown().from()).isGreaterThan(from);
          press(view, KeyCode.RIGHT, false);
          assertThat(view.cursorSProperty().get())
              .as("the bare arrow is the cursor's, within what is shown")
              .isBetween(window.shown().from(), window.shown().to());
          press(view, KeyCode.MINUS, false);
          assertThat(window.zoomed()).isTrue();
          press(view, KeyCode.DIGIT0, false);
          assertThat(window.shown()).isEqualTo(whole);
        });
  }

  /** What is compared is looked at together. */
  @Test
  void chartsOfACellShareTheStretch() throws Exception {
    FxThread.run(
        () -> {
          TimeWindow window = new TimeWindow();
          FigureView one = shown(Shapes.trace(0.05, 0.001), 760);
          FigureView other = shown(Shapes.trace(0.1, 0.001), 760);
          one.windowProperty().set(window);
          other.windowProperty().set(window);
          press(one, KeyCode.PLUS, false);
          lay(other);
          LineLayout layout = (LineLayout) other.layoutProperty().get();
          assertThat(layout.along().from()).isEqualTo(window.shown().from());
          assertThat(window.zoomed()).isTrue();
        });
  }

  private static void press(FigureView view, KeyCode code, boolean shift) {
    Event.fireEvent(
        view, new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift, false, false, false));
  }
}
