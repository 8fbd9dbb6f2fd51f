// SPDX-License-Identifier: Apache-2.0
/**
 * The document: an immutable notebook, and Jupyter's nbformat 4.5 in and out.
 *
 * <p>Vocabulary: a {@link loopbench.notebook.Notebook} is cells and metadata; a {@link
 * loopbench.notebook.Cell} has an id that outlives edits; JSON values are {@code Map<String,
 * Object>}, {@code List<Object>}, {@code String}, {@code Long} or {@code BigInteger}, {@code
 * Double}, {@code Boolean} and null. Text in several pieces is joined on reading.
 *
 * <p>Laws: what is written is byte for byte what Python's nbformat would write, so a save in
 * Jupyter changes nothing. A document that was not changed is saved as the text it was read from.
 * What the model cannot hold makes the document read-only; nothing is lost silently. Ids depend on
 * the document alone, never on a clock or a die.
 *
 * <p>May use {@code yaml} and {@code series}; Jackson is seen in one class. It deliberately does
 * not run cells, know their kinds, decide whom to trust, or render anything.
 */
package loopbench.notebook;
