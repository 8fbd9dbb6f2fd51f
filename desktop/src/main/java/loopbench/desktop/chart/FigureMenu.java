// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.chart;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.image.Image;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import loopbench.figure.Figure;
import loopbench.figure.Png;
import loopbench.figure.Svg;

/** What can be taken out of a chart: its picture, always on light paper, and its numbers. */
public final class FigureMenu {
  private final Supplier<Figure> figure;
  private final Supplier<Optional<String>> data;
  private final String name;
  private final BiConsumer<String, byte[]> save;

  /**
   * @param figure what is shown now; null where there is none
   * @param data the numbers behind it as CSV; empty where there are none
   * @param name of files, without an ending
   * @param save asks where a file shall go and writes it
   */
  public FigureMenu(
      Supplier<Figure> figure,
      Supplier<Optional<String>> data,
      String name,
      BiConsumer<String, byte[]> save) {
    this.figure = figure;
    this.data = data;
    this.name = name;
    this.save = save;
  }

  /** The menu as it is now. */
  public ContextMenu menu(TimeWindow window) {
    Figure shown = figure.get();
    Optional<String> csv = data.get();
    ContextMenu menu = new ContextMenu();
    MenuItem whole = item("show-whole", "Show the whole axis", window::reset);
    whole.setDisable(!window.zoomed());
    MenuItem numbers = item("copy-data", "Copy data", () -> copy(csv.orElseThrow()));
    MenuItem file =
        item("save-csv", "Save data as CSV…", () -> save.accept(name + ".csv", utf8(csv.get())));
    numbers.setDisable(csv.isEmpty());
    file.setDisable(csv.isEmpty());
    menu.getItems()
        .addAll(
            item("copy-png", "Copy as PNG", () -> copyPng(shown)),
            item("copy-svg", "Copy as SVG", () -> copy(Svg.encode(shown))),
            item("save-png", "Save as PNG…", () -> save.accept(name + ".png", Png.encode(shown))),
            item(
                "save-svg",
                "Save as SVG…",
                () -> save.accept(name + ".svg", utf8(Svg.encode(shown)))),
            new SeparatorMenuItem(),
            numbers,
            file,
            new SeparatorMenuItem(),
            whole);
    return menu;
  }

  private static MenuItem item(String id, String words, Runnable action) {
    MenuItem item = new MenuItem(words);
    item.setId(id);
    item.setOnAction(e -> action.run());
    return item;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void copyPng(Figure shown) {
    ClipboardContent content = new ClipboardContent();
    content.putImage(new Image(new ByteArrayInputStream(Png.encode(shown))));
    Clipboard.getSystemClipboard().setContent(content);
  }

  private static void copy(String text) {
    ClipboardContent content = new ClipboardContent();
    content.putString(text);
    Clipboard.getSystemClipboard().setContent(content);
  }
}
