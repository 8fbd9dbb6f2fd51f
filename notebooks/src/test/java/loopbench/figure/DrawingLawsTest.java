// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class DrawingLawsTest {
  private static final double[][] SIZES = {
    {760, 0}, {728, 0}, {1000, 0}, {480, 0}, {479, 0}, {360, 0}
  };

  static Stream<Figure> examples() {
    return Examples.all().stream();
  }

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void noLabelLiesOnAnotherOrOutside(Figure figure) {
    for (double[] size : SIZES) {
      for (boolean titled : new boolean[] {true, false}) {
        double height = FigureDrawing.heightFor(figure, size[0], titled);
        assertLabelsApart(figure, size[0], height, titled);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void labelsOfLinesStayApartWhateverTheySay(long seed) {
    LineFigure figure = new RandomFigures(seed).lines();
    assertLabelsApart(figure, 760, FigureDrawing.heightFor(figure, 760, true), true);
    assertLabelsApart(figure, 420, FigureDrawing.heightFor(figure, 420, false), false);
  }

  private static void assertLabelsApart(
      Figure figure, double width, double height, boolean titled) {
    RecordingPen pen = draw(figure, 2, width, height, titled);
    List<RecordingPen.Text> texts = new ArrayList<>(pen.texts);
    // A peak's name and the letters of marks stand where the data puts them.
    if (figure instanceof LineFigure lines) {
      for (Panel panel : lines.panels()) {
        for (Line line : panel.lines()) {
          line.peak()
              .ifPresent(
                  p ->
                      texts.removeIf(
                          t ->
                              t.text()
                                  .equals(
                                      Face.REGULAR.fit(p.label(), 11, t.right() - t.left() + 1))));
        }
      }
    }
    for (int i = 0; i < texts.size(); i++) {
      RecordingPen.Text a = texts.get(i);
      assertThat(a.left()).as("left of %s", a).isGreaterThanOrEqualTo(0);
      assertThat(a.right()).as("right of %s", a).isLessThanOrEqualTo(width + 0.5);
      assertThat(a.bottom()).as("bottom of %s", a).isLessThanOrEqualTo(height);
      for (int k = 0; k < i; k++) {
        RecordingPen.Text b = texts.get(k);
        assertThat(a.overlaps(b)).as("%s on %s at %s x %s", a, b, width, height).isFalse();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anythingCanBeDrawnAtAnySize(long seed) {
    Figure figure = new RandomFigures(seed).next();
    Random random = new Random(seed);
    for (int i = 0; i < 3; i++) {
      double width = 40 + random.nextInt(1200);
      double height = 40 + random.nextInt(800);
      // The pen fails on what is not finite and on rectangles of negative size.
      assertThat(draw(figure, 1 + random.nextInt(3), width, height, random.nextBoolean()).depth())
          .isZero();
    }
    assertThat(FigureWords.of(figure)).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void svgIsWellFormedWhateverTheLabelsSay(long seed) throws Exception {
    Figure figure = new RandomFigures(seed).next();
    Document document = parse(Svg.encode(figure));
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
  }

  @Test
  void svgKeepsTextAsText() throws Exception {
    LineFigure figure =
        new LineFigure(
            "a < b & \"c\" \u0001\uD83D", "", TimeAxis.seconds(0, 1), List.of(), List.of());
    Document document = parse(Svg.encode(figure));
    assertThat(document.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("a < b & \"c\" \uFFFD");
  }

  private static Document parse(String svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void sameFigureSameBytes(Figure figure) {
    double height = FigureDrawing.heightFor(figure, 500, true);
    assertThat(Png.encode(figure, Ink.DARK, 500, height, 1))
        .isEqualTo(Png.encode(figure, Ink.DARK, 500, height, 1));
    assertThat(Svg.encode(figure)).isEqualTo(Svg.encode(figure));
  }

  @Test
  void equalFiguresAreEqual() {
    assertThat(Examples.baseline())
        .isEqualTo(Examples.baseline())
        .hasSameHashCodeAs(Examples.baseline());
    assertThat(Examples.gainMap(20)).isEqualTo(Examples.gainMap(20));
    assertThat(Examples.thresholds()).isEqualTo(Examples.thresholds());
    assertThat(Examples.gainMap(20)).isNotEqualTo(Examples.gainMap(21));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void pointsOfAMapComeBackWithinAPixel(long seed) {
    MapFigure figure = new RandomFigures(seed).map();
    MapLayout layout =
        (MapLayout) FigureDrawing.draw(figure, new RecordingPen(1), Ink.LIGHT, 760, 560, false);
    for (int iy = 0; iy < figure.y().size(); iy++) {
      for (int ix = 0; ix < figure.x().size(); ix++) {
        double x = figure.x().values()[ix];
        double y = figure.y().values()[iy];
        MapLayout.Pixel pixel = layout.pixel(x, y).orElseThrow();
        MapLayout.Place place = layout.at(pixel.x(), pixel.y()).orElseThrow();
        assertThat(place.ix()).isEqualTo(ix);
        assertThat(place.iy()).isEqualTo(iy);
        MapLayout.Pixel back = layout.pixel(place.x(), place.y()).orElseThrow();
        assertThat(back.x()).isCloseTo(pixel.x(), within(1.0));
        assertThat(back.y()).isCloseTo(pixel.y(), within(1.0));
      }
    }
  }

  @Test
  void timesAndValuesComeBack() {
    LineLayout layout =
        (LineLayout)
            FigureDrawing.draw(Examples.baseline(), new RecordingPen(1), Ink.LIGHT, 760, 420, true);
    for (double t = 0; t <= 80; t += 0.5) {
      assertThat(layout.xAt(layout.x(t))).isCloseTo(t, within(1e-9));
    }
    assertThat(layout.areas()).hasSize(2);
    LineLayout.Area area = layout.areas().get(0);
    assertThat(area.value(area.y(71.7))).isCloseTo(71.7, within(1e-9));
    assertThat(layout.areaAt(area.top() + 1)).contains(area);
    assertThat(layout.areaAt(2)).isEmpty();
  }

  @Test
  void aPlaceBesideTheMapIsNone() {
    MapLayout layout =
        (MapLayout)
            FigureDrawing.draw(
                Examples.gainMap(30), new RecordingPen(1), Ink.LIGHT, 760, 560, false);
    assertThat(layout.at(2, 2)).isEmpty();
    assertThat(layout.pixel(50, 0.001)).isEmpty();
    assertThat(layout.pixel(0.01, 0)).isPresent();
    assertThat(layout.nearest(-100, 10_000)).isEqualTo(new MapLayout.Place(0, 0, 0.001, 0));
    assertThat(layout.stepY(1e-5, -1)).isZero();
    assertThat(layout.stepY(0, -3)).isZero();
    assertThat(layout.stepX(5, 1)).isEqualTo(5);
  }

  @Test
  void theFigureDecidesTheCallsNotThePen() {
    for (Figure figure : Examples.all()) {
      List<String> first = draw(figure, 2, 760, 500, true).calls;
      RecordingPen besideSvg = new RecordingPen(2);
      SvgPen svg = new SvgPen(760, 500, "");
      FigureDrawing.draw(figure, new Tee(besideSvg, svg), Ink.LIGHT, 760, 500, true);
      RecordingPen besideAwt = new RecordingPen(2);
      AwtPen awt =
          new AwtPen(
              new java.awt.image.BufferedImage(
                  1520, 1000, java.awt.image.BufferedImage.TYPE_INT_RGB),
              2);
      FigureDrawing.draw(figure, new Tee(besideAwt, awt), Ink.LIGHT, 760, 500, true);
      awt.dispose();
      assertThat(besideSvg.calls).isEqualTo(first);
      assertThat(besideAwt.calls).isEqualTo(first);
    }
  }

  @Test
  void awkwardLinesAreDrawn() {
    double nan = Double.NaN;
    assertThat(texts(Examples.oneLine(new double[0], new double[0]))).contains("no values");
    assertThat(texts(Examples.oneLine(new double[] {0, 1, 2}, new double[] {nan, nan, nan})))
        .contains("no values");
    assertThat(
            texts(
                Examples.oneLine(
                    new double[] {0, 1}, new double[] {Double.POSITIVE_INFINITY, nan})))
        .contains("no values");
    assertThat(texts(Examples.oneLine(new double[] {3}, new double[] {7}))).contains("end");
    assertThat(texts(Examples.oneLine(new double[] {0, 1, 2}, new double[] {5, 5, 5})))
        .contains("end", "5", "0");
    assertThat(texts(Examples.oneLine(new double[] {0, 1}, new double[] {0, 0})))
        .contains("end", "1");
    assertThat(texts(Examples.oneLine(new double[] {0, 1}, new double[] {-3e8, 2e8})))
        .anyMatch(t -> t.contains("×10⁸") || t.equals("10⁸"));
  }

  @Test
  void theLayersTogetherAreTheWhole() {
    for (Figure figure : Examples.all()) {
      List<String> whole = new ArrayList<>(draw(figure, 2, 760, 500, true).calls);
      RecordingPen pen = new RecordingPen(2);
      Layout ground = FigureDrawing.draw(figure, pen, Ink.LIGHT, 760, 500, true, Layer.GROUND);
      Layout moving = FigureDrawing.draw(figure, pen, Ink.LIGHT, 760, 500, true, Layer.MOVING);
      assertThat(pen.calls).containsExactlyInAnyOrderElementsOf(whole);
      if (ground instanceof LineLayout) {
        assertThat(moving).isEqualTo(ground);
      }
    }
  }

  @Test
  void aMapCanBeReadAtAPlace() {
    MapFigure map = Examples.gainMap(30);
    MapLayout layout =
        (MapLayout) FigureDrawing.draw(map, new RecordingPen(1), Ink.LIGHT, 760, 560, false);
    MapLayout.Pixel pixel = layout.pixel(0.05, 0.001).orElseThrow();
    MapLayout.Place place = layout.at(pixel.x(), pixel.y()).orElseThrow();
    MapReading reading = new MapReading(map, layout);
    assertThat(reading.words(place)).startsWith("kp 0.0").endsWith(": settles");
    RecordingPen pen = new RecordingPen(1);
    reading.draw(pen, Ink.LIGHT, place);
    assertThat(pen.texts).hasSize(1);
  }

  @Test
  void aPeakOfALevelLineIsNamedBesideTheLine() {
    double[] x = {0, 1, 2, 3, 4};
    LineFigure figure =
        new LineFigure(
            "",
            "",
            TimeAxis.seconds(0, 4),
            List.of(
                Panel.of(
                    "p99",
                    "ms",
                    Line.of("p99", x, new double[] {7, 7, 7, 7, 7}, Look.LATENCY, "")
                        .withPeak(new Peak(2, 7, "peak 7 ms")))),
            List.of());
    RecordingPen pen = new RecordingPen(1);
    LineLayout layout = (LineLayout) FigureDrawing.draw(figure, pen, Ink.LIGHT, 760, 200, false);
    RecordingPen.Text name =
        pen.texts.stream().filter(t -> t.text().equals("peak 7 ms")).findFirst().orElseThrow();
    assertThat(name.top()).isGreaterThan(layout.areas().get(0).y(7) + 2);
  }

  @Test
  void aLegendCutsNamesNotNumbers() {
    HeatFigure wide = Examples.thresholds();
    HeatFigure figure =
        new HeatFigure(
            "",
            "",
            MapAxis.list("a name that is longer than any legend", "", wide.x().values()),
            wide.y(),
            "",
            "",
            wide.value(),
            null,
            "",
            List.of(Mark.now(16, 10)),
            1);
    assertThat(texts(figure)).anyMatch(t -> t.startsWith("a name") && t.endsWith("… 16"));
  }

  @Test
  void aGapIsNotBridged() {
    double[] x = {0, 1, 2, 3, 4, 5};
    double[] y = {1, 2, Double.NaN, 4, 5, 6};
    RecordingPen pen = draw(Examples.oneLine(x, y), 1, 760, 300, false);
    long pieces =
        pen.calls.stream()
            .filter(c -> c.startsWith("polyline x"))
            .filter(c -> c.contains("width=1.75"))
            .count();
    assertThat(pieces).isEqualTo(2);
  }

  @Test
  void triesSayWhatTheyAre() {
    RecordingPen pen = draw(Examples.curves(), 1, 760, 420, false);
    List<String> texts = pen.texts.stream().map(RecordingPen.Text::text).toList();
    assertThat(texts)
        .contains("tried", "conditions not met", "never", "further up", "best 0.6", "now 0.3")
        .contains("lambda", "at least 3", "0.2", "1.2")
        .doesNotContain("∞", "414", "430");
    String blue = Ink.LIGHT.line(Look.LATENCY).rgb() + "";
    // The way to those that fail is pale, and it is cut off above twice the rest.
    assertThat(pen.calls)
        .anyMatch(c -> c.startsWith("polyline") && c.contains(blue + ", opacity=1.0"))
        .anyMatch(c -> c.startsWith("polyline") && c.contains(blue + ", opacity=0.4"));
    List<String> plain = texts(Examples.baseline());
    assertThat(plain).doesNotContain("tried", "never");
  }

  @Test
  void whatFailsDoesNotPressTheRestFlat() {
    double[] x = {1, 2, 3, 4, 5};
    double[] y = {2, 3, 4, 7, 5000};
    boolean[] last = {false, false, false, true, true};
    boolean[] all = {true, true, true, true, true};
    for (boolean[] fails : List.of(last, all)) {
      Panel panel = Panel.of("p", "", Line.tries("p", x, y, Look.LATENCY, fails));
      assertThat(Tries.reach(panel)).isEqualTo(7);
    }
    Panel good = Panel.of("p", "", Line.tries("p", x, y, Look.LATENCY, new boolean[5]));
    assertThat(Tries.reach(good)).isEqualTo(5000);
  }

  @Test
  void whatNeverCameIsDrawnThoughNothingElseIs() {
    double[] never = {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};
    LineFigure figure =
        new LineFigure(
            "",
            "",
            MapAxis.list("a", "ms", 1, 2),
            List.of(
                Panel.of(
                    "p",
                    "",
                    Line.tries("p", new double[] {1, 2}, never, Look.LATENCY, new boolean[2]))),
            List.of());
    assertThat(texts(figure)).contains("never", "a", "ms").doesNotContain("no values", "tried");
    assertThat(FigureWords.of(figure)).isEqualTo("Over a from 1 to 2 ms: p never.");
  }

  @Test
  void manyPointsCostNoMoreThanColumns() {
    RecordingPen pen = draw(Examples.dense(100_000), 2, 760, 420, true);
    int longest = pen.calls.stream().mapToInt(c -> c.split(",").length).max().orElseThrow();
    assertThat(longest).isLessThan(6000);
  }

  @Test
  void oneSpikeAmongManyPointsIsStillSeen() {
    LineFigure figure = Examples.dense(100_000);
    RecordingPen pen = new RecordingPen(2);
    LineLayout layout = (LineLayout) FigureDrawing.draw(figure, pen, Ink.LIGHT, 760, 420, true);
    double spike = figure.panels().get(0).lines().get(0).y()[50_000];
    String top = Double.toString(layout.areas().get(0).y(spike));
    assertThat(pen.calls).anyMatch(c -> c.startsWith("polygon y") && c.contains(top));
  }

  @Test
  void aPointIsAsOpaqueAsTheShareOfSeedsThatSettles() {
    double[] shares = {1, 0.6, 0.2, 0, Double.NaN};
    MapFigure figure =
        new MapFigure(
            "",
            "",
            MapAxis.list("a", "", 1, 2, 3, 4, 5),
            MapAxis.list("b", "", 1),
            new int[] {0, 0, 3, 3, 3},
            MapClass.LOOP_CLASSES,
            List.of(),
            List.of(),
            java.util.Optional.of(new SeedShares(5, shares)),
            1);
    RecordingPen pen = draw(figure, 1, 760, 300, false);
    String settles = Ink.LIGHT.cover(MapClass.Cover.SETTLES).fill().rgb() + "";
    String cycles = Ink.LIGHT.cover(MapClass.Cover.LIMIT_CYCLE).fill().rgb() + "";
    for (String fill :
        List.of(
            settles + ", opacity=1.0",
            settles + ", opacity=" + SeedShares.fade(0.6),
            cycles + ", opacity=" + SeedShares.fade(0.2),
            cycles + ", opacity=" + SeedShares.fade(0.0))) {
      assertThat(pen.calls).anyMatch(c -> c.startsWith("rectC") && c.contains(fill));
    }
    assertThat(pen.calls).noneMatch(c -> c.contains(cycles + ", opacity=1.0"));
    // The pattern, which tells classes apart without colour, is as strong as ever.
    String hatch = Ink.LIGHT.cover(MapClass.Cover.LIMIT_CYCLE).hatch().rgb() + ", opacity=1.0";
    assertThat(pen.calls).anyMatch(c -> c.startsWith("segments") && c.contains(hatch));
    assertThat(texts(figure)).contains("share of 5 seeds settling", "none", "all");
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noLeaderOfABudgetRunsThroughAName(long seed) {
    Random random = new Random(seed);
    List<BudgetFigure.Part> parts = new ArrayList<>();
    for (String name : List.of("scrape", "rate window", "smoothing", "HPA sync", "warm-up")) {
      double seconds = random.nextInt(4) == 0 ? Double.NaN : 100 * Math.pow(random.nextDouble(), 4);
      parts.add(new BudgetFigure.Part(name, BudgetFigure.Stage.SEEING, seconds));
    }
    BudgetFigure figure = new BudgetFigure("", "", List.of(new BudgetFigure.Bar("bar", parts, "")));
    RecordingPen pen = new RecordingPen(1);
    List<double[]> leaders = new ArrayList<>();
    Pen watched =
        (Pen)
            java.lang.reflect.Proxy.newProxyInstance(
                Pen.class.getClassLoader(),
                new Class<?>[] {Pen.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("line") && arguments[0].equals(arguments[2])) {
                    leaders.add(
                        new double[] {
                          (double) arguments[0], (double) arguments[1], (double) arguments[3]
                        });
                  }
                  return method.invoke(pen, arguments);
                });
    double height = FigureDrawing.heightFor(figure, 760, false);
    FigureDrawing.draw(figure, watched, Ink.LIGHT, 760, height, false);
    for (double[] leader : leaders) {
      assertThat(pen.texts)
          .noneMatch(
              text ->
                  text.left() < leader[0] - 1
                      && text.right() > leader[0] + 1
                      && text.top() < leader[2] - 4
                      && text.bottom() > leader[1] + 4);
    }
  }

  @Test
  void severalLimitsAreNamedInTheLegendOneIsNot() {
    MapFigure one = Examples.gainMap(30);
    assertThat(texts(one)).doesNotContain("stability limits");
    List<Curve> two = new ArrayList<>(one.limits());
    double[] x = {0.001, 5};
    two.add(new Curve("slow", 1, false, x, new double[] {0.0001, 0.0001}));
    two.add(new Curve("slow at 400/s", 1, true, x, new double[] {0.01, 0.01}));
    MapFigure several =
        new MapFigure("", "", one.x(), one.y(), one.classAt(), one.classes(), two, List.of(), 1);
    assertThat(texts(several))
        .contains("stability limits")
        .filteredOn("slow"::equals)
        .hasSize(2); // on its line and in the legend
  }

  @Test
  void refusesWhatIsNoSize() {
    for (double bad : new double[] {0, -1, 39, Double.NaN, Double.POSITIVE_INFINITY, 1e6}) {
      assertThatThrownBy(() -> draw(Examples.baseline(), 1, bad, 400, true))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("width and height");
    }
    assertThatThrownBy(() -> Png.encode(Examples.baseline(), Ink.LIGHT, 760, 400, 100))
        .hasMessageContaining("device pixels");
  }

  private static List<String> texts(Figure figure) {
    return draw(figure, 1, 760, 300, false).texts.stream().map(RecordingPen.Text::text).toList();
  }

  private static RecordingPen draw(
      Figure figure, double scale, double width, double height, boolean titled) {
    RecordingPen pen = new RecordingPen(scale);
    FigureDrawing.draw(figure, pen, Ink.LIGHT, width, height, titled);
    return pen;
  }

  /** Two pens held in one hand. */
  private record Tee(Pen first, Pen second) implements Pen {
    @Override
    public double deviceScale() {
      return second.deviceScale();
    }

    @Override
    public void line(double x1, double y1, double x2, double y2, Stroke stroke) {
      first.line(x1, y1, x2, y2, stroke);
      second.line(x1, y1, x2, y2, stroke);
    }

    @Override
    public void segments(double[] ends, int count, Stroke stroke) {
      first.segments(ends, count, stroke);
      second.segments(ends, count, stroke);
    }

    @Override
    public void polyline(double[] x, double[] y, int n, Stroke stroke) {
      first.polyline(x, y, n, stroke);
      second.polyline(x, y, n, stroke);
    }

    @Override
    public void polygon(double[] x, double[] y, int n, Colour fill) {
      first.polygon(x, y, n, fill);
      second.polygon(x, y, n, fill);
    }

    @Override
    public void rect(double x, double y, double width, double height, Colour fill) {
      first.rect(x, y, width, height, fill);
      second.rect(x, y, width, height, fill);
    }

    @Override
    public void roundRect(
        double x, double y, double width, double height, double radius, Colour fill) {
      first.roundRect(x, y, width, height, radius, fill);
      second.roundRect(x, y, width, height, radius, fill);
    }

    @Override
    public void disc(double cx, double cy, double radius, Colour fill) {
      first.disc(cx, cy, radius, fill);
      second.disc(cx, cy, radius, fill);
    }

    @Override
    public void ring(double cx, double cy, double radius, Stroke stroke) {
      first.ring(cx, cy, radius, stroke);
      second.ring(cx, cy, radius, stroke);
    }

    @Override
    public void text(String text, double x, double baseline, Face face, double size, Colour fill) {
      first.text(text, x, baseline, face, size, fill);
      second.text(text, x, baseline, face, size, fill);
    }

    @Override
    public void save() {
      first.save();
      second.save();
    }

    @Override
    public void clip(double x, double y, double width, double height) {
      first.clip(x, y, width, height);
      second.clip(x, y, width, height);
    }

    @Override
    public void restore() {
      first.restore();
      second.restore();
    }
  }
}
