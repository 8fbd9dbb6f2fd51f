// SPDX-License-Identifier: Apache-2.0
/**
 * The one place of the window that reads and writes files: notebooks, and what their exports say.
 *
 * <p>Law: a file is written whole or not at all, and never over a change that somebody else made to
 * it since it was read. What goes wrong is a sentence, not an exception.
 *
 * <p>Uses {@code notebook} and {@code cell}; {@link loopbench.desktop.export.FileChoice} is asked
 * for paths, so that tests can answer. It does not decide what is written.
 */
package loopbench.desktop.export;
