// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.InvalidationListener;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import loopbench.figure.BudgetFigure;
import loopbench.figure.Figure;
import loopbench.figure.FigureDrawing;
import loopbench.figure.FigureWords;
import loopbench.figure.HeatFigure;
import loopbench.figure.Ink;
import loopbench.figure.Layer;
import loopbench.figure.Layout;
import loopbench.figure.LineFigure;
import loopbench.figure.LineLayout;
import loopbench.figure.MapAxis;
import loopbench.figure.MapFigure;
import loopbench.figure.MapLayout;
import loopbench.figure.MapReading;
import loopbench.figure.Mark;
import loopbench.figure.ScatterFigure;
import loopbench.figure.TimeAxis;

/**
 * A figure in the window.
 *
 * <p>Lines have a cursor through all panels, which follows the pointer or the arrow keys and can be
 * shared with other views by binding {@link #cursorSProperty()}. Maps say what lies under the
 * pointer; with a {@link #setOnMove listener} their mark of the settings in force can be dragged,
 * pressed to another place, or moved with the arrow keys (Shift: ten times as far).
 *
 * <p>The view takes the width it is given and asks for the height that suits the figure at that
 * width. It draws only when something it shows has changed.
 */
public final class FigureView extends Region {
  private static final double MAP_WIDTH = FigureDrawing.DEFAULT_WIDTH;
  private static final double LEAST = 80;
  private static final int COARSE = 10;

  private final Canvas ground = new Canvas();
  private final Canvas overlay = new Canvas();
  private final ObjectProperty<Figure> figure = new SimpleObjectProperty<>(this, "figure");
  private final ObjectProperty<Ink> ink = new SimpleObjectProperty<>(this, "ink", Ink.LIGHT);
  private final DoubleProperty cursorS = new SimpleDoubleProperty(this, "cursorS", Double.NaN);
  private final ObjectProperty<PointListener> onMove = new SimpleObjectProperty<>(this, "onMove");
  private final StringProperty words = new SimpleStringProperty(this, "words", "");
  private final ObjectProperty<TimeWindow> window =
      new SimpleObjectProperty<>(this, "window", new TimeWindow());
  private final InvalidationListener redraw = p -> requestLayout();
  private final ObjectProperty<Layout> layout = new SimpleObjectProperty<>(this, "layout");

  private Drawn drawn;
  private long groundsDrawn;
  private MapLayout.Place hovered;
  private MapLayout.Place dragged;
  private boolean dragging;

  /** What the ground shows now. */
  private record Drawn(
      Figure ground, Ink ink, double width, double height, double scale, double legendHeight) {}

  public FigureView() {
    getStyleClass().add("figure-view");
    setFocusTraversable(true);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    ground.setMouseTransparent(true);
    overlay.setMouseTransparent(true);
    getChildren().addAll(ground, overlay);
    figure.addListener((p, before, now) -> figureChanged());
    ink.addListener((p, before, now) -> requestLayout());
    cursorS.addListener((p, before, now) -> drawOverlay());
    words.addListener((p, before, now) -> describe());
    window.get().shownProperty().addListener(redraw);
    window.addListener(
        (p, before, now) -> {
          before.shownProperty().removeListener(redraw);
          now.shownProperty().addListener(redraw);
          figureChanged();
        });
    new LineNavigation(this, ground).install();
    addEventHandler(MouseEvent.MOUSE_MOVED, this::pointed);
    addEventHandler(MouseEvent.MOUSE_EXITED, e -> left());
    addEventHandler(MouseEvent.MOUSE_PRESSED, this::pressed);
    addEventHandler(MouseEvent.MOUSE_DRAGGED, this::draggedTo);
    addEventHandler(MouseEvent.MOUSE_RELEASED, this::released);
    addEventHandler(KeyEvent.KEY_PRESSED, this::keyed);
  }

  public FigureView(Figure figure, Ink ink) {
    this();
    setInk(ink);
    setFigure(figure);
  }

  // ---- what is shown --------------------------------------------------------------------------

  /** What is shown; null shows nothing. */
  public ObjectProperty<Figure> figureProperty() {
    return figure;
  }

  public Figure getFigure() {
    return figure.get();
  }

  public void setFigure(Figure figure) {
    this.figure.set(figure);
  }

  public ObjectProperty<Ink> inkProperty() {
    return ink;
  }

  public Ink getInk() {
    return ink.get();
  }

  public void setInk(Ink ink) {
    this.ink.set(Objects.requireNonNull(ink, "ink"));
  }

  /**
   * Where the cursor of lines stands, seconds from the figure's start or the value of its knob; NaN
   * for no cursor.
   */
  public DoubleProperty cursorSProperty() {
    return cursorS;
  }

  /** The stretch of time that lines show; one of them may be shared by several charts. */
  public ObjectProperty<TimeWindow> windowProperty() {
    return window;
  }

  /** What is drawn: lines over the stretch of time that is looked at. */
  private Figure seen() {
    Figure whole = figure.get();
    TimeWindow looked = window.get();
    return whole instanceof LineFigure lines && lines.along() instanceof TimeAxis && looked.zoomed()
        ? lines.over(looked.shown().from(), looked.shown().to())
        : whole;
  }

  /** Who hears that the mark was moved; null: it cannot be moved. */
  public void setOnMove(PointListener listener) {
    onMove.set(listener);
    describe();
  }

  /** The figure in words for a screen reader; empty: made from the figure. */
  public StringProperty wordsProperty() {
    return words;
  }

  /** Where things stand, once drawn; null before. */
  public ReadOnlyObjectProperty<Layout> layoutProperty() {
    return layout;
  }

  /** How often the ground has been drawn: for tests, which hold that it is seldom. */
  long groundsDrawn() {
    return groundsDrawn;
  }

  private void figureChanged() {
    if (!dragging) {
      dragged = null;
    }
    hovered = null;
    if (figure.get() instanceof LineFigure lines && lines.along() instanceof TimeAxis time) {
      window.get().setWhole(time.from(), time.to());
    }
    describe();
    requestLayout();
  }

  private void describe() {
    Figure shown = figure.get();
    String text = shown == null ? "" : words.get().isBlank() ? FigureWords.of(shown) : words.get();
    setAccessibleText(text);
    setAccessibleHelp(
        shown == null
            ? null
            : onMove.get() != null && (shown instanceof MapFigure || shown instanceof HeatFigure)
                ? "Arrow keys move the settings in force, with Shift in large steps."
                : shown instanceof LineFigure
                    ? "Left and right arrow keys move the cursor; plus and minus look closer or"
                        + " further, with Shift the arrows move along, 0 shows all."
                    : null);
  }

  // ---- size -----------------------------------------------------------------------------------

  @Override
  public Orientation getContentBias() {
    return Orientation.HORIZONTAL;
  }

  @Override
  protected double computeMinWidth(double height) {
    return LEAST;
  }

  @Override
  protected double computePrefWidth(double height) {
    return FigureDrawing.DEFAULT_WIDTH + snappedLeftInset() + snappedRightInset();
  }

  @Override
  protected double computePrefHeight(double width) {
    double insets = snappedTopInset() + snappedBottomInset();
    if (figure.get() == null) {
      return insets;
    }
    double inner = width < 0 ? FigureDrawing.DEFAULT_WIDTH : width - sideInsets();
    return insets + snapSizeY(FigureDrawing.heightFor(figure.get(), drawnWidth(inner), false));
  }

  @Override
  protected double computeMinHeight(double width) {
    return figure.get() == null ? 0 : LEAST;
  }

  private double sideInsets() {
    return snappedLeftInset() + snappedRightInset();
  }

  /** Lines use all the width there is; a map grows unwieldy. */
  private double drawnWidth(double inner) {
    double width = figure.get() instanceof LineFigure ? inner : Math.min(MAP_WIDTH, inner);
    return Math.max(LEAST, width);
  }

  // ---- drawing --------------------------------------------------------------------------------

  @Override
  protected void layoutChildren() {
    double x = snappedLeftInset();
    double y = snappedTopInset();
    double width = drawnWidth(getWidth() - sideInsets());
    double height = Math.max(LEAST, getHeight() - y - snappedBottomInset());
    for (Canvas canvas : List.of(ground, overlay)) {
      canvas.relocate(x, y);
      if (canvas.getWidth() != width || canvas.getHeight() != height) {
        canvas.setWidth(width);
        canvas.setHeight(height);
      }
    }
    drawGround();
    drawOverlay();
  }

  private double deviceScale() {
    return getScene() == null || getScene().getWindow() == null
        ? 1
        : Math.max(1, getScene().getWindow().getRenderScaleX());
  }

  private void drawGround() {
    Figure shown = seen();
    GraphicsContext graphics = ground.getGraphicsContext2D();
    if (shown == null) {
      graphics.clearRect(0, 0, ground.getWidth(), ground.getHeight());
      overlay.getGraphicsContext2D().clearRect(0, 0, overlay.getWidth(), overlay.getHeight());
      drawn = null;
      layout.set(null);
      return;
    }
    double legendHeight = 0;
    if (shown instanceof MapFigure || shown instanceof HeatFigure) {
      // The moving layer is cheap and says whether the legend has changed its shape.
      legendHeight = ((MapLayout) drawLayer(shown, overlay, Layer.MOVING)).legendHeight();
    }
    Drawn wanted =
        new Drawn(
            withoutNow(shown),
            ink.get(),
            ground.getWidth(),
            ground.getHeight(),
            deviceScale(),
            legendHeight);
    if (!wanted.equals(drawn)) {
      layout.set(drawLayer(shown, ground, Layer.GROUND));
      drawn = wanted;
      groundsDrawn++;
    }
  }

  private Layout drawLayer(Figure shown, Canvas canvas, Layer layer) {
    return FigureDrawing.draw(
        shown,
        new FxPen(canvas.getGraphicsContext2D(), deviceScale()),
        ink.get(),
        canvas.getWidth(),
        canvas.getHeight(),
        false,
        layer);
  }

  private void drawOverlay() {
    if (layout.get() == null || figure.get() == null) {
      return;
    }
    GraphicsContext graphics = overlay.getGraphicsContext2D();
    graphics.clearRect(0, 0, overlay.getWidth(), overlay.getHeight());
    FxPen pen = new FxPen(graphics, deviceScale());
    seen()
        .match(
            new Figure.Cases<Void>() {
              @Override
              public Void lines(LineFigure lines) {
                if (!Double.isNaN(cursorS.get())) {
                  cursor(lines).draw(pen, ink.get(), cursorS.get(), overlay.getWidth());
                }
                return null;
              }

              @Override
              public Void map(MapFigure map) {
                drawLayer(withNow(map), overlay, Layer.MOVING);
                if (hovered != null) {
                  new MapReading(map, (MapLayout) layout.get()).draw(pen, ink.get(), hovered);
                }
                return null;
              }

              @Override
              public Void heat(HeatFigure heat) {
                drawLayer(withNow(heat), overlay, Layer.MOVING);
                if (hovered != null) {
                  new MapReading(heat, (MapLayout) layout.get()).draw(pen, ink.get(), hovered);
                }
                return null;
              }

              @Override
              public Void scatter(ScatterFigure scatter) {
                return null; // nothing on it moves
              }

              @Override
              public Void budget(BudgetFigure budget) {
                return null;
              }
            });
  }

  private loopbench.figure.Cursor cursor(LineFigure lines) {
    return new loopbench.figure.Cursor(lines, (LineLayout) layout.get());
  }

  private static Figure withoutNow(Figure shown) {
    return shown.match(
        new Figure.Cases<Figure>() {
          @Override
          public Figure lines(LineFigure lines) {
            return lines;
          }

          @Override
          public Figure map(MapFigure map) {
            return map.withMarks(others(map.marks()));
          }

          @Override
          public Figure heat(HeatFigure heat) {
            return heat.withMarks(others(heat.marks()));
          }

          @Override
          public Figure scatter(ScatterFigure scatter) {
            return scatter;
          }

          @Override
          public Figure budget(BudgetFigure budget) {
            return budget;
          }
        });
  }

  private static List<Mark> others(List<Mark> marks) {
    return marks.stream().filter(m -> m.kind() != Mark.Kind.NOW).toList();
  }

  private MapFigure withNow(MapFigure map) {
    return dragged == null ? map : map.withMarks(moved(map.marks()));
  }

  private HeatFigure withNow(HeatFigure heat) {
    return dragged == null ? heat : heat.withMarks(moved(heat.marks()));
  }

  private List<Mark> moved(List<Mark> marks) {
    List<Mark> moved = new ArrayList<>(others(marks));
    moved.add(Mark.now(dragged.x(), dragged.y()));
    return moved;
  }

  // ---- pointer and keys -----------------------------------------------------------------------

  private Optional<MapLayout> mapLayout() {
    return layout.get() instanceof MapLayout map ? Optional.of(map) : Optional.empty();
  }

  private double inX(MouseEvent e) {
    return e.getX() - ground.getLayoutX();
  }

  private double inY(MouseEvent e) {
    return e.getY() - ground.getLayoutY();
  }

  private void pointed(MouseEvent e) {
    if (layout.get() instanceof LineLayout lines) {
      boolean inside = inX(e) >= lines.left() - 8 && inX(e) <= lines.right() + 8;
      cursorS.set(
          inside && seen() instanceof LineFigure shown
              ? cursor(shown).snapped(lines.xAt(inX(e)))
              : Double.NaN);
    } else if (layout.get() instanceof MapLayout map) {
      MapLayout.Place place = map.at(inX(e), inY(e)).orElse(null);
      setCursor(place != null && onMove.get() != null ? Cursor.CROSSHAIR : Cursor.DEFAULT);
      if (!Objects.equals(place, hovered)) {
        hovered = place;
        drawOverlay();
      }
    }
  }

  private void left() {
    if (layout.get() instanceof LineLayout) {
      cursorS.set(Double.NaN);
    } else if (hovered != null) {
      hovered = null;
      drawOverlay();
    }
  }

  private void pressed(MouseEvent e) {
    requestFocus();
    if (e.getButton() == MouseButton.PRIMARY
        && onMove.get() != null
        && mapLayout().flatMap(map -> map.at(inX(e), inY(e))).isPresent()) {
      dragging = true;
      moveTo(mapLayout().get().nearest(inX(e), inY(e)), false);
      e.consume();
    }
  }

  private void draggedTo(MouseEvent e) {
    if (dragging && mapLayout().isPresent()) {
      moveTo(mapLayout().get().nearest(inX(e), inY(e)), false);
      e.consume();
    } else if (!dragging) {
      pointed(e);
    }
  }

  private void released(MouseEvent e) {
    if (dragging && e.getButton() == MouseButton.PRIMARY && mapLayout().isPresent()) {
      dragging = false;
      moveTo(mapLayout().get().nearest(inX(e), inY(e)), true);
      e.consume();
    }
  }

  private void moveTo(MapLayout.Place place, boolean done) {
    boolean same = dragged != null && dragged.x() == place.x() && dragged.y() == place.y() && !done;
    dragged = place;
    hovered = null;
    drawOverlay();
    if (!same && onMove.get() != null) {
      onMove.get().moved(place.x(), place.y(), done);
    }
  }

  private void keyed(KeyEvent e) {
    int far = e.isShiftDown() ? COARSE : 1;
    int right =
        switch (e.getCode()) {
          case RIGHT, KP_RIGHT -> far;
          case LEFT, KP_LEFT -> -far;
          default -> 0;
        };
    int up =
        switch (e.getCode()) {
          case UP, KP_UP -> far;
          case DOWN, KP_DOWN -> -far;
          default -> 0;
        };
    if (e.isShortcutDown() || e.isAltDown()) {
      return;
    }
    if (layout.get() instanceof LineLayout && seen() instanceof LineFigure lines) {
      if (right != 0) {
        boolean begins = Double.isNaN(cursorS.get());
        double from = begins ? lines.along().from() : cursorS.get();
        double next = cursor(lines).step(from, begins ? 0 : right);
        if (next == cursorS.get() && window.get().zoomed()) {
          window.get().pan(Math.signum(right) * LineNavigation.ALONG); // there may be more beyond
          next = cursor((LineFigure) seen()).step(from, right);
        }
        cursorS.set(next);
        setAccessibleText(cursor(lines).words(cursorS.get()));
        e.consume();
      } else if (e.getCode() == javafx.scene.input.KeyCode.ESCAPE && !Double.isNaN(cursorS.get())) {
        cursorS.set(Double.NaN);
        describe();
        e.consume();
      }
    } else if (mapLayout().isPresent() && onMove.get() != null && (right != 0 || up != 0)) {
      step(mapLayout().get(), right, up);
      e.consume();
    }
  }

  private void step(MapLayout map, int right, int up) {
    double[] now = now();
    double x = right == 0 ? now[0] : map.stepX(now[0], right);
    double y = up == 0 ? now[1] : map.stepY(now[1], up);
    map.pixel(x, y)
        .ifPresent(
            at -> {
              MapLayout.Place near = map.nearest(at.x(), at.y());
              moveTo(new MapLayout.Place(near.ix(), near.iy(), x, y), true);
            });
  }

  /**
   * Where the mark is: where it was dragged to, else where the figure has it, else the first point.
   */
  private double[] now() {
    if (dragged != null) {
      return new double[] {dragged.x(), dragged.y()};
    }
    return getFigure()
        .match(
            new Figure.Cases<double[]>() {
              @Override
              public double[] lines(LineFigure lines) {
                return new double[2];
              }

              @Override
              public double[] map(MapFigure map) {
                return of(map.marks(), map.x(), map.y());
              }

              @Override
              public double[] heat(HeatFigure heat) {
                return of(heat.marks(), heat.x(), heat.y());
              }

              @Override
              public double[] scatter(ScatterFigure scatter) {
                return new double[2];
              }

              @Override
              public double[] budget(BudgetFigure budget) {
                return new double[2];
              }
            });
  }

  private static double[] of(List<Mark> marks, MapAxis x, MapAxis y) {
    return marks.stream()
        .filter(m -> m.kind() == Mark.Kind.NOW)
        .findFirst()
        .map(m -> new double[] {m.x(), m.y()})
        .orElse(new double[] {x.values()[0], y.values()[0]});
  }
}
