// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.start;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.image.Image;
import javafx.scene.image.ImageView;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import loopbench.desktop.notebook.Buttons;
import loopbench.notebook.Beginning;
import loopbench.notebook.RecentFiles;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The page of a window without a notebook. Its lists come a moment after it. */
public final class StartPage extends ScrollPane {
  private static final double CARD_WIDTH = 312;
  private static final double PICTURE_WIDTH = CARD_WIDTH - 2;
  private static final double PICTURE_HEIGHT = 168;
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH)
          .withZone(ZoneId.systemDefault());

  private final StartChoices choices;
  private final VBox lists = new VBox(24);

  public StartPage(StartChoices choices) {
    this.choices = choices;
    getStyleClass().addAll("desk", "start");
    setFitToWidth(true);
    Label heading = new Label("Loopbench");
    heading.getStyleClass().add("start-heading");
    Button open = Buttons.bar(Feather.FOLDER, "Open…", choices::open);
    open.setId("start-open");
    open.getStyleClass().add("primary");
    VBox box = new VBox(24, new VBox(12, heading, open), begin(), lists);
    box.getStyleClass().add("page");
    setContent(new StackPane(box));
  }

  /** Shows what was found. */
  public void show(StartContents contents) {
    lists.getChildren().clear();
    if (!contents.unsaved().isEmpty()) {
      VBox rows = section("Not saved when the program ended");
      contents.unsaved().forEach(lost -> rows.getChildren().add(row(lost)));
    }
    if (!contents.recent().isEmpty()) {
      VBox rows = section("Opened last");
      contents.recent().forEach(recent -> rows.getChildren().add(row(recent)));
    }
    FlowPane cards = new FlowPane(12, 12);
    contents.examples().forEach(card -> cards.getChildren().add(card(card)));
    section("Examples").getChildren().add(cards);
  }

  private VBox section(String name) {
    VBox section = titled(name);
    lists.getChildren().add(section);
    return section;
  }

  private static VBox titled(String name) {
    Label title = new Label(name);
    title.getStyleClass().add("start-section");
    return new VBox(4, title);
  }

  private Node begin() {
    FlowPane cards = new FlowPane(12, 12);
    for (Beginning about : Beginning.values()) {
      String name =
          about.name().substring(0, 1).toUpperCase(Locale.ROOT) + about.name().substring(1);
      Button button = card(name, about.sentence(), Optional.empty());
      button.setId("start-new-" + about);
      button.setOnAction(e -> choices.begin(about));
      cards.getChildren().add(button);
    }
    VBox section = titled("New notebook");
    section.getChildren().add(cards);
    return section;
  }

  private Node row(StartContents.Unsaved lost) {
    Button name = fileButton(lost.file(), "Open " + lost.file() + " with its unsaved edits");
    Label when = new Label(lost.at().map(StartPage::words).orElse(""));
    when.getStyleClass().add("muted");
    Region space = new Region();
    HBox.setHgrow(space, Priority.ALWAYS);
    Button discard = Buttons.bar(Feather.TRASH_2, "Discard", () -> choices.discard(lost.file()));
    discard.setAccessibleText("Discard the unsaved edits of " + lost.file());
    HBox head = new HBox(12, name, when, space, discard);
    head.setAlignment(Pos.CENTER_LEFT);
    VBox row = new VBox(2, head, place(lost.file()));
    lost.differs()
        .forEach(
            difference -> {
              Label line = new Label(difference);
              line.setWrapText(true);
              line.getStyleClass().add("mono");
              row.getChildren().add(line);
            });
    row.getStyleClass().add("start-row");
    return row;
  }

  private Node row(RecentFiles.Recent recent) {
    Button name = fileButton(recent.path(), "Open " + recent.path());
    HBox row = new HBox(12, name, place(recent.path()));
    recent
        .missing()
        .ifPresent(
            why -> {
              // Greyed and said in words: a button that is only grey does not say why.
              name.setDisable(true);
              FontIcon icon = new FontIcon(Feather.ALERT_TRIANGLE);
              icon.getStyleClass().add("warn");
              Label reason = new Label(why, icon);
              reason.setMinWidth(Region.USE_PREF_SIZE);
              row.getChildren().add(reason);
            });
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("start-row");
    return row;
  }

  private Button fileButton(Path file, String does) {
    Button button = new Button(file.getFileName().toString(), new FontIcon(Feather.FILE_TEXT));
    button.getStyleClass().add("start-file");
    button.setMinWidth(Region.USE_PREF_SIZE);
    button.setAccessibleText(does);
    button.setOnAction(e -> choices.openRecent(file));
    return button;
  }

  private static Label place(Path file) {
    Label place = new Label(String.valueOf(file.getParent()));
    place.getStyleClass().add("muted");
    return place;
  }

  private static String words(Instant at) {
    return WHEN.format(at);
  }

  private Node card(GalleryCard card) {
    Button button = card(card.title(), card.sentence(), card.picture().map(StartPage::picture));
    String file = card.resource().substring(card.resource().lastIndexOf('/') + 1);
    button.setId("start-example-" + file.replace(".ipynb", ""));
    button.setOnAction(e -> choices.openExample(card.resource()));
    return button;
  }

  private static Button card(String name, String sentence, Optional<Node> picture) {
    Label title = new Label(name);
    title.setWrapText(true);
    title.setMinHeight(Region.USE_PREF_SIZE);
    title.getStyleClass().add("card-title");
    Label text = new Label(sentence);
    text.setWrapText(true);
    text.getStyleClass().add("muted");
    VBox words = new VBox(4, title, text);
    words.getStyleClass().add("card-words");
    VBox all = new VBox();
    picture.ifPresent(all.getChildren()::add);
    all.getChildren().add(words);
    all.setPrefWidth(PICTURE_WIDTH);
    Button button = new Button();
    button.setGraphic(all);
    button.getStyleClass().add("start-card");
    button.setAlignment(Pos.TOP_LEFT);
    button.setPrefWidth(CARD_WIDTH);
    // Cards of a row are equally high, whatever their words.
    double height = picture.isPresent() ? PICTURE_HEIGHT + 134 : 76;
    all.setPrefHeight(height - 2);
    button.setPrefHeight(height);
    button.setAccessibleText(name + " " + sentence);
    return button;
  }

  /** The upper part of a picture, as wide as the card. */
  private static Node picture(byte[] png) {
    Image image = new Image(new ByteArrayInputStream(png), 2 * PICTURE_WIDTH, 0, true, true);
    ImageView view = new ImageView(image);
    view.setFitWidth(PICTURE_WIDTH);
    view.setPreserveRatio(true);
    view.setViewport(
        new Rectangle2D(0, 0, image.getWidth(), image.getWidth() * PICTURE_HEIGHT / PICTURE_WIDTH));
    StackPane frame = new StackPane(view);
    frame.setAlignment(Pos.TOP_LEFT);
    frame.setMinHeight(PICTURE_HEIGHT);
    frame.setMaxHeight(PICTURE_HEIGHT);
    return frame;
  }
}
