// SPDX-License-Identifier: Apache-2.0
/**
 * The page: a notebook's cells as cards, in the order of the document.
 *
 * <p>Vocabulary: a <em>card</em> is a loop cell on the page, with a head (kind, name, state), a
 * folded source line and a body of outputs; markdown lies on the page without a frame. {@link
 * loopbench.desktop.notebook.NotebookViewModel} is the session as the window sees it: it takes
 * snapshots on the window's thread, the newest only, and sends edits to a thread of their own, in
 * order ({@link loopbench.desktop.notebook.Edits}).
 *
 * <p>Law: nothing here computes on the window's thread, and a card is touched only when its cell
 * has changed. What the user is typing is never replaced.
 *
 * <p>Uses {@code run} and below, {@code desktop.form}, {@code desktop.chart} and {@code
 * desktop.pace}; {@code *ViewModel}s need no toolkit. It does not open or write files.
 */
package loopbench.desktop.notebook;
