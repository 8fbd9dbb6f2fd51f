// SPDX-License-Identifier: Apache-2.0
/**
 * Charts as values, and the one drawing of each.
 *
 * <p>A {@link loopbench.figure.Figure} says what is to be seen: lines over time, a map of classes
 * over two knobs, a map of one number over two knobs. {@link loopbench.figure.FigureDrawing} puts
 * it on a {@link loopbench.figure.Pen}; what lies behind the pen (a PNG, an SVG text, a window's
 * canvas) makes no difference to where anything stands, because text is measured from the font
 * files themselves ({@link loopbench.figure.Face}) and no toolkit is asked.
 *
 * <p>Units: positions and sizes are CSS pixels (1/96 inch), y grows downwards; times are seconds;
 * all other numbers carry the unit named beside them in the record.
 *
 * <p>Laws: the same figure at the same size gives the same bytes; a label never lies on another
 * label; a point maps to a pixel and back. NaN is a gap and is drawn as a gap; nothing is
 * interpolated across it.
 *
 * <p>May use the JDK's {@code java.awt} for pictures in memory only. It deliberately does not know
 * cells, runs, scores or JavaFX, does not choose what to show, and computes nothing but positions.
 */
package loopbench.figure;
