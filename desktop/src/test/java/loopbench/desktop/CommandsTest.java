// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.stage.Stage;
import loopbench.desktop.chart.FigureView;
import loopbench.desktop.export.FileChoice;
import loopbench.desktop.export.Leaving;
import loopbench.desktop.notebook.NotebookViewModel;
import loopbench.desktop.notebook.PageView;
import loopbench.notebook.Cell;
import loopbench.notebook.Journal;
import loopbench.notebook.RecentFiles;
import loopbench.notebook.Versions;
import loopbench.run.Keeping;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys, and who they belong to. */
class CommandsTest {
  private static final Path STATE = Path.of("target", "commands-test-state");
  private static final String FIRST = "params";

  @TempDir Path folder;
  private Stage stage;
  private Desk desk;

  @BeforeEach
  void open() throws Exception {
    Path file = folder.resolve("small.ipynb");
    try (InputStream in = getClass().getResourceAsStream("small.ipynb")) {
      Files.write(file, in.readAllBytes());
    }
    FileChoice none =
        new FileChoice() {
          @Override
          public Optional<Path> toOpen() {
            return Optional.empty();
          }

          @Override
          public Optional<Path> toSave(String name, Optional<Path> in) {
            return Optional.empty();
          }
        };
    FxThread.run(
        () -> {
          stage = new Stage();
          desk =
              new Wiring(
                      none,
                      name -> Leaving.Answer.DISCARD,
                      link -> {},
                      stage::setTitle,
                      new Keeping(
                          new Journal(STATE.resolve("journal")),
                          new Versions(STATE.resolve("versions"), 20, 1_000_000_000),
                          new RecentFiles(STATE.resolve("recent.txt"))))
                  .desk();
          stage.setScene(desk.scene());
          stage.show();
          desk.open(file);
          notebook().select(FIRST);
          page().requestFocus();
        });
    settle();
  }

  @AfterEach
  void close() throws Exception {
    FxThread.run(
        () -> {
          notebook().close();
          stage.hide();
        });
  }

  private NotebookViewModel notebook() {
    return desk.notebook().orElseThrow();
  }

  private PageView page() {
    return desk.workbench().page().orElseThrow();
  }

  /** Until all edits are made and shown. */
  private void settle() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    FxThread.run(() -> notebook().afterEdits(done::countDown));
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    FxThread.run(() -> {});
  }

  private void press(String keys) throws Exception {
    for (String key : keys.split(" ")) {
      FxThread.run(
          () -> {
            Node owner = desk.scene().getFocusOwner();
            Event.fireEvent(owner == null ? desk.scene().getRoot() : owner, event(key));
          });
      settle();
    }
  }

  private static KeyEvent event(String key) {
    List<String> parts = List.of(key.split("\\+"));
    KeyCode code = KeyCode.valueOf(parts.get(parts.size() - 1));
    return new KeyEvent(
        KeyEvent.KEY_PRESSED,
        "",
        "",
        code,
        parts.contains("Shift"),
        parts.contains("Ctrl"),
        parts.contains("Alt"),
        false);
  }

  private <T> T asked(java.util.concurrent.Callable<T> question) throws Exception {
    return FxThread.call(question);
  }

  private List<String> ids() throws Exception {
    return asked(() -> notebook().snapshot().notebook().cells().stream().map(Cell::id).toList());
  }

  private String selected() throws Exception {
    return asked(() -> notebook().selectedProperty().get());
  }

  private void focus(Consumer<PageView> what) throws Exception {
    FxThread.run(() -> what.accept(page()));
  }

  private boolean pageHasTheKeyboard() throws Exception {
    return asked(() -> desk.scene().getFocusOwner() == page());
  }

  @ParameterizedTest(name = "{0} selects {1}")
  @CsvSource({
    "DOWN, plant-seed",
    "J, plant-seed",
    "UP, title",
    "K, title",
    "HOME, title",
    "END, sweep-big",
    "J J K, plant-seed"
  })
  void keysMoveTheSelection(String keys, String id) throws Exception {
    press(keys);
    assertThat(selected()).isEqualTo(id);
  }

  @Test
  void cellsAreInsertedAndUndone() throws Exception {
    List<String> before = ids();
    press("A");
    assertThat(ids()).hasSize(before.size() + 1);
    assertThat(ids().indexOf(selected())).as("above").isEqualTo(before.indexOf(FIRST));
    press("B");
    assertThat(ids().indexOf(selected())).as("below that").isEqualTo(before.indexOf(FIRST) + 1);
    press("Z Z");
    assertThat(ids()).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0} is a {1}")
  @CsvSource({
    "DIGIT1, params",
    "DIGIT2, source",
    "DIGIT3, plant",
    "DIGIT4, run",
    "DIGIT5, sweep",
    "DIGIT6, chart",
    "DIGIT7, check",
    "DIGIT8, export"
  })
  void aDigitIsACellOfAKind(String key, String kind) throws Exception {
    press(key);
    String id = selected();
    assertThat(id).isNotEqualTo(FIRST);
    assertThat(asked(() -> notebook().snapshot().topology().plans().get(id).kind()))
        .isEqualTo(kind);
  }

  @Test
  void twoDsDeleteAndOneDoesNot() throws Exception {
    List<String> before = ids();
    press("D");
    press("K");
    press("D");
    assertThat(ids()).as("a D, something else, a D").isEqualTo(before);
    press("D");
    assertThat(ids()).hasSize(before.size() - 1).doesNotContain("title");
    assertThat(selected()).isEqualTo(FIRST);
    press("Z");
    assertThat(ids()).isEqualTo(before);
  }

  @Test
  void aCellIsCopiedCutAndPasted() throws Exception {
    List<String> before = ids();
    press("C V");
    assertThat(ids()).hasSize(before.size() + 1).doesNotHaveDuplicates();
    String copy = selected();
    assertThat(copy).isNotEqualTo(FIRST);
    assertThat(asked(() -> notebook().cell(copy).orElseThrow().cell().source()))
        .isEqualTo(asked(() -> notebook().cell(FIRST).orElseThrow().cell().source()));
    press("X");
    assertThat(ids()).isEqualTo(before);
    press("HOME Shift+V");
    assertThat(ids().get(0)).isEqualTo(copy);
  }

  @Test
  void aCellChangesItsTypeIsMergedAndSplit() throws Exception {
    press("M");
    assertThat(asked(() -> notebook().cell(FIRST).orElseThrow().cell().type()))
        .isEqualTo(Cell.Type.MARKDOWN);
    press("R");
    assertThat(asked(() -> notebook().cell(FIRST).orElseThrow().cell().type()))
        .isEqualTo(Cell.Type.RAW);
    press("Y");
    List<String> before = ids();
    press("Shift+M");
    assertThat(ids()).doesNotContain("plant-seed");
    assertThat(asked(() -> notebook().cell(FIRST).orElseThrow().cell().source()))
        .contains("params:", "\nplant: seed\n");
    press("Z");
    assertThat(ids()).isEqualTo(before);
    press("ENTER");
    FxThread.run(() -> ((TextArea) desk.scene().getFocusOwner()).positionCaret(7));
    press("Ctrl+Shift+MINUS");
    assertThat(ids()).hasSize(before.size() + 1);
    assertThat(asked(() -> notebook().cell(FIRST).orElseThrow().cell().source()))
        .isEqualTo("params:");
  }

  @Test
  void twoZerosClearWhatWasShownAndRunAll() throws Exception {
    FxThread.run(() -> notebook().select("chart-band"));
    press("DIGIT0");
    assertThat(asked(() -> notebook().snapshot().cells().get("sweep-band").result())).isEmpty();
    press("DIGIT0");
    for (int i = 0; i < 2_000 && !ran("sweep-band"); i++) {
      FxThread.frames(1);
    }
    assertThat(ran("sweep-band")).isTrue();
    press("I I");
  }

  private boolean ran(String id) throws Exception {
    return asked(() -> notebook().snapshot().cells().get(id).result().isPresent());
  }

  /** The page shows what was inserted, however long nobody looked. */
  @Test
  void whatIsInsertedIsOnThePage() throws Exception {
    System.gc();
    press("DIGIT3");
    String id = selected();
    assertThat(asked(() -> page().lookup("#cell-" + id))).isNotNull();
  }

  /** Enter types into the cell; Esc keeps what was typed and gives the page its keys again. */
  @Test
  void enterEditsAndEscapeKeepsTheText() throws Exception {
    press("ENTER");
    assertThat(asked(() -> desk.scene().getFocusOwner())).isInstanceOf(TextArea.class);
    FxThread.run(() -> ((TextArea) desk.scene().getFocusOwner()).appendText("# seen"));
    press("ESCAPE");
    assertThat(pageHasTheKeyboard()).isTrue();
    assertThat(asked(() -> notebook().cell(FIRST).orElseThrow().cell().source()))
        .endsWith("# seen");
    press("ENTER Ctrl+M");
    assertThat(pageHasTheKeyboard()).isTrue();
  }

  /** Letters that cut and delete do nothing while a field or a chart has the keyboard. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"D D", "X", "A", "B", "V", "M", "DIGIT4", "DIGIT0 DIGIT0"})
  void whatStandsOnThePageKeepsItsKeys(String keys) throws Exception {
    List<String> before = ids();
    focus(
        page -> {
          TextField field = (TextField) page.lookup("#field-kp");
          field.requestFocus();
        });
    press(keys);
    assertThat(ids()).as("a field").isEqualTo(before);
    FxThread.run(() -> notebook().run("run-baseline"));
    settle();
    FxThread.frames(2);
    focus(
        page -> page.lookupAll(".figure-view").stream().findFirst().ifPresent(Node::requestFocus));
    if (asked(() -> desk.scene().getFocusOwner()) instanceof FigureView) {
      press(keys);
      assertThat(ids()).as("a chart").isEqualTo(before);
      press("ESCAPE");
      assertThat(pageHasTheKeyboard()).isTrue();
    }
  }

  @Test
  void runningGoesOnOrInserts() throws Exception {
    press("Shift+ENTER");
    assertThat(selected()).isEqualTo("plant-seed");
    press("Ctrl+ENTER");
    assertThat(selected()).isEqualTo("plant-seed");
    int before = ids().size();
    press("Alt+ENTER");
    assertThat(ids()).hasSize(before + 1);
    press("END Shift+ENTER");
    assertThat(ids()).as("behind the last there is a new one").hasSize(before + 2);
  }

  /** F1 lists the keys; letters find a command, Enter does it, Esc goes back to where one was. */
  @Test
  void aCommandIsFoundByItsWords() throws Exception {
    int before = ids().size();
    press("F1");
    ListView<?> list = asked(() -> (ListView<?>) desk.scene().lookup("#palette-list"));
    assertThat(list.getItems().size()).isGreaterThan(35);
    press("ESCAPE");
    assertThat(asked(() -> desk.scene().lookup("#palette"))).isNull();
    assertThat(pageHasTheKeyboard()).isTrue();
    press("Ctrl+Shift+P");
    FxThread.run(() -> ((TextField) desk.scene().lookup("#palette")).setText("cell above ins"));
    press("ENTER");
    assertThat(ids()).hasSize(before + 1);
  }

  /** The three ways to look: without texts, with all, and one cell at a time. */
  @Test
  void thePageIsLookedAtInThreeWays() throws Exception {
    press("Alt+DIGIT1");
    assertThat(asked(() -> page().lookup("#cell-params .source").getParent().isVisible()))
        .as("an operator sees no text")
        .isFalse();
    press("ENTER");
    assertThat(asked(() -> desk.scene().getFocusOwner()))
        .as("but may open one")
        .isInstanceOf(TextArea.class);
    press("ESCAPE Alt+DIGIT3");
    assertThat(asked(() -> page().lookup("#cell-params"))).isNotNull();
    assertThat(asked(() -> page().lookup("#cell-plant-seed"))).as("one cell").isNull();
    press("END");
    assertThat(asked(() -> page().lookup("#cell-params"))).isNull();
    assertThat(asked(() -> page().lookup("#cell-sweep-big"))).isNotNull();
    press("Alt+DIGIT2");
    assertThat(asked(() -> page().lookup("#cell-params .source").getParent().isVisible())).isTrue();
  }

  /** A cell that is stale can be run where only it is seen. */
  @Test
  void aStaleCellIsRunInALecture() throws Exception {
    FxThread.run(() -> notebook().select("run-baseline"));
    press("Alt+DIGIT3");
    assertThat(asked(() -> page().lookup("#cell-run-baseline"))).isNotNull();
    press("Ctrl+ENTER");
    for (int i = 0; i < 2_000 && !ran("run-baseline"); i++) {
      FxThread.frames(1);
    }
    assertThat(ran("run-baseline")).isTrue();
    press("Alt+DIGIT2");
  }

  /** A table beside the notebook becomes a cell that reads it; one elsewhere does not. */
  @Test
  void aDroppedTableBecomesASource() throws Exception {
    Path csv = folder.resolve("queue.csv");
    Files.writeString(csv, "t_s,queue\n0,1\n15,2\n");
    int before = ids().size();
    FxThread.run(() -> desk.drop(csv));
    settle();
    String id = selected();
    assertThat(asked(() -> notebook().cell(id).orElseThrow().cell().source()))
        .isEqualTo("source: queue\nfile: queue.csv");
    FxThread.run(() -> desk.drop(STATE.resolve("elsewhere.csv")));
    settle();
    assertThat(ids()).hasSize(before + 1);
  }

  @Test
  void noTwoCommandsShareAKeyAndAllHaveWords() throws Exception {
    List<Command> all = asked(() -> desk.allCommands());
    assertThat(all).allSatisfy(c -> assertThat(c.words()).matches("[A-Z].*[^.]"));
    assertThat(all.stream().flatMap(c -> c.keys().stream()).toList()).doesNotHaveDuplicates();
    assertThat(all)
        .filteredOn(c -> c.words().equals("Delete the cell"))
        .extracting(Command::keysInWords)
        .containsExactly("D, D");
  }
}
