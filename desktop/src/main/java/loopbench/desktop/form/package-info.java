// SPDX-License-Identifier: Apache-2.0
/**
 * Parameters as a form: one row each with slider, field and unit.
 *
 * <p>Vocabulary: a <em>track</em> maps a slider's position (0 to 1) to the values of a range, a log
 * range with a place of its own for 0 at the left end; a knob is <em>previewed</em> while it is
 * dragged and <em>committed</em> when it is let go or a value is typed: one commit is one step of
 * undo.
 *
 * <p>Law: the text of the cell is the truth. A knob never holds a value of its own; it offers a
 * text for the cell and shows what the cell says.
 *
 * <p>Values are in the unit the cell writes. Uses {@code cell}, {@code knob} and the toolkit; the
 * {@code *ViewModel}s use {@code javafx.beans} alone. It does not know sessions.
 */
package loopbench.desktop.form;
