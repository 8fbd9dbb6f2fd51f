// SPDX-License-Identifier: Apache-2.0
package loopbench.desktop.notebook;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import loopbench.cell.Output;
import loopbench.figure.Ink;

/**
 * What a page needs of the window around it.
 *
 * @param ink what charts are drawn with now
 * @param links opens the address of a link that was clicked
 * @param saveDocument writes an export where the user wants it
 * @param saveFile writes a file of that name where the user wants it
 */
public record Surroundings(
    ObservableValue<Ink> ink,
    Consumer<String> links,
    Consumer<Output.Document> saveDocument,
    BiConsumer<String, byte[]> saveFile) {}
