// SPDX-License-Identifier: Apache-2.0
package loopbench.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.io.InputStream;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordsAndNumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "71.666 | 71.7",
        "30 | 30",
        "29.98 | 30",
        "0.00046 | 0.00046",
        "1234 | 1,230",
        "999999 | 1,000,000",
        "12345678 | 1.23×10⁷",
        "1e-7 | 10⁻⁷",
        "-2.5e-6 | −2.5×10⁻⁶",
        "-41.66 | −41.7",
        "NaN | none",
        "Infinity | ∞",
        "-0.0 | 0"
      })
  void threeDigitsForPeople(double value, String text) {
    assertThat(Numbers.brief(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "ms,41.7 ms",
    "op/s,41.7/s",
    "1/s,41.7/s",
    "(1/s)/ms,41.7 (1/s)/ms",
    "/s,41.7/s",
    "'',41.7",
    "%,41.7 %"
  })
  void unitsFollow(String unit, String text) {
    assertThat(Numbers.brief(41.66, unit)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0,75,5,0 20 40 60",
    "0,220,4,0 100 200",
    "0,1,5,0 0.2 0.4 0.6 0.8 1",
    "-0.3,0.31,6,−0.2 0 0.2",
    "0,100000,10,'0 10,000 20,000 30,000 40,000 50,000 60,000 70,000 80,000 90,000 100,000'",
    "5,5,5,5"
  })
  void ticksAreRound(double from, double to, int most, String labels) {
    assertThat(Ticks.linear(from, to, most).ticks().stream().map(Ticks.Tick::label))
        .containsExactly(labels.split(" "));
  }

  @Test
  void logTicksNameDecades() {
    assertThat(labels(Ticks.log(1e-5, 0.1)))
        .containsExactly("10⁻⁵", "10⁻⁴", "10⁻³", "10⁻²", "10⁻¹");
    assertThat(labels(Ticks.log(0.001, 5))).containsExactly("0.001", "0.01", "0.1", "1");
    assertThat(labels(Ticks.log(2, 8))).containsExactly("2", "5");
    assertThat(Ticks.log(0.001, 5).ticks()).hasSize(32);
  }

  @Test
  void clocksShowHoursAndMinutes() {
    TimeAxis axis = TimeAxis.clock(1_755_764_460, 0, 3 * 3600);
    Ticks ticks = Ticks.time(axis, 630, t -> 30);
    assertThat(ticks.unit()).isEqualTo("UTC");
    assertThat(labels(ticks)).startsWith("08:30", "09:00").endsWith("11:00");
    assertThat(ticks.ticks().get(0).value()).isEqualTo(540);
    assertThat(Ticks.timeWords(axis, 0)).isEqualTo("08:21");
    assertThat(Ticks.timeWords(axis, 15)).isEqualTo("08:21:15");
    TimeAxis week = TimeAxis.clock(1_755_734_400, 0, 7 * 86_400);
    assertThat(labels(Ticks.time(week, 630, t -> 30))).contains("22 Aug");
    assertThat(Ticks.timeWords(week, 90_000)).isEqualTo("22 Aug 01:00");
  }

  @Test
  void longTimesAreMinutesAndHours() {
    assertThat(Ticks.time(TimeAxis.seconds(0, 80), 630, t -> 14).unit()).isEqualTo("s");
    Ticks minutes = Ticks.time(TimeAxis.seconds(0, 3600), 630, t -> 14);
    assertThat(minutes.unit()).isEqualTo("min");
    assertThat(labels(minutes)).contains("10", "60");
    assertThat(Ticks.time(TimeAxis.seconds(0, 100_000), 630, t -> 14).unit()).isEqualTo("h");
    assertThat(Ticks.timeWords(TimeAxis.seconds(0, 3600), 750)).isEqualTo("12 min 30 s");
    assertThat(Ticks.timeWords(TimeAxis.seconds(0, 80), 47)).isEqualTo("47 s");
  }

  private static List<String> labels(Ticks ticks) {
    return ticks.ticks().stream().map(Ticks.Tick::label).filter(l -> !l.isEmpty()).toList();
  }

  @ParameterizedTest
  @EnumSource(Face.class)
  void widthsAreThoseOfAnyoneWhoReadsTheFont(Face face) throws Exception {
    Font font;
    try (InputStream in = Face.class.getResourceAsStream(face.resource())) {
      font = Font.createFont(Font.TRUETYPE_FONT, in).deriveFont(100f);
    }
    FontRenderContext exact = new FontRenderContext(null, true, true);
    for (String text :
        List.of("", "p99 latency", "10⁻⁵", "capacity 400 → 150/s", "Ünïcödé", "(op/s)/ms²")) {
      assertThat(face.width(text, 100))
          .as(text)
          .isCloseTo(font.getStringBounds(text, exact).getWidth(), within(0.5));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 3, 10, 40, 1000})
  void whatDoesNotFitIsCutWithAnEllipsis(double room) {
    String fit = Face.REGULAR.fit("a rather long label", 11, room);
    assertThat(Face.REGULAR.width(fit, 11)).isLessThanOrEqualTo(Math.max(room, 0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void labelsKeepApartAndInside(long seed) {
    Random random = new Random(seed);
    List<Label> wanted =
        java.util.stream.IntStream.range(0, 1 + random.nextInt(12))
            .mapToObj(
                i ->
                    new Label(
                        "l" + i,
                        random.nextInt(120) - 10,
                        Face.REGULAR,
                        11,
                        Ink.LIGHT.text(),
                        random.nextInt(3)))
            .toList();
    List<Label> placed = Label.pushedApart(wanted, 0, 100);
    assertThat(placed).hasSize(Math.min(wanted.size(), 8));
    for (int i = 0; i < placed.size(); i++) {
      assertThat(placed.get(i).y()).isBetween(-1e-9, 100 + 1e-9);
      if (i > 0) {
        assertThat(placed.get(i).y() - placed.get(i - 1).y())
            .isGreaterThanOrEqualTo(Label.APART - 1e-9);
      }
    }
  }

  @Test
  void theValueStaysAndTheTargetMakesRoom() {
    Label value = new Label("30 ms", 50, Face.SEMIBOLD, 11, Ink.LIGHT.text(), 0);
    Label target = new Label("target 30", 49.5, Face.REGULAR, 11, Ink.LIGHT.text(), 1);
    List<Label> placed = Label.pushedApart(List.of(target, value), 0, 100);
    assertThat(placed).extracting(Label::text).containsExactly("30 ms", "target 30");
    assertThat(placed.get(0).y()).isCloseTo(50, within(0.5));
  }

  @ParameterizedTest
  @EnumSource(Ink.class)
  void everyLabelCanBeRead(Ink ink) {
    for (Look look : Look.values()) {
      assertThat(Colour.contrast(ink.line(look), ink.paper())).as("%s", look).isGreaterThan(4.5);
    }
    for (Colour colour : List.of(ink.text(), ink.muted(), ink.event(), ink.target())) {
      assertThat(Colour.contrast(colour, ink.paper())).isGreaterThan(4.5);
    }
    for (double f = 0; f <= 1; f += 0.05) {
      Colour fill = ink.ramp(f);
      assertThat(Colour.contrast(ink.textOn(fill), fill)).as("ramp %s", f).isGreaterThan(3.9);
    }
  }

  @ParameterizedTest
  @EnumSource(Ink.class)
  void noTwoClassesShareColourAndPattern(Ink ink) {
    for (MapClass a : MapClass.LOOP_CLASSES) {
      for (MapClass b : MapClass.LOOP_CLASSES) {
        Cloth ca = ink.cover(a.cover());
        Cloth cb = ink.cover(b.cover());
        if (a != b && ca.weave() == cb.weave() && ca.gap() == cb.gap()) {
          // Same pattern: the fill must do it alone.
          assertThat(Colour.contrast(ca.fill(), cb.fill()))
              .as("%s and %s", a.token(), b.token())
              .isGreaterThan(2);
        }
      }
    }
    assertThat(MapClass.LOOP_CLASSES).hasSize(MapClass.Cover.values().length);
    assertThat(MapClass.ofToken("limit-cycle")).map(MapClass::word).contains("limit cycle");
    assertThat(MapClass.ofToken("perfect")).isEmpty();
  }

  @Test
  void figuresInWords() {
    assertThat(FigureWords.of(Examples.baseline()))
        .isEqualTo(
            "baseline. p99 latency from 6.12 to 71.7 ms, at the end 30 ms; target 30; admitted rate"
                + " from 5 to 111/s, at the end 41.7/s; at 40 s capacity 400 → 150/s.");
    assertThat(FigureWords.of(Examples.gainMap(30)))
        .contains("settles", "Now kp 0.05, ki 0.001.", "Best kp 0.18, ki 0.00046.");
    assertThat(FigureWords.of(Examples.thresholds())).contains("replica-hours over", "h.");
  }

  @Test
  void theShareOfSeedsIsANumberInWordsAndUnderThePointer() {
    MapFigure figure = Examples.shares();
    assertThat(FigureWords.of(figure))
        .containsPattern(
            "Of the \\d+ points tried with 5 seeds, \\d+ % settle with all of them and")
        .contains("Best kp 0.18, ki 0.00046.", "At the best 80 % of 5 seeds settle.");
    MapLayout layout =
        (MapLayout) FigureDrawing.draw(figure, new RecordingPen(1), Ink.LIGHT, 760, 560, false);
    MapReading reading = new MapReading(figure, layout);
    assertThat(reading.words(at(layout, 0.8, 0.0003))).endsWith("settles, 60 % of 5 seeds settle");
    assertThat(reading.words(at(layout, 0.01, 0.02)))
        .endsWith("limit cycle, not tried with its seeds");
    assertThat(FigureWords.of(Examples.gainMap(30))).doesNotContain("seeds");
  }

  @Test
  void curvesInWords() {
    assertThat(FigureWords.of(Examples.curves()))
        .isEqualTo(
            "sweep.knob. Over lambda from 0.05 to 1.3: slo debt from 15 ms·s at 1 to 414 ms·s at"
                + " 1.1; settle from 4 ticks at 1 to 80 ticks at 0.05, never at 3; gain margin from"
                + " 1.54 at 1.3 to 40 at 0.05. Conditions not met at 7 of 14. Best 0.6. Now 0.3.");
  }

  @Test
  void theCursorReadsTriesWithWhatTheyAre() {
    LineFigure figure = Examples.curves();
    LineLayout layout =
        (LineLayout) FigureDrawing.draw(figure, new RecordingPen(1), Ink.LIGHT, 760, 420, true);
    Cursor cursor = new Cursor(figure, layout);
    assertThat(cursor.words(0.41))
        .isEqualTo("lambda 0.4: slo debt 21.4 ms·s, settle 10 ticks, gain margin no value");
    assertThat(cursor.words(1.3))
        .contains("settle never (conditions not met), gain margin 1.54 (conditions not met)");
    assertThat(cursor.step(0.6, 1)).isEqualTo(0.7);
    RecordingPen pen = new RecordingPen(2);
    cursor.draw(pen, Ink.LIGHT, 0.2, 760);
    assertThat(pen.texts).extracting(RecordingPen.Text::text).endsWith("0.2");
  }

  @Test
  void whatIsNearOnALogAxisIsWhatLooksNear() {
    double[] gains = {0.01, 1};
    LineFigure figure =
        new LineFigure(
            "",
            "",
            MapAxis.log("kp", "", gains),
            List.of(Panel.of("p", "", Line.tries("p", gains, gains, Look.RATE, new boolean[2]))),
            List.of());
    LineLayout layout =
        (LineLayout) FigureDrawing.draw(figure, new RecordingPen(1), Ink.LIGHT, 760, 300, false);
    assertThat(new Cursor(figure, layout).snapped(0.09)).isEqualTo(0.01);
    assertThat(new Cursor(figure, layout).snapped(0.11)).isEqualTo(1);
    assertThat(layout.xAt(layout.x(1))).isEqualTo(1);
  }

  private static MapLayout.Place at(MapLayout layout, double x, double y) {
    MapLayout.Pixel pixel = layout.pixel(x, y).orElseThrow();
    return layout.nearest(pixel.x(), pixel.y());
  }

  @Test
  void budgetsInWords() {
    assertThat(FigureWords.of(Examples.budget()))
        .isEqualTo(
            "Delay budget. slo: scrape 2.5 s, rate window 30 s, smoothing 22.5 s, HPA sync 7.5 s,"
                + " stabilization 30 s, warm-up 100 s; in all 192.5 s; gain ceiling 10.8 % per"
                + " sync. queue: scrape 2.5 s, HPA sync 7.5 s, stabilization 30 s, warm-up 100 s;"
                + " in all 140 s; gain ceiling 14.3 % per sync.");
    assertThat(FigureWords.of(Examples.unknownBudget()))
        .contains("slo: scrape not known, rate window 30 s,", "in all over 90 s")
        .contains(
            "recorded: scrape not known, rate window not known, smoothing not known, HPA sync");
    assertThatThrownBy(() -> new BudgetFigure.Part("sync", BudgetFigure.Stage.DECIDING, -1))
        .hasMessageContaining("sync took -1");
    assertThatThrownBy(() -> new SeedShares(1, new double[0])).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> new SeedShares(5, new double[] {1.2})).hasMessageContaining("[0, 1]");
  }

  @Test
  void theCursorReadsAllLines() {
    LineFigure figure = Examples.baseline();
    LineLayout layout =
        (LineLayout) FigureDrawing.draw(figure, new RecordingPen(1), Ink.LIGHT, 760, 420, true);
    Cursor cursor = new Cursor(figure, layout);
    assertThat(cursor.words(46.8)).isEqualTo("47 s: p99 latency 34.9 ms, admitted rate 49.8/s");
    assertThat(cursor.step(47, 1)).isEqualTo(48);
    assertThat(cursor.step(80, 1)).isEqualTo(80);
    RecordingPen pen = new RecordingPen(2);
    cursor.draw(pen, Ink.LIGHT, 47, 760);
    assertThat(pen.texts)
        .extracting(RecordingPen.Text::text)
        .containsExactly("34.9 ms", "49.8/s", "47 s");
  }

  @Test
  void recordsRefuseNonsense() {
    double[] two = {0, 1};
    assertThatThrownBy(() -> Line.of("rate", two, new double[3], Look.RATE, ""))
        .hasMessage("line rate needs as many values as places, was 3 for 2");
    assertThatThrownBy(() -> Line.of("rate", new double[] {1, 0}, two, Look.RATE, ""))
        .hasMessageContaining("ascending places, had 0.0 after 1.0");
    assertThatThrownBy(() -> TimeAxis.seconds(1, Double.NaN)).hasMessageContaining("time axis");
    assertThatThrownBy(() -> MapAxis.log("kp", "", -1, 2)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> MapAxis.linear("kp", "", 2, 2)).hasMessageContaining("ascending");
    assertThatThrownBy(
            () ->
                new MapFigure(
                    "",
                    "",
                    MapAxis.linear("a", "", 1),
                    MapAxis.linear("b", "", 1),
                    new int[] {3},
                    MapClass.LOOP_CLASSES.subList(0, 2),
                    List.of(),
                    List.of(),
                    1))
        .hasMessage("classAt must hold indices in [-1, 2), had 3");
    assertThatThrownBy(() -> new Target(Double.NaN, 0, "")).hasMessageContaining("target");
  }
}
